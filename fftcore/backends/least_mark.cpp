// SPDX-License-Identifier: LGPL-2.1-or-later
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "fftcore/marks.h"
#include "rounding_beside.h"

namespace fftcore {
namespace {

/// The exponents of samples other than 0, as numbers have them, and the values in each.
template <class Sample>
class Exponents {
 public:
  void add(Sample sample) {
    const auto bits = std::bit_cast<Bits>(sample) & kMagnitude;
    const auto exponent = static_cast<std::size_t>(bits >> kDigits);
    if (bits == 0 || exponent + 1 == kExponents) return;
    Values& values = values_[exponent];
    if (values.least > values.most) {
      values.least = values.most = sample;
      return;
    }
    if (sample == values.least || sample == values.most) return;
    values.has_between |= values.least < values.most;
    values.least = std::min(values.least, sample);
    values.most = std::max(values.most, sample);
  }

  /// From the largest samples down, as long as these have few values.
  double least_mark(int gap) const {
    double found = std::numeric_limits<double>::infinity();
    int count = 0;
    std::size_t last = kExponents;
    for (std::size_t exponent = kExponents; exponent-- > 0 && count <= kMostMarks;) {
      const Values& values = values_[exponent];
      if (values.least > values.most) continue;
      const auto apart = static_cast<int>(last - exponent);
      if (last < kExponents && apart > gap) {
        if (is_full(values_[last], apart)) break;
        found = magnitude_of(last);
      }
      count += values.has_between ? kMostMarks + 1 : values.least < values.most ? 2 : 1;
      last = exponent;
    }
    return found;
  }

 private:
  using Bits = std::conditional_t<sizeof(Sample) == 4, std::uint32_t, std::uint64_t>;
  static constexpr Bits kMagnitude = std::numeric_limits<Bits>::max() >> 1;
  static constexpr int kDigits = std::numeric_limits<Sample>::digits - 1;
  static constexpr std::size_t kExponents = (kMagnitude >> kDigits) + 1;
  struct Values {
    Sample least = 1, most = 0;  ///< so where there is none
    bool has_between = false;    ///< others than these
  };

  static bool is_full(const Values& values, int octaves) {
    return is_beside_rounding(double(values.least), octaves) &&
           is_beside_rounding(double(values.most), octaves);
  }
  static double magnitude_of(std::size_t exponent) {
    return double(std::bit_cast<Sample>(static_cast<Bits>(static_cast<Bits>(exponent) << kDigits)));
  }

  std::array<Values, kExponents> values_;
};

template <class Sample>
double least_mark_of(const Sample* samples, Extent image, std::int64_t row_stride, int gap) {
  Exponents<Sample> exponents;
  for (std::int64_t y = 0; y < image.rows; ++y)
    for (std::int64_t x = 0; x < image.columns; ++x) exponents.add(samples[y * row_stride + x]);
  return exponents.least_mark(gap);
}

}  // namespace

double least_mark(const float* samples, Extent image, std::int64_t row_stride) {
  return least_mark_of(samples, image, row_stride, kMarkGap);
}

double least_mark(const double* samples, Extent image, std::int64_t row_stride, int gap) {
  return least_mark_of(samples, image, row_stride, gap);
}

}  // namespace fftcore
