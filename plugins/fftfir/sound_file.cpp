// SPDX-License-Identifier: LGPL-2.1-or-later
#include "sound_file.h"

#include <fmt/format.h>

#include "fftcore/error.h"

#ifdef FFTCORE_SNDFILE
#include <sndfile.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <memory>
#include <string>
#include <string_view>

#include "claimed_length.h"

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
std::vector<ImpulseResponse> read_frames(SNDFILE* file, int channels) {
  std::vector<ImpulseResponse> responses(static_cast<std::size_t>(channels));
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

/// Headers say so where a writer did not know how much would follow.
constexpr long long kUnknownBytes = 0x7fff0000;

/// Of "data : 2000 (should be 1182)", of libsndfile's log: whether a chunk that holds samples ends
/// before its size.
bool says_too_much(std::string_view line) {
  constexpr std::array<std::string_view, 5> kChunks = {"data", "SSND", "BODY", "Data Size", "riff"};
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  if (std::ranges::none_of(kChunks, [&](auto chunk) { return line.starts_with(chunk); }))
    return false;
  const auto number_after = [&](std::string_view words) {
    const std::size_t at = line.find(words);
    long long number = -1;
    if (at != std::string_view::npos)
      std::from_chars(line.data() + at + words.size(), line.data() + line.size(), number);
    return number;
  };
  const long long said = number_after(": "), found = number_after("(should be ");
  return found >= 0 && said > found && said < kUnknownBytes;
}

/// Whether the file ends before its header says. libsndfile then goes on with what there is, as if
/// that were all: its log alone tells.
bool is_cut(SNDFILE* file) {
  std::string log(1 << 14, '\0');
  log.resize(static_cast<std::size_t>(
      std::max(sf_command(file, SFC_GET_LOG_INFO, log.data(), static_cast<int>(log.size())), 0)));
  for (std::size_t at = 0; at < log.size();) {
    const std::size_t end = std::min(log.find('\n', at), log.size());
    const std::string_view line = std::string_view(log).substr(at, end - at);
    if (says_too_much(line)) return true;
    for (const std::string_view words : {"truncated", "short read", "value from 'ds64' chunk"})
      if (line.find(words) != std::string_view::npos) return true;
    at = end + 1;
  }
  return false;
}

/// Samples at the end of an SDS file that libsndfile 1.2 makes zeros of, though they are there:
/// those of a last packet of 120 bytes that is not full.
std::int64_t lost_samples(const SF_INFO& info, const ImpulseResponse& response) {
  if ((info.format & SF_FORMAT_TYPEMASK) != SF_FORMAT_SDS) return 0;
  const int coding = info.format & SF_FORMAT_SUBMASK, bytes = coding == SF_FORMAT_PCM_S8   ? 2
                                                              : coding == SF_FORMAT_PCM_16 ? 3
                                                                                           : 4;
  const std::int64_t rest = std::ssize(response) % (120 / bytes);
  return std::all_of(response.end() - rest, response.end(), [](double x) { return x == 0; }) ? rest
                                                                                             : 0;
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
  if (is_cut(file.get()))
    refuse(fmt::format("is damaged: it ends after {} samples, before its header says", taps));
  if (const auto length = claimed_length(location); length && length->is_cut())
    refuse(fmt::format("is damaged: it ends after {} samples, {} bytes before its header says",
                       taps, length->claimed - length->found));
  if (taps == 0) refuse("has no samples");
  if (const std::int64_t lost = lost_samples(info, impulses.responses[0]); lost > 0)
    refuse(
        fmt::format("has {} samples, of which libsndfile does not read the last {}", taps, lost));
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
