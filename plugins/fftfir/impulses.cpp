// SPDX-License-Identifier: LGPL-2.1-or-later
#include "impulses.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "../gobject/errors.h"
#include "../taps/input_location.h"
#include "fftcore/taps.h"
#include "resampling.h"
#include "sound_file.h"

namespace fftcore::gst::fir {
namespace {

constexpr FileProperty kProperty = {
    "response-location", "a WAV, FLAC or other sound file, or of a .npy array of real numbers"};

Impulses impulses_of_array(const std::string& location) {
  const NumberArray array = load_npy(location);
  const std::vector<std::int64_t>& shape = array.shape;
  const bool is_matrix = (shape.size() == 3 && shape[0] == shape[1]) ||
                         (shape.size() == 4 && shape[0] == shape[1] && shape[2] == 1);
  const std::int64_t taps = shape.back();
  const std::int64_t count = std::ssize(array.values) / taps;
  if ((shape.size() > 2 && !is_matrix) || count > kMaxSoundChannels || taps > kMaxStreamTaps ||
      count * taps > kMostTapsInAll)
    throw FileError(fmt::format(
        "{}: \"{}\" is an array of shape ({}); allowed are (taps), (responses, taps) and "
        "(channels to, channels from, taps) with up to {} responses of up to {} taps, {} in all: "
        "save a.T where the axes are the other way round",
        kProperty.name, location, fmt::join(shape, ", "), kMaxSoundChannels, kMaxStreamTaps,
        kMostTapsInAll));
  Impulses impulses;
  impulses.is_by_output = is_matrix;
  for (auto first = array.values.begin(); first != array.values.end(); first += taps)
    impulses.responses.emplace_back(first, first + taps);
  return impulses;
}

void check_taps(const Impulses& impulses, const std::string& location) {
  for (const ImpulseResponse& response : impulses.responses)
    for (const double tap : response)
      if (!(std::abs(tap) <= std::numeric_limits<float>::max()))
        throw FileError(fmt::format(
            "{}: \"{}\" holds {}; finite numbers that single precision holds are allowed",
            kProperty.name, location, tap));
}

/// From the order of sound files to that of StreamExecutable.
std::vector<ImpulseResponse> by_output(std::vector<ImpulseResponse> by_input, int channels) {
  std::vector<ImpulseResponse> responses;
  for (int to = 0; to < channels; ++to)
    for (int from = 0; from < channels; ++from)
      responses.push_back(std::move(by_input[static_cast<std::size_t>(from * channels + to)]));
  return responses;
}

Mixing mixing_of(const Impulses& impulses, int channels) {
  const std::int64_t count = std::ssize(impulses.responses);
  if (count == 1) return Mixing::none;
  if (count == channels && !impulses.is_by_output) return Mixing::diagonal;
  if (count == std::int64_t{channels} * channels) return Mixing::full;
  throw InvalidArgument(fmt::format(
      "{} has {} responses{}, and the audio {} {}; {} takes {}. audioconvert before fftfir changes "
      "how many channels there are",
      impulses.name, count, impulses.is_by_output ? " in a matrix" : "", channels,
      channels == 1 ? "channel" : "channels", channels == 1 ? "that" : "such audio",
      channels == 1 ? "1 response"
                    : fmt::format("1 response for all channels, {} for one each, or {} from each "
                                  "channel to each",
                                  channels, channels * channels)));
}

}  // namespace

Impulses load_impulses(const ResponseSource& source) {
  if (source.location.empty()) return {.responses = {{1.0}}};
  Impulses impulses = beginning_of(kProperty, source.location).starts_with("\x93NUMPY")
                          ? impulses_of_array(source.location)
                          : read_sound(kProperty, source.location);
  impulses.name = fmt::format("response-location: \"{}\"", source.location);
  check_taps(impulses, source.location);
  return impulses;
}

Fitted fit(const Impulses& impulses, int rate, int channels, bool resample) {
  Fitted fitted{mixing_of(impulses, channels), impulses.responses};
  if (fitted.mixing == Mixing::full && !impulses.is_by_output)
    fitted.responses = by_output(std::move(fitted.responses), channels);
  if (impulses.rate == 0 || impulses.rate == rate) return fitted;
  if (!resample)
    throw InvalidArgument(fmt::format(
        "{} has {} samples a second, and the audio {}; set resample=true, or put audioresample and "
        "a filter for audio/x-raw,rate={} before fftfir",
        impulses.name, impulses.rate, rate, impulses.rate));
  if (impulses.rate / kMostTimesSlower > rate)
    throw InvalidArgument(fmt::format(
        "{} has {} samples a second, more than {} times the audio's {}: resampling would take "
        "minutes; save it at a lower rate",
        impulses.name, impulses.rate, kMostTimesSlower, rate));
  const std::int64_t count = std::ssize(fitted.responses);
  const auto check = [&](double taps) {
    if (taps > static_cast<double>(std::min(kMaxStreamTaps, kMostTapsInAll / count)))
      throw InvalidArgument(fmt::format(
          "{} has {} times {:.0f} taps at {} samples a second; up to {} are allowed, {} in all",
          impulses.name, count, taps, rate, kMaxStreamTaps, kMostTapsInAll));
  };
  // About as many as there will be, before there is memory for them.
  check(static_cast<double>(fitted.responses[0].size()) * rate / impulses.rate);
  for (ImpulseResponse& response : fitted.responses)
    response = resampled(response, impulses.rate, rate);
  check(static_cast<double>(fitted.responses[0].size()));
  return fitted;
}

}  // namespace fftcore::gst::fir
