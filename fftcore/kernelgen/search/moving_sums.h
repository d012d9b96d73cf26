// SPDX-License-Identifier: LGPL-2.1-or-later
// Sums that both launches of the local norms run on from place to place.
#pragma once

#include <vector>

#include "moving_sum_kernel.h"
#include "precise_sum.h"

namespace fftcore {

inline std::int64_t rounds_of(std::int64_t count, std::int64_t at_once) {
  return (count + at_once - 1) / at_once;
}

/// Sum of (x - m)^2 of `count` numbers x, from their sum, that of their squares, and m, which may
/// be a little beside their mean.
inline PreciseSum squares_about(Builder& b, const PreciseSum& sum, const PreciseSum& squares,
                                const ast::Expr& m, double count) {
  const PreciseSum twice{b.let("s", sum.high * ast::real(2)), b.let("s", sum.low * ast::real(2))};
  return add(b, squares,
             negative(product(b, add(b, twice, negative(product(b, m, ast::real(count)))), m)));
}

/// Sums that run together, as values that a loop carries.
using Sums = std::vector<PreciseSum>;

inline std::vector<ast::Expr> flat(const Sums& sums) {
  std::vector<ast::Expr> values;
  for (const PreciseSum& sum : sums) values.insert(values.end(), {sum.high, sum.low});
  return values;
}

inline Sums paired(const std::vector<ast::Expr>& values) {
  Sums sums;
  for (std::size_t i = 0; i < values.size(); i += 2) sums.push_back({values[i], values[i + 1]});
  return sums;
}

inline Sums added(Builder& b, const Sums& x, const Sums& y) {
  Sums sums;
  for (std::size_t i = 0; i < x.size(); ++i) sums.push_back(add(b, x[i], y[i]));
  return sums;
}

inline Sums negative(const Sums& sums) {
  Sums result;
  for (const PreciseSum& sum : sums) result.push_back(negative(sum));
  return result;
}

/// What stands for a sample that was not seen, and for the sum of squares of a row that has one:
/// one is larger than any that counts, the other less.
inline constexpr double kUnseen = 3e38, kUnseenRow = -3e38;

/// 1 where `is_one`, else 0: to be counted.
inline PreciseSum one_if(const ast::Expr& is_one) {
  return {select(is_one, ast::real(1), ast::real(0)), ast::real(0)};
}

/// The launches of a MovingSumSpec.
GeneratedKernel moving_sums_of_rows(const MovingSumSpec& spec);
GeneratedKernel moving_sums_of_columns(const MovingSumSpec& spec);
GeneratedKernel whole_sums_of_columns(const MovingSumSpec& spec);
GeneratedKernel whole_sums_of_rows(const MovingSumSpec& spec);

}  // namespace fftcore
