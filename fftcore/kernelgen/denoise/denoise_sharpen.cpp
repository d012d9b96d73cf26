// SPDX-License-Identifier: LGPL-2.1-or-later
#include "denoise_sharpen.h"

#include "denoise_columns.h"
#include "denoise_table.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;
using ast::real;

constexpr const char *kSharpen = "sharpen", *kDehalo = "dehalo";

}  // namespace

DenoiseSharpenExpr::DenoiseSharpenExpr(Builder& b, const DenoiseSpec& spec, const Expr& thread)
    : b_(b), spec_(spec) {
  using N = StrengthNumbers;
  if (!spec.sharpens) return;
  const auto number = [&](int at) {
    return b.let("number", ast::LoadGlobal{kStrengthBuffer, integer(at), 1});
  };
  min_ = number(N::sharpen_min(spec));
  max_ = number(N::sharpen_max(spec));
  threshold_ = number(N::halo_threshold(spec));
  keep_table(b, spec, thread, kSharpen, N::sharpen_weights(spec));
  keep_table(b, spec, thread, kDehalo, N::dehalo_weights(spec));
}

std::vector<Complex> DenoiseSharpenExpr::sharpened(const std::vector<Complex>& values,
                                                   const std::vector<Complex>& means,
                                                   const Expr& column) const {
  using Bins = std::vector<Complex>;
  const auto change = [this](const Expr& bin, const Bins& kept) -> BinChange {
    const std::vector<Expr> sharpen = table_column(b_, spec_, kSharpen, bin),
                            dehalo = table_column(b_, spec_, kDehalo, bin);
    return [=, this](const Complex& value, std::size_t y) {
      return sharpened_bin(value, kept.empty() ? zero() : kept[y], sharpen[y], dehalo[y]);
    };
  };
  const auto all = [&](const Bins& bins) {
    const BinChange one = change(column, means);
    Bins result;
    for (std::size_t y = 0; y < bins.size(); ++y) result.push_back(one(bins[y], y));
    return result;
  };
  const auto two_columns = [&](const Bins& bins) {
    Bins halves;
    for (const Complex& value : bins) halves.push_back(scaled(b_, value, real(0.5)));
    const BinChange first = change(integer(0), means), last = change(integer(spec_.block / 2), {});
    return change_two_columns(b_, halves, first, last);
  };
  const Expr way = b_.let("way", select(less(column, integer(1)), integer(1), integer(0)));
  return one_of(b_, way, values, {all, two_columns});
}

Complex DenoiseSharpenExpr::sharpened_bin(const Complex& value, const Complex& mean,
                                          const Expr& sharpen, const Expr& dehalo) const {
  const Complex rest = subtract(b_, value, mean);
  const Expr power = b_.let("power", fma(rest.re, rest.re, rest.im * rest.im));
  // Each product with a reciprocal is at most 1, and no reciprocal is of 0: no number is 0.
  const Expr share =
                 square_root(power * reciprocal(power + min_) * (max_ * reciprocal(power + max_))),
             strong = b_.let("strong", power + threshold_),
             g = b_.let("g", fma(sharpen, share, real(1)) *
                                 (strong * reciprocal(fma(dehalo, power, strong))));
  return {b_.let("r", fma(g, rest.re, mean.re)), b_.let("r", fma(g, rest.im, mean.im))};
}

}  // namespace fftcore
