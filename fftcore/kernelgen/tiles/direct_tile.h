// SPDX-License-Identifier: LGPL-2.1-or-later
// The tile of a DirectSpec: samples with their halo in shared memory, and outputs on their way out.
#pragma once

#include <vector>

#include "access.h"
#include "builder.h"
#include "direct_spec.h"

namespace fftcore {

/// Where a block's tile is, and which strip of it a thread has.
struct StripPosition {
  ast::Expr thread;        ///< number in the block
  ast::Expr across, down;  ///< of the strip in the tile
  ast::Expr row, column;   ///< number of the tile
  ast::Expr channel, frame;
};
StripPosition strip_position(Builder& builder, const DirectSpec& spec);
/// Of tile number `of_block`, of tiles_at_once(), of that block; the last tile may be there twice.
StripPosition strip_position(Builder& builder, const DirectSpec& spec, const ast::Expr& block,
                             int of_block);

/// Row number `row` of an image, of which tiles have `rows_of_tile` rows; and an element of it
/// alone, which is one of `count` from `least` on.
LinePosition tile_line(const DirectSpec& spec, const StripPosition& position, ast::Expr row,
                       int rows_of_tile);
Butterfly lone_element(ast::Expr number, int least, int count);

inline constexpr const char* kTileName = "tile";

/// Declares what load_tile() fills.
void declare_tile(Builder& builder, const DirectSpec& spec);
/// Brings the tile to shared memory, row by row, as sample_columns() says (direct_load.cpp), behind
/// as many others. A barrier has to follow.
void load_tile(Builder& builder, const DirectSpec& spec, const StripPosition& position,
               int of_block = 0);

/// Stores four neighbouring outputs of a row of the tile, the first of them that of strip `across`.
void store_outputs(Builder& builder, const DirectSpec& spec, const StripPosition& position,
                   const ast::Expr& row, const ast::Expr& across,
                   const std::vector<ast::Expr>& outputs);

/// Samples of a row of shared memory that a strip's outputs take, `count` of them from element
/// number `skipped` of the group `first` on.
std::vector<ast::Expr> samples_from(Builder& builder, const char* array, const ast::Expr& first,
                                    int skipped, int count);

}  // namespace fftcore
