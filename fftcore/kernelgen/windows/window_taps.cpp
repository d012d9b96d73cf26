// SPDX-License-Identifier: LGPL-2.1-or-later
#include "window_taps.h"

#include <array>
#include <numbers>

namespace fftcore {
namespace {

using ast::Expr;
using ast::real;

std::vector<Expr> cubic_weights(Builder& b, const Expr& f) {
  const Expr square = b.let("square", f * f);
  const Expr last = b.let("w", square * fma(f, real(0.5), real(-0.5)));
  const Expr first = b.let("w", f * fma(f, fma(f, real(-0.5), real(1)), real(-0.5)));
  const Expr own = b.let("w", fma(square, fma(f, real(1.5), real(-2.5)), real(1)));
  return {first, own, b.let("w", real(1) - (first + own + last)), last};
}

/// Sine and cosine of 0 to pi / 3 by their series, right to a rounding.
Expr series(Builder& b, const Expr& square, const std::vector<double>& factors) {
  Expr sum = real(factors.back());
  for (std::size_t i = factors.size() - 1; i-- > 0;)
    sum = b.let("sum", fma(sum, square, real(factors[i])));
  return sum;
}

/// The sine of pi (t - k) is that of pi t but for its sign, so it is a factor of the sum of weights
/// too. That of a third of it takes the sine and the cosine of one angle. A place nearer to the
/// next sample is one nearer to its own, the other way round: no weight that matters is a small
/// difference then.
std::vector<Expr> lanczos_weights(Builder& b, const Expr& f) {
  constexpr double kLeast = 1e-12;  // beside which all other weights are as good as 0
  constexpr double kHalf = 0.5, kRoot = std::numbers::sqrt3 / 2;
  const Expr is_near_next = b.let("near_next", less(real(0.5), f));
  const Expr t = b.let("t", maximum(minimum(f, real(1) - f), real(kLeast)));
  const Expr angle = b.let("angle", t * real(std::numbers::pi / 3));
  const Expr square = b.let("square", angle * angle);
  const Expr sine = b.let(
      "s", angle * series(b, square,
                          {1, -1.0 / 6, 1.0 / 120, -1.0 / 5040, 1.0 / 362880, -1.0 / 39916800}));
  const Expr cosine = b.let(
      "c", series(b, square, {1, -1.0 / 2, 1.0 / 24, -1.0 / 720, 1.0 / 40320, -1.0 / 3628800}));
  // sin((t - k) pi / 3) of samples k = -2 to 3, with the sign of sin(pi (t - k))
  const std::array<std::array<double, 2>, 6> parts = {
      {{-kHalf, kRoot}, {-kHalf, -kRoot}, {1, 0}, {-kHalf, kRoot}, {-kHalf, -kRoot}, {1, 0}}};
  std::vector<Expr> weights;
  Expr sum = real(0);
  for (int i = 0; i < 6; ++i) {
    const auto [of_sine, of_cosine] = parts[static_cast<std::size_t>(i)];
    const Expr third = b.let("third", fma(cosine, real(of_cosine), sine * real(of_sine)));
    const Expr apart = b.let("apart", t - real(i - 2));
    weights.push_back(b.let("w", third / (apart * apart)));
    sum = b.let("sum", sum + weights.back());
  }
  const Expr factor = b.let("factor", real(1) / sum);
  for (Expr& weight : weights) weight = b.let("w", weight * factor);
  std::vector<Expr> turned;
  for (std::size_t i = 0; i < weights.size(); ++i)
    turned.push_back(b.let("w", select(is_near_next, weights[weights.size() - 1 - i], weights[i])));
  return turned;
}

}  // namespace

SplitPlace split_place(Builder& b, Interpolation interpolation, const Expr& place) {
  const bool is_nearest = interpolation == Interpolation::nearest;
  const Expr begin =
      b.let("begin", ast::Call{ast::Builtin::floor, {is_nearest ? place + real(0.5) : place}});
  const Expr whole = b.let("whole", ast::Cast{ast::Type::i32, begin});
  return {whole, is_nearest ? real(0) : b.let("rest", place - begin)};
}

std::vector<Expr> weights_of(Builder& b, Interpolation interpolation, const Expr& rest) {
  switch (interpolation) {
    case Interpolation::nearest: return {real(1)};
    case Interpolation::bilinear: return {b.let("w", real(1) - rest), rest};
    case Interpolation::bicubic: return cubic_weights(b, rest);
    case Interpolation::lanczos: return lanczos_weights(b, rest);
  }
  return {};
}

Expr weighed(Builder& b, const std::vector<Expr>& values, const std::vector<Expr>& weights) {
  Expr sum = values.front() * weights.front();
  for (std::size_t i = 1; i < values.size(); ++i)
    sum = b.let("sum", fma(values[i], weights[i], sum));
  return b.let("sum", sum);
}

}  // namespace fftcore
