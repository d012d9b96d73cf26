#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""moving_camera.py: NumPy arrays through the elements and back, with what they measure.

A camera looks at a scene and moves. fftfilter blurs its frames with taps from NumPy, fftstabilize
measures the motion and takes it out, fftcorrelate finds a part of the scene. Prints a line a frame.
plugins/python.md explains it.
"""
import os
import sys
import tempfile

import gi
import numpy as np

for library in ("Gst", "GstApp", "GstVideo"):
    gi.require_version(library, "1.0")
# GstApp gives appsrc and appsink their methods.
from gi.repository import Gst, GstApp, GstVideo  # noqa: F401

WIDTH, HEIGHT, RATE = 322, 240, 25
MARGIN = 40  # pixels by which the scene is larger than a frame, on each side
PART = (slice(90, 138), slice(120, 184))  # rows and columns of the first frame that are looked for
TAPS = np.outer([1, 2, 1], [1, 2, 1]) / 16

PIPELINE = """
    appsrc name=in format=time !
    fftfilter name=blur !
    fftstabilize reference=first smoothing=0 !
    fftcorrelate name=find threshold=0.8 !
    appsink name=out sync=false
"""


def scene():
    """A picture of blotches that are some six pixels wide."""
    picture = np.random.default_rng(1).standard_normal((HEIGHT + 2 * MARGIN, WIDTH + 2 * MARGIN))
    line = np.exp(-0.5 * (np.arange(-12, 13) / 3) ** 2)
    for axis in (0, 1):
        picture = np.apply_along_axis(np.convolve, axis, picture, line, "same")
    return (128 + 50 * picture / picture.std()).clip(0, 255).astype(np.uint8)


def path(number):
    """How far to the right and down the picture lies in a frame, in pixels against the first."""
    return round(20 * np.sin(0.3 * number)), round(15 * np.sin(0.5 * number))


def frame_at(picture, number):
    right, down = path(number)
    rows = slice(MARGIN - down, MARGIN - down + HEIGHT)
    return picture[rows, MARGIN - right : MARGIN - right + WIDTH]


def caps_of(frame):
    height, width = frame.shape
    return Gst.Caps.from_string(
        f"video/x-raw,format=GRAY8,width={width},height={height},framerate={RATE}/1"
    )


def buffer_of(frame, number):
    """A grey frame as a buffer. GStreamer's rows begin at multiples of four bytes."""
    padded = np.pad(frame, ((0, 0), (0, -frame.shape[1] % 4)))
    buffer = Gst.Buffer.new_wrapped(padded.tobytes())
    buffer.pts = number * Gst.SECOND // RATE
    buffer.duration = Gst.SECOND // RATE
    return buffer


def frame_of(sample):
    """The grey frame in a sample, as a copy."""
    info = GstVideo.VideoInfo.new_from_caps(sample.get_caps())
    buffer = sample.get_buffer()
    meta = GstVideo.buffer_get_video_meta(buffer)  # is there where rows do not lie as usual
    stride = meta.stride[0] if meta else info.stride[0]
    is_mapped, content = buffer.map(Gst.MapFlags.READ)
    if not is_mapped:
        raise RuntimeError("a buffer cannot be read")
    try:
        shape = (info.height, info.width)
        return np.ndarray(shape, np.uint8, content.data, strides=(stride, 1)).copy()
    finally:
        buffer.unmap(content)


def set_taps(element, taps):
    """Sets the property `kernel`, an array of rows. Works while the pipeline plays, too."""
    rows = [Gst.ValueArray(row) for row in taps.astype(float).tolist()]
    element.set_property("kernel", Gst.ValueArray(rows))


def motion_of(buffer):
    """What fftstabilize measured: dx, dy and confidence."""
    fields = buffer.get_custom_meta("fftstabilize").get_structure()
    return [fields.get_double(name).value for name in ("dx", "dy", "confidence")]


def places_of(buffer):
    """What fftcorrelate found: x, y and score of each region, the best first."""
    places = []
    while True:
        region = GstVideo.buffer_get_video_region_of_interest_meta_id(buffer, len(places))
        if region is None:
            return places
        fields = region.get_param("fftcorrelate")
        places.append([fields.get_double(name).value for name in ("x", "y", "score")])


def messages_of(bus):
    """Names and fields of what elements posted since the last call. Raises their errors."""
    kinds = Gst.MessageType.ELEMENT | Gst.MessageType.ERROR
    while message := bus.pop_filtered(kinds):
        if message.type == Gst.MessageType.ERROR:
            raise RuntimeError(message.parse_error()[0].message)
        yield message.get_structure().get_name(), message.get_structure()


def through(pipeline, frames):
    """Plays frames; for each yields the sample that comes out, and the messages it gave rise to."""
    source, sink = pipeline.get_by_name("in"), pipeline.get_by_name("out")
    is_playing = pipeline.set_state(Gst.State.PLAYING) != Gst.StateChangeReturn.FAILURE
    try:
        for number, frame in enumerate(frames):
            source.push_buffer(buffer_of(frame, number))
            sample = sink.pull_sample() if is_playing else None  # None: an element failed
            messages = list(messages_of(pipeline.get_bus()))
            if sample is None:
                raise RuntimeError("the pipeline ended")
            yield sample, messages
    finally:
        pipeline.set_state(Gst.State.NULL)


def main():
    Gst.init(None)
    picture = scene()
    frames = [frame_at(picture, number) for number in range(20)]
    pipeline = Gst.parse_launch(PIPELINE)
    pipeline.get_by_name("in").set_caps(caps_of(frames[0]))
    set_taps(pipeline.get_by_name("blur"), TAPS)
    with tempfile.TemporaryDirectory() as folder:
        template = os.path.join(folder, "part.npy")
        np.save(template, frames[0][PART].astype(np.float32))
        pipeline.get_by_name("find").set_property("template-location", template)
        for number, (sample, messages) in enumerate(through(pipeline, frames)):
            for name, fields in messages:
                time = fields.get_uint64("running-time").value / Gst.SECOND
                print(f"{time:.2f} s {name}", end="")
            buffer = sample.get_buffer()
            print("  moved by {} {}".format(*path(number)), end="")
            print("  measured {:.2f} {:.2f} confidence {:.2f}".format(*motion_of(buffer)), end="")
            print("  found at {:.2f} {:.2f} score {:.3f}".format(*places_of(buffer)[0]), end="")
            print(f"  mean {frame_of(sample).mean():.1f}")


if __name__ == "__main__":
    sys.exit(main())
