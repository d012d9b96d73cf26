// SPDX-License-Identifier: LGPL-2.1-or-later
// An image through a map in one launch (fftcore/warp.h).
#pragma once

#include <string>

#include "fftcore/warp.h"
#include "line_spec.h"

namespace fftcore {

/// `input` to `output`, by the map in `second`, 3 rows x 3 columns of f32. A thread makes a pixel,
/// all channels of it. A block has block_rows rows of block_columns pixels.
struct WarpSpec {
  std::string name;
  Real real = Real::f32;
  ImageGeometry input, output;
  int channels = 1;
  Interpolation interpolation = Interpolation::bicubic;
  EdgeMode edge = EdgeMode::replicate;
  double fill = 0;
  bool is_projective = false;
  bool keeps_outside = false;
  double scale_x = 1, scale_y = 1, origin_x = 0, origin_y = 0;
  int block_columns = 32;
  int block_rows = 8;

  int blocks_across() const { return (output.columns + block_columns - 1) / block_columns; }
  int blocks_down() const { return (output.rows + block_rows - 1) / block_rows; }
};

}  // namespace fftcore
