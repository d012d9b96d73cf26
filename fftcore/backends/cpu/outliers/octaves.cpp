// SPDX-License-Identifier: LGPL-2.1-or-later
#include "octaves.h"

#include "simd.h"

namespace fftcore {
namespace {

template <class Real>
FFTCORE_PART_OF_LOOP MagnitudeSpan<Real> look_at(const Real* numbers, std::int64_t count,
                                                 Real above) {
  constexpr Bits<Real> kMost = std::numeric_limits<Bits<Real>>::max();
  const Bits<Real> end = std::bit_cast<Bits<Real>>(std::numeric_limits<Real>::infinity()),
                   from = std::bit_cast<Bits<Real>>(above);
  Bits<Real> least = kMost, most = 0, largest = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    const Bits<Real> one = std::bit_cast<Bits<Real>>(numbers[i]) & kMost;
    // All ones where it counts. As arithmetic, since compilers do not vectorize conditions here.
    const Bits<Real> counts = -(static_cast<Bits<Real>>(one > from) &
                                static_cast<Bits<Real>>(one < end)),
                     low = one | (kMost & ~counts), high = one & counts;
    least = low < least ? low : least;
    most = high > most ? high : most;
    largest = one > largest ? one : largest;
  }
  return {least, most, largest < end};
}

}  // namespace

FFTCORE_WIDE_SIMD_CLONES
MagnitudeSpan<float> span_of(const float* numbers, std::int64_t count, float above) {
  return look_at(numbers, count, above);
}

FFTCORE_WIDE_SIMD_CLONES
MagnitudeSpan<double> span_of(const double* numbers, std::int64_t count, double above) {
  return look_at(numbers, count, above);
}

}  // namespace fftcore
