// SPDX-License-Identifier: LGPL-2.1-or-later
// The loops of a warp over pixels of a row: places, weights, and sums of samples of a tile. Real is
// float or double.
#pragma once

#include <cstdint>

#include "fftcore/interpolation.h"

namespace fftcore {

/// Pixels of a row that the loops are given at most.
inline constexpr std::int64_t kWarpColumns = 64;
/// Numbers that sums leave of a pixel between their two steps, at most.
inline constexpr std::int64_t kWarpLanes = 8;

/// X, Y and W of a row's pixels: `first` and, for each column, `step` more.
template <class Real>
struct WarpLine {
  struct Number {
    Real first, step;
  };
  Number x, y, w;
  bool is_projective;
};

/// Places of pixels. The samples that a value is made of begin at column x and row y of the image,
/// as its edges extend it; part_x and part_y say how far the place lies behind the last sample
/// before it. `somewhere` is -1, or 0 where there is no place.
template <class Real>
struct WarpPlaces {
  std::int32_t *x, *y, *somewhere;
  Real *part_x, *part_y;

  WarpPlaces from(std::int64_t pixel) const {
    return {x + pixel, y + pixel, somewhere + pixel, part_x + pixel, part_y + pixel};
  }
};
void find_places(const WarpLine<float>& line, Interpolation interpolation, std::int64_t column,
                 std::int64_t count, const WarpPlaces<float>& places);
void find_places(const WarpLine<double>& line, Interpolation interpolation, std::int64_t column,
                 std::int64_t count, const WarpPlaces<double>& places);

/// Where samples of some pixels begin, of those that have a place.
struct WarpBounds {
  std::int32_t least_x = INT32_MAX, most_x = INT32_MIN, least_y = INT32_MAX, most_y = INT32_MIN;

  bool are_empty() const { return least_x > most_x; }
};
/// Extends the bounds by pixels.
void extend_bounds(const std::int32_t* x, const std::int32_t* y, const std::int32_t* somewhere,
                   std::int64_t count, WarpBounds& bounds);

/// Weights of places' neighbours: of neighbour k and pixel i in element k * kWarpColumns + i.
void find_weights(Interpolation interpolation, const float* parts, std::int64_t count,
                  float* weights);
void find_weights(Interpolation interpolation, const double* parts, std::int64_t count,
                  double* weights);

/// Values of pixels, by samples of a tile. Up to kWarpLanes samples after the last one of a row may
/// be read, which make no difference.
template <class Real>
struct WarpSums {
  const Real* tile;
  std::int64_t pitch;      ///< from row to row
  std::int32_t left, top;  ///< the tile's first column and row
  const std::int32_t *x, *y, *somewhere;
  const Real *weights_x, *weights_y;  ///< find_weights()
  Real fill;
  Real* scratch;  ///< kWarpColumns * kWarpLanes
};
void sum_samples(Interpolation interpolation, const WarpSums<float>& sums, std::int64_t count,
                 float* to);
void sum_samples(Interpolation interpolation, const WarpSums<double>& sums, std::int64_t count,
                 double* to);

}  // namespace fftcore
