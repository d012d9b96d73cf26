// SPDX-License-Identifier: LGPL-2.1-or-later
// Sums go in two steps. The first takes the pixels one by one: neighbours of a row lie side by
// side, so that a vector has them, and rows are added up. The second adds up what is left of all
// pixels at once.
#include "warp_loops.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "fftcore/warp.h"
#include "place_weights.h"
#include "simd.h"

namespace fftcore {
namespace {

/// `line` is a copy, so that stores are known not to change it.
template <class Real>
FFTCORE_PART_OF_LOOP void places(const WarpLine<Real> line, bool is_projective, bool is_nearest,
                                 std::int32_t lead, std::int64_t column, std::int64_t count,
                                 const WarpPlaces<Real>& to) {
  constexpr Real kFarthest = Real(kMaxWarpPlace);
  const Real half = is_nearest ? Real(0.5) : Real(0);
  const auto first = static_cast<std::int32_t>(column), end = static_cast<std::int32_t>(count);
  std::int32_t* __restrict const to_x = to.x;
  std::int32_t* __restrict const to_y = to.y;
  std::int32_t* __restrict const to_somewhere = to.somewhere;
  Real* __restrict const part_x = to.part_x;
  Real* __restrict const part_y = to.part_y;
  for (std::int32_t i = 0; i < end; ++i) {
    const Real number = static_cast<Real>(first + i);
    Real x = line.x.step * number + line.x.first, y = line.y.step * number + line.y.first;
    if (is_projective) {
      const Real w = line.w.step * number + line.w.first;
      x = x / w;
      y = y / w;
    }
    // Not so of what is no number.
    const bool is_somewhere =
        (x >= -kFarthest) & (x <= kFarthest) & (y >= -kFarthest) & (y <= kFarthest);
    x = (is_somewhere ? x : Real(0)) + half;
    y = (is_somewhere ? y : Real(0)) + half;
    auto left = static_cast<std::int32_t>(x), top = static_cast<std::int32_t>(y);
    left -= static_cast<Real>(left) > x ? 1 : 0;
    top -= static_cast<Real>(top) > y ? 1 : 0;
    part_x[i] = x - static_cast<Real>(left);
    part_y[i] = y - static_cast<Real>(top);
    to_x[i] = left - lead;
    to_y[i] = top - lead;
    to_somewhere[i] = is_somewhere ? -1 : 0;
  }
}

/// Constants make four loops.
template <class Real>
FFTCORE_PART_OF_LOOP void all_places(const WarpLine<Real>& line, Interpolation interpolation,
                                     std::int64_t column, std::int64_t count,
                                     const WarpPlaces<Real>& to) {
  const int samples = samples_of(interpolation);
  const std::int32_t lead = samples == 1 ? 0 : samples / 2 - 1;
  if (line.is_projective)
    places(line, true, samples == 1, lead, column, count, to);
  else
    places(line, false, samples == 1, lead, column, count, to);
}

template <class Real>
FFTCORE_PART_OF_LOOP void weights(Interpolation interpolation, const Real* __restrict parts,
                                  std::int64_t count, Real* __restrict to) {
  constexpr std::int64_t kNext = kWarpColumns;
  switch (interpolation) {
    case Interpolation::nearest: break;
    case Interpolation::bilinear:
      for (std::int64_t i = 0; i < count; ++i) {
        to[i] = 1 - parts[i];
        to[i + kNext] = parts[i];
      }
      break;
    case Interpolation::bicubic:
      for (std::int64_t i = 0; i < count; ++i) {
        const std::array<Real, 4> of_place = bicubic_weights(parts[i]);
#pragma GCC unroll 4
        for (int k = 0; k < 4; ++k) to[i + k * kNext] = of_place[static_cast<std::size_t>(k)];
      }
      break;
    case Interpolation::lanczos:
      for (std::int64_t i = 0; i < count; ++i) {
        const std::array<Real, 6> of_place = lanczos_weights(parts[i]);
#pragma GCC unroll 6
        for (int k = 0; k < 6; ++k) to[i + k * kNext] = of_place[static_cast<std::size_t>(k)];
      }
      break;
  }
}

template <class Real>
FFTCORE_PART_OF_LOOP void nearest(const WarpSums<Real> sums, std::int64_t count,
                                  Real* __restrict to) {
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t away = (sums.y[i] - sums.top) * sums.pitch + (sums.x[i] - sums.left);
    to[i] = sums.somewhere[i] != 0 ? sums.tile[away] : sums.fill;
  }
}

template <class Real, int Count>
FFTCORE_PART_OF_LOOP void sum(const WarpSums<Real> sums, std::int64_t count, Real* __restrict to) {
  constexpr int kLanes = Count == 2 ? 2 : 4, kVectors = (Count + kLanes - 1) / kLanes,
                kNumbers = kLanes * kVectors;
  static_assert(kNumbers <= kWarpLanes);
  typedef Real Vector __attribute__((vector_size(kLanes * sizeof(Real))));
  typedef Real Unaligned
      __attribute__((vector_size(kLanes * sizeof(Real)), aligned(sizeof(Real)), may_alias));
  Real* __restrict const scratch = sums.scratch;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t mask = sums.somewhere[i],  // the tile's first samples stand in
        away = ((sums.y[i] - sums.top) * sums.pitch + (sums.x[i] - sums.left)) & mask;
    const Real* const first = sums.tile + away;
    Vector rows[kVectors];
#pragma GCC unroll 2
    for (int v = 0; v < kVectors; ++v)
      rows[v] = *reinterpret_cast<const Unaligned*>(first + v * kLanes) * sums.weights_y[i];
#pragma GCC unroll 6
    for (int k = 1; k < Count; ++k)
#pragma GCC unroll 2
      for (int v = 0; v < kVectors; ++v)
        rows[v] += *reinterpret_cast<const Unaligned*>(first + k * sums.pitch + v * kLanes) *
                   sums.weights_y[k * kWarpColumns + i];
#pragma GCC unroll 2
    for (int v = 0; v < kVectors; ++v)
      *reinterpret_cast<Unaligned*>(scratch + i * kNumbers + v * kLanes) = rows[v];
  }
  for (std::int64_t i = 0; i < count; ++i) {
    Real value = scratch[i * kNumbers] * sums.weights_x[i];
#pragma GCC unroll 6
    for (int k = 1; k < Count; ++k)
      value += scratch[i * kNumbers + k] * sums.weights_x[k * kWarpColumns + i];
    to[i] = sums.somewhere[i] != 0 ? value : sums.fill;
  }
}

}  // namespace

