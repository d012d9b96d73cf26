// SPDX-License-Identifier: LGPL-2.1-or-later
#include "matrix_taps.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "canonical.h"
#include "half_type.h"

namespace fftcore {
namespace {

float word_of(Half first, Half second) {
  return std::bit_cast<float>(std::array<Half, 2>{first, second});
}

/// A power of two that makes the largest tap at most 1, and more than 1/2.
float scale_of(const std::vector<float>& taps) {
  float most = 0;
  for (const float tap : taps) most = std::max(most, std::abs(tap));
  if (most == 0 || !std::isfinite(most)) return 1;
  int exponent = 0;
  std::frexp(most, &exponent);
  return std::ldexp(1.0F, std::clamp(-exponent, -126, 126));
}

/// The largest |sample - bias|.
double range_of(const Convolution& problem) {
  const double bias = problem.bias;
  return std::max(std::abs(bias), std::abs(traits_of(problem.input.type).white() - bias));
}

/// A half that is at most that.
Half rounded_down(double value) {
  constexpr double kDown = 1 - 0x1p-10;
  return static_cast<Half>(static_cast<float>(std::min(value, 65504.0) * kDown));
}

}  // namespace

MatrixTaps matrix_taps(const KeptTaps& kept, const Convolution& problem, const Taps& taps) {
  std::vector<float> rest = correlation_taps<float>(problem, taps);
  MatrixTaps made;
  made.scale = scale_of(rest);
  for (float& tap : rest) tap *= made.scale;

  made.words.push_back(0);
  double most_gain = 0;
  for (int part = 0; part < 2; ++part) {
    std::vector<Half> halves;
    double left_out = 0;
    for (float& tap : rest) {
      halves.push_back(static_cast<Half>(tap));
      tap -= static_cast<float>(halves.back());
      left_out += std::abs(tap);
    }
    constexpr double kMostError = 0.25;
    if (part == 0) most_gain = kMostError / (left_out * range_of(problem));
    for (int row = 0; row < kept.rows; ++row)
      for (int step = 0; step < kept.matrix_steps; ++step)
        for (int thread = 0; thread < kMatrixThreads; ++thread) {
          const auto tap = [&](int element) {
            const int column =
                kMatrixColumns * step + 2 * (thread % 4) + element - thread / 4 - kept.lead;
            return column >= 0 && column < kept.columns
                       ? halves[static_cast<std::size_t>(row * kept.columns + column)]
                       : Half(0);
          };
          made.words.push_back(word_of(tap(0), tap(1)));
        }
  }
  made.words.front() = word_of(rounded_down(most_gain), Half(0));
  return made;
}

}  // namespace fftcore
