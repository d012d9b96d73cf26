// SPDX-License-Identifier: LGPL-2.1-or-later
#include "denoise_tables.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace fftcore {
namespace {

/// The modified Bessel function of the first kind, of order 0: its power series, which converges
/// fast for arguments as small as a window's. (std::cyl_bessel_i is not in every library.)
double bessel_i0(double x) {
  double sum = 1, term = 1;
  for (int k = 1; term > 1e-18 * sum; ++k) {
    term *= x / (2 * k) * (x / (2 * k));
    sum += term;
  }
  return sum;
}

double frequency(int k, std::int64_t points) {
  return static_cast<double>(std::min<std::int64_t>(k, points - k)) / static_cast<double>(points);
}

constexpr double kRounding = 1e-9;  // of a window's bin, in relation to bin 0

/// The squared frequency that sharpening goes by.
double sharpened_frequency(const DenoiseStrength& strength, std::int64_t block, int x, int y) {
  const double across = frequency(x, block), down = strength.vertical_ratio * frequency(y, block);
  return across * across + down * down;
}

}  // namespace

double window_value(BlockWindow window, double u) {
  const double turn = 2 * std::numbers::pi * u;
  switch (window) {
    case BlockWindow::rectangle: return 1;
    case BlockWindow::bartlett: return 1 - std::abs(2 * u - 1);
    case BlockWindow::sine: return std::sin(turn / 2);
    case BlockWindow::hann: return std::sin(turn / 2) * std::sin(turn / 2);
    case BlockWindow::hamming: return 0.53836 - 0.46164 * std::cos(turn);
    case BlockWindow::blackman: return 0.42 - 0.5 * std::cos(turn) + 0.08 * std::cos(2 * turn);
    case BlockWindow::nuttall:
      return 0.355768 - 0.487396 * std::cos(turn) + 0.144232 * std::cos(2 * turn) -
             0.012604 * std::cos(3 * turn);
    case BlockWindow::kaiser: {
      const double width = 2.5 * std::numbers::pi, place = 2 * u - 1;
      return bessel_i0(width * std::sqrt(std::max(0.0, 1 - place * place))) / bessel_i0(width);
    }
  }
  return 1;
}

std::vector<std::complex<double>> window_bins(const std::vector<double>& window, int origin) {
  const auto points = static_cast<int>(window.size());
  std::vector<std::complex<double>> bins(window.size());
  for (int k = 0; k < points; ++k)
    for (int n = 0; n < points; ++n) {
      const int turns = ((n - origin) * k % points + points) % points;
      bins[static_cast<std::size_t>(k)] +=
          std::polar(window[static_cast<std::size_t>(n)], -2 * std::numbers::pi * turns / points);
    }
  for (auto& bin : bins)
    if (std::abs(bin) < kRounding * std::abs(bins[0])) bin = 0;
  return bins;
}

std::vector<double> block_window(const Denoise& denoise) {
  const auto block = static_cast<std::size_t>(denoise.block);
  const auto step = static_cast<std::size_t>(denoise.step);
  std::vector<double> window(block), squares(step);
  for (std::size_t n = 0; n < block; ++n) {
    window[n] = window_value(denoise.window,
                             (static_cast<double>(n) + 0.5) / static_cast<double>(denoise.block));
    squares[n % step] += window[n] * window[n];
  }
  for (std::size_t n = 0; n < block; ++n) window[n] /= std::sqrt(squares[n % step]);
  return window;
}

std::vector<double> frame_window(const Denoise& denoise) {
  const int reach = 2 * (std::max(denoise.before, denoise.after) + 1);
  const double middle = window_value(denoise.temporal_window, 0.5);
  std::vector<double> window;
  for (int d = -denoise.before; d <= denoise.after; ++d)
    window.push_back(window_value(denoise.temporal_window, 0.5 + static_cast<double>(d) / reach) /
                     middle);
  return window;
}

double power_scale(const Denoise& denoise) {
  double space = 0, time = 0;
  for (const double a : block_window(denoise)) space += a * a;
  for (const double t : frame_window(denoise)) time += t * t;
  const double level = levels_of(denoise.input.type);
  return 1 / (space * space * time * level * level);
}

double frame_power_scale(const Denoise& denoise) {
  double space = 0;
  for (const double a : block_window(denoise)) space += a * a;
  const double level = levels_of(denoise.input.type);
  return 1 / (space * space * level * level);
}

double noise_power(const DenoiseStrength& strength, double frequency) {
  const auto& curve = strength.curve;
  if (curve.empty()) return strength.power;
  const auto after = std::upper_bound(
      curve.begin(), curve.end(), frequency,
      [](double value, const NoisePoint& point) { return value < point.frequency; });
  if (after == curve.begin()) return curve.front().power;
  if (after == curve.end()) return curve.back().power;
  const NoisePoint& before = *(after - 1);
  const double share = (frequency - before.frequency) / (after->frequency - before.frequency);
  return before.power + share * (after->power - before.power);
}

double threshold_factor(const Denoise& denoise, const DenoiseStrength& strength) {
  if (strength.is_threshold) return 1;
  double of_kind = std::max(2.2 - 0.65 * std::pow(strength.beta, 0.8), 1.0);
  const bool is_firm = denoise.kind == DenoiseKind::firm;
  if (is_firm) of_kind = 1.96;
  if (denoise.kind == DenoiseKind::hard) of_kind = 2.2;
  const double of_frames =
      1 + (is_firm ? 0.02 : 0.055) * std::log2(denoise.before + 1 + denoise.after);
  const double sigmas = strength.strength * of_kind * of_frames;
  return sigmas * sigmas;
}

double threshold_of(const Denoise& denoise, const DenoiseStrength& strength, int x, int y) {
  const double f = std::hypot(frequency(x, denoise.block), frequency(y, denoise.block));
  double of_frequency = 1;
  if (denoise.kind == DenoiseKind::firm && !strength.is_threshold)
    of_frequency -= 0.12 * std::exp(-std::pow(f / 0.22, 2));
  return threshold_factor(denoise, strength) * of_frequency * of_frequency *
         noise_power(strength, f);
}

double sharpen_weight(const DenoiseStrength& strength, std::int64_t block, int x, int y) {
  const double cutoff = strength.sharpen_cutoff;
  return strength.sharpen *
         -std::expm1(-sharpened_frequency(strength, block, x, y) / (2 * cutoff * cutoff));
}

double dehalo_weight(const DenoiseStrength& strength, std::int64_t block, int x, int y) {
  constexpr double kWide = 0.7;
  const auto band = [](double u) { return std::exp(-kWide * u) - std::exp(-u); };
  const double u =
      4 * sharpened_frequency(strength, block, x, y) * strength.halo_radius * strength.halo_radius;
  return strength.dehalo * band(u) / band(-std::log(kWide) / (1 - kWide));
}

double levels_of(SampleType type) {
  return static_cast<double>(traits_of(type).white()) / 255;
}

}  // namespace fftcore
