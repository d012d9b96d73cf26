// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fftcore/stages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "channel_mask.h"
#include "check_count.h"
#include "checked_formula.h"
#include "fftcore/error.h"
#include "image_checks.h"
#include "product_convolution.h"
#include "sample_formulas.h"
#include "stored_op.h"
#include "strided_axes.h"

namespace fftcore {
namespace {

constexpr std::int64_t kMaxSpectrumChannels = kMaxMixedChannels * kMaxMixedChannels;
constexpr std::int64_t kRowUnit = 8;  // values that rows are padded to

std::string text_of(Extent extent) {
  return fmt::format("{}x{}", extent.rows, extent.columns);
}

std::int64_t channels_in(const Layout& image, std::uint32_t skipped) {
  std::int64_t channels = 0;
  for (std::int64_t c = 0; c < image.channels.extent; ++c)
    if (!is_in_mask(c, skipped)) ++channels;
  return channels;
}

void check_image(const Layout& image, std::uint32_t skipped, const SpectrumLayout& spectrum) {
  validate_single(image, "image");
  check_single_frame(image, "the image");
  if (const std::int64_t channels = channels_in(image, skipped); channels != spectrum.channels)
    throw InvalidArgument(fmt::format(
        "the image has {} channels that are not skipped, the spectrum {}; they have to be equal",
        channels, spectrum.channels));
}

void check_same_field(const SpectrumLayout& a, std::string_view name_a, const SpectrumLayout& b,
                      std::string_view name_b) {
  if (a.points != b.points)
    throw InvalidArgument(fmt::format("{} has {} points, {} {}; they have to be equal", name_a,
                                      text_of(a.points), name_b, text_of(b.points)));
}

void check_factor(const MultiplyStage& stage) {
  const SpectrumLayout& factor = *stage.spectrum;
  validate(factor);
  check_same_field(factor, "the factor", stage.input, "the input");
  if (factor.transformed != Transformed::rows_and_columns)
    throw InvalidArgument(
        "the factor is transformed along its rows only; rows and columns are needed");
  if (const std::int64_t needed = taps_needed(product_convolution(stage));
      factor.channels != needed)
    throw InvalidArgument(
        fmt::format("the factor has {} channels; an input of {} needs {} (mixing {})",
                    factor.channels, stage.input.channels, needed, to_string(stage.mixing)));
  validate(stage.op);
  const bool is_summed = stage.mixing == Mixing::full || stage.mixing == Mixing::symmetric;
  if (is_summed && !can_be_summed(stage.op))
    throw InvalidArgument(fmt::format("{} with mixing {}; none and diagonal are allowed",
                                      to_string(stage.op), to_string(stage.mixing)));
}

void check_taps(const MultiplyStage& stage) {
  const Extent taps = *stage.taps;
  check_count(taps.rows, "the number of rows of taps", 1,
              std::min(kMaxTaps, stage.input.points.rows));
  check_count(taps.columns, "the number of columns of taps", 1,
              std::min(kMaxTaps, stage.input.points.columns));
  if (taps.slices != 1)
    throw InvalidArgument(fmt::format("there are {} slices of taps; 1 is allowed", taps.slices));
  if (stage.operation == Operation::correlate_image)
    throw InvalidArgument(
        "operation correlate_image is none of a MultiplyStage; convolve and correlate are allowed");
  if (stage.op != SpectralOp{})
    throw InvalidArgument(fmt::format("{} is for products with a spectrum; taps have an operation",
                                      to_string(stage.op)));
}

}  // namespace

std::int64_t bins(const SpectrumLayout& spectrum) {
  return spectrum.points.columns / 2 + 1;
}

std::int64_t row_stride(const SpectrumLayout& spectrum) {
  return (bins(spectrum) + kRowUnit - 1) / kRowUnit * kRowUnit;
}

std::size_t size_bytes(const SpectrumLayout& spectrum) {
  return static_cast<std::size_t>(spectrum.channels * spectrum.stored_rows * row_stride(spectrum)) *
         2 * size_bytes(spectrum.type);
}

Border border_for(Extent taps, Operation operation) {
  const auto before = [&](std::int64_t count) {
    return operation == Operation::convolve ? count - 1 - count / 2 : count / 2;
  };
  const std::int64_t left = before(taps.columns), top = before(taps.rows);
  return {left, taps.columns - 1 - left, top, taps.rows - 1 - top};
}

bool is_product_normalized(const MultiplyStage& stage) {
  return is_product_normalized(stage.op, stage.input.normalized,
                               stage.taps || (stage.spectrum && stage.spectrum->normalized));
}

void validate(const SpectrumLayout& spectrum) {
  check_count(spectrum.points.rows, "the spectrum's number of rows", 1, kMaxSpectrumPoints);
  check_count(spectrum.points.columns, "the spectrum's number of columns", 2, kMaxSpectrumPoints);
  if (spectrum.points.columns % 2 != 0)
    throw InvalidArgument(fmt::format("the spectrum is of {} columns; an even number is needed",
                                      spectrum.points.columns));
  check_count(spectrum.points.slices, "the spectrum's number of slices", 1, 1);
  check_count(spectrum.channels, "the spectrum's number of channels", 1, kMaxSpectrumChannels);
  if (spectrum.type != SampleType::f32 && spectrum.type != SampleType::f16)
    throw InvalidArgument(
        fmt::format("the spectrum is of {}; f32 and f16 are allowed", to_string(spectrum.type)));
  const bool is_whole = spectrum.transformed == Transformed::rows_and_columns;
  check_count(spectrum.stored_rows, "the spectrum's number of stored rows",
              is_whole ? spectrum.points.rows : 1, spectrum.points.rows);
}

void validate(const ForwardStage& stage) {
  validate(stage.spectrum);
  check_image(stage.image, stage.skipped_channels, stage.spectrum);
  const Border& border = stage.border;
  for (const auto& [side, name] : {std::pair{border.left, "left"},
                                   {border.right, "right"},
                                   {border.top, "top"},
                                   {border.bottom, "bottom"}})
    check_count(side, fmt::format("the border on the {}", name), 0, kMaxSpectrumPoints);
  const Extent image = stage.image.extent(), points = stage.spectrum.points;
  const Extent needed{image.rows + border.top + border.bottom,
                      image.columns + border.left + border.right};
  if (needed.rows > points.rows || needed.columns > points.columns)
    throw InvalidArgument(
        fmt::format("an image of {} with its border needs {} points; the spectrum has {}",
                    text_of(image), text_of(needed), text_of(points)));
  if (stage.spectrum.transformed == Transformed::rows && stage.spectrum.stored_rows != needed.rows)
    throw InvalidArgument(fmt::format("the spectrum stores {} rows; image and border have {}",
                                      stage.spectrum.stored_rows, needed.rows));
  if (stage.window != Window::none && border != Border{})
    throw InvalidArgument(
        "an image with a window has no border: it is weighted 0; set one of the two");
  if (!std::isfinite(stage.bias))
    throw InvalidArgument(fmt::format("bias is {}; a finite number is allowed", stage.bias));
}

void validate(const MultiplyStage& stage) {
  validate(stage.input);
  validate(stage.output);
  check_same_field(stage.output, "the output", stage.input, "the input");
  if (stage.output.channels != stage.input.channels || stage.output.type != stage.input.type)
    throw InvalidArgument(
        fmt::format("the output is '{}', the input '{}'; channels and sample type have to be equal",
                    to_string(stage.output), to_string(stage.input)));
  if (stage.taps.has_value() == stage.spectrum.has_value())
    throw InvalidArgument("a MultiplyStage needs either taps or a spectrum to multiply by");
  if (stage.taps)
    check_taps(stage);
  else
    check_factor(stage);
  check_code(stage.code, !stage.formula.empty());
  check_formula(product_formula(stage), "formula", true, "");
  if (stage.output.normalized != is_product_normalized(stage))
    throw InvalidArgument(fmt::format("the output is {}normalized; the product is {}",
                                      stage.output.normalized ? "" : "not ",
                                      stage.output.normalized ? "not" : "so"));
}

void validate(const InverseStage& stage) {
  validate(stage.spectrum);
  check_image(stage.image, stage.skipped_channels, stage.spectrum);
  const Extent image = stage.image.extent(), points = stage.spectrum.points;
  if (stage.copies_skipped && stage.image.channels.extent == stage.spectrum.channels)
    throw InvalidArgument(
        "copies_skipped, but skipped_channels has none of the image's channels; set one of them, "
        "or do "
        "not copy");
  if (image.rows > points.rows || image.columns > points.columns)
    throw InvalidArgument(fmt::format("an image of {} is larger than the {} points of the spectrum",
                                      text_of(image), text_of(points)));
  check_count(stage.first_column, "first_column", 0, points.columns - 1);
  const bool is_whole = stage.spectrum.transformed == Transformed::rows_and_columns;
  if (image.rows > stage.spectrum.stored_rows)
    throw InvalidArgument(fmt::format("the image has {} rows; the spectrum stores {}", image.rows,
                                      stage.spectrum.stored_rows));
  check_count(stage.first_row, "first_row", 0,
              is_whole ? points.rows - 1 : stage.spectrum.stored_rows - image.rows);
  if (!std::isfinite(stage.bias))
    throw InvalidArgument(fmt::format("bias is {}; a finite number is allowed", stage.bias));
}

}  // namespace fftcore
