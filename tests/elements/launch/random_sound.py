# SPDX-License-Identifier: LGPL-2.1-or-later
"""Random sound for tests of elements: buffers whose channels are planes that lie anywhere. They are
read here too, since audioconvert of GStreamer 1.22 refuses planes with gaps."""
import ctypes

import numpy as np
from gi.repository import Gst, GstAudio

# PyGObject does not know that offsets are an array.
_AUDIO = ctypes.CDLL("libgstaudio-1.0.so.0")
_ADD_META = _AUDIO.gst_buffer_add_audio_meta
_ADD_META.restype = ctypes.c_void_p
_ADD_META.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t,
                      ctypes.POINTER(ctypes.c_size_t))


class _AudioMeta(ctypes.Structure):
    """GstAudioMeta."""
    _fields_ = [("flags", ctypes.c_uint), ("meta_info", ctypes.c_void_p),
                ("audio_info", ctypes.c_uint64 * (GstAudio.AudioInfo.__info__.get_size() // 8)),
                ("samples", ctypes.c_size_t), ("offsets", ctypes.POINTER(ctypes.c_size_t))]


_GET_META = ctypes.CDLL("libgstreamer-1.0.so.0").gst_buffer_get_meta
_GET_META.restype = ctypes.POINTER(_AudioMeta)
_GET_META.argtypes = (ctypes.c_void_p, ctypes.c_size_t)


def in_planes(sound, caps, draw):
    """A buffer of samples by channels, each a plane; planes come in any order, with gaps, or all
    one behind the other and without a GstAudioMeta's word."""
    samples, channels = sound.shape
    size = samples * sound.dtype.itemsize
    is_plain = draw.one_in(3)
    order = np.arange(channels) if is_plain else draw.random.permutation(channels)
    offsets, end = [0] * channels, 0
    for channel in order:
        end += 0 if is_plain else 16 * draw.number(0, 3)
        offsets[channel] = end
        end += size + (0 if is_plain else -size % 16)
    data = draw.random.integers(0, 256, end, np.uint8)
    for channel, offset in enumerate(offsets):
        data[offset:offset + size] = np.frombuffer(sound[:, channel].tobytes(), np.uint8)
    made = Gst.Buffer.new_wrapped(data.tobytes())
    info = GstAudio.AudioInfo.new_from_caps(Gst.Caps.from_string(caps))
    given = None if is_plain and draw.one_in(2) else (ctypes.c_size_t * channels)(*offsets)
    assert _ADD_META(hash(made), hash(info), samples, given)
    return made


def of_planes(buffer, dtype, channels):
    """Its samples by channels."""
    meta = _GET_META(hash(buffer), hash(GstAudio.audio_meta_api_get_type())).contents
    data = buffer.extract_dup(0, buffer.get_size())
    return np.stack([np.frombuffer(data, dtype, meta.samples, meta.offsets[c])
                     for c in range(channels)], -1)
