// SPDX-License-Identifier: LGPL-2.1-or-later
// Slabs of DirectBody::real_bands: rows of samples, as real numbers, that come to shared memory
// while those before them are worked at. There is room for two, which take turns.
#pragma once

#include <vector>

#include "direct_tile.h"

namespace fftcore {

class RealSlabs {
 public:
  /// Declares the shared memory.
  RealSlabs(Builder& builder, const DirectSpec& spec, const StripPosition& position);

  /// The thread's groups of four samples of a slab: loaded, not waited for.
  std::vector<std::vector<ast::Expr>> quads(const ast::Expr& slab);
  /// Stores them, and loads and stores others of which the image has no four together. A barrier
  /// has to follow.
  void put(const ast::Expr& slab, const std::vector<std::vector<ast::Expr>>& quads);
  /// Where a slab begins in shared memory, in groups of four.
  ast::Expr begin(const ast::Expr& slab) const { return slab % 2 * (kSlabRows * row_groups()); }
  /// From a row in shared memory to the next, in groups of four.
  int row_groups() const { return spec_.row_samples() / kStripColumns; }

 private:
  /// A group of four columns of a row of each slab, which the thread brings.
  struct Group {
    ast::Expr exists;       ///< whether the thread has it
    ast::Expr row, column;  ///< of the slab, column in groups of four
    ast::Expr is_together;  ///< whether the image has all four, where four are aligned
    ast::Expr place;        ///< of these in the image's row, in groups of four, or of some others
  };
  Group group(int number);
  LinePosition line(const ast::Expr& slab, const Group& group);
  int last_row() const { return spec_.store.image.rows + spec_.tap_rows - 2; }

  Builder& b_;
  const DirectSpec& spec_;
  const StripPosition& at_;
  std::vector<Group> groups_;
};

}  // namespace fftcore
