// SPDX-License-Identifier: LGPL-2.1-or-later
// Stages <-> text.
#include <fmt/format.h>

#include <array>

#include "convolution_words.h"
#include "fftcore/stages.h"
#include "field_text.h"
#include "image_fields.h"
#include "kind_fields.h"
#include "stored_op.h"

namespace fftcore {
template <>
struct Draft<ForwardStage> : OneImageDraft<ForwardStage> {};
template <>
struct Draft<InverseStage> : OneImageDraft<InverseStage> {};

namespace {

constexpr std::string_view kArrow = "->";
constexpr std::string_view kConjugate[] = {"conjugate", "of"};

constexpr std::array kTransformedWords = {
    Word<Transformed>{Transformed::rows, "rows"},
    Word<Transformed>{Transformed::rows_and_columns, "rows-and-columns"}};
constexpr std::array kWindowWords = {Word<Window>{Window::none, "none"},
                                     Word<Window>{Window::hann, "hann"}};

/// validate() knows lesser limits.
void read_stage_size(ImageDraft& image, std::string_view word) {
  constexpr std::int64_t kMostChannels = 256;
  read_image_size(image, word);
  limited(image.extent.rows, kMaxSpectrumPoints, "rows");
  limited(image.extent.columns, kMaxSpectrumPoints, "columns");
  limited(image.channels, kMostChannels, "channels");
}

SpectrumLayout take_spectrum(WordReader& words) {
  SpectrumLayout spectrum;
  spectrum.transformed = parse_word(kTransformedWords, words.next("spectrum"), "spectrum");
  spectrum.type = parse_word(kSampleTypeWords, words.next("sample type"), "sample type");
  ImageDraft size;
  read_stage_size(size, words.next("size"));
  spectrum.points = size.extent;
  spectrum.channels = size.channels;
  const auto stored = words.take_value("stored=");
  spectrum.stored_rows =
      stored ? parse_number<std::int64_t>(*stored, "a number of rows") : spectrum.points.rows;
  spectrum.normalized = words.take("normalized");
  return spectrum;
}

template <class Stage>
constexpr Field<Stage> size_of_image() {
  return Rows<Stage>::place(
      "extent", "size", {}, [](const Stage& stage) { return image_size_text(stage.image); },
      [](Draft<Stage>& draft, std::string_view word, const FieldFacts&) {
        read_stage_size(draft.image, word);
      });
}
template <class Stage>
constexpr Field<Stage> spectrum_of_image() {
  return Rows<Stage>::phrase(
      "spectrum", [](const Stage& stage) { return to_string(stage.spectrum); },
      [](Draft<Stage>& draft, WordReader& words) { draft.value.spectrum = take_spectrum(words); });
}

std::string border_text(const Border& b) {
  return b != Border{} ? fmt::format("{},{},{},{}", b.left, b.right, b.top, b.bottom) : "";
}
Border parse_border(std::string_view text) {
  const auto sides = parse_numbers(text, ',', "a border");
  if (sides.size() != 4)
    throw InvalidArgument(
        message("'{}' is no border; expected border=LEFT,RIGHT,TOP,BOTTOM", text));
  return {sides[0], sides[1], sides[2], sides[3]};
}

using Forward = ImageRows<ForwardStage>;
constexpr Field<ForwardStage> kForward[] = {
    Forward::literal("forward"),
    Forward::type(),
    size_of_image<ForwardStage>(),
    Forward::planar(),
    Forward::stride<&Layout::rows>("pitch"),
    Forward::stride<&Layout::columns>("pixel"),
    Forward::stride<&Layout::channels>("channel"),
    Forward::placed<kEdgeWords, &ForwardStage::edge>(Form::place, "edge", "edge mode"),
    Forward::text<border_text, parse_border, &ForwardStage::border>("border"),
    Forward::choice<kWindowWords, &ForwardStage::window>("window", "window"),
    Forward::number<&ForwardStage::skipped_channels>("skip", "a mask of channels"),
    Forward::number<&ForwardStage::bias>("bias", "a bias"),
    Forward::literal(kArrow),
    spectrum_of_image<ForwardStage>(),
};

std::string conjugate_text(bool is_conjugate) {
  return is_conjugate ? "conjugate of " : "";
}

std::string get_factor(const MultiplyStage& stage) {
  if (stage.taps)
    return fmt::format("k{}x{} {}", stage.taps->rows, stage.taps->columns,
                       to_string(stage.operation));
  return conjugate_text(stage.op.conjugate_factor) +
         (stage.spectrum ? to_string(*stage.spectrum) : "nothing");
}
void take_factor(Draft<MultiplyStage>& draft, WordReader& words) {
  MultiplyStage& stage = draft.value;
  if (words.peek().starts_with('k')) {
    ImageDraft taps;
    read_stage_size(taps, words.next("taps").substr(1));
    stage.taps = taps.extent;
    stage.operation = parse_word(kOperationWords, words.next("operation"), "operation");
  } else {
    stage.op.conjugate_factor = words.take(kConjugate);
    stage.spectrum = take_spectrum(words);
  }
}

void take_weight(Draft<MultiplyStage>& draft, WordReader& words) {
  using enum SpectralKind;
  SpectralOp& op = draft.value.op;
  for (const SpectralKind kind : {phase_only, wiener}) {
    SpectralOp weighted = op;
    weighted.kind = kind;
    // `phase-only noise=0`: what stands there, but for the number.
    const std::string weight = weight_text(weighted);
    const std::size_t space = weight.find(' ');
    if (!words.take(std::string_view(weight).substr(0, space))) continue;
    const std::string_view key =
        std::string_view(weight).substr(space + 1, weight.find('=') - space);
    const auto number = words.take_value(key);
    if (!number) throw InvalidArgument(message("'{}' says no {}", words.text(), key));
    op.kind = kind;
    op.parameter = parse_number<float>(*number, "a number above 0");
  }
}

using Multiply = Rows<MultiplyStage>;
constexpr Field<MultiplyStage> kMultiply[] = {
    Multiply::phrase(
        "input",
        [](const MultiplyStage& stage) {
          return conjugate_text(stage.op.conjugate_input) + to_string(stage.input);
        },
        [](Draft<MultiplyStage>& draft, WordReader& words) {
          draft.value.op.conjugate_input = words.take(kConjugate);
          draft.value.input = take_spectrum(words);
        }),
    Multiply::literal("times"),
    Multiply::phrase("factor", get_factor, take_factor),
    Multiply::word<kMixingWords, &MultiplyStage::mixing>("mix", "way to mix channels"),
    Multiply::phrase(
        "weight", [](const MultiplyStage& stage) { return weight_text(stage.op); }, take_weight),
    Multiply::quoted<&MultiplyStage::formula>("formula"),
    Multiply::quoted<&MultiplyStage::code>("code"),
    Multiply::literal(kArrow),
    Multiply::phrase(
        "output", [](const MultiplyStage& stage) { return to_string(stage.output); },
        [](Draft<MultiplyStage>& draft, WordReader& words) {
          draft.value.output = take_spectrum(words);
        }),
};

void set_first(Draft<InverseStage>& draft, std::string_view word, const FieldFacts&) {
  const auto first = parse_numbers(word, ',', "a row or a column");
  if (first.size() != 2)
    throw InvalidArgument(message("'{}' is no place; expected: from ROW,COLUMN", word));
  draft.value.first_row = first[0];
  draft.value.first_column = first[1];
}

using Inverse = ImageRows<InverseStage>;
constexpr Field<InverseStage> kInverse[] = {
    spectrum_of_image<InverseStage>(),
    Inverse::literal(kArrow),
    Inverse::literal("inverse"),
    Inverse::type(),
    size_of_image<InverseStage>(),
    Inverse::planar(),
    Inverse::stride<&Layout::rows>("pitch"),
    Inverse::stride<&Layout::columns>("pixel"),
    Inverse::stride<&Layout::channels>("channel"),
    Inverse::number<&InverseStage::skipped_channels>("skip", "a mask of channels"),
    Inverse::flag<true, &InverseStage::copies_skipped>("copies-skipped"),
    Inverse::number<&InverseStage::bias>("bias", "a bias"),
    Inverse::literal("from"),
    Inverse::place(
        "first", "place", {},
        [](const InverseStage& stage) {
          return fmt::format("{},{}", stage.first_row, stage.first_column);
        },
        set_first),
};

}  // namespace

std::string_view to_string(Transformed transformed) {
  return word_of(kTransformedWords, transformed);
}

std::string_view to_string(Window window) {
  return word_of(kWindowWords, window);
}

std::string to_string(const SpectrumLayout& spectrum) {
  std::string text =
      fmt::format("{} {} {}x{}", to_string(spectrum.transformed), to_string(spectrum.type),
                  spectrum.points.rows, spectrum.points.columns);
  if (spectrum.channels != 1) text += fmt::format("x{}", spectrum.channels);
  if (spectrum.stored_rows != spectrum.points.rows)
    text += fmt::format(" stored={}", spectrum.stored_rows);
  if (spectrum.normalized) text += " normalized";
  return text;
}

std::vector<WrittenField> fields_of(const ForwardStage& stage) {
  return written_fields(stage, kForward);
}
std::string to_string(const ForwardStage& stage) {
  return text_of_fields(fields_of(stage));
}
ForwardStage parse_forward_stage(std::string_view text) {
  return read_fields(text, kForward);
}

std::vector<WrittenField> fields_of(const MultiplyStage& stage) {
  return written_fields(stage, kMultiply);
}
std::string to_string(const MultiplyStage& stage) {
  return text_of_fields(fields_of(stage));
}
MultiplyStage parse_multiply_stage(std::string_view text) {
  return read_fields(text, kMultiply);
}

std::vector<WrittenField> fields_of(const InverseStage& stage) {
  return written_fields(stage, kInverse);
}
std::string to_string(const InverseStage& stage) {
  return text_of_fields(fields_of(stage));
}
InverseStage parse_inverse_stage(std::string_view text) {
  return read_fields(text, kInverse);
}

}  // namespace fftcore
