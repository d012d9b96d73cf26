// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fftcore/denoise.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <utility>

#include "fftcore/convolution.h"
#include "fftcore/error.h"
#include "image_checks.h"
#include "kind_fields.h"
#include "strided_axes.h"

namespace fftcore {
namespace {

void check_number(double value, std::string_view name, double least, double most) {
  if (!(value >= least && value <= most))  // NaN too
    throw InvalidArgument(fmt::format("{} is {}; {} to {} are allowed", name, value, least, most));
}

void check_image(const Layout& image, std::string_view what) {
  validate_single(image, what);
  check_sides(image, what, kMaxDenoiseExtent);
  check_single_frame(image, what, ": each frame is a buffer of its own");
}

void check_skipped(const Denoise& denoise) {
  if (denoise.skipped_channels == 0) return;
  const std::int64_t channels = denoise.input.channels.extent;
  if (channels < 32 && denoise.skipped_channels >> channels != 0)
    throw InvalidArgument(fmt::format("skipped_channels is {}; there are bits for {} channels",
                                      denoise.skipped_channels, channels));
  if (denoise.input.type != denoise.output.type)
    throw InvalidArgument(fmt::format(
        "skipped_channels is {}, and samples are {} and become {}; skipped channels need the same",
        denoise.skipped_channels, to_string(denoise.input.type), to_string(denoise.output.type)));
}

/// What ranges by themselves do not say.
void check_strength(const Denoise& denoise) {
  check_ranges(denoise);
  const DenoiseStrength& strength = denoise.strength;
  if (strength.curve.size() > kMaxNoisePoints)
    throw InvalidArgument(fmt::format("the curve has {} points; at most {} are allowed",
                                      strength.curve.size(), kMaxNoisePoints));
  double least = 0;
  for (const auto& [frequency, power] : strength.curve) {
    if (!(frequency >= least && frequency <= kMaxNoiseFrequency))
      throw InvalidArgument(
          fmt::format("a point of the curve is at {} cycles/pixel; frequencies ascend, from 0 to "
                      "{}: {} or more is allowed here",
                      frequency, kMaxNoiseFrequency, least));
    least = std::nextafter(frequency, 1);
    check_number(power, "the power of a point of the curve", 0, kMaxNoisePower);
  }
  check_number(strength.power_min, "power_min", 0, strength.power_max);
  check_number(strength.sharpen_min, "sharpen_min", 0, strength.sharpen_max);
}

}  // namespace

Denoise denoising(const Layout& input) {
  Denoise denoise;
  denoise.input = input;
  const Extent extent = input.extent();
  const bool is_planar = input.channels.extent > 1 && !input.is_interleaved() &&
                         input.channels.stride >= input.columns.stride;
  denoise.output = is_planar ? Layout::planar(input.type, extent, input.channels.extent)
                             : Layout::interleaved(input.type, extent, input.channels.extent);
  return denoise;
}

void validate(const DenoiseStrength& strength) {
  Denoise denoise;
  denoise.strength = strength;
  check_strength(denoise);
}

void validate(const Denoise& denoise) {
  check_image(denoise.input, "input");
  check_image(denoise.output, "output");
  if (denoise.input.extent() != denoise.output.extent() ||
      denoise.input.channels.extent != denoise.output.channels.extent)
    throw InvalidArgument(fmt::format(
        "the output has {}x{} samples of {} channels; the input's {}x{} and {} are allowed",
        denoise.output.rows.extent, denoise.output.columns.extent, denoise.output.channels.extent,
        denoise.input.rows.extent, denoise.input.columns.extent, denoise.input.channels.extent));
  check_skipped(denoise);
  if (denoise.block != 8 && denoise.block != 16 && denoise.block != 32 && denoise.block != 64)
    throw InvalidArgument(fmt::format("block is {}; 8, 16, 32 and 64 are allowed", denoise.block));
  if (denoise.step != denoise.block / 2 && denoise.step != denoise.block / 4 &&
      denoise.step != denoise.block / 8)
    throw InvalidArgument(fmt::format("step is {}; of blocks of {}, {}, {} and {} are allowed",
                                      denoise.step, denoise.block, denoise.block / 2,
                                      denoise.block / 4, denoise.block / 8));
  check_strength(denoise);
  const auto& [sharpen, dehalo] = std::pair{denoise.strength.sharpen, denoise.strength.dehalo};
  if (!denoise.sharpens && (sharpen != 0 || dehalo != 0))
    throw InvalidArgument(
        fmt::format("sharpen is {} and dehalo {}; 0 is allowed for both where the Denoise does not "
                    "sharpen: set `sharpens`, or write sharpen=0 into its text",
                    sharpen, dehalo));
}

}  // namespace fftcore
