// SPDX-License-Identifier: LGPL-2.1-or-later
#include "denoise_oracle.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include "channel_bits.h"

namespace oracle {

using namespace fftcore;

namespace {

using Complex = std::complex<double>;
constexpr double kPi = std::numbers::pi;

std::size_t index_of(std::int64_t index) {
  return static_cast<std::size_t>(index);
}

/// The integral that defines the modified Bessel function, by the midpoints of many pieces.
double bessel(double x) {
  constexpr int kPieces = 2000;
  double sum = 0;
  for (int i = 0; i < kPieces; ++i) sum += std::exp(x * std::cos(kPi * (i + 0.5) / kPieces));
  return sum / kPieces;
}

double shape(BlockWindow window, double u) {
  switch (window) {
    case BlockWindow::rectangle: return 1;
    case BlockWindow::bartlett: return u < 0.5 ? 2 * u : 2 - 2 * u;
    case BlockWindow::sine: return std::sin(kPi * u);
    case BlockWindow::hann: return 0.5 - 0.5 * std::cos(2 * kPi * u);
    case BlockWindow::hamming: return 0.53836 - 0.46164 * std::cos(2 * kPi * u);
    case BlockWindow::blackman:
      return 0.42 - 0.5 * std::cos(2 * kPi * u) + 0.08 * std::cos(4 * kPi * u);
    case BlockWindow::nuttall:
      return 0.355768 - 0.487396 * std::cos(2 * kPi * u) + 0.144232 * std::cos(4 * kPi * u) -
             0.012604 * std::cos(6 * kPi * u);
    case BlockWindow::kaiser:
      return bessel(2.5 * kPi * 2 * std::sqrt(u * (1 - u))) / bessel(2.5 * kPi);
  }
  return 0;
}

std::vector<double> space_window(const Denoise& denoise) {
  std::vector<double> a;
  for (std::int64_t n = 0; n < denoise.block; ++n) {
    double squares = 0;
    for (std::int64_t other = n % denoise.step; other < denoise.block; other += denoise.step)
      squares += std::pow(shape(denoise.window, (static_cast<double>(other) + 0.5) /
                                                    static_cast<double>(denoise.block)),
                          2);
    a.push_back(
        shape(denoise.window, (static_cast<double>(n) + 0.5) / static_cast<double>(denoise.block)) /
        std::sqrt(squares));
  }
  return a;
}

std::vector<double> time_window(const Denoise& denoise) {
  std::vector<double> t;
  for (int d = -denoise.before; d <= denoise.after; ++d)
    t.push_back(shape(denoise.temporal_window,
                      0.5 + d / (2.0 * (std::max(denoise.before, denoise.after) + 1))) /
                shape(denoise.temporal_window, 0.5));
  return t;
}

double power_at(const DenoiseStrength& strength, double f) {
  const auto& curve = strength.curve;
  if (curve.empty()) return strength.power;
  if (f <= curve.front().frequency) return curve.front().power;
  for (std::size_t i = 1; i < curve.size(); ++i)
    if (f <= curve[i].frequency) {
      const double rest = (curve[i].frequency - f) / (curve[i].frequency - curve[i - 1].frequency);
      return rest * curve[i - 1].power + (1 - rest) * curve[i].power;
    }
  return curve.back().power;
}

/// What a bin's power is compared with, as denoise.h defines it.
double threshold_at(const Denoise& denoise, double f) {
  const DenoiseStrength& strength = denoise.strength;
  const double power = power_at(strength, f);
  if (strength.is_threshold) return power;
  double deviations = 1.96 * (1 - 0.12 * std::exp(-f * f / (0.22 * 0.22))), of_frames = 0.02;
  if (denoise.kind == DenoiseKind::hard) deviations = 2.2, of_frames = 0.055;
  if (denoise.kind == DenoiseKind::wiener) {
    deviations = std::fmax(1, 2.2 - 0.65 * std::pow(strength.beta, 0.8));
    of_frames = 0.055;
  }
  const double frames = 1 + denoise.before + denoise.after;
  deviations *= strength.strength * (1 + of_frames * std::log(frames) / std::log(2.0));
  return power * deviations * deviations;
}

/// Values (time, row, column) and their DFT, one axis after the other.
struct Cube {
  std::int64_t frames, side;
  std::vector<Complex> values;
  Complex& of(std::int64_t t, std::int64_t y, std::int64_t x) {
    return values[index_of((t * side + y) * side + x)];
  }
};

void transform(std::vector<Complex>& values, std::int64_t points, std::int64_t stride, int sign) {
  std::vector<Complex> roots, line(index_of(points));
  for (std::int64_t n = 0; n < points; ++n)
    roots.push_back(
        std::polar(1.0, sign * 2 * kPi * static_cast<double>(n) / static_cast<double>(points)));
  const auto size = static_cast<std::int64_t>(values.size());
  for (std::int64_t first = 0; first < size; ++first) {
    if (first / stride % points != 0) continue;
    for (std::int64_t k = 0; k < points; ++k) {
      line[index_of(k)] = 0;
      for (std::int64_t n = 0; n < points; ++n)
        line[index_of(k)] += values[index_of(first + n * stride)] * roots[index_of(n * k % points)];
    }
    for (std::int64_t k = 0; k < points; ++k)
      values[index_of(first + k * stride)] = line[index_of(k)];
  }
}

void transform(Cube& cube, int sign) {
  transform(cube.values, cube.side, 1, sign);
  transform(cube.values, cube.side, cube.side, sign);
  transform(cube.values, cube.frames, cube.side * cube.side, sign);
}

/// The factor on a bin of power p, and whether a threshold is near.
struct Factor {
  double value;
  bool is_doubtful = false;
};

Factor factor_of(const Denoise& denoise, double p, double s) {
  const DenoiseStrength& strength = denoise.strength;
  const auto is_near = [&](double threshold) {
    return std::abs(p - threshold) <= 1e-5 * threshold;
  };
  double g = 1;
  bool is_doubtful = false;
  switch (denoise.kind) {
    case DenoiseKind::firm: g = p > s ? 1 - std::pow(s / p, 4) : 0; break;
    case DenoiseKind::wiener:
      g = p > s ? std::pow(1 - s / p, strength.beta) : 0;
      is_doubtful = strength.beta < 1 && is_near(s);
      break;
    case DenoiseKind::hard:
      g = p < s ? 0 : 1;
      is_doubtful = is_near(s);
      break;
    case DenoiseKind::gain: g = strength.gain; break;
    case DenoiseKind::band:
      g = p >= strength.power_min && p <= strength.power_max ? strength.gain
                                                             : strength.gain_outside;
      is_doubtful = is_near(strength.power_min) || is_near(strength.power_max);
      break;
    case DenoiseKind::soft_band:
      g = p > 0 ? strength.gain * std::sqrt(p * strength.power_max /
                                            ((p + strength.power_min) * (p + strength.power_max)))
                : 0;
      break;
  }
  return {std::max(g, strength.floor), is_doubtful};
}

/// By what a bin of power q is multiplied that is sharpened.
double sharpening(const DenoiseStrength& strength, double q, double fx, double fy) {
  const double f = std::hypot(fx, strength.vertical_ratio * fy);
  const double high = 1 - std::exp(-0.5 * std::pow(f / strength.sharpen_cutoff, 2));
  const double least = std::pow(strength.sharpen_min, 2), most = std::pow(strength.sharpen_max, 2);
  const double share = q > 0 ? std::sqrt(q * most / ((q + least) * (q + most))) : 0;
  const double u = std::pow(2 * f * strength.halo_radius, 2);
  // Its peak is where u = -ln(0.7) / 0.3.
  const double band = (std::exp(-0.7 * u) - std::exp(-u)) / (0.3 * std::pow(0.7, 7.0 / 3));
  const double strong = q + std::pow(strength.halo_threshold, 2);
  const double halo = strong > 0 ? strong / (strong + strength.dehalo * band * q) : 1;
  return (1 + strength.sharpen * high * share) * halo;
}

/// Standard deviations of 8 bits in the image's own levels.
double level_of(SampleType type) {
  switch (type) {
    case SampleType::u8: return 1;
    case SampleType::u10:
    case SampleType::u10_high:
    case SampleType::u10_packed: return 1023.0 / 255;
    case SampleType::u12:
    case SampleType::u12_high: return 4095.0 / 255;
    case SampleType::u16:
    case SampleType::u16_be: return 257;
    default: return 1.0 / 255;
  }
}

}  // namespace

Denoised denoised(const Denoise& denoise, std::span<const Samples> frames) {
  const std::int64_t side = denoise.block, lead = side - denoise.step,
                     count = denoise.before + 1 + denoise.after;
  const auto a = space_window(denoise), t = time_window(denoise);
  Cube window{count, side, std::vector<Complex>(index_of(count * side * side))};
  double squares = 0;
  for (std::int64_t f = 0; f < count; ++f)
    for (std::int64_t y = 0; y < side; ++y)
      for (std::int64_t x = 0; x < side; ++x) {
        window.of(f, y, x) = t[index_of(f)] * a[index_of(y)] * a[index_of(x)];
        squares += std::norm(window.of(f, y, x));
      }
  Cube window_bins = window;
  transform(window_bins, -1);
  // The window of the frame that is denoised, whose own temporal weight is 1.
  Cube own_window{1, side, std::vector<Complex>(index_of(side * side))};
  double own_squares = 0;
  for (std::int64_t y = 0; y < side; ++y)
    for (std::int64_t x = 0; x < side; ++x) {
      own_window.of(0, y, x) = a[index_of(y)] * a[index_of(x)];
      own_squares += std::pow(a[index_of(y)] * a[index_of(x)], 2);
    }
  transform(own_window, -1);

  const Samples& own = frames[index_of(denoise.before)];
  Denoised result{own, 0, 0};
  const double level = level_of(denoise.input.type);
  for (std::int64_t c = 0; c < own.channels; ++c) {
    if (names(denoise.skipped_channels, c)) continue;
    for (std::int64_t y = 0; y < own.rows; ++y)
      for (std::int64_t x = 0; x < own.columns; ++x) {
        result.input_norm += std::pow(own.at(c, y, x), 2);
        result.exact.at(c, y, x) = 0;
      }
    for (std::int64_t top = -lead; top < own.rows; top += denoise.step)
      for (std::int64_t left = -lead; left < own.columns; left += denoise.step) {
        Cube cube = window;
        for (std::int64_t f = 0; f < count; ++f)
          for (std::int64_t y = 0; y < side; ++y)
            for (std::int64_t x = 0; x < side; ++x)
              cube.of(f, y, x) *=
                  frames[index_of(f)].at(c, walk_edge(top + y, own.rows, EdgeMode::reflect_101),
                                         walk_edge(left + x, own.columns, EdgeMode::reflect_101));
        transform(cube, -1);
        const Complex mean =
            denoise.zero_mean ? cube.values[0] / window_bins.values[0] : Complex(0);
        for (std::int64_t f = 0; f < count; ++f)
          for (std::int64_t v = 0; v < side; ++v)
            for (std::int64_t u = 0; u < side; ++u) {
              const Complex kept = mean * window_bins.of(f, v, u), x = cube.of(f, v, u) - kept;
              const double frequency = std::hypot(std::min(u, side - u), std::min(v, side - v)) /
                                       static_cast<double>(side);
              const Factor g = factor_of(denoise, std::norm(x) / squares / (level * level),
                                         threshold_at(denoise, frequency));
              if (g.is_doubtful)
                result.doubtful += std::norm(x) / static_cast<double>(side * side * count);
              cube.of(f, v, u) = g.value * x;
            }
        transform(cube.values, count, side * side, 1);
        Cube made{1, side, std::vector<Complex>(index_of(side * side))};
        for (std::int64_t v = 0; v < side; ++v)
          for (std::int64_t u = 0; u < side; ++u) {
            const Complex weak = cube.of(denoise.before, v, u) / static_cast<double>(count);
            const auto frequency = [&](std::int64_t k) {
              return static_cast<double>(std::min(k, side - k)) / static_cast<double>(side);
            };
            const double g =
                sharpening(denoise.strength, std::norm(weak) / own_squares / (level * level),
                           frequency(u), frequency(v));
            made.of(0, v, u) = g * weak + mean * own_window.of(0, v, u);
          }
        transform(made, 1);
        for (std::int64_t y = std::max<std::int64_t>(0, -top); y < std::min(side, own.rows - top);
             ++y)
          for (std::int64_t x = std::max<std::int64_t>(0, -left);
               x < std::min(side, own.columns - left); ++x)
            result.exact.at(c, top + y, left + x) += made.of(0, y, x).real() * a[index_of(y)] *
                                                     a[index_of(x)] /
                                                     static_cast<double>(side * side);
      }
  }
  result.input_norm = std::sqrt(result.input_norm);
  return result;
}

}  // namespace oracle
