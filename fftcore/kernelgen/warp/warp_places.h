// SPDX-License-Identifier: LGPL-2.1-or-later
// Places of a warp: where in the input a pixel of the output has its value from, and the samples
// there.
#pragma once

#include <vector>

#include "builder.h"
#include "warp_spec.h"

namespace fftcore {

/// A place in the input, in samples.
struct WarpPlace {
  ast::Expr is_somewhere;  ///< whether it is a finite number, and near enough
  ast::Expr x, y;          ///< 0 unless it is somewhere
};

/// The place of a pixel of the output.
WarpPlace warp_place(Builder& builder, const WarpSpec& spec, const ast::Expr& row,
                     const ast::Expr& column);

/// The samples along an axis that a place's value is made of.
struct WarpSamples {
  std::vector<ast::Expr> weights;
  std::vector<ast::Expr> indices;
  /// Whether the image has them; empty unless the edge is constant. Others must not be read then.
  std::vector<ast::Expr> inside;
};
WarpSamples warp_samples(Builder& builder, const WarpSpec& spec, const ast::Expr& place,
                         int extent);

}  // namespace fftcore
