// SPDX-License-Identifier: LGPL-2.1-or-later
#include "stockham_loops.h"

#include <type_traits>

#include "simd.h"

namespace fftcore {
namespace {

/// `count` real numbers, pairs of real and imaginary part.
template <class Real, int count>
struct Vector {
  typedef Real Type __attribute__((vector_size(count * sizeof(Real))));
  /// The same in memory that is aligned to one of them.
  typedef Real InMemory
      __attribute__((vector_size(count * sizeof(Real)), aligned(alignof(Real)), may_alias));
};

/// Complex numbers side by side, and what turns them by a quarter: -i forward, i inverse.
template <class Real, int complex_count>
struct StockhamNumbers {
  static constexpr int kReals = 2 * complex_count;
  using V = typename Vector<Real, kReals>::Type;
  V quarter;

  explicit FFTCORE_PART_OF_LOOP StockhamNumbers(bool is_inverse) {
    for (int i = 0; i < kReals; ++i) quarter[i] = (i % 2 == 0) != is_inverse ? Real(1) : Real(-1);
  }
  FFTCORE_PART_OF_LOOP static V swapped(V a) {
    if constexpr (kReals == 2)
      return __builtin_shufflevector(a, a, 1, 0);
    else if constexpr (kReals == 4)
      return __builtin_shufflevector(a, a, 1, 0, 3, 2);
    else
      return __builtin_shufflevector(a, a, 1, 0, 3, 2, 5, 4, 7, 6);
  }
  FFTCORE_PART_OF_LOOP V turned(V a) const { return swapped(a) * quarter; }
  FFTCORE_PART_OF_LOOP static V load(const std::complex<Real>* at) {
    return *reinterpret_cast<const typename Vector<Real, kReals>::InMemory*>(at);
  }
  FFTCORE_PART_OF_LOOP static void store(std::complex<Real>* at, V a) {
    *reinterpret_cast<typename Vector<Real, kReals>::InMemory*>(at) = a;
  }
  /// Each of several real numbers twice: for both parts of a complex one.
  FFTCORE_PART_OF_LOOP static V twice(const Real* at) {
    V result;
    for (int i = 0; i < kReals; ++i) result[i] = at[i / 2];
    return result;
  }
};

/// The DFT of a[0] to a[radix - 1], in place.
template <int radix, class N, class V>
FFTCORE_PART_OF_LOOP void butterfly(const N& n, V* a) {
  using Real = std::remove_reference_t<decltype(a[0][0])>;
  if constexpr (radix == 2) {
    const V sum = a[0] + a[1];
    a[1] = a[0] - a[1];
    a[0] = sum;
  } else if constexpr (radix == 3) {
    const V sum = a[1] + a[2], difference = n.turned(a[1] - a[2]) * Real(0.86602540378443864676);
    const V middle = a[0] - sum * Real(0.5);
    a[0] += sum;
    a[1] = middle + difference;
    a[2] = middle - difference;
  } else if constexpr (radix == 4) {
    const V even = a[0] + a[2], odd = a[1] + a[3];
    const V even_difference = a[0] - a[2], odd_difference = n.turned(a[1] - a[3]);
    a[0] = even + odd;
    a[1] = even_difference + odd_difference;
    a[2] = even - odd;
    a[3] = even_difference - odd_difference;
  } else {
    static_assert(radix == 5);
    constexpr Real kCos1(0.30901699437494742410), kCos2(-0.80901699437494742410);
    constexpr Real kSin1(0.95105651629515357212), kSin2(0.58778525229247312917);
    const V outer = a[1] + a[4], inner = a[2] + a[3];
    const V outer_turned = n.turned(a[1] - a[4]), inner_turned = n.turned(a[2] - a[3]);
    const V first = a[0] + outer * kCos1 + inner * kCos2;
    const V second = a[0] + outer * kCos2 + inner * kCos1;
    const V first_turned = outer_turned * kSin1 + inner_turned * kSin2;
    const V second_turned = outer_turned * kSin2 - inner_turned * kSin1;
    a[0] += outer + inner;
    a[1] = first + first_turned;
    a[2] = second + second_turned;
    a[3] = second - second_turned;
    a[4] = first - first_turned;
  }
}

/// Along groups: each vector has neighbours of one group, whose root is one number.
template <int radix, class N, class Real>
FFTCORE_PART_OF_LOOP void along_groups(const StockhamStep<Real>& step,
                                       const std::complex<Real>* from, std::complex<Real>* to) {
  using V = typename N::V;
  const N n(step.is_inverse);
  const std::int64_t places = step.places, group = step.group;
  for (std::int64_t p = 0; p < places; ++p) {
    Real c[radix], s[radix];
    for (int k = 1; k < radix; ++k) {
      c[k] = step.cosines[(k - 1) * places + p];
      s[k] = step.sines[(k - 1) * places + p];
    }
    const std::complex<Real>* const in = from + p * group;
    std::complex<Real>* const out = to + radix * p * group;
    for (std::int64_t q = 0; q < group; q += N::kReals / 2) {
      V a[radix];
      for (int k = 0; k < radix; ++k) a[k] = N::load(in + k * places * group + q);
      butterfly<radix>(n, a);
      N::store(out + q, a[0]);
      for (int k = 1; k < radix; ++k)
        N::store(out + k * group + q, a[k] * c[k] + n.turned(a[k]) * s[k]);
    }
  }
}

/// Along places, where groups are single numbers: each vector has neighbouring places.
template <int radix, class N, class Real>
FFTCORE_PART_OF_LOOP void along_places(const StockhamStep<Real>& step,
                                       const std::complex<Real>* from, std::complex<Real>* to) {
  using V = typename N::V;
  constexpr int kWide = N::kReals / 2;
  const N n(step.is_inverse);
  const std::int64_t places = step.places;
  for (std::int64_t p = 0; p < places; p += kWide) {
    V a[radix];
    for (int k = 0; k < radix; ++k) a[k] = N::load(from + k * places + p);
    butterfly<radix>(n, a);
    for (int k = 1; k < radix; ++k) {
      const std::int64_t root = (k - 1) * places + p;
      a[k] = a[k] * N::twice(step.cosines + root) + n.turned(a[k]) * N::twice(step.sines + root);
    }
    for (int w = 0; w < kWide; ++w)
      for (int k = 0; k < radix; ++k) to[radix * (p + w) + k] = {a[k][2 * w], a[k][2 * w + 1]};
  }
}

template <int radix, class Real>
FFTCORE_PART_OF_LOOP void step_of(const StockhamStep<Real>& step, const std::complex<Real>* from,
                                  std::complex<Real>* to) {
  constexpr int kWide = 16 / static_cast<int>(sizeof(Real));
  if (step.group % kWide == 0)
    along_groups<radix, StockhamNumbers<Real, kWide>>(step, from, to);
  else if (step.group == 1 && step.places % kWide == 0)
    along_places<radix, StockhamNumbers<Real, kWide>>(step, from, to);
  else
    along_groups<radix, StockhamNumbers<Real, 1>>(step, from, to);
}

template <class Real>
FFTCORE_PART_OF_LOOP void any_step(const StockhamStep<Real>& step, const std::complex<Real>* from,
                                   std::complex<Real>* to) {
  switch (step.radix) {
    case 2: return step_of<2>(step, from, to);
    case 3: return step_of<3>(step, from, to);
    case 4: return step_of<4>(step, from, to);
    default: return step_of<5>(step, from, to);
  }
}

}  // namespace

FFTCORE_SIMD_CLONES void run_step(const StockhamStep<float>& step, const std::complex<float>* from,
                                  std::complex<float>* to) {
  any_step(step, from, to);
}

FFTCORE_SIMD_CLONES void run_step(const StockhamStep<double>& step,
                                  const std::complex<double>* from, std::complex<double>* to) {
  any_step(step, from, to);
}

}  // namespace fftcore
