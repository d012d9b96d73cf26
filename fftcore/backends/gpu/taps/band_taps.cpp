// SPDX-License-Identifier: LGPL-2.1-or-later
#include "band_taps.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <span>

#include "half_type.h"
#include "low_rank.h"

namespace fftcore {
namespace {

float word_of_two(double first, double second) {
  return std::bit_cast<float>(std::array<Half, 2>{static_cast<Half>(static_cast<float>(first)),
                                                  static_cast<Half>(static_cast<float>(second))});
}

double as_half(double number) {
  return static_cast<float>(static_cast<Half>(static_cast<float>(number)));
}

/// A row or a column of taps.
class TapLine {
 public:
  TapLine(std::vector<double> taps, bool is_reversed) : taps_(std::move(taps)) {
    if (is_reversed) std::ranges::reverse(taps_);
    for (const double tap : taps_) size_ += std::abs(tap);
    if (size_ == 0) return;
    // Sums of samples keep their range then.
    int exponent = 0;
    std::frexp(size_, &exponent);
    scale_ = std::ldexp(1.0, -exponent);
    for (double& tap : taps_) tap *= scale_;
    size_ *= scale_;
    for (const double tap : taps_) left_out_ += std::abs(tap - as_half(tap));
  }

  double scale() const { return scale_; }
  /// Of |taps|, at most 1; and of what halves of them leave out.
  double size() const { return size_; }
  double left_out() const { return left_out_; }
  double sum() const {
    double sum = 0;
    for (const double tap : taps_) sum += tap;
    return sum;
  }
  double tap(int number) const {
    return number >= 0 && number < static_cast<int>(taps_.size())
               ? taps_[static_cast<std::size_t>(number)]
               : 0;
  }

 private:
  std::vector<double> taps_;
  double scale_ = 1, size_ = 0, left_out_ = 0;
};

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
  const double error = kCentre * (row.left_out() * column.size() + row.size() * column.left_out() +
                                  row.size() * column.size() * kHalfRounding);
  return error > 0 ? kMostError / error : 0x1p100;
}

}  // namespace

std::optional<BandTaps> band_taps(const KeptTaps& kept, const Convolution& problem,
                                  const Taps& taps) {
  auto products = low_rank(taps, 1);
  if (!products) return std::nullopt;
  if (products->empty())
    products->push_back({std::vector<double>(static_cast<std::size_t>(kept.rows)),
                         std::vector<double>(static_cast<std::size_t>(kept.columns))});
  const bool is_reversed = problem.operation == Operation::convolve;
  const TapLine column(std::move(products->front().column), is_reversed),
      row(std::move(products->front().row), is_reversed);

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
