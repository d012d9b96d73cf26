// SPDX-License-Identifier: LGPL-2.1-or-later
#include "inverse_caps.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gst/audio/audio.h>
#include <gst/video/video.h>

#include <algorithm>
#include <memory>
#include <set>
#include <vector>

#include "../frames/formats.h"
#include "../memory/frame_memory.h"
#include "../spectra/carried_fields.h"
#include "fftcore/error.h"

namespace fftcore::gst::inverse {
namespace {

constexpr char kInverseAudioCaps[] = "audio/x-raw, format=" GST_AUDIO_NE(
    F32) ", layout=interleaved, rate=[1,2147483647], channels=[1,16]";
constexpr char kAudio[] = "audio/x-raw";

struct FreeInverseCaps {
  void operator()(GstCaps* caps) const { gst_caps_unref(caps); }
};
using InverseCaps = std::unique_ptr<GstCaps, FreeInverseCaps>;

// Strings of a field: one, or a list of them.
std::vector<std::string> strings_in(const GstStructure* structure, const char* field) {
  std::vector<std::string> strings;
  const GValue* const value = gst_structure_get_value(structure, field);
  if (value == nullptr) return strings;
  if (G_VALUE_HOLDS_STRING(value)) strings.emplace_back(g_value_get_string(value));
  if (GST_VALUE_HOLDS_LIST(value)) {
    for (guint i = 0; i < gst_value_list_get_size(value); ++i)
      strings.emplace_back(g_value_get_string(gst_value_list_get_value(value, i)));
  }
  return strings;
}

void set_strings(GstStructure* structure, const char* field,
                 const std::vector<std::string>& strings) {
  GValue list = G_VALUE_INIT;
  g_value_init(&list, GST_TYPE_LIST);
  for (const std::string& string : strings) {
    GValue value = G_VALUE_INIT;
    g_value_init(&value, G_TYPE_STRING);
    g_value_set_string(&value, string.c_str());
    gst_value_list_append_and_take_value(&list, &value);
  }
  gst_structure_take_value(structure, field, &list);
}

std::vector<std::string> all_formats() {
  std::vector<std::string> names;
  for (const Format& format : formats()) names.emplace_back(format.name());
  return names;
}

// Channels that fftforward transforms: Y, grey, or the colours. 0: not a format of video.
int channels_of_format(const std::string& name) {
  const Format* const format = find_format(name);
  return format != nullptr ? format->filtered_channels() : 0;
}

std::vector<std::string> formats_like(const std::string& format) {
  std::vector<std::string> formats = all_formats();
  std::erase_if(formats, [&](const std::string& each) {
    return each == format || channels_of_format(each) != channels_of_format(format);
  });
  return formats;
}

void copy_fields(const GstStructure* from, GstStructure* to,
                 std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (const GValue* const value = gst_structure_get_value(from, name))
      gst_structure_set_value(to, name, value);
}

// Caps of `formats` in each memory, the spectrum's memory first. Colours are described as those of
// the spectrum's own format only.
void append_frames(GstCaps* caps, const GstStructure* spectrum, const GstCapsFeatures* memory,
                   const std::vector<std::string>& formats, bool is_own_format) {
  const InverseCaps frames(frame_caps());
  std::vector<guint> order(gst_caps_get_size(frames.get()));
  for (guint i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_partition(order, [&](guint i) {
    return gst_caps_features_is_equal(gst_caps_get_features(frames.get(), i), memory) != FALSE;
  });
  for (const guint i : order) {
    const GstStructure* const in_memory = gst_caps_get_structure(frames.get(), i);
    std::vector<std::string> possible = strings_in(in_memory, "format"), chosen;
    std::ranges::copy_if(formats, std::back_inserter(chosen), [&](const std::string& format) {
      return std::ranges::count(possible, format) != 0;
    });
    if (chosen.empty()) continue;
    GstStructure* const structure = gst_structure_copy(in_memory);
    set_strings(structure, "format", chosen);
    copy_fields(spectrum, structure, {"width", "height"});
    copy_carried_fields(spectrum, structure);
    if (!is_own_format)
      gst_structure_remove_fields(structure, "colorimetry", "chroma-site", nullptr);
    gst_caps_append_structure_full(caps, structure,
                                   gst_caps_features_copy(gst_caps_get_features(frames.get(), i)));
  }
}

void append_sound(GstCaps* caps, const GstStructure* spectrum) {
  GstStructure* const structure = gst_structure_from_string(kInverseAudioCaps, nullptr);
  copy_fields(spectrum, structure, {"rate", "channels", "channel-mask"});
  int channels = 0;
  // Without positions, unless the spectrum knows them.
  if (gst_structure_get_int(structure, "channels", &channels) && channels > 2 &&
      !gst_structure_has_field(structure, "channel-mask"))
    gst_structure_set(structure, "channel-mask", GST_TYPE_BITMASK, guint64{0}, nullptr);
  gst_caps_append_structure(caps, structure);
}

std::vector<std::string> formats_of_channels(const GstStructure* spectrum) {
  std::vector<std::string> formats = all_formats();
  int channels = 0;
  if (gst_structure_get_int(spectrum, "channels", &channels))
    std::erase_if(
        formats, [&](const std::string& format) { return channels_of_format(format) != channels; });
  return formats;
}

}  // namespace

GstCaps* image_caps() {
  GstCaps* const caps = frame_caps();
  gst_caps_append(caps, gst_caps_from_string(kInverseAudioCaps));
  return caps;
}

GstCaps* to_images(const GstCaps* spectra) {
  GstCaps* const caps = gst_caps_new_empty();
  for (guint i = 0; i < gst_caps_get_size(spectra); ++i) {
    const GstStructure* const spectrum = gst_caps_get_structure(spectra, i);
    const GstCapsFeatures* const memory = gst_caps_get_features(spectra, i);
    const gchar* const format = gst_structure_get_string(spectrum, "video-format");
    if (gst_structure_has_field(spectrum, "rate")) {
      append_sound(caps, spectrum);
    } else if (format != nullptr) {
      append_frames(caps, spectrum, memory, {format}, true);
      append_frames(caps, spectrum, memory, formats_like(format), false);
    } else {
      append_frames(caps, spectrum, memory, formats_of_channels(spectrum), false);
      // spectra in general: of pad templates and queries
      if (!gst_caps_is_fixed(spectra)) append_sound(caps, spectrum);
    }
  }
  return caps;
}

GstCaps* to_spectra(const GstCaps* images) {
  GstCaps* caps = gst_caps_new_empty();
  for (guint i = 0; i < gst_caps_get_size(images); ++i) {
    const GstStructure* const image = gst_caps_get_structure(images, i);
    GstCaps* const spectra = all_spectrum_caps();
    for (guint k = 0; k < gst_caps_get_size(spectra); ++k) {
      GstStructure* const spectrum = gst_caps_get_structure(spectra, k);
      if (gst_structure_has_name(image, kAudio))
        copy_fields(image, spectrum, {"rate", "channels"});
      else
        copy_fields(image, spectrum, {"width", "height", "framerate"});
    }
    caps = gst_caps_merge(caps, spectra);
  }
  return caps;
}

GstCaps* preferred_image(const GstCaps* spectrum, GstCaps* images) {
  InverseCaps owned(images);
  const gchar* const own =
      gst_structure_get_string(gst_caps_get_structure(spectrum, 0), "video-format");
  std::set<std::string> possible;
  for (guint i = 0; i < gst_caps_get_size(images); ++i) {
    const GstStructure* const structure = gst_caps_get_structure(images, i);
    const std::vector<std::string> formats = strings_in(structure, "format");
    possible.insert(formats.begin(), formats.end());
    if (own == nullptr || !std::ranges::count(formats, own)) continue;
    GstCaps* const chosen = gst_caps_copy_nth(images, i);
    gst_caps_set_simple(chosen, "format", G_TYPE_STRING, own, nullptr);
    return chosen;
  }
  if (own == nullptr && possible.size() > 1) {
    throw InvalidArgument(
        fmt::format("the spectrum's caps have no video-format, and what follows takes several "
                    "formats; put one of them behind this "
                    "element, as in ! video/x-raw,format={} ! (possible: {})",
                    *possible.begin(), fmt::join(possible, ", ")));
  }
  return gst_caps_truncate(owned.release());
}

void check_spectrum(const SpectrumInfo& info) {
  if (info.rate > 0) return;
  const auto channels = static_cast<int>(info.layout.channels);
  if (info.video_format.empty()) {
    if (channels != 1 && channels != 3)
      throw InvalidArgument(
          fmt::format("the spectrum has {} channels and no rate; 1 (grey or Y) or 3 (R, G, B) are "
                      "expected of video",
                      channels));
    return;
  }
  const int expected = channels_of_format(info.video_format);
  if (expected == 0)
    throw InvalidArgument(fmt::format("the spectrum's video-format is {}; one of {} is expected",
                                      info.video_format, fmt::join(all_formats(), ", ")));
  if (expected != channels)
    throw InvalidArgument(
        fmt::format("the spectrum has {} channels; of video-format {}, {} is expected", channels,
                    info.video_format, expected));
}

}  // namespace fftcore::gst::inverse
