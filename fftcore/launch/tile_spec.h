// SPDX-License-Identifier: LGPL-2.1-or-later
// A whole two-dimensional convolution in one launch: each block takes a tile of the image through
// all its steps on the chip (overlap-save).
#pragma once

#include <string>

#include "line_spec.h"

namespace fftcore {

/// Lines of a tile that a warp has at a time.
inline constexpr int kTileColumnsOfWarp = 4;

/// Tile (y, x) reads the image from row y * useful_rows and column x * useful_columns on, counted
/// from where the load begins, and makes the rows and columns of the output that have these
/// numbers, useful_rows x useful_columns of them.
struct TileSpec {
  std::string name;
  LineShape rows;  ///< as long as the tile is wide, as many lines as it has rows
  /// as long as the tile is high, adjacent, as many as it has columns, by as many threads
  LineShape columns;
  int useful_rows = 1;
  int useful_columns = 1;
  /// How many there are: tiles along Dim::row and Dim::column, Dim::channel, Dim::frame.
  PerDim<int> tiles{1};
  /// So many blocks share them out, tile after tile.
  int blocks = 1;
  int in_rows = 1;   ///< of the first half; what is below matters to no result
  int out_rows = 1;  ///< of the first half; none below are stored
  ImageLoad load;    ///< its count is of the whole extended row
  /// lines are columns: Dim::column counts groups of kTileColumnsOfWarp, Dim::slice columns in a
  /// group
  SpectrumMultiply multiply;
  ImageStore store;  ///< its count is of the whole row of the first half
};

/// Shared memory of a block.
std::int64_t shared_bytes_of(const TileSpec& tile);

/// Elements of a line in shared memory: one more after each butterfly of the first radix.
inline int tile_line_elements(const LineShape& line) {
  return line.length + line.length / line.radices.front() - 1;
}

/// Elements from one row of a tile to the next in shared memory: 12 more than a multiple of the
/// banks' 16 pairs of words, so that four elements of four columns, and eight elements of every
/// other row, lie in as many banks.
inline int tile_row_stride(const TileSpec& tile) {
  return (tile_line_elements(tile.rows) - 12 + 15) / 16 * 16 + 12;
}

/// Of a whole tile.
inline int tile_elements(const TileSpec& tile) {
  return tile_line_elements(tile.columns) * tile_row_stride(tile);
}

}  // namespace fftcore
