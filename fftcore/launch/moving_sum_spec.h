// SPDX-License-Identifier: LGPL-2.1-or-later
// Local norms: what lies under a template at each place, by sums of the image's signal and of its
// square.
#pragma once

#include <string>

#include "line_spec.h"

namespace fftcore {

/// One of two launches: the sum over a window is the sum of its rows' sums, or of its columns'.
struct MovingSumSpec {
  /// Sums run on from position to position, in pairs of f32, where the second holds what the first
  /// loses (Knuth's two-sum). Those of u8 are whole numbers, which need no care: of samples less
  /// whole_bias() along columns, exact in f32, then as i32 and i64 along rows.
  enum class Part : std::uint8_t {
    /// `input` to `first_sums`: for each row and position the mean m of the row's samples under the
    /// template and the sum of (x - m)^2. A block has one row. Where `flat_part` is set, a pair
    /// for each row follows, of which the first is the sum of the row's squares, and for each
    /// sample the square of `part_of_level` of the signal's level.
    rows,
    /// `first_sums` to `local_norms`: 1 over the root of the sum, over the template, of (x -
    /// mean)^2, or 0 where that sum is less than `flat_sum`, or than `flat_part` of the sum of all
    /// of the image's squares. Not normed: 1.
    columns,
    /// `input` to `first_sums`: for each column and row of positions the sums of the column's
    /// samples under the template and of their squares.
    whole_columns,
    /// `first_sums` to `local_norms`, as above. A block has one row.
    whole_rows,
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
  /// As ImageLoad's: what channels lose.
  std::vector<LevelPlace> level_places;
  double flat_sum = 0;
  double flat_part = 0;  ///< only of what is normed, and not of whole numbers
  float part_of_level = 0;
  int threads = 256;  ///< a block's
  int strip = 32;     ///< Of columns: positions of a thread, a multiple of kAtOnce

  /// Rows and columns of positions.
  int rows() const { return image.rows - template_rows + 1; }
  int columns() const { return image.columns - template_columns + 1; }
  /// Kinds of sums that Part::rows runs on: of unseen samples, of squares, of samples.
  int kinds() const { return (largest != 0 ? 1 : 0) + (is_normed ? 1 : 0) + (is_centred ? 1 : 0); }
  bool is_along_rows() const { return part == Part::rows || part == Part::whole_rows; }
  bool is_whole() const { return part == Part::whole_columns || part == Part::whole_rows; }
  /// Columns of a thread of Part::whole_rows, an odd number: then threads are in different banks.
  int whole_columns_each() const {
    const int each = (image.columns + threads - 1) / threads;
    return each + (each + 1) % 2;
  }
  /// Shared memory of Part::whole_rows: two sums of samples and two of squares of each thread, and
  /// one of each of its columns.
  std::int64_t whole_bytes() const {
    return std::int64_t{4 + 8} * threads * (whole_columns_each() + 2);
  }
  /// What sums of u8 leave out of each sample, which is nothing to a centred norm.
  int whole_bias() const { return is_centred ? 128 : 0; }
  /// Rows that are loaded at once before they are added.
  static constexpr int kAtOnce = 8;
};

}  // namespace fftcore
