// SPDX-License-Identifier: LGPL-2.1-or-later
#include "field_table.h"

#include <gst/audio/audio.h>

#include "filter_harness.h"

namespace fftcore::test {
namespace {

void take_all(GstHarness* harness, std::vector<unsigned char>& samples) {
  while (GstBuffer* const buffer = gst_harness_try_pull(harness)) {
    const gsize before = samples.size();
    samples.resize(before + gst_buffer_get_size(buffer));
    gst_buffer_extract(buffer, 0, samples.data() + before, gst_buffer_get_size(buffer));
    gst_buffer_unref(buffer);
  }
}

/// A view's caps with the rates of the video, or with pictures at the rate of the sound that it
/// shows: `without` is of 44100.
GstCaps* with_rates_of(const GstCaps* stream, const std::string& without) {
  GstCaps* const caps = gst_caps_from_string(without.c_str());
  const GstStructure* const given = gst_caps_get_structure(stream, 0);
  for (const char* rate : {"framerate", "max-framerate"})
    if (const GValue* const value = gst_structure_get_value(given, rate); value != nullptr)
      gst_caps_set_value(caps, rate, value);
  int rate = 0, pictures = 0, seconds = 0;
  if (gst_structure_get_int(given, "rate", &rate) != FALSE &&
      gst_structure_get_fraction(gst_caps_get_structure(caps, 0), "framerate", &pictures,
                                 &seconds) != FALSE &&
      gst_util_fraction_multiply(pictures, seconds, rate, 44100, &pictures, &seconds) != FALSE)
    gst_caps_set_simple(caps, "framerate", GST_TYPE_FRACTION, pictures, seconds, nullptr);
  return caps;
}

/// Planes of sound are said by a meta.
void add_audio_meta(GstBuffer* buffer, const std::string& caps) {
  GstCaps* const given = gst_caps_from_string(caps.c_str());
  GstAudioInfo info;
  if (gst_audio_info_from_caps(&info, given) != FALSE &&
      GST_AUDIO_INFO_LAYOUT(&info) == GST_AUDIO_LAYOUT_NON_INTERLEAVED)
    gst_buffer_add_audio_meta(
        buffer, &info, gst_buffer_get_size(buffer) / static_cast<gsize>(GST_AUDIO_INFO_BPF(&info)),
        nullptr);
  gst_caps_unref(given);
}

}  // namespace

Streamed streamed(const std::string& line, const std::string& caps,
                  const std::vector<std::vector<unsigned char>>& blocks) {
  Streamed result;
  GstHarness* const harness = gst_harness_new_parse(line.c_str());
  const Owned<GstBus> bus(gst_bus_new());
  gst_element_set_bus(harness->element, bus.get());
  gst_harness_set_src_caps_str(harness, caps.c_str());
  bool is_taken = true;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    GstBuffer* const buffer = gst_buffer_new_memdup(blocks[i].data(), blocks[i].size());
    GST_BUFFER_PTS(buffer) = i * 40 * GST_MSECOND;
    GST_BUFFER_DURATION(buffer) = 40 * GST_MSECOND;
    add_audio_meta(buffer, caps);
    is_taken = gst_harness_push(harness, buffer) == GST_FLOW_OK && is_taken;
  }
  gst_harness_push_event(harness, gst_event_new_eos());
  take_all(harness, result.samples);
  if (GstCaps* const output = gst_pad_get_current_caps(harness->sinkpad); output != nullptr) {
    gchar* const text = gst_caps_to_string(output);
    result.caps = text;
    g_free(text);
    gst_caps_unref(output);
  }
  constexpr auto kWords = static_cast<GstMessageType>(GST_MESSAGE_WARNING | GST_MESSAGE_ERROR);
  for (const Report& report : reports(bus.get(), kWords)) result.words += report.text + "\n";
  result.is_whole = is_taken && !result.samples.empty();
  gst_element_set_bus(harness->element, nullptr);
  gst_harness_teardown(harness);
  return result;
}

Outcome outcome_of(const Streamed& with, const Streamed& without, const std::string& value,
                   const std::string& caps, bool is_own) {
  if (!with.is_whole)
    return !value.empty() && with.words.find(value) != std::string::npos ? Outcome::refused
                                                                         : Outcome::wordless;
  GstCaps* const given = gst_caps_from_string(caps.c_str());
  GstCaps* const wanted = is_own ? with_rates_of(given, without.caps) : gst_caps_ref(given);
  GstCaps* const got = gst_caps_from_string(with.caps.c_str());
  const bool is_right = gst_caps_is_equal(wanted, got) != FALSE;
  for (GstCaps* const one : {given, wanted, got}) gst_caps_unref(one);
  if (!is_right) return Outcome::lost;
  if (is_own) return Outcome::own;
  return with.samples == without.samples ? Outcome::kept : Outcome::acted;
}

std::vector<std::string> elements_of_the_plugin() {
  std::vector<std::string> names;
  GList* const features = gst_registry_get_feature_list_by_plugin(gst_registry_get(), "fftcore");
  for (GList* each = features; each != nullptr; each = each->next)
    if (GST_IS_ELEMENT_FACTORY(each->data))
      names.emplace_back(gst_plugin_feature_get_name(GST_PLUGIN_FEATURE(each->data)));
  gst_plugin_feature_list_free(features);
  return names;
}

}  // namespace fftcore::test
