// SPDX-License-Identifier: LGPL-2.1-or-later
// Pixels of a DirectSpec whose blocks have all channels of them: four come from memory, or go
// there, at once.
#pragma once

#include <vector>

#include "direct_tile.h"

namespace fftcore {

/// Four neighbouring pixels, from sample number `index` of `input` on: of each channel of the block
/// four samples less the bias, as real numbers or, where `as_halves`, as two words. 0 where not
/// `exists`; memory is read all the same.
std::vector<std::vector<ast::Expr>> pixels_from(Builder& builder, const DirectSpec& spec,
                                                const ast::Expr& index, const ast::Expr& exists,
                                                bool as_halves);

/// Of so many pixels, all of whose samples are in words of two halves: a channel of the block.
std::vector<ast::Expr> channel_of_pixels(const DirectSpec& spec,
                                         const std::vector<ast::Expr>& words, int channel,
                                         int pixels);

/// Stores four neighbouring outputs of each channel of the block, and of channels that are copied
/// what the image has there, as store_outputs() does.
void store_pixels(Builder& builder, const DirectSpec& spec, const StripPosition& position,
                  const ast::Expr& row, const ast::Expr& across,
                  const std::vector<std::vector<ast::Expr>>& outputs);

}  // namespace fftcore
