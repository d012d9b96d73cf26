// SPDX-License-Identifier: LGPL-2.1-or-later
#include "denoise_weaken.h"

#include "denoise_table.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;
using ast::real;

constexpr const char* kPowers = "powers";

std::vector<Complex> pairs_of(const std::vector<Expr>& values) {
  std::vector<Complex> pairs;
  for (std::size_t i = 0; i < values.size(); i += 2) pairs.push_back({values[i], values[i + 1]});
  return pairs;
}

bool has_noise(DenoiseKind kind) {
  return kind == DenoiseKind::wiener || kind == DenoiseKind::hard;
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
    case DenoiseKind::wiener: return fma(-noise, reciprocal(maximum(power, noise)), real(1));
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

std::vector<Complex> DenoiseStrengthExpr::weakened(const std::vector<Complex>& column,
                                                   const std::vector<Complex>& means,
                                                   const Expr& bin) const {
  const auto all_by = [&](const std::vector<Complex>& values, bool is_raised) {
    const std::vector<Expr> noise = powers_of(bin);  // late: registers are few
    std::vector<Complex> result;
    for (std::size_t y = 0; y < values.size(); ++y) {
      const Complex mean = means.empty() ? zero() : means[y];
      result.push_back(weakened_bin(values[y], mean, noise[y], is_raised));
    }
    return result;
  };
  if (spec_.kind != DenoiseKind::wiener) return all_by(column, false);
  // One branch for all bins, and loops of a round or none, since branches have no values.
  const Expr beta = numbers_[StrengthNumbers::kBeta];
  const Expr is_linear = both(less_equal(beta, real(1)), less_equal(real(1), beta));
  const Expr raised = b_.let("raised", select(is_linear, integer(0), integer(1)));
  std::vector<Expr> values;
  for (const Complex& value : column) values.insert(values.end(), {value.re, value.im});
  for (const bool is_raised : {false, true})
    values = b_.carry("i", is_raised ? raised : integer(1) - raised, values,
                      [&](const Expr&, const std::vector<Expr>& before) {
                        std::vector<Expr> after;
                        for (const Complex& value : all_by(pairs_of(before), is_raised))
                          after.insert(after.end(), {value.re, value.im});
                        return after;
                      });
  return pairs_of(values);
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
