// SPDX-License-Identifier: LGPL-2.1-or-later
#include "denoise_sharpen.h"

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

std::vector<Complex> DenoiseSharpenExpr::sharpened(const std::vector<Complex>& column,
                                                   const std::vector<Complex>& means,
                                                   const Expr& bin) const {
  const std::vector<Expr> sharpen = table_column(b_, spec_, kSharpen, bin),
                          dehalo = table_column(b_, spec_, kDehalo, bin);
  std::vector<Complex> result;
  for (std::size_t y = 0; y < column.size(); ++y) {
    const Complex mean = means.empty() ? zero() : means[y], rest = subtract(b_, column[y], mean);
    const Expr power = b_.let("power", fma(rest.re, rest.re, rest.im * rest.im));
    // Each product with a reciprocal is at most 1, and no reciprocal is of 0: no number is 0.
    const Expr share = square_root(power * reciprocal(power + min_) *
                                   (max_ * reciprocal(power + max_))),
               strong = b_.let("strong", power + threshold_),
               g = b_.let("g", fma(sharpen[y], share, real(1)) *
                                   (strong * reciprocal(fma(dehalo[y], power, strong))));
    result.push_back(
        {b_.let("r", fma(g, rest.re, mean.re)), b_.let("r", fma(g, rest.im, mean.im))});
  }
  return result;
}

}  // namespace fftcore
