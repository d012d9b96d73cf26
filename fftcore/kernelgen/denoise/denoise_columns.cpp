// SPDX-License-Identifier: LGPL-2.1-or-later
#include "denoise_columns.h"

namespace fftcore {

using ast::Expr;
using ast::integer;
using ast::real;

std::vector<Expr> numbers_of(const std::vector<Complex>& values) {
  std::vector<Expr> numbers;
  for (const Complex& value : values) numbers.insert(numbers.end(), {value.re, value.im});
  return numbers;
}

std::vector<Complex> pairs_of(const std::vector<Expr>& numbers) {
  std::vector<Complex> values;
  for (std::size_t i = 0; i < numbers.size(); i += 2)
    values.push_back({numbers[i], numbers[i + 1]});
  return values;
}

std::vector<Complex> change_two_columns(Builder& b, const std::vector<Complex>& halves,
                                        const BinChange& first, const BinChange& last) {
  const std::size_t block = halves.size();
  std::vector<Complex> result(block, zero());
  for (std::size_t y = 0; y <= block / 2; ++y) {
    const std::size_t mirrored = (block - y) % block;
    const Complex &here = halves[y], &there = halves[mirrored];
    Complex one = add(b, here, conjugate(there)),
            other = subtract(b, {here.im, there.re}, {-there.im, here.re});
    if (mirrored == y) one.im = other.im = real(0);
    one = first(one, y);
    other = last(other, y);
    if (mirrored == y) one.im = other.im = real(0);
    result[y] = {b.let("r", one.re - other.im), b.let("r", one.im + other.re)};
    if (mirrored != y)
      result[mirrored] = {b.let("r", one.re + other.im), b.let("r", other.re - one.im)};
  }
  return result;
}

std::vector<Complex> one_of(
    Builder& b, const Expr& way, const std::vector<Complex>& values,
    const std::vector<std::function<std::vector<Complex>(const std::vector<Complex>&)>>& ways) {
  std::vector<Expr> numbers = numbers_of(values);
  int number = 0;
  for (const auto& one : ways) {
    const Expr here = integer(number++);
    const Expr rounds =
        select(both(less_equal(here, way), less_equal(way, here)), integer(1), integer(0));
    numbers = b.carry("i", rounds, numbers, [&](const Expr&, const std::vector<Expr>& before) {
      return numbers_of(one(pairs_of(before)));
    });
  }
  return pairs_of(numbers);
}

}  // namespace fftcore
