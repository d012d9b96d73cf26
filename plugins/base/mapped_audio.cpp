// SPDX-License-Identifier: LGPL-2.1-or-later
#include "mapped_audio.h"

#include <fmt/format.h>

#include "../gobject/errors.h"

namespace fftcore::gst {
namespace {

bool is_planar(const GstAudioInfo& info) {
  return GST_AUDIO_INFO_LAYOUT(&info) == GST_AUDIO_LAYOUT_NON_INTERLEAVED;
}

bool is_alike(const GstAudioInfo& a, const GstAudioInfo& b) {
  return GST_AUDIO_INFO_FORMAT(&a) == GST_AUDIO_INFO_FORMAT(&b) &&
         GST_AUDIO_INFO_CHANNELS(&a) == GST_AUDIO_INFO_CHANNELS(&b) &&
         GST_AUDIO_INFO_LAYOUT(&a) == GST_AUDIO_INFO_LAYOUT(&b);
}

gsize bytes_per_sample(const GstAudioInfo& info) {
  return static_cast<gsize>(GST_AUDIO_INFO_BPS(&info));
}

/// A plane or, interleaved, all of them lie within the buffer.
bool has_plane(const GstAudioMeta& meta, int plane, gsize plane_bytes, gsize size) {
  const gsize offset = meta.offsets != nullptr ? meta.offsets[plane] : 0;
  return offset <= size && plane_bytes <= size - offset;
}

}  // namespace

std::int64_t samples_of(const GstAudioInfo& info, GstBuffer* buffer) {
  const gsize size = gst_buffer_get_size(buffer);
  const auto bytes = static_cast<gsize>(GST_AUDIO_INFO_BPF(&info));
  const GstAudioMeta* const meta = gst_buffer_get_audio_meta(buffer);
  if (meta == nullptr) {
    if (is_planar(info))
      throw WrongBuffer(
          "a buffer of planar audio has no GstAudioMeta, which says where its channels are");
    if (size % bytes != 0)
      throw WrongBuffer(fmt::format(
          "a buffer of {} bytes cannot be read as audio of {} bytes a sample", size, bytes));
    return static_cast<std::int64_t>(size / bytes);
  }
  if (!is_alike(meta->info, info))
    throw WrongBuffer("a buffer's GstAudioMeta has another format than the caps");
  const int planes = is_planar(info) ? GST_AUDIO_INFO_CHANNELS(&info) : 1;
  const gsize each = is_planar(info) ? bytes_per_sample(info) : bytes;
  const bool is_there = meta->samples <= size / each && [&] {
    for (int plane = 0; plane < planes; ++plane)
      if (!has_plane(*meta, plane, meta->samples * each, size)) return false;
    return true;
  }();
  if (!is_there)
    throw WrongBuffer(
        fmt::format("a buffer's GstAudioMeta says {} samples of {} channels, which its {} bytes do "
                    "not have",
                    meta->samples, GST_AUDIO_INFO_CHANNELS(&info), size));
  return static_cast<std::int64_t>(meta->samples);
}

MappedAudio::MappedAudio(const GstAudioInfo& info, GstBuffer* buffer) {
  if (!gst_audio_buffer_map(&audio_, &info, buffer, GST_MAP_READWRITE))
    throw WrongBuffer("a buffer of audio cannot be mapped for reading and writing");
}

void MappedAudio::set_channels(std::vector<Channel>& channels) const {
  const bool has_planes = is_planar(audio_.info);
  for (std::size_t c = 0; c < channels.size(); ++c) {
    if (has_planes)
      channels[c] = {audio_.planes[c], 1};
    else
      channels[c] = {static_cast<std::byte*>(audio_.planes[0]) + c * bytes_per_sample(audio_.info),
                     static_cast<std::int64_t>(channels.size())};
  }
}

GstBuffer* new_silence(const GstAudioInfo& info, std::int64_t samples) {
  const gsize bytes = static_cast<gsize>(samples) * static_cast<gsize>(GST_AUDIO_INFO_BPF(&info));
  GstBuffer* const buffer = gst_buffer_new_allocate(nullptr, bytes, nullptr);
  if (buffer == nullptr) return nullptr;
  gst_buffer_memset(buffer, 0, 0, bytes);
  if (is_planar(info))
    gst_buffer_add_audio_meta(buffer, &info, static_cast<gsize>(samples), nullptr);
  return buffer;
}

}  // namespace fftcore::gst
