// SPDX-License-Identifier: LGPL-2.1-or-later
#include "nearest_audio.h"

#include <fmt/format.h>
#include <gst/audio/audio.h>

#include <climits>
#include <cstdlib>

namespace fftcore::gst {
namespace {

constexpr char kRawAudio[] = "audio/x-raw";

const GstAudioFormatInfo* audio_info_of(const char* format) {
  const GstAudioFormat id = gst_audio_format_from_string(format);
  return id > GST_AUDIO_FORMAT_ENCODED ? gst_audio_format_get_info(id) : nullptr;
}

// Bits that a full-scale sample keeps.
int bits_kept_by(const GstAudioFormatInfo* info) {
  if (GST_AUDIO_FORMAT_INFO_IS_INTEGER(info)) return GST_AUDIO_FORMAT_INFO_DEPTH(info);
  return GST_AUDIO_FORMAT_INFO_WIDTH(info) == 64 ? 53 : 24;
}

// What loses bits is further than any that does not; then whole numbers stay whole numbers.
int audio_distance(const GstAudioFormatInfo* from, const GstAudioFormatInfo* to) {
  constexpr int kLostBit = 1 << 10, kOtherKind = 1 << 7;
  const bool is_of_a_kind =
      GST_AUDIO_FORMAT_INFO_IS_INTEGER(from) == GST_AUDIO_FORMAT_INFO_IS_INTEGER(to);
  const int more = bits_kept_by(to) - bits_kept_by(from);
  return (more < 0 ? -more * kLostBit : more) + (is_of_a_kind ? 0 : kOtherKind);
}

const char* nearest_audio_format(const GstAudioFormatInfo* wanted, const GValue* formats) {
  if (G_VALUE_HOLDS_STRING(formats)) return g_value_get_string(formats);
  const char* nearest = nullptr;
  for (guint i = 0, least = INT_MAX; i < gst_value_list_get_size(formats); ++i) {
    const char* const name = g_value_get_string(gst_value_list_get_value(formats, i));
    const auto cost = static_cast<guint>(audio_distance(wanted, audio_info_of(name)));
    if (cost >= least) continue;
    least = cost;
    nearest = name;
  }
  return nearest;
}

const GstStructure* raw_audio_in(const GstCaps* caps) {
  for (guint i = 0; i < gst_caps_get_size(caps); ++i) {
    const GstStructure* const structure = gst_caps_get_structure(caps, i);
    if (gst_structure_has_name(structure, kRawAudio)) return structure;
  }
  return nullptr;
}

bool has_common_value(const GstStructure* audio, const GstStructure* taken, const char* field) {
  const GValue* const value = gst_structure_get_value(audio, field);
  const GValue* const possible = gst_structure_get_value(taken, field);
  return value == nullptr || possible == nullptr || gst_value_intersect(nullptr, value, possible);
}

std::string field_text(const GstStructure* structure, const char* field) {
  const GValue* const value = gst_structure_get_value(structure, field);
  gchar* const text = gst_value_serialize(value);
  std::string result = text != nullptr ? text : "";
  g_free(text);
  return result;
}

}  // namespace

std::string audio_refusal_of(const GstCaps* caps, const GstCaps* taken) {
  const GstStructure* const audio = gst_caps_get_size(caps) == 1 ? raw_audio_in(caps) : nullptr;
  const GstStructure* const possible = raw_audio_in(taken);
  if (audio == nullptr || possible == nullptr) return {};
  const gchar* const name = gst_structure_get_string(audio, "format");
  const GstAudioFormatInfo* const format = name != nullptr ? audio_info_of(name) : nullptr;
  if (format == nullptr) return {};
  if (!has_common_value(audio, possible, "format")) {
    return fmt::format(
        "audio in {0} cannot be taken; the nearest format that can is {1}: put audioconvert and a "
        "filter for audio/x-raw,format={1} before this element",
        name, nearest_audio_format(format, gst_structure_get_value(possible, "format")));
  }
  for (const char* field : {"layout", "channels", "rate"}) {
    if (has_common_value(audio, possible, field)) continue;
    return fmt::format(
        "audio with {0}={1} cannot be taken; {0}={2} can: put {3} and a filter for "
        "it before this element",
        field, field_text(audio, field), field_text(possible, field),
        field == std::string_view("rate") ? "audioresample" : "audioconvert");
  }
  return {};
}

}  // namespace fftcore::gst
