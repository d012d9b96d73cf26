// SPDX-License-Identifier: LGPL-2.1-or-later
#include "taps_scale.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "bank.h"
#include "fftcore/error.h"

namespace fftcore {
namespace {

constexpr double kMostRatio = 256;

double sum_of(const Taps& taps) {
  double sum = 0;
  for (std::size_t i = 0; i < taps.values.size(); ++i)
    sum += taps.imaginary.empty() ? std::abs(taps.values[i])
                                  : std::hypot(taps.values[i], taps.imaginary[i]);
  return sum;
}

/// The sums of |taps| that output samples depend on; zeros, which are exact, do not count.
struct TapSums {
  double least = std::numeric_limits<double>::infinity();
  double most = 0;
};

TapSums sums_of(const Convolution& problem, std::span<const Taps> taps) {
  TapSums sums;
  const auto weigh = [&](double sum) {
    if (sum == 0) return;
    sums.least = std::min(sums.least, sum);
    sums.most = std::max(sums.most, sum);
  };
  const std::int64_t channels = mixed_channels(problem);
  if (channels == 1)
    for (const Taps& one : taps) weigh(sum_of(one));
  else
    for (std::int64_t filter = 0; filter < problem.filters; ++filter)
      for (std::int64_t to = 0; to < channels; ++to) {
        double sum = 0;
        for (std::int64_t from = 0; from < channels; ++from)
          sum += sum_of(taps[static_cast<std::size_t>(taps_index(problem, filter, to, from))]);
        weigh(sum);
      }
  return sums;
}

}  // namespace

float taps_scale(const Convolution& problem, std::span<const Taps> taps) {
  if (problem.precision == Precision::full) return 1;
  const auto [least, most] = sums_of(problem, taps);
  if (most == 0) return 1;
  if (most > kMostRatio * least)
    throw InvalidArgument(
        fmt::format("with precision=fast the sums of |taps| of filters that are set together may "
                    "be {} times as large as one another; "
                    "these are {:.3g} to {:.3g}. Use precision=full, or an executable for each",
                    kMostRatio, least, most));
  int exponent = 0;
  std::frexp(most, &exponent);
  // Beyond that, taps are infinite, or 0, in single precision as well.
  return std::ldexp(1.0F, std::clamp(-exponent, -126, 126));
}

float product_gain(const Convolution& problem, std::span<const Taps> taps, float scale) {
  constexpr double kMostF16 = 65504;
  const SampleTraits traits = traits_of(problem.input.type);
  const double bias = problem.bias,
               range = traits.is_whole() ? std::max(std::abs(bias), std::abs(traits.white() - bias))
                                         : kFastRange;
  return sums_of(problem, taps).most * range <= kMostF16 ? 1 / scale : 1;
}

}  // namespace fftcore
