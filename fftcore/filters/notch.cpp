// SPDX-License-Identifier: LGPL-2.1-or-later
#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "check_range.h"
#include "fftcore/error.h"
#include "fftcore/filters.h"

namespace fftcore {
namespace {

void check_notches(std::span<const Notch> notches) {
  if (notches.empty() || notches.size() > kMaxNotches)
    throw InvalidArgument(
        fmt::format("{} notches; allowed are 1 to {}", notches.size(), kMaxNotches));
  for (std::size_t i = 0; i < notches.size(); ++i) {
    const Notch& notch = notches[i];
    const std::string name = fmt::format("notch {} (counted from 1): ", i + 1);
    check_range(name + "fx", notch.fx, -0.5, 0.5);
    check_range(name + "fy", notch.fy, -0.5, 0.5);
    check_range(name + "radius", notch.radius, kMinNotchRadius, kMaxNotchRadius);
    if (std::hypot(notch.fx, notch.fy) < notch.radius) {
      throw InvalidArgument(
          fmt::format("{}frequency ({}, {}) is less than its radius {} from 0, where the picture "
                      "itself is; to take out what is "
                      "coarse use a high pass",
                      name, notch.fx, notch.fy, notch.radius));
    }
  }
}

/// Factor of a notch's Gaussian along one axis. Spectra of taps have period 1, so the nearest of
/// all places counts.
double fade(double distance, double radius) {
  distance -= std::round(distance);
  return std::exp(-0.5 * (distance / radius) * (distance / radius));
}

/// 1 - H on the grid of side x side frequencies, row-major, from 0 up.
std::vector<double> removed(std::span<const Notch> notches, int side) {
  std::vector<double> passing(std::size_t(side) * side, 1.0);
  std::vector<double> along_x(side);
  for (const Notch& notch : notches) {
    for (const int sign : {1, -1}) {
      for (int x = 0; x < side; ++x)
        along_x[x] = fade(double(x) / side - sign * notch.fx, notch.radius);
      for (int y = 0; y < side; ++y) {
        const double along_y = fade(double(y) / side - sign * notch.fy, notch.radius);
        double* const row = &passing[std::size_t(y) * side];
        for (int x = 0; x < side; ++x) row[x] *= 1 - along_y * along_x[x];
      }
    }
  }
  for (double& value : passing) value = 1 - value;
  passing[0] = 0;  // the mean stays
  return passing;
}

/// Smallest odd side that is at least 2 / radius + 1. The taps' Gaussian has fallen to 3e-9 at its
/// ends.
int notch_side(std::span<const Notch> notches) {
  double least = kMaxNotchRadius;
  for (const Notch& notch : notches) least = std::min(least, notch.radius);
  return 2 * static_cast<int>(std::ceil(1 / least - 1e-9)) + 1;
}

}  // namespace

double frequency_response(std::span<const Notch> notches, double fx, double fy) {
  check_notches(notches);
  check_range("fx", fx, -0.5, 0.5);
  check_range("fy", fy, -0.5, 0.5);
  if (fx == 0 && fy == 0) return 1;
  double passing = 1;
  for (const Notch& notch : notches) {
    for (const int sign : {1, -1})
      passing *=
          1 - fade(fx - sign * notch.fx, notch.radius) * fade(fy - sign * notch.fy, notch.radius);
  }
  return passing;
}

// The taps are a 1 in the middle less the inverse DFT of 1 - H, which is 0 but for a few bins round
// each notch: rows and bins without it are passed over.
Taps taps_of(std::span<const Notch> notches) {
  check_notches(notches);
  const int side = notch_side(notches), centre = side / 2;
  // all bins of it together are still less than what rounding does
  constexpr double kNothing = 1e-16;
  const std::vector<double> spectrum = removed(notches, side);
  std::vector<std::complex<double>> wave(side);
  for (int i = 0; i < side; ++i) wave[i] = std::polar(1.0 / side, 2 * std::numbers::pi * i / side);
  const auto phase = [&](int frequency, int place) {
    return wave[frequency * (place - centre + side) % side];
  };

  Taps taps{{side, side}, std::vector<double>(std::size_t(side) * side)};
  std::vector<std::complex<double>> row(side);
  for (int ky = 0; ky < side; ++ky) {
    bool is_needed = false;
    for (int kx = 0; kx < side; ++kx) {
      const double value = spectrum[std::size_t(ky) * side + kx];
      if (std::abs(value) < kNothing) continue;
      if (!is_needed) row.assign(side, 0);
      is_needed = true;
      for (int x = 0; x < side; ++x) row[x] += value * phase(kx, x);
    }
    if (!is_needed) continue;
    // 1 - H is even, so what is imaginary adds up to nothing.
    for (int y = 0; y < side; ++y) {
      const std::complex<double> turn = phase(ky, y);
      double* const out = &taps.values[std::size_t(y) * side];
      for (int x = 0; x < side; ++x)
        out[x] -= turn.real() * row[x].real() - turn.imag() * row[x].imag();
    }
  }
  taps.values[taps.values.size() / 2] += 1;
  return taps;
}

}  // namespace fftcore
