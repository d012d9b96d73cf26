#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Whether frames from Python come back from fftfilter as NumPy convolves them.

Taps are set before the pipeline plays, and while it plays.
"""
import itertools
import os
import sys
import time

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "..", "pipelines", "python"))
from moving_camera import Gst, buffer_of, caps_of, frame_of, set_taps  # noqa: E402

Gst.init(None)
FRAME = np.random.default_rng(2).integers(0, 256, (45, 61), np.uint8)  # rows are padded to 64 bytes
TAPS = [
    np.array([[0.5, 0.25], [0.0, 0.25]]),
    np.array([[0.0, 0.0, 1.0]]),
    np.array([[0.25], [0.75], [0.0]]),
]
SECONDS = 20  # for taps to be prepared in
PIPELINE = """
    appsrc name=in format=time ! fftfilter name=filter backend=cpu ! appsink name=out sync=false
"""


def convolved(frame, taps):
    """As scipy.ndimage.convolve has it, the frame mirrored about its edge pixels."""
    rows, columns = taps.shape
    height, width = frame.shape
    border = (((rows - 1) // 2, rows // 2), ((columns - 1) // 2, columns // 2))
    around = np.pad(frame.astype(float), border, "reflect")
    result = np.zeros(frame.shape)
    for (y, x), tap in np.ndenumerate(taps[::-1, ::-1]):
        result += tap * around[y : y + height, x : x + width]
    return result


pipeline = Gst.parse_launch(PIPELINE)
source, sink, element = map(pipeline.get_by_name, ("in", "out", "filter"))
source.set_caps(caps_of(FRAME))
worst = []
moments = itertools.count()
for taps in TAPS:
    set_taps(element, taps)
    pipeline.set_state(Gst.State.PLAYING)
    # New taps of another size serve as soon as they are prepared, which waits for a processor.
    give_up = time.monotonic() + SECONDS
    for frame in moments:
        source.push_buffer(buffer_of(FRAME, frame))
        error = np.abs(frame_of(sink.pull_sample()) - convolved(FRAME, taps)).max()
        if error <= 1 or time.monotonic() > give_up:
            break
    worst.append(error)
pipeline.set_state(Gst.State.NULL)
print(worst)
sys.exit(0 if max(worst) <= 1 else 1)
