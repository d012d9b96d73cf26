// SPDX-License-Identifier: LGPL-2.1-or-later
#include "sound_file.h"

#include <fmt/format.h>

#include "fftcore/error.h"

#ifdef FFTCORE_SNDFILE
#include <sndfile.h>

#include <algorithm>
#include <memory>

namespace fftcore::gst::fir {
namespace {

struct CloseSound {
  void operator()(SNDFILE* file) const { sf_close(file); }
};
using Sound = std::unique_ptr<SNDFILE, CloseSound>;

constexpr sf_count_t kPiece = 4096;  // frames

/// Most taps of a response where there are so many of them.
std::int64_t most_taps(int channels) {
  return std::min(kMaxStreamTaps, kMostTapsInAll / channels);
}

/// All of it, however many frames the header says.
std::vector<Response> read_frames(SNDFILE* file, int channels) {
  std::vector<Response> responses(static_cast<std::size_t>(channels));
  std::vector<double> piece(static_cast<std::size_t>(kPiece * channels));
  while (std::ssize(responses[0]) <= most_taps(channels)) {
    const sf_count_t got = sf_readf_double(file, piece.data(), kPiece);
    if (got <= 0) break;
    for (std::size_t c = 0; c < responses.size(); ++c)
      for (sf_count_t i = 0; i < got; ++i)
        responses[c].push_back(piece[static_cast<std::size_t>(i) * responses.size() + c]);
  }
  return responses;
}

}  // namespace

Impulses read_sound(const FileProperty& property, const std::string& location) {
  const auto refuse = [&](std::string_view what) {
    throw FileError(fmt::format("{}: \"{}\" {}; give the path of {}", property.name, location, what,
                                property.allowed));
  };
  SF_INFO info{};
  const Sound file(sf_open(location.c_str(), SFM_READ, &info));
  if (file == nullptr)
    refuse(fmt::format("cannot be read as sound: {}", std::string_view(sf_strerror(nullptr))));
  if (info.channels < 1 || info.channels > kMaxSoundChannels || info.samplerate < 1)
    refuse(fmt::format("has {} channels and {} samples a second; 1 to {} and 1 or more are allowed",
                       info.channels, info.samplerate, kMaxSoundChannels));
  Impulses impulses{.responses = read_frames(file.get(), info.channels), .rate = info.samplerate};
  const std::int64_t taps = std::ssize(impulses.responses[0]);
  if (sf_error(file.get()) != SF_ERR_NO_ERROR)
    refuse(fmt::format("is damaged after {} samples: {}", taps,
                       std::string_view(sf_strerror(file.get()))));
  if (taps == 0) refuse("has no samples");
  if (const std::int64_t most = most_taps(info.channels); taps > most)
    refuse(fmt::format("is longer than {} samples, which is the longest response{}", most,
                       most < kMaxStreamTaps ? fmt::format(" of {} channels", info.channels) : ""));
  if (taps < info.frames) refuse(fmt::format("ends after {} of {} samples", taps, info.frames));
  return impulses;
}

}  // namespace fftcore::gst::fir
#else

namespace fftcore::gst::fir {

Impulses read_sound(const FileProperty& property, const std::string& location) {
  throw FileError(fmt::format(
      "{}: \"{}\" is no .npy array, and this plugin was built without libsndfile, which "
      "reads sound files; give the path of a .npy array of real numbers",
      property.name, location));
}

}  // namespace fftcore::gst::fir
#endif
