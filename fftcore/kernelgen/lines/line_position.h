// SPDX-License-Identifier: LGPL-2.1-or-later
// The line that a thread works at, by its block and its place there.
#pragma once

#include "access.h"

namespace fftcore {

/// `line_of_block`: which of the block's lines.
LinePosition position_of(Builder& builder, const LineSpec& spec, const ast::Expr& block,
                         const ast::Expr& line_of_block);

}  // namespace fftcore
