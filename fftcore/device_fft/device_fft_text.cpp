// SPDX-License-Identifier: LGPL-2.1-or-later
// DeviceFft <-> text.
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fftcore/device_fft.h"
#include "words.h"

namespace fftcore {
namespace {

constexpr std::array kScopes = {Word<FftScope>{FftScope::block, "block"},
                                Word<FftScope>{FftScope::thread, "thread"}};
constexpr std::array kLayouts = {Word<BinLayout>{BinLayout::natural, "natural"},
                                 Word<BinLayout>{BinLayout::packed, "packed"},
                                 Word<BinLayout>{BinLayout::full, "full"}};
constexpr std::array kDeviceKinds = {Word<TransformKind>{TransformKind::c2c, "c2c"},
                                     Word<TransformKind>{TransformKind::r2c, "r2c"},
                                     Word<TransformKind>{TransformKind::c2r, "c2r"}};
constexpr std::array kDeviceNumbers = {Word<Numbers>{Numbers::f32, "f32"},
                                       Word<Numbers>{Numbers::f64, "f64"},
                                       Word<Numbers>{Numbers::f16, "f16"}};
constexpr std::array kLanguages = {Word<Language>{Language::cuda, "cuda"},
                                   Word<Language>{Language::opencl, "opencl"}};
constexpr std::int64_t kMostWritten = 1
                                      << 30;  // what an int holds; validate() says what is allowed

int parse_count(std::string_view text, std::string_view what) {
  return static_cast<int>(limited(parse_number<std::int64_t>(text, what), kMostWritten, what));
}

}  // namespace

std::string_view to_string(FftScope value) {
  return word_of(kScopes, value);
}
std::string_view to_string(BinLayout value) {
  return word_of(kLayouts, value);
}
std::string_view to_string(Language value) {
  return word_of(kLanguages, value);
}

std::string to_string(const DeviceFft& fft) {
  std::string text = fmt::format("{} {} {}", to_string(fft.scope), to_string(fft.kind), fft.points);
  if (fft.numbers != Numbers::f32) text += fmt::format(" {}", to_string(fft.numbers));
  if (fft.kind == TransformKind::c2c && fft.direction == Direction::inverse) text += " inverse";
  if (fft.layout != BinLayout::natural) text += fmt::format(" {}", to_string(fft.layout));
  if (fft.folded) text += " folded";
  if (fft.elements_per_thread != 0) text += fmt::format(" ept={}", fft.elements_per_thread);
  if (fft.ffts_per_block != 0) text += fmt::format(" ffts={}", fft.ffts_per_block);
  if (!fft.targets.empty()) text += fmt::format(" sm={}", fmt::join(fft.targets, ","));
  return text;
}

DeviceFft parse_device_fft(std::string_view text) {
  const auto words = split_words(text);
  if (words.size() < 3)
    throw InvalidArgument(
        message("'{}' is no FFT of a device; expected: block|thread c2c|r2c|c2r POINTS [f64|f16] "
                "[inverse] [packed|full] [folded] [ept=N] [ffts=N] [sm=CAPABILITY,...]",
                text));
  DeviceFft fft;
  fft.scope = parse_word(kScopes, words[0], "scope");
  fft.kind = parse_word(kDeviceKinds, words[1], "kind");
  fft.points = parse_count(words[2], "points");
  for (auto word = words.begin() + 3; word != words.end(); ++word) {
    if (is_word(kDeviceNumbers, *word))
      fft.numbers = parse_word(kDeviceNumbers, *word, "kind of numbers");
    else if (is_word(kLayouts, *word))
      fft.layout = parse_word(kLayouts, *word, "layout");
    else if (*word == "inverse" && fft.kind == TransformKind::c2c)
      fft.direction = Direction::inverse;
    else if (*word == "folded")
      fft.folded = true;
    else if (const auto ept = value_of(*word, "ept="))
      fft.elements_per_thread = parse_count(*ept, "elements per thread");
    else if (const auto ffts = value_of(*word, "ffts="))
      fft.ffts_per_block = parse_count(*ffts, "transforms of a block");
    else if (const auto targets = value_of(*word, "sm="))
      for (const std::string_view target : split(*targets, ','))
        fft.targets.push_back(parse_count(target, "a compute capability times 10"));
    else
      throw InvalidArgument(
          message("'{}' is no field of an FFT of a device; one of f32, f64, f16, inverse (of "
                  "c2c), natural, packed, full, folded, ept=N, ffts=N, sm=N,N is expected",
                  *word));
  }
  return fft;
}

}  // namespace fftcore
