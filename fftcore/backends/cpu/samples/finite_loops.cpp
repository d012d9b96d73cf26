// SPDX-License-Identifier: LGPL-2.1-or-later
#include "finite_loops.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "simd.h"

namespace fftcore {
namespace {

template <class Number>
struct NumberBits;
template <>
struct NumberBits<std::uint16_t> {
  using Type = std::uint16_t;
  static constexpr Type kMagnitude = 0x7fff;
};
template <>
struct NumberBits<float> {
  using Type = std::uint32_t;
  static constexpr Type kExponent = 0x7f800000, kUnit = 0x00800000, kMagnitude = 0x7fffffff;
};
template <>
struct NumberBits<double> {
  using Type = std::uint64_t;
  static constexpr Type kExponent = 0x7ff0000000000000, kUnit = 0x0010000000000000,
                        kMagnitude = 0x7fffffffffffffff;
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

/// A sum carries over into the sign where a magnitude is larger, or not a number.
template <class Real>
FFTCORE_PART_OF_LOOP bool look_within(const Real* numbers, std::int64_t count, Real largest) {
  using Bits = NumberBits<Real>;
  using Type = typename Bits::Type;
  const Type carry = Bits::kMagnitude - std::bit_cast<Type>(largest);
  Type carries = 0;
  for (std::int64_t i = 0; i < count; ++i)
    carries |= (std::bit_cast<Type>(numbers[i]) & Bits::kMagnitude) + carry;
  return (carries >> (8 * sizeof(Type) - 1)) == 0;
}

/// Of many, which are mostly far within: where sums of their squares are less than the limit's,
/// each is within it. (Squares that overflow are not less, and none is less than one that
/// vanishes.)
template <class Real>
FFTCORE_PART_OF_LOOP bool look_within_fast(const Real* numbers, std::int64_t count, Real largest) {
  using Bits = NumberBits<Real>;
  using Type = typename Bits::Type;
  constexpr std::int64_t kSums = 128 / sizeof(Real);
  if (count < kSums) return look_within(numbers, count, largest);
  Real sums[kSums] = {};
  const auto add = [&](const Real* from) __attribute__((always_inline)) {
    for (std::int64_t k = 0; k < kSums; ++k) sums[k] += from[k] * from[k];
  };
  for (std::int64_t i = 0; i + kSums <= count; i += kSums) add(numbers + i);
  add(numbers + count - kSums);  // what is left, and some once more
  // Carried over into the sign, which sums that are not numbers may have too.
  const Type carry = Bits::kMagnitude + 1 - std::bit_cast<Type>(largest * largest / 2);
  Type carries = 0;
  for (const Real sum : sums)
    carries |= std::bit_cast<Type>(sum) | (std::bit_cast<Type>(sum) + carry);
  return (carries >> (8 * sizeof(Type) - 1)) == 0 || look_within(numbers, count, largest);
}

template <class Real>
bool replace(Real* numbers, std::int64_t count, Real largest) {
  if (all_within(numbers, count, largest)) return false;
  for (std::int64_t i = 0; i < count; ++i)
    if (!(std::abs(numbers[i]) <= largest)) numbers[i] = Real{};
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
bool all_within(const float* numbers, std::int64_t count, float largest) {
  return look_within_fast(numbers, count, largest);
}

FFTCORE_WIDE_SIMD_CLONES
bool all_within(const double* numbers, std::int64_t count, double largest) {
  return look_within_fast(numbers, count, largest);
}

FFTCORE_WIDE_SIMD_CLONES
bool all_within(const std::uint16_t* halves, std::int64_t count, std::uint16_t largest) {
  constexpr auto kMagnitude = NumberBits<std::uint16_t>::kMagnitude;
  std::uint16_t most = 0;
  for (std::int64_t i = 0; i < count; ++i)
    most = std::max(most, static_cast<std::uint16_t>(halves[i] & kMagnitude));
  return most <= largest;
}

bool set_aside(float* numbers, std::int64_t count, float largest) {
  return replace(numbers, count, largest);
}
bool set_aside(double* numbers, std::int64_t count, double largest) {
  return replace(numbers, count, largest);
}

}  // namespace fftcore
