// SPDX-License-Identifier: LGPL-2.1-or-later
// Which magnitudes samples have: the ends, and the powers of two between them.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace fftcore {

/// Samples that a factor of 2^kApart parts from the next smaller ones are of another kind: data of
/// a wide range have no such gap. Samples up to that factor beyond those that were seen are data.
inline constexpr int kApart = 8;

/// A magnitude's bits, whose order is that of magnitudes. The exponent is above the others.
template <class Real>
using Bits = std::conditional_t<sizeof(Real) == 4, std::int32_t, std::int64_t>;

template <class Real>
inline Bits<Real> bits_of(Real number) {
  return std::bit_cast<Bits<Real>>(number) & std::numeric_limits<Bits<Real>>::max();
}

/// Which powers of two samples have.
template <class Real>
class Octaves {
 public:
  using All = std::array<std::atomic<std::uint64_t>, 32>;

  void add(Bits<Real> magnitude) {
    const int octave = octave_of(magnitude);
    bits_[static_cast<std::size_t>(octave / 64)] |= std::uint64_t{1} << (octave % 64);
  }
  /// Whether all are there between two magnitudes.
  bool has(Bits<Real> least, Bits<Real> most) const {
    for (int octave = octave_of(least); octave <= octave_of(most); ++octave)
      if ((bits_[static_cast<std::size_t>(octave / 64)] >> (octave % 64) & 1) == 0) return false;
    return true;
  }
  void add_to(All& all) const {
    for (std::size_t i = 0; i < bits_.size(); ++i)
      if (bits_[i] != 0) all[i].fetch_or(bits_[i], std::memory_order_relaxed);
  }

  /// The end of the octaves from that of `least` on that no gap parts.
  static Real end(const All& all, Real least) {
    int last = octave_of(bits_of(least));
    for (int next = last + 1; next <= last + kApart && next < 64 * 32; ++next)
      if ((all[static_cast<std::size_t>(next / 64)] >> (next % 64) & 1) != 0) last = next;
    return std::ldexp(Real(1), last + kFirst + 1);
  }

 private:
  static constexpr int kFirst = std::numeric_limits<Real>::min_exponent - 2;
  /// A number's own exponent; those of numbers that are not normal are the first.
  static int octave_of(Bits<Real> magnitude) {
    return static_cast<int>(magnitude >> (std::numeric_limits<Real>::digits - 1));
  }
  std::array<std::uint64_t, 32> bits_{};
};

/// Of numbers whose magnitude is above a limit and finite: the least and the most, 0 where there
/// are none; and whether all numbers are finite.
template <class Real>
struct MagnitudeSpan {
  Bits<Real> least = std::numeric_limits<Bits<Real>>::max(), most = 0;
  bool is_finite = true;
};
MagnitudeSpan<float> span_of(const float* numbers, std::int64_t count, float above);
MagnitudeSpan<double> span_of(const double* numbers, std::int64_t count, double above);

}  // namespace fftcore
