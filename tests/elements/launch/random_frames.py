# SPDX-License-Identifier: LGPL-2.1-or-later
"""Random video for tests of elements: frames of any format, packed ones too, of any size, strides,
gaps and kind of fields; and their components as numbers in arrays of NumPy."""
import numpy as np
from gi.repository import Gst, GstVideo

from caps_structures import structures_of


# Formats of words of 32 bits that hold three or four samples. Of each component: in how many words
# how many samples are, and of each of them the word and the lowest of its bits.
WORDS = {
    "RGB10A2_LE": [(1, [(0, bit)]) for bit in (0, 10, 20, 30)],
    "BGR10A2_LE": [(1, [(0, bit)]) for bit in (20, 10, 0, 30)],
    "v210": [(4, [(0, 10), (1, 0), (1, 20), (2, 10), (3, 0), (3, 20)]),
             (4, [(0, 0), (1, 10), (2, 20)]), (4, [(0, 20), (2, 0), (3, 10)])],
}


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
        self.words = WORDS.get(name)
        self.less_wide, self.less_high = list(info.w_sub), list(info.h_sub)
        self.planes = info.n_planes
        self.order = "<" if flags & GstVideo.VideoFormatFlags.LE else ">"
        if name == "Y210":  # GStreamer 1.22 says nothing of its places and of its bytes' order
            self.first, self.shift, self.order = [0, 2, 6, 0], [6, 6, 6, 0], "<"
        self.alpha = self.count - 1 if flags & GstVideo.VideoFormatFlags.ALPHA else -1

    @property
    def is_known(self):
        return self.is_plain or self.words is not None

    @property
    def is_plain(self):
        """Whether each sample has bytes of its own."""
        if self.words:
            return False
        places = {(self.plane[c], self.first[c]) for c in range(self.count)}
        return ((not self.is_complex or self.name == "Y210") and len(places) == self.count
                and all(self.depth[c] in (8, 10, 12, 16) for c in range(self.count)))

    def dtype(self, component):
        return np.dtype("u1" if self.depth[component] <= 8 else self.order + "u2")

    def worked_on(self, has_chroma):
        """The components that a filter changes."""
        colours = [c for c in range(self.count) if c != self.alpha]
        return colours[:1] if self.is_yuv and not has_chroma else colours


def formats_of(element):
    """The known ones that its sink takes in system memory."""
    caps = Gst.ElementFactory.make(element).get_static_pad("sink").get_pad_template_caps()
    names = set()
    for structure, features in structures_of(caps):
        if structure.get_name() == "video/x-raw" and features.contains("memory:SystemMemory"):
            names.update(structure["format"])
    return [name for name in sorted(names) if Format(name).is_known]


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
        for c in range(form.count):
            white, shape = 2**form.depth[c] - 1, self.shape(c)
            values = (draw.random.integers(0, white, shape, endpoint=True) if patterns is None
                      else patterns(c, shape, white))
            if form.words:
                words, column, bit = self.words(c, self.data, self.offsets, self.strides)
                for x in range(shape[1]):
                    words[:, column[x]] &= ~np.uint32(white << bit[x])
                    words[:, column[x]] |= values[:, x].astype(np.uint32) << np.uint32(bit[x])
            else:
                view = self.component(c, self.data, self.offsets, self.strides)
                view[...] = values.astype(np.uint16) << form.shift[c]

    def shape(self, c):
        return (-(-self.height >> self.form.less_high[c]), -(-self.width >> self.form.less_wide[c]))

    def component(self, c, data, offsets, strides):
        """A view of a component as it is stored."""
        form, plane = self.form, self.form.plane[c]
        return np.ndarray(self.shape(c), form.dtype(c), data, offsets[plane] + form.first[c],
                          (strides[plane], form.step[c]))

    def words(self, c, data, offsets, strides):
        """Words of 32 bits, and of each column of a component its word and its lowest bit."""
        in_words, places = self.form.words[c]
        rows, columns = self.shape(c)
        group, number = np.divmod(np.arange(columns), len(places))
        places = np.array(places)[number]
        words = np.ndarray((rows, strides[0] // 4), "<u4", data, offsets[0], (strides[0], 4))
        return words, group * in_words + places[:, 0], places[:, 1].astype(np.uint32)

    def numbers(self, data=None, offsets=None, strides=None):
        """The numbers that samples hold."""
        form, found = self.form, []
        memory = (self.data if data is None else data, offsets or self.offsets,
                  strides or self.strides)
        for c in range(form.count):
            if form.words:
                words, column, bit = self.words(c, *memory)
                numbers = words[:, column] >> bit & np.uint32(2**form.depth[c] - 1)
            else:
                view = self.component(c, *memory)
                numbers = view >> np.array(form.shift[c], view.dtype)
            found.append(numbers.astype(float))
        return found

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