FFTCORE_WIDE_SIMD_CLONES
void find_places(const WarpLine<float>& line, Interpolation interpolation, std::int64_t column,
                 std::int64_t count, const WarpPlaces<float>& to) {
  all_places(line, interpolation, column, count, to);
}
FFTCORE_WIDE_SIMD_CLONES
void find_places(const WarpLine<double>& line, Interpolation interpolation, std::int64_t column,
                 std::int64_t count, const WarpPlaces<double>& to) {
  all_places(line, interpolation, column, count, to);
}

FFTCORE_WIDE_SIMD_CLONES
void extend_bounds(const std::int32_t* x, const std::int32_t* y, const std::int32_t* somewhere,
                   std::int64_t count, WarpBounds& bounds) {
  std::int32_t least_x = bounds.least_x, most_x = bounds.most_x, least_y = bounds.least_y,
               most_y = bounds.most_y;
  for (std::int64_t i = 0; i < count; ++i) {
    // By masks, since GCC 12 makes branches, and no vectors, of a choice here.
    const std::int32_t here = somewhere[i], own_x = x[i] & here, own_y = y[i] & here;
    least_x = std::min(least_x, own_x | (INT32_MAX & ~here));
    most_x = std::max(most_x, own_x | (INT32_MIN & ~here));
    least_y = std::min(least_y, own_y | (INT32_MAX & ~here));
    most_y = std::max(most_y, own_y | (INT32_MIN & ~here));
  }
  bounds = {least_x, most_x, least_y, most_y};
}

FFTCORE_WIDE_SIMD_CLONES
void find_weights(Interpolation interpolation, const float* parts, std::int64_t count, float* to) {
  weights(interpolation, parts, count, to);
}
FFTCORE_WIDE_SIMD_CLONES
void find_weights(Interpolation interpolation, const double* parts, std::int64_t count,
                  double* to) {
  weights(interpolation, parts, count, to);
}

FFTCORE_WIDE_SIMD_CLONES
void sum_samples(Interpolation interpolation, const WarpSums<float>& sums, std::int64_t count,
                 float* to) {
  switch (interpolation) {
    case Interpolation::nearest: return nearest(sums, count, to);
    case Interpolation::bilinear: return sum<float, 2>(sums, count, to);
    case Interpolation::bicubic: return sum<float, 4>(sums, count, to);
    case Interpolation::lanczos: return sum<float, 6>(sums, count, to);
  }
}
FFTCORE_WIDE_SIMD_CLONES
void sum_samples(Interpolation interpolation, const WarpSums<double>& sums, std::int64_t count,
                 double* to) {
  switch (interpolation) {
    case Interpolation::nearest: return nearest(sums, count, to);
    case Interpolation::bilinear: return sum<double, 2>(sums, count, to);
    case Interpolation::bicubic: return sum<double, 4>(sums, count, to);
    case Interpolation::lanczos: return sum<double, 6>(sums, count, to);
  }
}

}  // namespace fftcore
