// SPDX-License-Identifier: LGPL-2.1-or-later
#include "window_places.h"

namespace fftcore {

using ast::Expr;
using ast::real;

SplitPlace split_place(Builder& b, Interpolation interpolation, const Expr& place) {
  const bool is_nearest = interpolation == Interpolation::nearest;
  const Expr begin =
      b.let("begin", ast::Call{ast::Builtin::floor, {is_nearest ? place + real(0.5) : place}});
  const Expr whole = b.let("whole", ast::Cast{ast::Type::i32, begin});
  return {whole, is_nearest ? real(0) : b.let("rest", place - begin)};
}

Expr weighed(Builder& b, const std::vector<Expr>& values, const std::vector<Expr>& weights) {
  Expr sum = values.front() * weights.front();
  for (std::size_t i = 1; i < values.size(); ++i)
    sum = b.let("sum", fma(values[i], weights[i], sum));
  return b.let("sum", sum);
}

}  // namespace fftcore
