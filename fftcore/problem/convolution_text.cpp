// SPDX-License-Identifier: LGPL-2.1-or-later
// Convolution <-> text.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "convolution_words.h"
#include "element_words.h"
#include "fftcore/convolution.h"
#include "layout_words.h"
#include "padded_points.h"
#include "quoted_words.h"
#include "words.h"

namespace fftcore {
namespace {

constexpr std::array kDimensions = {Word<std::size_t>{1, "1d"}, Word<std::size_t>{2, "2d"},
                                    Word<std::size_t>{3, "3d"}};
constexpr std::array kRegions = {Word<Region>{Region::same, "same"},
                                 Word<Region>{Region::valid, "valid"},
                                 Word<Region>{Region::full, "full"}};
constexpr std::array kBanks = {Word<Bank>{Bank::paired, "paired"},
                               Word<Bank>{Bank::crossed, "crossed"}};
constexpr std::array kPrecisions = {Word<Precision>{Precision::full, "full"},
                                    Word<Precision>{Precision::fast, "fast"}};

/// Number of dimensions that image and taps need.
std::size_t dimensions_of(const Convolution& problem) {
  if (problem.input.slices.extent > 1 || problem.taps.slices > 1) return 3;
  return problem.input.rows.extent > 1 || problem.taps.rows > 1 ? 2 : 1;
}

/// Text of an extent, such as `480x640`: as many numbers as dimensions.
std::string size_text(Extent extent, std::size_t dimensions) {
  if (dimensions == 1) return fmt::format("{}", extent.columns);
  if (dimensions == 2) return fmt::format("{}x{}", extent.rows, extent.columns);
  return fmt::format("{}x{}x{}", extent.slices, extent.rows, extent.columns);
}

/// Extent of the first `dimensions` numbers.
Extent extent_of(const std::vector<std::int64_t>& numbers, std::size_t dimensions) {
  return {dimensions > 1 ? numbers[dimensions - 2] : 1, numbers[dimensions - 1],
          dimensions > 2 ? numbers[0] : 1};
}

/// Value of the word `filters=N`, or of the word that stood for it before 0.2.
std::optional<std::string_view> number_of_filters(std::string_view word) {
  const auto number = value_of(word, "filters=");
  return number ? number : value_of(word, "kernels=");
}

/// Lest strides overflow before validate() sees them.
void check_points(Extent padded) {
  if (!fits_padded_points(padded))
    throw InvalidArgument(message("{} samples and taps; {} are allowed in all",
                                  size_text(padded, 3), kMaxPaddedPoints));
}

struct OperationWord {
  Operation operation;
  std::size_t dimensions;
};

OperationWord parse_operation(std::string_view text) {
  std::string choices;
  for (const auto& [operation, word] : kOperationWords) {
    for (const auto& [dimensions, digit] : kDimensions) {
      const std::string candidate = fmt::format("{}{}", word, digit);
      if (candidate == text) return {operation, dimensions};
      choices += fmt::format("{}{}", choices.empty() ? "" : ", ", candidate);
    }
  }
  throw InvalidArgument(message("'{}' is no operation; one of {} is expected", text, choices));
}

}  // namespace

std::string_view to_string(Element value) {
  return word_of(kElementWords, value);
}
std::string_view to_string(Operation value) {
  return word_of(kOperationWords, value);
}
std::string_view to_string(EdgeMode value) {
  return word_of(kEdgeWords, value);
}
std::string_view to_string(Region value) {
  return word_of(kRegions, value);
}
std::string_view to_string(Mixing value) {
  return word_of(kMixingWords, value);
}
std::string_view to_string(Bank value) {
  return word_of(kBanks, value);
}
std::string_view to_string(Precision value) {
  return word_of(kPrecisions, value);
}

std::string to_string(const Convolution& problem) {
  const Layout& in = problem.input;
  const Layout& out = problem.output;
  const std::size_t dimensions = dimensions_of(problem);
  std::string text = fmt::format("{}{} {}", to_string(problem.operation),
                                 word_of(kDimensions, dimensions), to_string(in.element));
  if (out.element != in.element) text += fmt::format(">{}", to_string(out.element));
  text += fmt::format(" {}", size_text(in.extent(), dimensions));
  if (in.channels.extent > 1) text += fmt::format("x{}", in.channels.extent);
  text += fmt::format(" k{} {} {}", size_text(problem.taps, dimensions), to_string(problem.edge),
                      to_string(problem.region));
  text += strides_text(std::array{in, out});
  if (problem.bias != 0) text += fmt::format(" bias={}", problem.bias);
  if (problem.copied_channels != 0) text += fmt::format(" copy={}", problem.copied_channels);
  if (in.frames.extent != 1) text += fmt::format(" frames={}", in.frames.extent);
  if (problem.filters != 1) text += fmt::format(" filters={}", problem.filters);
  if (problem.bank != Bank::paired) text += fmt::format(" bank={}", to_string(problem.bank));
  if (problem.mixing != Mixing::none) text += fmt::format(" mix={}", to_string(problem.mixing));
  if (problem.precision != Precision::full)
    text += fmt::format(" precision={}", to_string(problem.precision));
  if (!problem.load.empty()) text += fmt::format(" load={}", quoted(problem.load));
  if (!problem.spectrum.empty()) text += fmt::format(" spectrum={}", quoted(problem.spectrum));
  if (!problem.store.empty()) text += fmt::format(" store={}", quoted(problem.store));
  if (!problem.code.empty()) text += fmt::format(" code={}", quoted(problem.code));
  return text;
}

Convolution parse_convolution(std::string_view text) {
  const auto words = split_quoted_words(text);
  if (words.size() < 4)
    throw InvalidArgument(message(
        "'{}' is no problem; expected: OPERATION ELEMENT SIZE[xCHANNELS] kSIZE [EDGE] [REGION] ...",
        text));

  const auto [operation, dimensions] = parse_operation(words[0]);
  constexpr std::string_view kSizes[] = {"COLUMNS", "ROWSxCOLUMNS", "SLICESxROWSxCOLUMNS"};
  const std::string_view size = kSizes[dimensions - 1];
  const auto elements = split(words[1], '>');
  const Element in_element = parse_word(kElementWords, elements.front(), "element");
  const Element out_element = parse_word(kElementWords, elements.back(), "element");
  const auto sizes = parse_numbers(words[2], 'x', "a size or a number of channels");
  if (sizes.size() < dimensions || sizes.size() > dimensions + 1)
    throw InvalidArgument(message("'{}' is no size; expected {}[xCHANNELS]", words[2], size));
  for (const std::int64_t side : sizes) limited(side, kMaxExtent, "rows, columns or slices");
  const Extent image = extent_of(sizes, dimensions);
  const std::int64_t channels =
      sizes.size() > dimensions ? limited(sizes.back(), kMaxChannels, "channels") : 1;
  const auto no_taps = [&] {
    return InvalidArgument(message("'{}' is no size of taps; expected k{}", words[3], size));
  };
  if (!words[3].starts_with('k')) throw no_taps();
  const auto sides = parse_numbers(words[3].substr(1), 'x', "a number of taps");
  if (sides.size() != dimensions) throw no_taps();
  for (const std::int64_t side : sides) limited(side, kMaxTaps, "taps");
  const Extent taps = extent_of(sides, dimensions);

  const auto edge =
      words.size() > 4 ? parse_word(kEdgeWords, words[4], "edge mode") : EdgeMode::reflect_101;
  const auto region = words.size() > 5 ? parse_word(kRegions, words[5], "region") : Region::same;
  LayoutWords strides;
  float bias = 0;
  std::uint32_t copied = 0;
  std::int64_t frames = 1, filters = 1;
  Mixing mixing = Mixing::none;
  Bank bank = Bank::paired;
  Precision precision = Precision::full;
  std::string load, spectrum, store, code;
  for (std::size_t i = 6; i < words.size(); ++i) {
    if (strides.take(words[i]) || strides.take_outer(words[i])) {
      continue;
    } else if (const auto number = value_of(words[i], "bias=")) {
      bias = parse_number<float>(*number, "a bias");
    } else if (const auto mask = value_of(words[i], "copy=")) {
      copied = parse_number<std::uint32_t>(*mask, "a mask of channels");
    } else if (const auto count = value_of(words[i], "frames=")) {
      frames =
          limited(parse_number<std::int64_t>(*count, "a number of frames"), kMaxFrames, "frames");
    } else if (const auto all = number_of_filters(words[i])) {
      filters =
          limited(parse_number<std::int64_t>(*all, "a number of filters"), kMaxFrames, "filters");
    } else if (const auto meeting = value_of(words[i], "bank=")) {
      bank = parse_word(kBanks, *meeting, "way that filters meet frames");
    } else if (const auto mix = value_of(words[i], "mix=")) {
      mixing = parse_word(kMixingWords, *mix, "way to mix channels");
    } else if (const auto word = value_of(words[i], "precision=")) {
      precision = parse_word(kPrecisions, *word, "precision");
    } else if (const auto loaded = value_of(words[i], "load=")) {
      load = unquoted(*loaded, "load");
    } else if (const auto bins = value_of(words[i], "spectrum=")) {
      spectrum = unquoted(*bins, "spectrum");
    } else if (const auto stored = value_of(words[i], "store=")) {
      store = unquoted(*stored, "store");
    } else if (const auto functions = value_of(words[i], "code=")) {
      code = unquoted(*functions, "code");
    } else {
      throw InvalidArgument(
          message("'{}' is not understood; after the region come planar, pitch=, pixel=, "
                  "channel=, slice=, frame=, bias=, copy=, frames=, filters=, bank=, mix=, "
                  "precision=, load=, spectrum=, store=, code=",
                  words[i]));
    }
  }

  check_points({image.rows + taps.rows,
                std::max(image.columns + taps.columns, strides.longest_row(image.columns)),
                image.slices + taps.slices});
  Convolution problem;
  problem.operation = operation;
  problem.input = strides.with_frames(0, strides.layout(0, in_element, image, channels), frames);
  problem.output = strides.layout(1, out_element, output_extent(image, taps, region), channels);
  problem.taps = taps;
  problem.edge = edge;
  problem.region = region;
  problem.bias = bias;
  problem.copied_channels = copied;
  problem.precision = precision;
  problem.load = std::move(load);
  problem.spectrum = std::move(spectrum);
  problem.store = std::move(store);
  problem.code = std::move(code);
  problem = with_filters(problem, filters, mixing, bank);
  problem.output = strides.with_frames(1, problem.output, problem.output.frames.extent);
  validate(problem);
  return problem;
}

}  // namespace fftcore
