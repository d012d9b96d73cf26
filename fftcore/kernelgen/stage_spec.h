// SPDX-License-Identifier: LGPL-2.1-or-later
// What one launch does, as plain values: lines are loaded, transformed, perhaps multiplied and transformed back, and stored.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "ast.h"
#include "fftcore/problem.h"
#include "line_shape.h"

namespace fftcore {

/// Lines are numbered along three axes: the one that a block has several of, then whatever a Problem repeats.
using LineAxes = std::array<int, 3>;

/// Element e of line (a, b, c) lies at offset + e * element + a * line[0] + b * line[1] + c * line[2]. Counted in complex elements.
struct Strides {
  std::int64_t element = 1;
  std::array<std::int64_t, 3> line{};
  std::int64_t offset = 0;
};

/// From `input`. Elements from `count` on are 0 and never read.
struct ComplexLoad {
  ast::Storage storage = ast::Storage::f32;
  Strides strides;
  int count = 0;
};

/// Samples of an image: sample (row, column, channel, frame) lies at row * input_row_stride (a scalar of the launch) + column *
/// column_stride + channel * channel_stride + frame * frame_stride, counted in samples.
struct ImageGeometry {
  ast::Storage storage = ast::Storage::f32;
  int rows = 1;
  int columns = 1;
  std::int64_t column_stride = 1;
  std::int64_t channel_stride = 0;
  std::int64_t frame_stride = 0;
  /// Channel of the b-th line along the second axis; empty: b itself.
  std::vector<int> channels;
};

/// From `input`: element e of line (a, b, c) is the sample at row first_row + a, column first_column + e of channel b of frame c, the
/// image being extended by its edges, less the bias. Elements from `count` on are 0 and never read.
struct ImageLoad {
  ImageGeometry image;
  EdgeMode edge = EdgeMode::constant;
  int first_row = 0;
  int first_column = 0;
  int count = 0;
  float bias = 0;
  /// Not 0: the line so many rows below is the imaginary part.
  int paired_rows = 0;
};

/// To `output`, elements below `count` only, times `scale`, conjugated if so wished.
struct ComplexStore {
  ast::Storage storage = ast::Storage::f32;
  Strides strides;
  int count = 0;
  double scale = 1;
  bool conjugate = false;
};

/// To `output`: elements below image.columns of the lines below image.rows, real part times `gain` plus `offset` (scalars of the launch),
/// rounded and clamped where samples are whole numbers. The imaginary part is the row `paired_rows` below, where that is not 0.
struct ImageStore {
  ImageGeometry image;
  int paired_rows = 0;
};

/// By the complex array `kernel_spectrum`.
struct SpectrumMultiply {
  ast::Storage storage = ast::Storage::f32;
  Strides strides;
};

enum class Work : std::uint8_t {
  forward,   ///< exp(-2 pi i ...)
  inverse,   ///< exp(+2 pi i ...), not divided by the length
  convolve,  ///< forward, multiply, inverse
};

struct StageSpec {
  std::string name;
  LineShape shape;
  LineAxes lines{1, 1, 1};
  std::variant<ComplexLoad, ImageLoad> load;
  Work work = Work::forward;
  std::optional<SpectrumMultiply> multiply;  ///< of Work::convolve
  std::variant<ComplexStore, ImageStore> store;
};

}  // namespace fftcore
