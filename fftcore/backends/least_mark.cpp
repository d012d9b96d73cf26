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

/// The exponents of samples other than 0, as numbers have them, and the ends of samples in each.
template <class Sample>
class Exponents {
 public:
  void add(Sample sample) {
    const auto bits = std::bit_cast<Bits>(sample) & kMagnitude;
    const auto exponent = static_cast<std::size_t>(bits >> kDigits);
    if (bits == 0 || exponent + 1 == kExponents) return;
    Ends& ends = ends_[exponent];
    ends.least = std::min(ends.least, sample);
    ends.most = std::max(ends.most, sample);
  }

  double least_mark(int gap) const {
    // Of all samples beyond an exponent.
    Ends beyond;
    double found = std::numeric_limits<double>::infinity();
    std::size_t next = kExponents;
    for (std::size_t exponent = kExponents; exponent-- > 0;) {
      const Ends& ends = ends_[exponent];
      if (ends.least > ends.most) continue;
      const auto apart = static_cast<int>(next - exponent);
      if (next < kExponents && apart > gap &&
          !are_beside_rounding(double(beyond.least), double(beyond.most), apart))
        found = magnitude_of(next);
      beyond.least = std::min(beyond.least, ends.least);
      beyond.most = std::max(beyond.most, ends.most);
      next = exponent;
    }
    return found;
  }

 private:
  using Bits = std::conditional_t<sizeof(Sample) == 4, std::uint32_t, std::uint64_t>;
  static constexpr Bits kMagnitude = std::numeric_limits<Bits>::max() >> 1;
  static constexpr int kDigits = std::numeric_limits<Sample>::digits - 1;
  static constexpr std::size_t kExponents = (kMagnitude >> kDigits) + 1;
  struct Ends {
    Sample least = std::numeric_limits<Sample>::infinity();
    Sample most = -std::numeric_limits<Sample>::infinity();
  };

  static double magnitude_of(std::size_t exponent) {
    return double(std::bit_cast<Sample>(static_cast<Bits>(Bits{exponent} << kDigits)));
  }

  std::array<Ends, kExponents> ends_;
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
