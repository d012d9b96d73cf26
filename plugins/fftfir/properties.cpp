// SPDX-License-Identifier: LGPL-2.1-or-later
#include "properties.h"

namespace fftcore::gst::fir {
namespace {

// Wide enough for any use, narrow enough that results stay finite in single precision.
constexpr double kMaxResponseGain = 1e6;
// 22 seconds at 48000 samples a second.
constexpr int kMaxSamples = 1 << 20;

void store_response_location(Settings& settings, const GValue* value) {
  const gchar* const location = g_value_get_string(value);
  settings.source.location = location != nullptr ? location : "";
  ++settings.source.location_count;
}

void load_response_location(const Settings& settings, GValue* value) {
  const std::string& location = settings.source.location;
  g_value_set_string(value, location.empty() ? nullptr : location.c_str());
}

PropertyTable<ResponseSource> source_properties() {
  PropertyTable<ResponseSource> table;
  table.boolean(
      &ResponseSource::resample,
      {"resample", "Resample",
       "Whether an impulse response with another sample rate than the audio is resampled to "
       "that of the audio. Otherwise it is an error. A .npy file has no rate and counts as "
       "having that of the audio"},
      kPlainProperty);
  return table;
}

}  // namespace

PropertyTable<Settings> properties() {
  PropertyTable<Settings> table;
  table.add(
      g_param_spec_string(
          "response-location", "Response location",
          "File with impulse responses: WAV, FLAC or another sound file that libsndfile reads, or "
          "a .npy array. One impulse response serves all channels, as many as there are channels "
          "one each; as many as channels times channels mix them (true stereo: left to left, left "
          "to "
          "right, right to left, right to right). May change while playing, and fades over. "
          "Setting the name again reads the file again; an empty string passes audio unchanged",
          nullptr, kPlainProperty),
      store_response_location, load_response_location);
  table.include(source_properties(), &Settings::source);
  table.real(&Settings::gain,
             {"gain", "Gain", "Factor on all: out = gain * (wet * filtered + dry * unfiltered)"},
             -kMaxResponseGain, kMaxResponseGain);
  table.real(&Settings::wet, {"wet", "Wet", "How much of the filtered audio is in the output"}, 0,
             1);
  table.real(&Settings::dry, {"dry", "Dry", "How much of the unfiltered audio is in the output"}, 0,
             1);
  table.integer(&Settings::latency,
                {"latency", "Latency",
                 "Samples by which results come later, which neighbours are told of; timestamps "
                 "stay true. 0 works at once. Some latency makes short impulse responses cheaper"},
                0, kMaxSamples, kReadyProperty);
  table.integer(
      &Settings::fade,
      {"fade", "Fade",
       "Samples over which a new impulse response, gain, wet or dry takes over from the old "
       "one; 0: at once"},
      0, kMaxSamples, kReadyProperty);
  table.boolean(
      &Settings::tail,
      {"tail", "Tail",
       "Whether the impulse response rings out at the end of the stream, which gets longer "
       "by it. Otherwise the output is as long as the input"},
      kPlainProperty);
  return table;
}

}  // namespace fftcore::gst::fir
