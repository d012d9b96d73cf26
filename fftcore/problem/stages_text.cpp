// SPDX-License-Identifier: LGPL-2.1-or-later
// Stages <-> text.
#include <fmt/format.h>

#include <array>
#include <span>

#include "convolution_words.h"
#include "element_words.h"
#include "fftcore/stages.h"
#include "layout_words.h"
#include "quoted_words.h"
#include "stored_op.h"
#include "words.h"

namespace fftcore {
namespace {

constexpr std::string_view kArrow = "->";
constexpr std::string_view kConjugate[] = {"conjugate", "of"};

constexpr std::array kTransformedWords = {
    Word<Transformed>{Transformed::rows, "rows"},
    Word<Transformed>{Transformed::rows_and_columns, "rows-and-columns"}};
constexpr std::array kWindowWords = {Word<Window>{Window::none, "none"},
                                     Word<Window>{Window::hann, "hann"}};

/// StageWords of a text, taken from the front.
class StageWords {
 public:
  explicit StageWords(std::string_view text) : text_(text), words_(split_quoted_words(text)) {}

  bool is_empty() const { return at_ == words_.size(); }
  /// The next one; empty where there is none.
  std::string_view peek() const { return is_empty() ? std::string_view() : words_[at_]; }
  std::string_view next(std::string_view what) {
    if (is_empty()) throw InvalidArgument(message("'{}' ends where {} is expected", text_, what));
    return words_[at_++];
  }
  bool take(std::string_view word) {
    const bool is_there = peek() == word;
    if (is_there) ++at_;
    return is_there;
  }
  bool take(std::span<const std::string_view> several) {
    const bool are_there = words_.size() - at_ >= several.size() &&
                           std::equal(several.begin(), several.end(),
                                      words_.begin() + static_cast<std::ptrdiff_t>(at_));
    if (are_there) at_ += several.size();
    return are_there;
  }
  std::optional<std::string_view> take_value(std::string_view key) {
    const auto value = value_of(peek(), key);
    if (value && !is_empty()) ++at_;
    return value;
  }
  void expect(std::string_view word) {
    if (!take(word))
      throw InvalidArgument(message("'{}' has '{}' where '{}' is expected", text_, peek(), word));
  }
  void expect_end() const {
    if (!is_empty())
      throw InvalidArgument(message("'{}' in '{}' is not understood", peek(), text_));
  }

