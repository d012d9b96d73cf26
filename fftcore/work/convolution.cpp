// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fftcore/convolution.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <string_view>

#include "arithmetic.h"
#include "fftcore/error.h"
#include "padded_points.h"
#include "sample_formulas.h"
#include "strided_axes.h"

namespace fftcore {
namespace {

std::string size_text(Extent extent) {
  const std::string slices = extent.slices != 1 ? fmt::format("{}x", extent.slices) : "";
  return fmt::format("{}{}x{}", slices, extent.rows, extent.columns);
}

/// Output frames that so many frames and filters make.
std::int64_t frames_made(std::int64_t frames, std::int64_t filters, Bank bank) {
  return bank == Bank::crossed ? frames * filters : std::max(frames, filters);
}

void check_frames(const Convolution& problem) {
  const std::int64_t frames = problem.input.frames.extent, filters = problem.filters;
  if (filters < 1 || filters > kMaxFrames)
    throw InvalidArgument(
        fmt::format("there are {} filters; 1 to {} are allowed", filters, kMaxFrames));
  const bool is_crossed = problem.bank == Bank::crossed;
  if (!is_crossed && filters != 1 && frames != 1 && filters != frames)
    throw InvalidArgument(
        fmt::format("{} filters do not go with {} frames; use 1 filter, 1 frame, or as many of one "
                    "as of the other, or bank=crossed, where each filter meets each frame",
                    filters, frames));
  const std::int64_t made = frames_made(frames, filters, problem.bank);
  if (is_crossed && made > kMaxFrames)
    throw InvalidArgument(
        fmt::format("{} frames by each of {} filters give {} frames; at most {} are allowed",
                    frames, filters, made, kMaxFrames));
  if (problem.output.frames.extent != made)
    throw InvalidArgument(fmt::format("output has {} frames; {} frames and {} filters{} give {}",
                                      problem.output.frames.extent, frames, filters,
                                      is_crossed ? " crossed" : "", made));
}

/// Lest a plan's numbers of points overflow.
void check_padded(Extent out, Extent taps) {
  if (!fits_padded_points(
          {out.rows + taps.rows, out.columns + taps.columns, out.slices + taps.slices}))
    throw InvalidArgument(fmt::format(
        "output and taps together, {} and {}, are more than {} samples; cut the image into "
        "pieces, or use fewer taps",
        size_text(out), size_text(taps), kMaxPaddedPoints));
}

void check_precision(const Convolution& problem) {
  if (problem.precision == Precision::full) return;
  if (is_double(problem))
    throw InvalidArgument(fmt::format(
        "precision=fast keeps spectra with 11 bits, and {} to {} is computed in double precision; "
        "use precision=full",
        to_string(problem.input.type), to_string(problem.output.type)));
  for (const SampleType type : {problem.input.type, problem.output.type})
    if (const int bits = traits_of(type).bits; bits > 11)
      throw InvalidArgument(
          fmt::format("precision=fast keeps spectra with 11 bits, and samples of {} have {}; use "
                      "precision=full, or u8, u10, u10-high, u10-packed, f16, f32 or complex64",
                      to_string(type), bits));
  if (std::abs(problem.bias) > kFastRange)
    throw InvalidArgument(fmt::format("bias is {}; with precision=fast -{} to {} are allowed",
                                      problem.bias, kFastRange, kFastRange));
}

}  // namespace

Extent output_extent(Extent image, Extent taps, Region region) {
  switch (region) {
    case Region::same: return image;
    case Region::valid:
      return {image.rows - taps.rows + 1, image.columns - taps.columns + 1,
              image.slices - taps.slices + 1};
    case Region::full:
      return {image.rows + taps.rows - 1, image.columns + taps.columns - 1,
              image.slices + taps.slices - 1};
  }
  return image;
}

Convolution convolution(const Layout& input, Extent taps, Operation operation, EdgeMode edge,
                        Region region) {
  Convolution problem;
  problem.operation = operation;
  problem.input = input;
  problem.taps = taps;
  problem.edge = edge;
  problem.region = region;
  const Extent extent = output_extent(input.extent(), taps, region);
  const Layout output = input.is_interleaved() || input.channels.extent == 1
                            ? Layout::interleaved(input.type, extent, input.channels.extent)
                            : Layout::planar(input.type, extent, input.channels.extent);
  problem.output = output.with_frames(input.frames.extent);
  return problem;
}

Convolution with_filters(Convolution problem, std::int64_t filters, Mixing mixing, Bank bank) {
  problem.filters = filters;
  problem.mixing = mixing;
  problem.bank = bank;
  problem.output =
      problem.output.with_frames(frames_made(problem.input.frames.extent, filters, bank));
  if (problem.second) problem.second = problem.second->with_frames(problem.output.frames.extent);
  return problem;
}

std::int64_t taps_needed(const Convolution& problem) {
  const std::int64_t channels =
      problem.input.channels.extent - std::popcount(problem.skipped_channels);
  switch (problem.mixing) {
    case Mixing::none: return problem.filters;
    case Mixing::diagonal: return problem.filters * channels;
    case Mixing::full: return problem.filters * channels * channels;
    case Mixing::symmetric: return problem.filters * channels * (channels + 1) / 2;
  }
  return problem.filters;
}

void validate(const Convolution& problem) {
  const auto check_taps = [](std::int64_t taps, std::string_view side) {
    if (taps < 1 || taps > kMaxTaps)
      throw InvalidArgument(
          fmt::format("taps have {} {}; 1 to {} are allowed", taps, side, kMaxTaps));
  };
  check_taps(problem.taps.rows, "rows");
  check_taps(problem.taps.columns, "columns");
  check_taps(problem.taps.slices, "slices");
  validate_layout(problem.input, "input");

  const Extent image = problem.input.extent();
  const Extent expected = output_extent(image, problem.taps, problem.region);
  if (expected.rows < 1 || expected.columns < 1 || expected.slices < 1)
    throw InvalidArgument(
        fmt::format("region 'valid' of a {} image and {} taps is empty; use fewer taps, "
                    "or 'same' or 'full'",
                    size_text(image), size_text(problem.taps)));
  if (problem.output.extent() != expected)
    throw InvalidArgument(fmt::format("output is {}; region '{}' of a {} image and {} taps is {}",
                                      size_text(problem.output.extent()), to_string(problem.region),
                                      size_text(image), size_text(problem.taps),
                                      size_text(expected)));
  check_frames(problem);
  validate_layout(problem.output, "output");
  check_padded(expected, problem.taps);
  if (problem.output.channels.extent != problem.input.channels.extent)
    throw InvalidArgument(fmt::format("output has {} channels, input {}; they must be equal",
                                      problem.output.channels.extent,
                                      problem.input.channels.extent));
  if (traits_of(problem.input.type).is_complex() && !is_complex(problem))
    throw InvalidArgument(
        fmt::format("input is {} and output {}: the convolution of a complex image is complex; "
                    "complex64 and complex128 "
                    "are allowed as output",
                    to_string(problem.input.type), to_string(problem.output.type)));
  const std::int64_t channels = problem.input.channels.extent;
  if (const std::int64_t mixed = channels - std::popcount(problem.skipped_channels);
      (problem.mixing == Mixing::full || problem.mixing == Mixing::symmetric) &&
      mixed > kMaxMixedChannels)
    throw InvalidArgument(fmt::format(
        "{} channels mix ({}); 1 to {} are allowed, and 1 to {} with 'diagonal' or none", mixed,
        to_string(problem.mixing), kMaxMixedChannels, kMaxChannels));
  if (!std::isfinite(problem.bias))
    throw InvalidArgument(fmt::format("bias is {}; a finite number is needed", problem.bias));
  check_precision(problem);
  check_formulas(problem);

  const std::uint32_t all = channels < 32 ? (1U << channels) - 1 : ~0U;
  if ((problem.skipped_channels & ~all) != 0)
    throw InvalidArgument(fmt::format("skipped_channels is {:#x}, but the image has {} channels",
                                      problem.skipped_channels, problem.input.channels.extent));
  if (channels == std::popcount(problem.skipped_channels))
    throw InvalidArgument(fmt::format("skipped_channels is {:#x}: nothing is left to filter",
                                      problem.skipped_channels));
  if (problem.skipped_channels != 0 &&
      (problem.region != Region::same || problem.input.type != problem.output.type))
    throw InvalidArgument(
        "skipped_channels needs region 'same' and the same sample type in and out");
  if (problem.skipped_channels != 0 && problem.operation == Operation::correlate_image)
    throw InvalidArgument(
        "skipped_channels has no meaning where the image moves over the taps (icorr)");
}

}  // namespace fftcore
