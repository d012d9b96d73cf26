// SPDX-License-Identifier: LGPL-2.1-or-later
// TemplateMatching and PhaseCorrelation <-> text.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "element_words.h"
#include "fftcore/convolution.h"
#include "fftcore/search.h"
#include "layout_words.h"
#include "words.h"

namespace fftcore {
namespace {

constexpr std::array kScores = {Word<Score>{Score::ccorr, "ccorr"},
                                Word<Score>{Score::ccorr_normed, "ccorr-normed"},
                                Word<Score>{Score::ccoeff_normed, "ccoeff-normed"}};
constexpr std::array<float, 4> kOneChannel = {1, 0, 0, 0};

Extent parse_extent(std::string_view text, std::string_view what) {
  const auto sizes = parse_numbers(text, 'x', what);
  if (sizes.size() != 2)
    throw InvalidArgument(message("'{}' is no {}; ROWSxCOLUMNS is expected", text, what));
  return {sizes[0], sizes[1]};
}

std::array<float, 4> parse_weights(std::string_view text) {
  const auto parts = split(text, ',');
  std::array<float, 4> weights{};
  if (parts.size() > weights.size())
    throw InvalidArgument(
        message("'{}' has {} weights; there are at most 4 channels", text, parts.size()));
  for (std::size_t i = 0; i < parts.size(); ++i)
    weights[i] = parse_number<float>(parts[i], "a channel's weight");
  return weights;
}

/// `ELEMENT ROWSxCOLUMNS[xCHANNELS]`
std::string image_text(const Layout& image) {
  const std::int64_t channels = image.channels.extent;
  return fmt::format("{} {}x{}{}", to_string(image.element), image.rows.extent,
                     image.columns.extent, channels > 1 ? fmt::format("x{}", channels) : "");
}

/// The image's strides and weights, where they are not the default.
std::string signal_text(const ImageSearch& search) {
  std::string text = strides_text({&search.image, 1});
  if (search.weights != kOneChannel)
    text += fmt::format(" weights={}", fmt::join(search.weights, ","));
  return text;
}

template <class Number>
std::string number_text(std::string_view key, Number value, Number usual) {
  return value != usual ? fmt::format(" {}={}", key, value) : "";
}

std::string peaks_text(const ImageSearch& search, const ImageSearch& usual) {
  return number_text("peaks", search.max_peaks, usual.max_peaks) +
         number_text("radius", search.radius, usual.radius);
}

/// What follows the sizes: `key=value` and single words.
class Options {
 public:
  /// Throws InvalidArgument where one of `words` is no key (`key=`) and no word of `known`.
  Options(std::span<const std::string_view> words, std::vector<std::string_view> known)
      : words_(words.begin(), words.end()) {
    known.insert(
        known.begin(),
        {"planar", "pitch=", "pixel=", "channel=", "weights=", "peaks=", "radius=", "surface"});
    for (const std::string_view word : words_) {
      strides_.take(word);
      const bool is_known = std::any_of(known.begin(), known.end(), [&](std::string_view key) {
        return key.ends_with('=') ? word.starts_with(key) : word == key;
      });
      if (!is_known)
        throw InvalidArgument(message("'{}' is not understood; after the sizes come {}", word,
                                      fmt::join(known, ", ")));
    }
  }

  const LayoutWords& strides() const { return strides_; }
  bool has(std::string_view word) const {
    return std::find(words_.begin(), words_.end(), word) != words_.end();
  }
  std::optional<std::string_view> given(std::string_view key) const {
    for (const std::string_view word : words_)
      if (const auto value = value_of(word, key)) return value;
    return std::nullopt;
  }
  template <class Number>
  void read(std::string_view key, Number& value) const {
    if (const auto text = given(key)) value = parse_number<Number>(*text, key);
  }

