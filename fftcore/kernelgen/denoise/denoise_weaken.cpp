// SPDX-License-Identifier: LGPL-2.1-or-later
#include "denoise_weaken.h"

#include <functional>

#include "denoise_columns.h"
#include "denoise_table.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;
using ast::real;

constexpr const char* kPowers = "powers";

bool has_noise(DenoiseKind kind) {
  return kind == DenoiseKind::firm || kind == DenoiseKind::wiener || kind == DenoiseKind::hard;
}

}  // namespace

DenoiseStrengthExpr::DenoiseStrengthExpr(Builder& b, const DenoiseSpec& spec, const Expr& thread)
    : b_(b), spec_(spec) {
  b.buffer(kStrengthBuffer, Storage::f32, ast::Access::constant);
  for (int i = 0; i < StrengthNumbers::kPowers; ++i)
    numbers_.push_back(b.let("number", ast::LoadGlobal{kStrengthBuffer, integer(i), 1}));
  if (has_noise(spec.kind)) keep_table(b, spec, thread, kPowers, StrengthNumbers::kPowers);
}

std::vector<Expr> DenoiseStrengthExpr::powers_of(const Expr& bin) const {
  if (!has_noise(spec_.kind))
    return std::vector<Expr>(static_cast<std::size_t>(spec_.block), real(0));
  return table_column(b_, spec_, kPowers, bin);
}

/// `noise` is at least kLeastDividedPower.
Expr DenoiseStrengthExpr::factor(const Expr& power, const Expr& noise) const {
  using N = StrengthNumbers;
  switch (spec_.kind) {
    case DenoiseKind::firm: {
      const Expr share = b_.let("share", noise * reciprocal(power));
      const Expr squared = b_.let("share", share * share);
      return fma(-squared, squared, real(1));
    }
    case DenoiseKind::wiener: return fma(-noise, reciprocal(power), real(1));
    case DenoiseKind::hard: return select(less(power, noise), real(0), real(1));
    case DenoiseKind::gain: return numbers_[N::kM];
    case DenoiseKind::band:
      return select(
          both(less_equal(numbers_[N::kPMin], power), less_equal(power, numbers_[N::kPMax])),
          numbers_[N::kM], numbers_[N::kM2]);
    case DenoiseKind::soft_band:
      return numbers_[N::kM] *
             square_root(power / maximum(power + numbers_[N::kPMin], real(kLeastDividedPower)) *
                         (numbers_[N::kPMax] / (power + numbers_[N::kPMax])));
  }
  return real(1);
}

std::vector<Complex> DenoiseStrengthExpr::weakened(const Bins& values, const Bins& means,
                                                   const Expr& column, const Expr& q) const {
  const int pairs = (spec_.frames() - 1) / 2, apart = spec_.frames() % 2 == 0 ? pairs + 1 : 0;
  const Expr place = apart == 0 ? q : b_.let("place", q % apart);
  const Expr of_first =
      pairs == 0 ? integer(1) : select(less(place, integer(1)), integer(1), integer(2));
  Expr way = select(less(column, integer(1)), of_first, integer(0));
  std::vector<std::function<Bins(const Bins&)>> ways;
  const auto add_ways = [&](bool raises) {
    ways.emplace_back(
        [=, this](const Bins& bins) { return weakened_bins(bins, means, column, raises); });
    ways.emplace_back([=, this](const Bins& bins) { return two_columns(bins, means, raises); });
    if (pairs > 0)
      ways.emplace_back(
          [=, this](const Bins& bins) { return with_mirror(bins, means, q, raises); });
  };
  add_ways(false);
  if (spec_.kind == DenoiseKind::wiener) {
    const Expr beta = numbers_[StrengthNumbers::kBeta],
               is_linear = both(less_equal(beta, real(1)), less_equal(real(1), beta));
    way = way + select(is_linear, integer(0), integer(static_cast<int>(ways.size())));
    add_ways(true);
  }
  return one_of(b_, b_.let("way", way), values, ways);
}

DenoiseStrengthExpr::Bins DenoiseStrengthExpr::weakened_bins(const Bins& values, const Bins& means,
                                                             const Expr& bin,
                                                             bool is_raised) const {
  const std::vector<Expr> noise = powers_of(bin);  // late: registers are few
  Bins result;
  for (std::size_t y = 0; y < values.size(); ++y)
    result.push_back(
        weakened_bin(values[y], means.empty() ? zero() : means[y], noise[y], is_raised));
  return result;
}

/// Of real rows. The mean, which is even in each direction, has no bin block/2.
DenoiseStrengthExpr::Bins DenoiseStrengthExpr::two_columns(const Bins& values, const Bins& means,
                                                           bool is_raised) const {
  const std::vector<Expr> noise = powers_of(integer(0)),
                          noise_of_last = powers_of(integer(spec_.block / 2));
  return change_two_columns(
      b_, values,
      [&](const Complex& bin, std::size_t y) {
        return weakened_bin(bin, means.empty() ? zero() : means[y], noise[y], is_raised);
      },
      [&](const Complex& bin, std::size_t y) {
        return weakened_bin(bin, zero(), noise_of_last[y], is_raised);
      });
}

/// Column 0 of bin q, or column block/2 of the negative of another one, and what its mirror would
/// add to it: real rows, the latter's as imaginary parts.
DenoiseStrengthExpr::Bins DenoiseStrengthExpr::with_mirror(const Bins& values, const Bins& means,
                                                           const Expr& q, bool is_raised) const {
  const Expr is_first = less(q * 2, integer(spec_.frames()));
  const Expr bin = b_.let("bin", select(is_first, integer(0), integer(spec_.block / 2)));
  const Expr has_mean = b_.let("has_mean", select(is_first, real(1), real(0)));
  Bins kept;
  for (const Complex& mean : means) kept.push_back(scaled(b_, mean, has_mean));
  const Bins weak = weakened_bins(values, kept, bin, is_raised);
  Bins result;
  for (std::size_t y = 0; y < weak.size(); ++y) {
    const Complex sum = add(b_, weak[y], conjugate(weak[(weak.size() - y) % weak.size()]));
    result.push_back({b_.let("r", select(is_first, sum.re, -sum.im)),
                      b_.let("r", select(is_first, sum.im, sum.re))});
  }
  return result;
}

Complex DenoiseStrengthExpr::weakened_bin(const Complex& value, const Complex& mean,
                                          const Expr& noise, bool is_raised) const {
  using N = StrengthNumbers;
  const Complex rest = subtract(b_, value, mean);
  const Expr power = b_.let("power", fma(rest.re, rest.re, rest.im * rest.im));
  Expr g = factor(power, noise);
  if (is_raised)  // rounding may leave less than nothing
    g = ast::Call{ast::Builtin::power, {maximum(g, real(0)), numbers_[N::kBeta]}};
  g = b_.let("g", maximum(g, numbers_[N::kFloor]));
  return {b_.let("r", fma(g, rest.re, mean.re)), b_.let("r", fma(g, rest.im, mean.im))};
}

}  // namespace fftcore
