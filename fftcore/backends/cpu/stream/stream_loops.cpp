// SPDX-License-Identifier: LGPL-2.1-or-later
#include "stream_loops.h"

#include "simd.h"

namespace fftcore {
namespace {

/// 32 bytes of memory as one value: sums that stay in registers.
template <class Real>
struct StreamVector {
  static constexpr std::int64_t kLanes = 32 / static_cast<std::int64_t>(sizeof(Real));
  typedef Real Type __attribute__((vector_size(32), aligned(sizeof(Real)), may_alias));
};
template <class Real>
using V = typename StreamVector<Real>::Type;

template <class Real>
FFTCORE_PART_OF_LOOP const V<Real>* vectors(const Real* memory) {
  return reinterpret_cast<const V<Real>*>(memory);
}

/// `kVectors` vectors of y. The order of a sum does not depend on kVectors.
template <int kVectors, class Real>
FFTCORE_PART_OF_LOOP void sum_taps_at(const Real* x, const Real* taps, std::int64_t tap_count,
                                      Real* y) {
  V<Real> sums[kVectors] = {};
  for (std::int64_t k = 0; k < tap_count; ++k) {
    const V<Real>* const from = vectors<Real>(x - k);
    const Real tap = taps[k];
#pragma GCC unroll 8
    for (int v = 0; v < kVectors; ++v) sums[v] += from[v] * tap;
  }
  V<Real>* const to = reinterpret_cast<V<Real>*>(y);
#pragma GCC unroll 8
  for (int v = 0; v < kVectors; ++v) to[v] = sums[v];
}

template <class Real>
FFTCORE_PART_OF_LOOP void sum_taps_of(const Real* x, const Real* taps, std::int64_t tap_count,
                                      std::int64_t count, Real* y) {
  constexpr std::int64_t kLanes = StreamVector<Real>::kLanes;
  static_assert(8 * kLanes <= kTapsSlack);
  std::int64_t i = 0;
  for (; count - i > 4 * kLanes; i += 8 * kLanes) sum_taps_at<8>(x + i, taps, tap_count, y + i);
  for (; count - i > kLanes; i += 4 * kLanes) sum_taps_at<4>(x + i, taps, tap_count, y + i);
  for (; i < count; i += kLanes) sum_taps_at<1>(x + i, taps, tap_count, y + i);
}

/// Sums of a group: products of real and imaginary parts apart, so that no sum waits for another.
template <class Real>
struct GroupSums {
  V<Real> rr[2] = {}, ii[2] = {}, ri[2] = {}, ir[2] = {};

