// SPDX-License-Identifier: LGPL-2.1-or-later
// Local norms: what lies under a template at each place, by sums of the image's signal and of its
// square.
#pragma once

#include <string>

#include "line_spec.h"

namespace fftcore {

/// One of two launches: the sum over a window is the sum of its rows' sums. Sums run on from
/// position to position, in pairs of f32, where the second holds what the first loses (Knuth's
/// two-sum).
struct MovingSumSpec {
  enum class Part : std::uint8_t {
    /// `input` to `row_sums`: for each row and position the mean m of the row's samples under the
    /// template and the sum of (x - m)^2. A block has one row.
    rows,
    /// `row_sums` to `local_norms`: 1 over the root of the sum, over the template, of (x - mean)^2,
    /// or 0 where that sum is less than `flat_sum`. Not normed: 1.
    columns,
  };
  std::string name;
  Part part = Part::rows;
  ImageGeometry image;         ///< one slice, one frame
  std::vector<float> weights;  ///< as ImageLoad's
  float bias = 0;
  int template_rows = 1;
  int template_columns = 1;
  bool is_normed = true;
  bool is_centred = false;  ///< m and the mean are 0 where not set
  /// Where not 0, a sample x beyond it, or one that is not a number, was not seen: it counts as 0,
  /// and `local_norms` are -1 where one lies under the template.
  float largest = 0;
  double flat_sum = 0;
  int threads = 256;  ///< a block's
  int strip = 32;     ///< Part::columns: positions of a thread, a multiple of kAtOnce

  /// Rows and columns of positions.
  int rows() const { return image.rows - template_rows + 1; }
  int columns() const { return image.columns - template_columns + 1; }
  /// Kinds of sums that Part::rows runs on: of unseen samples, of squares, of samples.
  int kinds() const { return (largest != 0 ? 1 : 0) + (is_normed ? 1 : 0) + (is_centred ? 1 : 0); }
  /// Rows that Part::columns loads at once before it adds.
  static constexpr int kAtOnce = 8;
};

}  // namespace fftcore
