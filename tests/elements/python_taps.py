#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Whether frames that Python hands to fftfilter come back as NumPy convolves them, with taps set before and while it plays."""
import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "pipelines", "python"))
from moving_camera import Gst, buffer_of, caps_of, frame_of, set_taps  # noqa: E402

Gst.init(None)
FRAME = np.random.default_rng(2).integers(0, 256, (45, 61), np.uint8)  # rows are padded to 64 bytes
TAPS = [np.array([[0.5, 0.25], [0.0, 0.25]]), np.array([[0.0, 0.0, 1.0]]), np.array([[0.25], [0.75], [0.0]])]


def convolved(frame, taps):
    """As scipy.ndimage.convolve has it, with the middle of an even number of taps after it; frame mirrored about its edge pixels."""
    rows, columns = taps.shape
    turned = taps[::-1, ::-1]
    before = ((rows - 1) // 2, (columns - 1) // 2)
    around = np.pad(frame.astype(float), ((before[0], rows // 2), (before[1], columns // 2)), "reflect")
    return sum(turned[y, x] * around[y : y + frame.shape[0], x : x + frame.shape[1]] for y in range(rows) for x in range(columns))


pipeline = Gst.parse_launch("appsrc name=in format=time ! fftfilter name=filter backend=cpu ! appsink name=out sync=false")
source, sink, element = map(pipeline.get_by_name, ("in", "out", "filter"))
source.set_caps(caps_of(FRAME))
worst = []
for number, taps in enumerate(TAPS):
    set_taps(element, taps)
    pipeline.set_state(Gst.State.PLAYING)
    # New taps of another size serve as soon as they are prepared.
    for attempt in range(200):
        source.push_buffer(buffer_of(FRAME, 200 * number + attempt))
        error = np.abs(frame_of(sink.pull_sample()) - convolved(FRAME, taps)).max()
        if error <= 1:
            break
    worst.append(error)
pipeline.set_state(Gst.State.NULL)
print(worst)
sys.exit(0 if max(worst) <= 1 else 1)
