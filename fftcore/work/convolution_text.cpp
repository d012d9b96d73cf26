// SPDX-License-Identifier: LGPL-2.1-or-later
// Convolution <-> text.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "convolution_words.h"
#include "fftcore/convolution.h"
#include "field_text.h"
#include "image_fields.h"
#include "kind_fields.h"
#include "padded_points.h"
#include "sample_formulas.h"

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

template <>
struct Draft<Convolution> {
  Convolution value;
  ImageDraft image;
  std::size_t dimensions = 2;  // of extent and taps
  std::int64_t frames = 1;
  std::optional<SampleType> second = {};

  static Convolution usual(const Convolution&) { return {}; }
  static std::vector<Layout> images(const Convolution& problem) {
    std::vector<Layout> all{problem.input, problem.output};
    if (problem.second) all.push_back(*problem.second);
    return all;
  }
  Convolution finish() {
    const Extent extent = image.extent, taps = value.taps;
    check_points(
        {extent.rows + taps.rows,
         std::max(extent.columns + taps.columns, image.strides.longest_row(extent.columns)),
         extent.slices + taps.slices});
    value.input = image.strides.with_frames(0, image.input(), frames);
    value.output = image.output(output_extent(extent, taps, value.region));
    value = with_filters(value, value.filters, value.mixing, value.bank);
    const std::int64_t results = value.output.frames.extent;
    value.output = image.strides.with_frames(1, value.output, results);
    if (second || reads_second(value))
      value.second =
          image.strides.with_frames(2,
                                    image.strides.layout(2, second.value_or(image.out),
                                                         value.output.extent(), image.channels),
                                    results);
    return value;
  }
};

namespace {

using ConvolutionRow = ImageRows<Convolution>;

constexpr Usage kConvolutionUsage = {"convolution",
                                     "OPERATION TYPE SIZE[xCHANNELS] kSIZE [EDGE] [REGION] ..."};

/// Size of as many dimensions, in words.
std::string_view size_words(std::size_t dimensions) {
  constexpr std::string_view kSizes[] = {"COLUMNS", "ROWSxCOLUMNS", "SLICESxROWSxCOLUMNS"};
  return kSizes[dimensions - 1];
}

void set_operation(Draft<Convolution>& draft, std::string_view word, const FieldFacts&) {
  const auto [operation, dimensions] = parse_operation(word);
  draft.value.operation = operation;
  draft.dimensions = dimensions;
}
std::string get_operation(const Convolution& problem) {
  return fmt::format("{}{}", to_string(problem.operation),
                     word_of(kDimensions, dimensions_of(problem)));
}

void set_extent(Draft<Convolution>& draft, std::string_view word, const FieldFacts&) {
  const std::size_t dimensions = draft.dimensions;
  const auto sizes = parse_numbers(word, 'x', "a size or a number of channels");
  if (sizes.size() < dimensions || sizes.size() > dimensions + 1)
    throw InvalidArgument(
        message("'{}' is no size; expected {}[xCHANNELS]", word, size_words(dimensions)));
  for (const std::int64_t side : sizes) limited(side, kMaxExtent, "rows, columns or slices");
  draft.image.extent = extent_of(sizes, dimensions);
  if (sizes.size() > dimensions)
    draft.image.channels = limited(sizes.back(), kMaxChannels, "channels");
}
std::string get_extent(const Convolution& problem) {
  const std::int64_t channels = problem.input.channels.extent;
  return size_text(problem.input.extent(), dimensions_of(problem)) +
         (channels > 1 ? fmt::format("x{}", channels) : "");
}

void set_taps(Draft<Convolution>& draft, std::string_view word, const FieldFacts& field) {
  const auto no_taps = [&] {
    return InvalidArgument(
        message("'{}' is no size of taps; expected k{}", word, size_words(draft.dimensions)));
  };
  const auto text = sizes_of(word, field.before);
  if (!text) throw no_taps();
  const auto sides = parse_numbers(*text, 'x', "a number of taps");
  if (sides.size() != draft.dimensions) throw no_taps();
  for (const std::int64_t side : sides) limited(side, kMaxTaps, "taps");
  draft.value.taps = extent_of(sides, draft.dimensions);
}
std::string get_taps(const Convolution& problem) {
  return size_text(problem.taps, dimensions_of(problem));
}

void set_frames(Draft<Convolution>& draft, std::string_view text, const FieldFacts&) {
  draft.frames =
      limited(parse_number<std::int64_t>(text, "a number of frames"), kMaxFrames, "frames");
}
std::string get_frames(const Convolution& problem) {
  const std::int64_t frames = problem.input.frames.extent;
  return frames != 1 ? fmt::format("{}", frames) : "";
}
void set_filters(Draft<Convolution>& draft, std::string_view text, const FieldFacts&) {
  draft.value.filters =
      limited(parse_number<std::int64_t>(text, "a number of filters"), kMaxFrames, "filters");
}

void set_second(Draft<Convolution>& draft, std::string_view text, const FieldFacts&) {
  draft.second = parse_word(kSampleTypeWords, text, "sample type");
}
std::string get_second(const Convolution& problem) {
  const auto& second = problem.second;
  return second && second->type != problem.output.type ? std::string(to_string(second->type)) : "";
}

constexpr Field<Convolution> kConvolutionFields[] = {
    ConvolutionRow::place("operation", "operation", {}, get_operation, set_operation),
    ConvolutionRow::type(),
    ConvolutionRow::place("extent", "size", {}, get_extent, set_extent),
    ConvolutionRow::place("taps", "taps", "k", get_taps, set_taps),
    ConvolutionRow::placed<kEdgeWords, &Convolution::edge>(Form::last_place, "edge", "edge mode"),
    ConvolutionRow::placed<kRegions, &Convolution::region>(Form::last_place, "region", "region"),
    ConvolutionRow::planar(),
    ConvolutionRow::stride<&Layout::rows>("pitch"),
    ConvolutionRow::stride<&Layout::columns>("pixel"),
    ConvolutionRow::stride<&Layout::channels>("channel"),
    ConvolutionRow::stride<&Layout::slices>("slice"),
    ConvolutionRow::stride<&Layout::frames>("frame"),
    ConvolutionRow::number<&Convolution::bias>("bias", "a bias"),
    ConvolutionRow::number<&Convolution::skipped_channels>("skip", "a mask of channels"),
    ConvolutionRow::option("frames", get_frames, set_frames),
    ConvolutionRow::number<&Convolution::filters>("filters", {}).read_by(set_filters),
    ConvolutionRow::word<kBanks, &Convolution::bank>("bank", "way that filters meet frames"),
    ConvolutionRow::word<kMixingWords, &Convolution::mixing>("mix", "way to mix channels"),
    ConvolutionRow::word<kPrecisions, &Convolution::precision>("precision", "precision"),
    ConvolutionRow::option("w", get_second, set_second),
    ConvolutionRow::quoted<&Convolution::load>("load"),
    ConvolutionRow::quoted<&Convolution::spectrum>("spectrum"),
    ConvolutionRow::quoted<&Convolution::store>("store"),
    ConvolutionRow::quoted<&Convolution::code>("code"),
};

}  // namespace

std::string_view to_string(SampleType value) {
  return word_of(kSampleTypeWords, value);
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

std::vector<WrittenField> fields_of(const Convolution& problem) {
  return written_fields(problem, kConvolutionFields);
}

std::string to_string(const Convolution& problem) {
  return text_of_fields(fields_of(problem));
}

Convolution parse_convolution(std::string_view text) {
  return read_fields(text, kConvolutionFields, kConvolutionUsage);
}

}  // namespace fftcore
