// SPDX-License-Identifier: LGPL-2.1-or-later
// Slabs of DirectBody::bands: rows of samples that come to shared memory while those before them
// are worked at. There is room for two, which take turns.
#pragma once

#include <vector>

#include "direct_tile.h"

namespace fftcore {

class BandSlabs {
 public:
  /// Declares the shared memory.
  BandSlabs(Builder& builder, const DirectSpec& spec, const StripPosition& position);

  /// The thread's samples of a slab, four in a word: loaded, not waited for.
  std::vector<ast::Expr> words(const ast::Expr& slab);
  /// Stores them as halves, and others beside them that the image has not, or has no eight of
  /// together. A barrier has to follow.
  void put(const ast::Expr& slab, const std::vector<ast::Expr>& words);
  /// Where a slab begins in shared memory, in halves, of a channel of the block.
  ast::Expr begin(const ast::Expr& slab, int channel = 0) const {
    const ast::Expr first = slab % 2 * (spec_.channels() * slab_samples());
    return channel == 0 ? first : first + std::int64_t{channel} * slab_samples();
  }

 private:
  /// Columns that a thread brings of a row: eight halves go to shared memory together.
  static constexpr int kColumns = 8;

  /// Words of these columns: of all samples of their pixels.
  int words_of_row() const { return spec_.pixel * kColumns / kStripColumns; }
  std::vector<ast::Expr> words_of_pixels(const ImageRow& row, const ast::Expr& is_loaded);

  ast::Expr row_of(int number) const;
  ImageRow image_row_of(const ast::Expr& slab, int number);
  ast::Expr joined(const ImageRow& row, int first);
  void store(const ast::Expr& slab, int number, const std::vector<ast::Expr>& words);
  int warps() const { return spec_.shape.threads / kMatrixThreads; }
  int rows_each() const { return (kSlabRows + warps() - 1) / warps(); }
  int slab_samples() const { return kSlabRows * spec_.row_samples(); }

  Builder& b_;
  const DirectSpec& spec_;
  const StripPosition& at_;
  ast::Expr group_;        ///< of eight columns of the tile, which the thread brings
  ast::Expr has_group_;    ///< whether the tile has them
  ast::Expr first_;        ///< of these, in the image
  ast::Expr is_together_;  ///< whether the image has all of them, where four are aligned
};

}  // namespace fftcore
