// SPDX-License-Identifier: LGPL-2.1-or-later
#include "real_band_taps.h"

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "tap_line.h"

namespace fftcore {
namespace {

/// The nearest number of 11 significant bits.
float as_tf32(float number) {
  constexpr std::uint32_t kCut = 0x1fff;
  return std::bit_cast<float>((std::bit_cast<std::uint32_t>(number) + kCut / 2 + 1) & ~kCut);
}
/// The upper part of a tap, or the lower one.
float part(double tap, bool is_lower) {
  const float upper = as_tf32(static_cast<float>(tap));
  return is_lower ? as_tf32(static_cast<float>(tap - upper)) : upper;
}

/// The largest gain at which outputs are less than that from the exact ones before they are rounded
/// to whole numbers. Tensor cores round each sum of upper parts towards zero.
double most_gain_of(const KeptTaps& kept, const Convolution& problem, const TapLine& column,
                    const TapLine& row) {
  constexpr double kMostError = 0.45, kRounding = 0x1p-23;
  const double largest = traits_of(problem.input.type).white() + std::abs(double{problem.bias});
  const double sums = 2 * kept.row_bands + KeptTaps::column_steps(kept.rows);
  const double error = largest * row.size() * column.size() * sums * kRounding;
  return error > 0 ? kMostError / error : std::numeric_limits<float>::infinity();
}

}  // namespace

std::optional<BandTaps> real_band_taps(const KeptTaps& kept, const Convolution& problem,
                                       const Taps& taps) {
  const auto lines = tap_lines(kept, problem, taps);
  if (!lines) return std::nullopt;
  const auto& [column, row] = *lines;

  BandTaps made;
  made.scale = static_cast<float>(column.scale() * row.scale());
  if (!std::isnormal(made.scale)) return std::nullopt;
  made.most_gain = std::numeric_limits<float>::infinity();
  if (traits_of(problem.input.type).is_whole() && traits_of(problem.output.type).is_whole())
    made.most_gain =
        static_cast<float>(most_gain_of(kept, problem, column, row) * column.scale() * row.scale());
  for (int matrix = 0; matrix < kept.row_bands; ++matrix)
    for (int step = 0; step < 2; ++step)
      for (const bool is_lower : {false, true})
        for (int thread = 0; thread < kMatrixThreads; ++thread)
          for (int number = 0; number < 4; ++number) {
            const int output = 2 * (thread / 4) + number % 2;
            const int sample = kBandDepth * matrix + 4 * (thread % 4) + 2 * step + number / 2;
            made.words.push_back(part(row.tap(sample - output - kept.lead), is_lower));
          }
  for (int step = 0; step < KeptTaps::column_steps(kept.rows); ++step)
    for (int thread = 0; thread < kMatrixThreads; ++thread)
      for (int number = 0; number < 4; ++number) {
        const int sample = kRealDepth * step + 2 * (thread % 4) + number % 2;
        made.words.push_back(part(column.tap(sample - thread / 4), number / 2 == 1));
      }
  return made;
}

}  // namespace fftcore
