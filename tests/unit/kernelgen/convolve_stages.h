// SPDX-License-Identifier: LGPL-2.1-or-later
// The three launches of a 2-D convolution, its two halves packed as one complex image, and the two
// that prepare the taps' spectrum.
#pragma once

#include <vector>

#include "generated_kernel.h"
#include "line_spec.h"

namespace fftcore::test {

/// y[i] = sum_j x[i + lead + j] g[j], x extended by its edges; what the planner makes of every
/// convolution.
struct Image {
  ast::Storage storage = ast::Storage::u8;
  int rows = 1;
  int columns = 1;
  int channels = 1;
  int row_stride = 1;  // samples
  int out_rows = 1;
  int out_columns = 1;
  int taps_rows = 1;
  int taps_columns = 1;
  int origin_row = 0;
  int origin_column = 0;
  EdgeMode edge = EdgeMode::constant;
  float bias = 0;
  ast::Storage out_storage = ast::Storage::u8;
  ast::Storage spectrum_storage = ast::Storage::f32;
};

/// A shape for tests: radices as given, as many threads as the first has butterflies.
LineShape shape_of(std::vector<int> radices);
/// The same of neighbouring columns, 8 a block.
LineShape column_shape_of(std::vector<int> radices);

struct ConvolveStages {
  GeneratedKernel taps_rows, taps_columns, rows, columns, rows_back;
};

/// Throws InvalidArgument where the image does not fit the lengths of the shapes.
ConvolveStages stages_of(const Image& m, const LineShape& across, const LineShape& down);

/// Of the arrays between rows and columns, and between columns and rows_back.
std::size_t spectrum_bytes(const Image& m, const LineShape& across);

}  // namespace fftcore::test
