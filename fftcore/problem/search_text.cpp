// SPDX-License-Identifier: LGPL-2.1-or-later
// Correlation <-> text.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "fftcore/convolution.h"
#include "fftcore/search.h"
#include "words.h"

namespace fftcore {
namespace {

constexpr std::array kScores = {
    Word<Score>{Score::ccorr, "ccorr"}, Word<Score>{Score::ccorr_normed, "ccorr-normed"},
    Word<Score>{Score::ccoeff_normed, "ccoeff-normed"}, Word<Score>{Score::phase, "phase"}};
constexpr std::array kElements = {Word<Element>{Element::u8, "u8"},
                                  Word<Element>{Element::u16, "u16"},
                                  Word<Element>{Element::f32, "f32"}};
constexpr std::array<float, 4> kOneChannel = {1, 0, 0, 0};

Extent parse_extent(std::string_view text, std::string_view what) {
  const auto sizes = parse_numbers(text, 'x', what);
  if (sizes.size() != 2)
    throw InvalidArgument(fmt::format("'{}' is no {}; ROWSxCOLUMNS is expected", text, what));
  return {sizes[0], sizes[1]};
}

std::array<float, 4> parse_weights(std::string_view text) {
  const auto parts = split(text, ',');
  std::array<float, 4> weights{};
  if (parts.size() > weights.size())
    throw InvalidArgument(
        fmt::format("'{}' has {} weights; there are at most 4 channels", text, parts.size()));
  for (std::size_t i = 0; i < parts.size(); ++i)
    weights[i] = parse_number<float>(parts[i], "a channel's weight");
  return weights;
}

}  // namespace

std::string_view to_string(Score value) {
  return word_of(kScores, value);
}

std::string to_string(const Correlation& correlation) {
  const Layout& image = correlation.image;
  const std::int64_t channels = image.channels.extent;
  const bool is_phase = correlation.score == Score::phase;
  std::string text = is_phase ? "phase" : fmt::format("match {}", to_string(correlation.score));
  text +=
      fmt::format(" {} {}x{}", to_string(image.element), image.rows.extent, image.columns.extent);
  if (channels > 1) text += fmt::format("x{}", channels);
  if (!is_phase)
    text += fmt::format(" p{}x{}", correlation.pattern.rows, correlation.pattern.columns);
  const bool is_planar = channels > 1 && !image.is_interleaved();
  if (is_planar) text += " planar";
  if (image.rows.stride != image.columns.extent * (is_planar ? 1 : channels))
    text += fmt::format(" pitch={}", image.rows.stride);
  if (correlation.weights != kOneChannel)
    text += fmt::format(" weights={}", fmt::join(correlation.weights, ","));
  const Correlation usual =
      is_phase ? phase_correlation(image) : matching(correlation.score, image, correlation.pattern);
  const auto number = [&](std::string_view key, auto value, auto usual_value) {
    if (value != usual_value) text += fmt::format(" {}={}", key, value);
  };
  number("patterns", correlation.patterns, usual.patterns);
  number("peaks", correlation.max_peaks, usual.max_peaks);
  number("radius", correlation.radius, usual.radius);
  number("flat", correlation.flat, usual.flat);
  number("noise", correlation.noise, usual.noise);
  number("bandwidth", correlation.bandwidth, usual.bandwidth);
  if (!correlation.has_window) text += " no-window";
  if (correlation.has_surface) text += " surface";
  return text;
}

Correlation parse_correlation(std::string_view text) {
  const auto words = split_words(text);
  const bool is_phase = !words.empty() && words[0] == "phase";
  const std::size_t first = is_phase ? 1 : 2, fixed = is_phase ? 3 : 5;
  if (words.size() < fixed || (!is_phase && words[0] != "match"))
    throw InvalidArgument(
        fmt::format("'{}' is no correlation; expected: match SCORE ELEMENT ROWSxCOLUMNS[xCHANNELS] "
                    "pROWSxCOLUMNS ..., or phase ELEMENT ROWSxCOLUMNS[xCHANNELS] ...",
                    text));
  const Score score = is_phase ? Score::phase : parse_word(kScores, words[1], "score");
  const Element element = parse_word(kElements, words[first], "element");
  const auto sizes = parse_numbers(words[first + 1], 'x', "a size or a number of channels");
  if (sizes.size() < 2 || sizes.size() > 3)
    throw InvalidArgument(
        fmt::format("'{}' is no size; expected ROWSxCOLUMNS[xCHANNELS]", words[first + 1]));
  const Extent extent{sizes[0], sizes[1]};
  const std::int64_t channels = sizes.size() == 3 ? sizes[2] : 1;
  for (const std::int64_t side : {extent.rows, extent.columns})
    if (side < 1 || side > kMaxExtent)
      throw InvalidArgument(
          fmt::format("{} rows or columns; 1 to {} are allowed", side, kMaxExtent));
  if (channels < 1 || channels > 4)
    throw InvalidArgument(fmt::format("{} channels; 1 to 4 are allowed", channels));
  if (!is_phase && !words[4].starts_with('p'))
    throw InvalidArgument(fmt::format("'{}' is no pattern; expected pROWSxCOLUMNS", words[4]));

  const auto given = [&](std::string_view key) -> std::optional<std::string_view> {
    for (std::size_t i = fixed; i < words.size(); ++i)
      if (const auto value = value_of(words[i], key)) return value;
    return std::nullopt;
  };
  const auto has = [&](std::string_view word) {
    return std::find(words.begin() + static_cast<std::ptrdiff_t>(fixed), words.end(), word) !=
           words.end();
  };
  constexpr std::array kKeys = {
      "pitch=", "weights=",   "patterns=", "peaks=",    "radius=", "flat=",
      "noise=", "bandwidth=", "planar",    "no-window", "surface"};
  for (std::size_t i = fixed; i < words.size(); ++i) {
    const bool is_known = std::any_of(kKeys.begin(), kKeys.end(), [&](std::string_view key) {
      return key.ends_with('=') ? words[i].starts_with(key) : words[i] == key;
    });
    if (!is_known)
      throw InvalidArgument(fmt::format("'{}' is not understood; after the sizes come {}", words[i],
                                        fmt::join(kKeys, ", ")));
  }

  const auto pitch = given("pitch=");
  const std::int64_t stride = pitch ? parse_number<std::int64_t>(*pitch, "a row stride") : 0;
  const Layout image = has("planar") ? Layout::planar(element, extent, channels, stride)
                                     : Layout::interleaved(element, extent, channels, stride);
  Correlation correlation =
      is_phase ? phase_correlation(image)
               : matching(score, image, parse_extent(words[4].substr(1), "pattern"));
  const auto read = [&](std::string_view key, auto& value) {
    if (const auto number = given(key))
      value = parse_number<std::remove_reference_t<decltype(value)>>(*number, key);
  };
  read("patterns=", correlation.patterns);
  read("peaks=", correlation.max_peaks);
  read("radius=", correlation.radius);
  read("flat=", correlation.flat);
  read("noise=", correlation.noise);
  read("bandwidth=", correlation.bandwidth);
  if (const auto weights = given("weights=")) correlation.weights = parse_weights(*weights);
  correlation.has_window = !has("no-window");
  correlation.has_surface = has("surface");
  validate(correlation);
  return correlation;
}

}  // namespace fftcore