 private:
  std::vector<std::string_view> words_;
  LayoutWords strides_;
};

Layout parse_image(std::string_view element_word, std::string_view sizes_word,
                   const Options& options) {
  const Element element = parse_word(kElementWords, element_word, "element");
  const auto sizes = parse_numbers(sizes_word, 'x', "a size or a number of channels");
  if (sizes.size() < 2 || sizes.size() > 3)
    throw InvalidArgument(message("'{}' is no size; expected ROWSxCOLUMNS[xCHANNELS]", sizes_word));
  const Extent extent{sizes[0], sizes[1]};
  const std::int64_t channels = sizes.size() == 3 ? sizes[2] : 1;
  for (const std::int64_t side : {extent.rows, extent.columns})
    if (side < 1 || side > kMaxSearchExtent)
      throw InvalidArgument(
          message("{} rows or columns; 1 to {} are allowed", side, kMaxSearchExtent));
  if (channels < 1 || channels > 4)
    throw InvalidArgument(message("{} channels; 1 to 4 are allowed", channels));
  return options.strides().layout(0, element, extent, channels);
}

/// Reads what all searches have, but for the image.
void read_search(const Options& options, ImageSearch& search) {
  options.read("peaks=", search.max_peaks);
  options.read("radius=", search.radius);
  if (const auto weights = options.given("weights=")) search.weights = parse_weights(*weights);
  search.has_surface = options.has("surface");
}

}  // namespace

std::string_view to_string(Score score) {
  return word_of(kScores, score);
}

std::string to_string(const TemplateMatching& matching) {
  const Extent templ = matching.template_extent;
  const TemplateMatching usual = fftcore::matching(matching.score, matching.image, templ);
  return fmt::format("match {} {} p{}x{}{}{}{}{}{}", to_string(matching.score),
                     image_text(matching.image), templ.rows, templ.columns, signal_text(matching),
                     number_text("templates", matching.templates, usual.templates),
                     peaks_text(matching, usual), number_text("flat", matching.flat, usual.flat),
                     matching.has_surface ? " surface" : "");
}

std::string to_string(const PhaseCorrelation& correlation) {
  const PhaseCorrelation usual = phase_correlation(correlation.image);
  return fmt::format(
      "phase {}{}{}{}{}{}{}", image_text(correlation.image), signal_text(correlation),
      peaks_text(correlation, usual), number_text("noise", correlation.noise, usual.noise),
      number_text("bandwidth", correlation.bandwidth, usual.bandwidth),
      correlation.has_window ? "" : " no-window", correlation.has_surface ? " surface" : "");
}

TemplateMatching parse_matching(std::string_view text) {
  const auto words = split_words(text);
  if (words.size() < 5 || words[0] != "match")
    throw InvalidArgument(
        message("'{}' is no template matching; expected: match SCORE ELEMENT "
                "ROWSxCOLUMNS[xCHANNELS] pROWSxCOLUMNS ...",
                text));
  const Score score = parse_word(kScores, words[1], "score");
  const Options options(std::span<const std::string_view>(words).subspan(5),
                        {"templates=", "patterns=", "flat="});
  const Layout image = parse_image(words[2], words[3], options);
  if (!words[4].starts_with('p'))
    throw InvalidArgument(message("'{}' is no template; expected pROWSxCOLUMNS", words[4]));
  TemplateMatching matching =
      fftcore::matching(score, image, parse_extent(words[4].substr(1), "template"));
  read_search(options, matching);
  options.read("patterns=", matching.templates);  // its name before
  options.read("templates=", matching.templates);
  options.read("flat=", matching.flat);
  validate(matching);
  return matching;
}

PhaseCorrelation parse_phase_correlation(std::string_view text) {
  const auto words = split_words(text);
  if (words.size() < 3 || words[0] != "phase")
    throw InvalidArgument(
        message("'{}' is no phase correlation; expected: phase ELEMENT "
                "ROWSxCOLUMNS[xCHANNELS] ...",
                text));
  const Options options(std::span<const std::string_view>(words).subspan(3),
                        {"noise=", "bandwidth=", "no-window"});
  PhaseCorrelation correlation = phase_correlation(parse_image(words[1], words[2], options));
  read_search(options, correlation);
  options.read("noise=", correlation.noise);
  options.read("bandwidth=", correlation.bandwidth);
  correlation.has_window = !options.has("no-window");
  validate(correlation);
  return correlation;
}

}  // namespace fftcore
