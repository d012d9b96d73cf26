// SPDX-License-Identifier: LGPL-2.1-or-later
// Local norms: what lies under a template at each place, by sums of the image's signal and of its
// square.
#pragma once

#include <string>

#include "line_spec.h"

namespace fftcore {

/// Two launches, since a window's sums are sums of its rows' sums. Sums run on from position to
/// position, in pairs of f32 that hold what one would lose (Knuth's two-sum).
struct MovingSumSpec {
  enum class Part : std::uint8_t {
    /// `input` to `sums`: of each row and position the mean m of the row's samples and the sum of
    /// (x - m)^2; a block a row
    rows,
    /// `sums` to `local_norms`: 1 over the root of the sum, over the template, of (x - mean)^2; 0
    /// where that sum is less than `flat_sum`
    columns,
  };
  std::string name;
  Part part = Part::rows;
  ImageGeometry image;         ///< of one slice and frame
  std::vector<float> weights;  ///< as ImageLoad's
  float bias = 0;
  int template_rows = 1;
  int template_columns = 1;
  bool is_centred = false;  ///< else m and the mean are 0
  double flat_sum = 0;
  int threads = 256;  ///< of a block
  int strip = 32;     ///< of columns: positions that a thread goes through, a multiple of kAtOnce

  int rows() const { return image.rows - template_rows + 1; }  ///< of positions
  int columns() const { return image.columns - template_columns + 1; }
  /// Rows that columns load at once, before they add.
  static constexpr int kAtOnce = 8;
};

}  // namespace fftcore
