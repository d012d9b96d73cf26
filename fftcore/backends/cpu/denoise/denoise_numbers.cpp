// SPDX-License-Identifier: LGPL-2.1-or-later
#include "denoise_numbers.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "denoise_tables.h"

namespace fftcore {
namespace {

std::complex<double> turn(std::size_t n, std::size_t points) {
  return std::polar(
      1.0, 2 * std::numbers::pi * static_cast<double>(n % points) / static_cast<double>(points));
}

/// The power of a level.
float square(double level) {
  return std::max(static_cast<float>(level * level), kLeastPower);
}

std::vector<float> scaled_floats(const std::vector<double>& values, double scale = 1) {
  std::vector<float> result;
  for (const double value : values) result.push_back(static_cast<float>(value * scale));
  return result;
}

}  // namespace

DenoiseNumbers::DenoiseNumbers(const Denoise& denoise)
    : block(static_cast<int>(denoise.block)),
      step(static_cast<int>(denoise.step)),
      frames(denoise.before + 1 + denoise.after),
      before(denoise.before),
      kind(denoise.kind),
      power_scale(static_cast<float>(fftcore::power_scale(denoise))),
      frame_power_scale(
          static_cast<float>(fftcore::frame_power_scale(denoise) / (frames * frames))) {
  const std::vector<double> a = block_window(denoise), t = frame_window(denoise);
  row_window = scaled_floats(a);
  synthesis = scaled_floats(a, 1.0 / (static_cast<double>(block) * block * frames));
  for (const double frame : t)
    for (const double row : a) analysis.push_back(static_cast<float>(frame * row));
  for (std::size_t n = 0; n < t.size(); ++n) {
    time_cosines.push_back(static_cast<float>(turn(n, t.size()).real()));
    time_sines.push_back(static_cast<float>(turn(n, t.size()).imag()));
    const std::complex<double> output = turn(n * static_cast<std::size_t>(before), t.size());
    output_cosines.push_back(static_cast<float>(output.real()));
    output_sines.push_back(static_cast<float>(output.imag()));
  }

  const auto across = window_bins(a), through = window_bins(t);
  for (const auto& bin : through) {
    time_mean_re.push_back(static_cast<float>(bin.real()));
    time_mean_im.push_back(static_cast<float>(bin.imag()));
    time_has_mean.push_back(bin != 0.0 ? 1 : 0);
  }
  for (std::size_t x = 0; x <= a.size() / 2; ++x) {
    column_has_mean.push_back(denoise.zero_mean && across[x] != 0.0 ? 1 : 0);
    for (const auto& down : across) {
      mean_re.push_back(static_cast<float>((across[x] * down).real()));
      mean_im.push_back(static_cast<float>((across[x] * down).imag()));
    }
  }
  mean_scale = static_cast<float>(1 / (across[0] * across[0] * through[0]).real());
}

DenoiseFactors::DenoiseFactors(const Denoise& denoise, const DenoiseStrength& strength)
    : beta(static_cast<float>(strength.beta)),
      floor(static_cast<float>(strength.floor)),
      gain(static_cast<float>(strength.gain)),
      gain_outside(static_cast<float>(strength.gain_outside)),
      power_min(static_cast<float>(strength.power_min)),
      power_max(static_cast<float>(strength.power_max)),
      sharpens(strength.sharpen != 0 || strength.dehalo != 0),
      sharpen_min(square(strength.sharpen_min)),
      sharpen_max(square(strength.sharpen_max)),
      halo_threshold(square(strength.halo_threshold)) {
  const int block = static_cast<int>(denoise.block);
  for (int x = 0; x <= block / 2; ++x)
    for (int y = 0; y < block; ++y) {
      power.push_back(static_cast<float>(threshold_of(denoise, strength, x, y)));
      if (!sharpens) continue;
      sharpen.push_back(static_cast<float>(sharpen_weight(strength, denoise.block, x, y)));
      dehalo.push_back(static_cast<float>(dehalo_weight(strength, denoise.block, x, y)));
    }
}

}  // namespace fftcore
