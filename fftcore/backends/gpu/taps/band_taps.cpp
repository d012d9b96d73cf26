// SPDX-License-Identifier: LGPL-2.1-or-later
#include "band_taps.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <utility>

#include "half_type.h"
#include "tap_line.h"

namespace fftcore {
namespace {

float word_of_two(double first, double second) {
  return std::bit_cast<float>(std::array<Half, 2>{static_cast<Half>(static_cast<float>(first)),
                                                  static_cast<Half>(static_cast<float>(second))});
}

double as_half(double number) {
  return static_cast<float>(static_cast<Half>(static_cast<float>(number)));
}

/// The words of a thread are those of these elements, and of the next one of each.
template <class Tap>
void append_bands(std::vector<float>& words, int matrices, Tap&& tap) {
  for (int matrix = 0; matrix < matrices; ++matrix)
    for (int thread = 0; thread < kMatrixThreads; ++thread)
      for (int word = 0; word < 4; ++word)
        words.push_back(word_of_two(tap(matrix, thread, word, 0), tap(matrix, thread, word, 1)));
}

/// The largest gain at which outputs are less than that from the exact ones before they are
/// rounded to whole numbers.
double most_gain_of(const TapLine& column, const TapLine& row) {
  constexpr double kMostError = 0.45, kCentre = 128, kHalfRounding = 0x1p-11;
  // Taps and the middle are rounded to halves: samples are no more than kCentre then.
  const double error =
      kCentre * (row.left_out(as_half) * column.size() + row.size() * column.left_out(as_half) +
                 row.size() * column.size() * kHalfRounding);
  return error > 0 ? kMostError / error : 0x1p100;
}

}  // namespace

std::optional<BandTaps> band_taps(const KeptTaps& kept, const Convolution& problem,
                                  const Taps& taps) {
  const auto lines = tap_lines(kept, problem, taps);
  if (!lines) return std::nullopt;
  const auto& [column, row] = *lines;

  BandTaps made;
  made.scale = static_cast<float>(column.scale() * row.scale());
  if (!std::isnormal(made.scale)) return std::nullopt;
  made.most_gain = static_cast<float>(most_gain_of(column, row) * column.scale() * row.scale());
  const double mean = kept.centre * column.sum() * row.sum();
  const double first = as_half(mean);
  made.words = {word_of_two(first, mean - first), 0, 0, 0};
  append_bands(made.words, kept.row_bands, [&](int matrix, int thread, int word, int element) {
    const int n = thread / 4, is_second = word / 2;
    const int output = 4 * (n / 2) + n % 2 + 2 * is_second;
    const int sample = kBandDepth * matrix + 8 * (word % 2) + 2 * (thread % 4) + element;
    return row.tap(sample - output - kept.lead);
  });
  append_bands(made.words, kept.column_bands, [&](int matrix, int thread, int word, int element) {
    const int output = thread / 4 + 8 * (word % 2);
    const int sample = kBandDepth * matrix + 8 * (word / 2) + 2 * (thread % 4) + element;
    return column.tap(sample - output);
  });
  return made;
}

}  // namespace fftcore
