// SPDX-License-Identifier: LGPL-2.1-or-later
// A Convolution as circular convolution, which is what peers can do: a real grid, the kernel placed
// on it, and how a frame lies there.
#pragma once

#include <complex>
#include <span>
#include <vector>

#include "fftcore/convolution.h"
#include "fftcore/taps.h"

namespace bench {

struct Circular {
  /// Of each frame or channel; rows 1: each row of the image by itself. Not padded: as long as they
  /// are, and nothing to pad or crop.
  int rows = 1;
  int columns = 1;
  std::int64_t batch = 1;    ///< grids to transform
  std::int64_t results = 1;  ///< grids to transform back: more where several kernels meet a frame
  bool is_padded = true;

  /// Of what a frame extends to on the grid, from its first row and column on.
  int extended_rows = 0;
  int extended_columns = 0;
  int rows_before = 0;  ///< of the edges' rows and columns, outside the frame
  int columns_before = 0;

  std::int64_t bins() const { return std::int64_t{rows} * (columns / 2 + 1); }
  std::int64_t points() const { return std::int64_t{rows} * columns; }
};

/// Whether each row of the image is a circular signal, as long as it is.
bool is_circular_line(const fftcore::Convolution& problem);
Circular circular_line(const fftcore::Convolution& problem);
/// Whether the image goes round at its edges, so that it is a grid itself.
bool is_circular_image(const fftcore::Convolution& problem);
Circular circular_image(const fftcore::Convolution& problem);
/// On a grid of so many rows and columns, at least the frame's and the kernel's together, less one.
Circular circular_frame(const fftcore::Convolution& problem, int rows, int columns);

/// The values on the grid by which to convolve: output[n] = sum_m grid[m] input[n - m], of a padded
/// frame its first rows and columns.
std::vector<float> kernel_grid(const fftcore::Convolution& problem, const fftcore::Taps& taps,
                               const Circular& circular);
/// Likewise of complex taps.
std::vector<std::complex<float>> complex_kernel_grid(const fftcore::Convolution& problem,
                                                     const fftcore::Taps& taps,
                                                     const Circular& circular);

}  // namespace bench
