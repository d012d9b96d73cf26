// SPDX-License-Identifier: LGPL-2.1-or-later
// One of both windows: where it lies in its image, and its samples.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "access.h"
#include "interpolation_weights.h"
#include "window_block.h"
#include "window_places.h"

namespace fftcore {

/// A window's samples are less the one nearest to its place, so that sums of them round little, and
/// a window of equal samples is one of zeros.
class WindowImage {
 public:
  /// Where a window comes from, and where its place is in a row of places.
  struct Source {
    std::string image;                  ///< the name of its buffer
    int place = 0;                      ///< x and y
    int map = 0;                        ///< four numbers
    const std::vector<float>& weights;  ///< of all channels
  };
  /// `row`: of the places.
  WindowImage(const WindowBlock& block, const Source& source, const ast::Expr& row, int rows,
              int columns);

  /// Whether the place's numbers are finite, and not far outside of any image.
  const ast::Expr& is_placed() const { return is_placed_; }
  /// Of a window without a map: whether its samples lie on those of the image.
  const ast::Expr& is_whole() const { return is_whole_; }
  /// Likewise: its samples that are in the image.
  ast::Expr count_inside() const;
  /// Of a window with a map: 1 where that sample is in the image, else 0.
  ast::Expr inside_at(const ast::Expr& row, const ast::Expr& column) const;

  /// Its numbers xx xy yx yy.
  const std::vector<ast::Expr>& map() const { return map_; }

  /// Samples of one column of a window without a map, row after row.
  struct Column {
    std::vector<ast::Expr> offsets;  ///< of the image's columns that it is made of
    std::vector<ast::Expr> weights;  ///< of these
    ast::Expr first_row;             ///< of the image, for row 0 of the window
    std::vector<ast::Expr> row_weights;
  };
  /// Of samples that lie on the image's.
  Column whole_column(const ast::Expr& column) const;
  /// `moved`: how far the window is moved, in pixels.
  Column column(const ast::Expr& column, const ast::Expr& moved_x, const ast::Expr& moved_y) const;
  /// Row of the image, of those that row 0 of the window is made of, or one further down: its
  /// samples, weighed. Loads where `wanted` alone.
  ast::Expr row_of(const Column& column, const ast::Expr& row, const ast::Expr& wanted) const;

  /// A sample of a window with a map, whose offsets from the place are `across` and `down` before
  /// the map.
  ast::Expr mapped(const ast::Expr& across, const ast::Expr& down, const ast::Expr& wanted) const;

  int rows, columns;

 private:
  struct Axis {
    ast::Expr whole, rest;        ///< the place
    ast::Expr first, first_rest;  ///< sample 0 of the window, without a map
  };
  Axis axis_of(const ast::Expr& place, int extent) const;
  ast::Expr column_offset(const ast::Expr& column) const;
  ast::Expr row_offset(const ast::Expr& row) const;
  /// The signal there, less the pivot.
  ast::Expr sample(const ast::Expr& row, const ast::Expr& column, const ast::Expr& wanted) const;
  ast::Expr signal(const ast::Expr& row, const ast::Expr& column, const ast::Expr& wanted) const;
  struct Mapped {
    ast::Expr x, y;
  };
  Mapped mapped_offset(const ast::Expr& across, const ast::Expr& down) const;

  Builder& b_;
  const WindowSpec& spec_;
  std::string name_;
  std::vector<float> weights_;
  ImageMemory memory_;
  std::vector<ast::Expr> map_;
  ast::Expr is_placed_;
  Axis x_, y_;
  ast::Expr is_whole_, pivot_;
};

}  // namespace fftcore
