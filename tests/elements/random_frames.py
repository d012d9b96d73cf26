# SPDX-License-Identifier: LGPL-2.1-or-later
"""Random video for tests of elements: frames of any format whose components have memory of their
own, of any size, strides, gaps and kind of fields; and their components as arrays of NumPy."""
import numpy as np
from gi.repository import Gst, GstVideo


class Format:
    """What GStreamer says of a video format's components."""

    def __init__(self, name):
        self.name = name
        self.format = GstVideo.VideoFormat.from_string(name)
        info = GstVideo.VideoFormat.get_info(self.format)
        flags = info.flags
        self.is_yuv = bool(flags & GstVideo.VideoFormatFlags.YUV)
        self.is_complex = bool(flags & GstVideo.VideoFormatFlags.COMPLEX)
        self.count = info.n_components
        self.depth, self.shift = list(info.depth), list(info.shift)
        self.plane = list(info.plane)
        # Of P010_10LE and its kin GStreamer counts samples here, not bytes.
        self.first = [first * 2 if first % 2 and depth > 8 else first
                      for first, depth in zip(info.poffset, self.depth)]
        self.step = list(info.pixel_stride)
        self.less_wide, self.less_high = list(info.w_sub), list(info.h_sub)
        self.planes = info.n_planes
        self.order = "<" if flags & GstVideo.VideoFormatFlags.LE else ">"
        self.alpha = self.count - 1 if flags & GstVideo.VideoFormatFlags.ALPHA else -1

    @property
    def is_plain(self):
        """Whether each sample has bytes of its own."""
        places = {(self.plane[c], self.first[c]) for c in range(self.count)}
        return (not self.is_complex and len(places) == self.count
                and all(self.depth[c] in (8, 10, 12, 16) for c in range(self.count)))

    def dtype(self, component):
        return np.dtype("u1" if self.depth[component] <= 8 else self.order + "u2")

    def worked_on(self, has_chroma):
        """The components that a filter changes."""
        colours = [c for c in range(self.count) if c != self.alpha]
        return colours[:1] if self.is_yuv and not has_chroma else colours


def formats_of(element):
    """The plain ones that its sink takes in system memory."""
    caps = Gst.ElementFactory.make(element).get_static_pad("sink").get_pad_template_caps()
    names = set()
    for i in range(caps.get_size()):
        structure = caps.get_structure(i)
        if structure.get_name() == "video/x-raw" and caps.get_features(i).contains(
                "memory:SystemMemory"):
            names.update(structure["format"])
    return [name for name in sorted(names) if Format(name).is_plain]


class Frame:
    """Samples in memory with strides and gaps as they come."""

    def __init__(self, form, width, height, draw, patterns=None, mode="progressive"):
        self.form, self.width, self.height = form, width, height
        self.caps = (f"video/x-raw,format={form.name},width={width},height={height},"
                     f"framerate=25/1,interlace-mode={mode}")
        info = GstVideo.VideoInfo.new_from_caps(Gst.Caps.from_string(self.caps))
        self.strides, self.offsets, end = [], [], 4 * draw.number(0, 5)
        for plane in range(form.planes):
            self.strides.append(info.stride[plane] + 4 * draw.number(0, 9))
            self.offsets.append(end)
            component = form.plane.index(plane)
            rows = -(-height >> form.less_high[component])
            end += self.strides[-1] * -(-rows // 2) * 2 + 4 * draw.number(0, 5)
        self.data = draw.random.integers(0, 256, end, np.uint8)
        for c, view in enumerate(self.components(self.data)):
            white = 2**form.depth[c] - 1
            values = (draw.random.integers(0, white, view.shape, endpoint=True) if patterns is None
                      else patterns(c, view.shape, white))
            view[...] = values.astype(np.uint16) << form.shift[c]

    def components(self, data, offsets=None, strides=None):
        """Views of all components, as they are stored."""
        form, views = self.form, []
        for c in range(form.count):
            plane, dtype = form.plane[c], form.dtype(c)
            shape = (-(-self.height >> form.less_high[c]), -(-self.width >> form.less_wide[c]))
            views.append(np.ndarray(
                shape, dtype, data, (offsets or self.offsets)[plane] + form.first[c],
                ((strides or self.strides)[plane], form.step[c])))
        return views

    def numbers(self, data=None, offsets=None, strides=None):
        """The numbers that samples hold."""
        return [(view >> np.array(self.form.shift[c], view.dtype)).astype(float) for c, view in
                enumerate(self.components(self.data if data is None else data, offsets, strides))]

    def buffer(self, time=0):
        made = Gst.Buffer.new_wrapped(self.data.tobytes())
        made.pts, made.duration = time * Gst.SECOND // 25, Gst.SECOND // 25
        more = 4 - len(self.strides)
        GstVideo.buffer_add_video_meta_full(
            made, GstVideo.VideoFrameFlags.NONE, self.form.format, self.width, self.height,
            self.form.planes, self.offsets + [0] * more, self.strides + [0] * more)
        return made

    def result(self, buffer):
        """The numbers of a frame of this kind that an element gave."""
        meta = GstVideo.buffer_get_video_meta(buffer)
        data = np.frombuffer(buffer.extract_dup(0, buffer.get_size()), np.uint8)
        if meta:
            return self.numbers(data, list(meta.offset), list(meta.stride))
        info = GstVideo.VideoInfo.new_from_caps(Gst.Caps.from_string(self.caps))
        return self.numbers(data, list(info.offset), list(info.stride))


def by_fields(function, image, is_interlaced):
    """A function of a picture, or of each of its fields."""
    if not is_interlaced:
        return function(image)
    result = np.empty(image.shape)
    for first in (0, 1):
        if image[first::2].size:
            result[first::2] = function(image[first::2])
    return result