 private:
  std::string_view text_;
  std::vector<std::string_view> words_;
  std::size_t at_ = 0;
};

struct Sizes {
  Extent extent;
  std::int64_t channels = 1;
};

Sizes parse_sizes(std::string_view word) {
  const auto sizes = parse_numbers(word, 'x', "a size or a number of channels");
  if (sizes.size() < 2 || sizes.size() > 3)
    throw InvalidArgument(message("'{}' is no size; expected ROWSxCOLUMNS[xCHANNELS]", word));
  constexpr std::int64_t kMostChannels = 256;  // validate() knows the lesser ones
  return {{limited(sizes[0], kMaxSpectrumPoints, "rows"),
           limited(sizes[1], kMaxSpectrumPoints, "columns")},
          sizes.size() == 3 ? limited(sizes[2], kMostChannels, "channels") : 1};
}

/// validate() says which elements a stage takes.
Element take_element(StageWords& words) {
  return parse_word(kElementWords, words.next("an element"), "element");
}

SpectrumLayout take_spectrum(StageWords& words) {
  SpectrumLayout spectrum;
  spectrum.transformed = parse_word(kTransformedWords, words.next("a spectrum"), "spectrum");
  spectrum.element = take_element(words);
  const Sizes sizes = parse_sizes(words.next("a size"));
  spectrum.points = sizes.extent;
  spectrum.channels = sizes.channels;
  const auto stored = words.take_value("stored=");
  spectrum.stored_rows =
      stored ? parse_number<std::int64_t>(*stored, "a number of rows") : spectrum.points.rows;
  spectrum.normalized = words.take("normalized");
  return spectrum;
}

std::string text_of(const Layout& image) {
  std::string text =
      fmt::format("{} {}x{}", to_string(image.element), image.rows.extent, image.columns.extent);
  if (image.channels.extent != 1) text += fmt::format("x{}", image.channels.extent);
  return text + strides_text({&image, 1});
}

Layout take_image(StageWords& words) {
  const Element element = take_element(words);
  const Sizes sizes = parse_sizes(words.next("a size"));
  LayoutWords strides;
  while (strides.take(words.peek())) words.next("a stride");
  return strides.layout(0, element, sizes.extent, sizes.channels);
}

std::string bias_text(float bias) {
  return bias != 0 ? fmt::format(" bias={}", bias) : "";
}

float take_bias(StageWords& words) {
  const auto bias = words.take_value("bias=");
  return bias ? parse_number<float>(*bias, "a bias") : 0;
}

std::uint32_t parse_mask(std::string_view text) {
  return parse_number<std::uint32_t>(text, "a mask of channels");
}

}  // namespace

std::string_view to_string(Transformed transformed) {
  return word_of(kTransformedWords, transformed);
}

std::string_view to_string(Window window) {
  return word_of(kWindowWords, window);
}

std::string to_string(const SpectrumLayout& spectrum) {
  std::string text =
      fmt::format("{} {} {}x{}", to_string(spectrum.transformed), to_string(spectrum.element),
                  spectrum.points.rows, spectrum.points.columns);
  if (spectrum.channels != 1) text += fmt::format("x{}", spectrum.channels);
  if (spectrum.stored_rows != spectrum.points.rows)
    text += fmt::format(" stored={}", spectrum.stored_rows);
  if (spectrum.normalized) text += " normalized";
  return text;
}

std::string to_string(const ForwardStage& stage) {
  std::string text = fmt::format("forward {} {}", text_of(stage.image), to_string(stage.edge));
  if (const Border& b = stage.border; b != Border{})
    text += fmt::format(" border={},{},{},{}", b.left, b.right, b.top, b.bottom);
  if (stage.window != Window::none) text += fmt::format(" {}", to_string(stage.window));
  if (stage.left_out != 0) text += fmt::format(" left-out={}", stage.left_out);
  return fmt::format("{}{} -> {}", text, bias_text(stage.bias), to_string(stage.spectrum));
}

std::string to_string(const MultiplyStage& stage) {
  const auto side = [](bool is_conjugate) { return is_conjugate ? "conjugate of " : ""; };
  std::string text =
      fmt::format("{}{} times ", side(stage.op.conjugate_input), to_string(stage.input));
  if (stage.taps)
    text +=
        fmt::format("k{}x{} {}", stage.taps->rows, stage.taps->columns, to_string(stage.operation));
  else
    text += fmt::format("{}{}", side(stage.op.conjugate_factor),
                        stage.spectrum ? to_string(*stage.spectrum) : "nothing");
  if (stage.mixing != Mixing::none) text += fmt::format(" mix={}", to_string(stage.mixing));
  if (const std::string weight = weight_text(stage.op); !weight.empty()) text += " " + weight;
  if (!stage.formula.empty()) text += fmt::format(" formula={}", quoted(stage.formula));
  if (!stage.code.empty()) text += fmt::format(" code={}", quoted(stage.code));
  return fmt::format("{} -> {}", text, to_string(stage.output));
}

std::string to_string(const InverseStage& stage) {
  const std::string left_out =
      stage.left_out == 0
          ? ""
          : fmt::format(" {}={}", stage.copies_left_out ? "copy" : "left-out", stage.left_out);
  return fmt::format("{} -> inverse {}{}{} from {},{}", to_string(stage.spectrum),
                     text_of(stage.image), left_out, bias_text(stage.bias), stage.first_row,
                     stage.first_column);
}

ForwardStage parse_forward_stage(std::string_view text) {
  StageWords words(text);
  ForwardStage stage;
  words.expect("forward");
  stage.image = take_image(words);
  stage.edge = parse_word(kEdgeWords, words.next("an edge mode"), "edge mode");
  if (const auto border = words.take_value("border=")) {
    const auto sides = parse_numbers(*border, ',', "a border");
    if (sides.size() != 4)
      throw InvalidArgument(
          message("'{}' is no border; expected border=LEFT,RIGHT,TOP,BOTTOM", *border));
    stage.border = {sides[0], sides[1], sides[2], sides[3]};
  }
  if (is_word(kWindowWords, words.peek()))
    stage.window = parse_word(kWindowWords, words.next("a window"), "window");
  if (const auto mask = words.take_value("left-out=")) stage.left_out = parse_mask(*mask);
  stage.bias = take_bias(words);
  words.expect(kArrow);
  stage.spectrum = take_spectrum(words);
  words.expect_end();
  validate(stage);
  return stage;
}

MultiplyStage parse_multiply_stage(std::string_view text) {
  using enum SpectralKind;
  StageWords words(text);
  MultiplyStage stage;
  stage.op.conjugate_input = words.take(kConjugate);
  stage.input = take_spectrum(words);
  words.expect("times");
  if (words.peek().starts_with('k')) {
    stage.taps = parse_sizes(words.next("taps").substr(1)).extent;
    stage.operation = parse_word(kOperationWords, words.next("an operation"), "operation");
  } else {
    stage.op.conjugate_factor = words.take(kConjugate);
    stage.spectrum = take_spectrum(words);
  }
  if (const auto mix = words.take_value("mix="))
    stage.mixing = parse_word(kMixingWords, *mix, "way to mix channels");
  for (const SpectralKind kind : {phase_only, wiener}) {
    SpectralOp weighted = stage.op;
    weighted.kind = kind;
    // `phase-only noise=0`: what stands there, but for the number.
    const std::string weight = weight_text(weighted);
    const std::size_t space = weight.find(' ');
    if (!words.take(std::string_view(weight).substr(0, space))) continue;
    const std::string_view key =
        std::string_view(weight).substr(space + 1, weight.find('=') - space);
    const auto number = words.take_value(key);
    if (!number) throw InvalidArgument(message("'{}' says no {}", text, key));
    stage.op.kind = kind;
    stage.op.parameter = parse_number<float>(*number, "a number above 0");
  }
  if (const auto formula = words.take_value("formula="))
    stage.formula = unquoted(*formula, "formula");
  if (const auto code = words.take_value("code=")) stage.code = unquoted(*code, "code");
  words.expect(kArrow);
  stage.output = take_spectrum(words);
  words.expect_end();
  validate(stage);
  return stage;
}

InverseStage parse_inverse_stage(std::string_view text) {
  StageWords words(text);
  InverseStage stage;
  stage.spectrum = take_spectrum(words);
  words.expect(kArrow);
  words.expect("inverse");
  stage.image = take_image(words);
  const auto copied = words.take_value("copy=");
  const auto left_out = copied ? copied : words.take_value("left-out=");
  stage.copies_left_out = copied.has_value();
  if (left_out) stage.left_out = parse_mask(*left_out);
  stage.bias = take_bias(words);
  words.expect("from");
  const auto first = parse_numbers(words.next("a place"), ',', "a row or a column");
  if (first.size() != 2)
    throw InvalidArgument(message("'{}' has no place; expected: from ROW,COLUMN", text));
  stage.first_row = first[0];
  stage.first_column = first[1];
  words.expect_end();
  validate(stage);
  return stage;
}

}  // namespace fftcore
