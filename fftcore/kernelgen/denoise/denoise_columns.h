// SPDX-License-Identifier: LGPL-2.1-or-later
// Columns of bins of a denoised block, as values of a thread.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "complex.h"

namespace fftcore {

/// Complex numbers as a loop carries them, and back.
std::vector<ast::Expr> numbers_of(const std::vector<Complex>& values);
std::vector<Complex> pairs_of(const std::vector<ast::Expr>& numbers);

/// What becomes of bin y of a column.
using BinChange = std::function<Complex(const Complex&, std::size_t y)>;

/// Changes two columns in one: those of bins 0 and block/2 of real rows, whose halves are the rows'
/// real and imaginary parts. A factor on a bin has to be real, and its mirror's too.
std::vector<Complex> change_two_columns(Builder& b, const std::vector<Complex>& halves,
                                        const BinChange& first, const BinChange& last);

/// Takes one of `ways`, by its number, which a thread's `way` is: branches as loops of a round or
/// none, since branches have no values.
std::vector<Complex> one_of(
    Builder& b, const ast::Expr& way, const std::vector<Complex>& values,
    const std::vector<std::function<std::vector<Complex>(const std::vector<Complex>&)>>& ways);

}  // namespace fftcore
