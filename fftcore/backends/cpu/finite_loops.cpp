// SPDX-License-Identifier: LGPL-2.1-or-later
#include "finite_loops.h"

#include <bit>

#include "simd.h"

namespace fftcore {
namespace {

template <class Number>
struct NumberBits;
template <>
struct NumberBits<std::uint16_t> {
  using Type = std::uint16_t;
  static constexpr Type kExponent = 0x7c00, kUnit = 0x0400;
};
template <>
struct NumberBits<float> {
  using Type = std::uint32_t;
  static constexpr Type kExponent = 0x7f800000, kUnit = 0x00800000;
};
template <>
struct NumberBits<double> {
  using Type = std::uint64_t;
  static constexpr Type kExponent = 0x7ff0000000000000, kUnit = 0x0010000000000000;
};

/// Exponents that are all ones carry over into the sign.
template <class Number>
FFTCORE_PART_OF_LOOP bool look(const Number* numbers, std::int64_t count) {
  using Bits = NumberBits<Number>;
  using Type = typename Bits::Type;
  Type carries = 0;
  for (std::int64_t i = 0; i < count; ++i)
    carries = static_cast<Type>(
        carries | ((std::bit_cast<Type>(numbers[i]) & Bits::kExponent) + Bits::kUnit));
  return (carries >> (8 * sizeof(Type) - 1)) == 0;
}

/// Of many: 0 times a number is 0, or not a number. As many sums as hide how long one takes.
template <class Real>
FFTCORE_PART_OF_LOOP bool look_fast(const Real* numbers, std::int64_t count) {
  constexpr std::int64_t kSums = 256 / sizeof(Real);
  if (count < kSums) return look(numbers, count);
  Real sums[kSums] = {};
  const auto add = [&](const Real* from) __attribute__((always_inline)) {
    for (std::int64_t k = 0; k < kSums; ++k) sums[k] += 0 * from[k];
  };
  for (std::int64_t i = 0; i + kSums <= count; i += kSums) add(numbers + i);
  add(numbers + count - kSums);  // what is left, and some once more
  typename NumberBits<Real>::Type bits = 0;
  for (const Real sum : sums) bits |= std::bit_cast<typename NumberBits<Real>::Type>(sum);
  return bits == 0;
}

template <class Number>
bool replace(Number* numbers, std::int64_t count) {
  if (all_finite(numbers, count)) return false;
  for (std::int64_t i = 0; i < count; ++i)
    if (!look(numbers + i, 1)) numbers[i] = Number{};
  return true;
}

}  // namespace

FFTCORE_WIDE_SIMD_CLONES
bool all_finite(const float* numbers, std::int64_t count) {
  return look_fast(numbers, count);
}

FFTCORE_WIDE_SIMD_CLONES
bool all_finite(const double* numbers, std::int64_t count) {
  return look_fast(numbers, count);
}

FFTCORE_WIDE_SIMD_CLONES
bool all_finite(const std::uint16_t* halves, std::int64_t count) {
  return look(halves, count);
}

bool set_aside(float* numbers, std::int64_t count) {
  return replace(numbers, count);
}
bool set_aside(double* numbers, std::int64_t count) {
  return replace(numbers, count);
}
bool set_aside(std::uint16_t* halves, std::int64_t count) {
  return replace(halves, count);
}

}  // namespace fftcore
