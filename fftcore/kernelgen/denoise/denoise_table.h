// SPDX-License-Identifier: LGPL-2.1-or-later
// Tables of a strength: a number for each bin of a block, in shared memory.
#pragma once

#include <string>
#include <vector>

#include "builder.h"
#include "denoise_spec.h"

namespace fftcore {

/// The buffer of the strength's numbers (StrengthNumbers).
inline constexpr const char* kStrengthBuffer = "taps_spectrum";

/// Takes the table from number `first` on to shared memory, which is in order after a barrier.
void keep_table(Builder& b, const DenoiseSpec& spec, const ast::Expr& thread,
                const std::string& name, int first);

/// Its numbers of column `bin`, one for each of the block's bins.
std::vector<ast::Expr> table_column(Builder& b, const DenoiseSpec& spec, const std::string& name,
                                    const ast::Expr& bin);

}  // namespace fftcore
