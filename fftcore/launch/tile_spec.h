// SPDX-License-Identifier: LGPL-2.1-or-later
// A whole two-dimensional convolution in one launch: each block takes a tile of the image through
// all its steps on the chip (overlap-save).
#pragma once

#include <string>

#include "line_spec.h"

namespace fftcore {

/// Columns of a tile that a warp has at a time.
inline constexpr int kTileColumnsOfWarp = 4;

/// Tile (y, x) reads the image from row y * useful_rows and column x * useful_columns on, counted
/// from where the load begins. It makes useful_rows x useful_columns samples of the output, from
/// the row and column of these numbers on.
struct TileSpec {
  std::string name;
  /// As long as the tile is wide, as many lines as the tile has rows.
  LineShape rows;
  /// As long as the tile is high, adjacent, as many lines as the tile has columns, and as many
  /// threads as `rows`.
  LineShape columns;
  int useful_rows = 1;
  int useful_columns = 1;
  /// Counts of tiles along Dim::row and Dim::column, of channels and, along Dim::frame, of frames
  /// times `groups`.
  PerDim<int> tiles{1};
  /// Filters of a frame, in so many groups. A tile is transformed once for the `repeats` filters of
  /// a group. The n-th filter has number n of the spectrum along Dim::frame and, where there are
  /// several, is stored as frame number (the tile's own) * groups * repeats + n.
  int groups = 1;
  int repeats = 1;
  int filters() const { return groups * repeats; }
  /// Blocks, which share the tiles out, tile after tile.
  int blocks = 1;
  /// Rows of the input, and of the output, or of the first half of each where the output is cut in
  /// halves. Rows below matter to no result, and are not stored.
  int in_rows = 1;
  int out_rows = 1;
  ImageLoad load;  ///< its count is that of the whole extended row
  /// Its lines are columns: Dim::column counts groups of kTileColumnsOfWarp, Dim::slice the columns
  /// in a group.
  SpectrumMultiply multiply;
  ImageStore store;  ///< its count is that of the whole row, or of its first half
};

/// Bytes of shared memory of a block.
std::int64_t shared_bytes_of(const TileSpec& tile);

/// Elements of a line in shared memory: one of padding after each butterfly of the first radix but
/// the last.
inline int tile_line_elements(const LineShape& line) {
  return line.length + line.length / line.radices.front() - 1;
}

/// Elements from one row of a tile to the next in shared memory: 12 more than a multiple of the
/// banks' 16 pairs of words, so that four elements of four columns, and eight elements of every
/// other row, lie in as many banks.
inline int tile_row_stride(const TileSpec& tile) {
  return (tile_line_elements(tile.rows) - 12 + 15) / 16 * 16 + 12;
}

/// Elements of a whole tile in shared memory.
inline int tile_elements(const TileSpec& tile) {
  return tile_line_elements(tile.columns) * tile_row_stride(tile);
}

}  // namespace fftcore