  FFTCORE_PART_OF_LOOP void add(const Real* input, const Real* response, std::int64_t count) {
    for (std::int64_t p = 0; p < count; ++p) {
      const V<Real>* const x = vectors<Real>(input + p * 2 * kGroup<Real>);
      const V<Real>* const h = vectors<Real>(response + p * 2 * kGroup<Real>);
#pragma GCC unroll 2
      for (int v = 0; v < 2; ++v) {
        rr[v] += x[v] * h[v];
        ii[v] += x[v + 2] * h[v + 2];
        ri[v] += x[v] * h[v + 2];
        ir[v] += x[v + 2] * h[v];
      }
    }
  }
};

template <class Real>
FFTCORE_PART_OF_LOOP void multiply_groups_of(GroupRun<Real> run, std::int64_t groups,
                                             std::int64_t step, bool is_added, Real* sums) {
  constexpr std::int64_t kValues = 2 * kGroup<Real>;
  for (std::int64_t g = 0; g < groups; ++g) {
    GroupSums<Real> group;
    group.add(run.input + g * step, run.response + g * step, run.count);
    group.add(run.wrapped_input + g * step, run.response + g * step + run.count * kValues,
              run.wrapped);
    V<Real>* const to = reinterpret_cast<V<Real>*>(sums + g * kValues);
#pragma GCC unroll 2
    for (int v = 0; v < 2; ++v) {
      const V<Real> real = group.rr[v] - group.ii[v], imag = group.ri[v] + group.ir[v];
      to[v] = is_added ? to[v] + real : real;
      to[v + 2] = is_added ? to[v + 2] + imag : imag;
    }
  }
}

// Pairs of numbers, since std::complex's own product checks for infinities.
template <class Real>
FFTCORE_PART_OF_LOOP const Real* pairs(const std::complex<Real>* values) {
  return reinterpret_cast<const Real*>(values);
}
template <class Real>
FFTCORE_PART_OF_LOOP Real* pairs(std::complex<Real>* values) {
  return reinterpret_cast<Real*>(values);
}

template <class Real>
FFTCORE_PART_OF_LOOP void load_weighted_of(const Real* __restrict a, const Real* __restrict b,
                                           const Real* __restrict w, std::int64_t count,
                                           Real* __restrict to) {
  for (std::int64_t i = 0; i < count; ++i) {
    to[2 * i] = a[i] * w[2 * i] + b[i] * w[2 * i + 1];
    to[2 * i + 1] = a[i] * w[2 * i + 1] - b[i] * w[2 * i];
  }
}

template <class Real>
FFTCORE_PART_OF_LOOP void store_weighted_of(const Real* __restrict from, const Real* __restrict w,
                                            std::int64_t count, Real* __restrict to) {
  for (std::int64_t i = 0; i < count; ++i)
    to[i] = from[2 * i] * w[2 * i + 1] - from[2 * i + 1] * w[2 * i];
}

template <class Real>
FFTCORE_PART_OF_LOOP void turn_of(const Real* __restrict from, const Real* __restrict w,
                                  std::int64_t count, Real sign, Real* __restrict to) {
  for (std::int64_t i = 0; i < count; ++i) {
    const Real c = w[2 * i], s = sign * w[2 * i + 1];
    to[2 * i] = from[2 * i] * c - from[2 * i + 1] * s;
    to[2 * i + 1] = from[2 * i] * s + from[2 * i + 1] * c;
  }
}

template <class Real>
FFTCORE_PART_OF_LOOP void to_groups_of(const Real* __restrict from, std::int64_t count,
                                       std::int64_t step, Real* __restrict to) {
  for (std::int64_t i = 0; i < count; i += kGroup<Real>, to += step)
    for (std::int64_t k = 0; k < kGroup<Real>; ++k) {
      to[k] = from[2 * (i + k)];
      to[k + kGroup<Real>] = from[2 * (i + k) + 1];
    }
}

template <class Real>
FFTCORE_PART_OF_LOOP void from_groups_of(const Real* __restrict from, std::int64_t count,
                                         Real* __restrict to) {
  for (std::int64_t i = 0; i < count; i += kGroup<Real>)
    for (std::int64_t k = 0; k < kGroup<Real>; ++k) {
      to[2 * (i + k)] = from[2 * i + k];
      to[2 * (i + k) + 1] = from[2 * i + k + kGroup<Real>];
    }
}

}  // namespace

// Each loop once a precision.
#define FFTCORE_STREAM_LOOPS(Real)                                                                \
  FFTCORE_SIMD_CLONES                                                                             \
  void sum_taps(const Real* x, const Real* taps, std::int64_t tap_count, std::int64_t count,      \
                Real* y) {                                                                        \
    sum_taps_of(x, taps, tap_count, count, y);                                                    \
  }                                                                                               \
  FFTCORE_SIMD_CLONES                                                                             \
  void multiply_groups(GroupRun<Real> run, std::int64_t groups, std::int64_t step, bool is_added, \
                       Real* sums) {                                                              \
    multiply_groups_of(run, groups, step, is_added, sums);                                        \
  }                                                                                               \
  FFTCORE_SIMD_CLONES                                                                             \
  void load_weighted(const Real* a, const Real* b, const std::complex<Real>* weights,             \
                     std::int64_t count, std::complex<Real>* to) {                                \
    load_weighted_of(a, b, pairs(weights), count, pairs(to));                                     \
  }                                                                                               \
  FFTCORE_SIMD_CLONES                                                                             \
  void store_weighted(const std::complex<Real>* from, const std::complex<Real>* weights,          \
                      std::int64_t count, Real* to) {                                             \
    store_weighted_of(pairs(from), pairs(weights), count, to);                                    \
  }                                                                                               \
  FFTCORE_SIMD_CLONES                                                                             \
  void turn(const std::complex<Real>* from, const std::complex<Real>* factor, std::int64_t count, \
            bool is_back, std::complex<Real>* to) {                                               \
    turn_of(pairs(from), pairs(factor), count, is_back ? Real{-1} : Real{1}, pairs(to));          \
  }                                                                                               \
  FFTCORE_SIMD_CLONES                                                                             \
  void to_groups(const std::complex<Real>* from, std::int64_t count, std::int64_t step,           \
                 Real* to) {                                                                      \
    to_groups_of(pairs(from), count, step, to);                                                   \
  }                                                                                               \
  FFTCORE_SIMD_CLONES                                                                             \
  void from_groups(const Real* from, std::int64_t count, std::complex<Real>* to) {                \
    from_groups_of(from, count, pairs(to));                                                       \
  }
FFTCORE_STREAM_LOOPS(float)
FFTCORE_STREAM_LOOPS(double)
#undef FFTCORE_STREAM_LOOPS

}  // namespace fftcore
