// SPDX-License-Identifier: LGPL-2.1-or-later
#include "halves_butterfly.h"

#include <utility>

namespace fftcore {
namespace {

using ast::Expr;

class HalvesButterfly {
 public:
  HalvesButterfly(Builder& b, bool is_back) : b_(b), is_back_(is_back) {}

  void transform(std::array<Halves, 8>& x) const {
    const Halves a0 = sum(x[0], x[4]), a4 = difference(x[0], x[4]), a2 = sum(x[2], x[6]),
                 a6 = difference(x[2], x[6]), a1 = sum(x[1], x[5]), a5 = difference(x[1], x[5]),
                 a3 = sum(x[3], x[7]), a7 = difference(x[3], x[7]);
    const Halves b0 = sum(a0, a2), b2 = difference(a0, a2), b1 = sum(a1, a3),
                 b3 = difference(a1, a3);
    const Halves b4 = turned_sum(a4, a6, is_back_), b6 = turned_sum(a4, a6, !is_back_),
                 b5 = turned_sum(a5, a7, is_back_), b7 = turned_sum(a5, a7, !is_back_);
    x[0] = sum(b0, b1);
    x[4] = difference(b0, b1);
    x[2] = turned_sum(b2, b3, is_back_);
    x[6] = turned_sum(b2, b3, !is_back_);
    // W b5 and W^3 b7 are sums and differences of parts, over sqrt(2).
    const Expr plus5 = let(b5.re + b5.im), minus5 = let(b5.im - b5.re), plus7 = let(b7.re + b7.im),
               minus7 = let(b7.im - b7.re);
    const int sign = is_back_ ? -1 : 1;
    const Halves w5 = is_back_ ? Halves{minus5, plus5} : Halves{plus5, minus5},
                 w7 = is_back_ ? Halves{plus7, minus7} : Halves{minus7, plus7};
    x[1] = with_eighth(b4, w5, sign, 1);
    x[5] = with_eighth(b4, w5, -sign, -1);
    x[3] = with_eighth(b6, w7, sign, -1);
    x[7] = with_eighth(b6, w7, -sign, 1);
  }

 private:
  Expr let(Expr value) const { return b_.let("h", std::move(value)); }
  Halves sum(const Halves& a, const Halves& b) const {
    return {let(a.re + b.re), let(a.im + b.im)};
  }
  Halves difference(const Halves& a, const Halves& b) const {
    return {let(a.re - b.re), let(a.im - b.im)};
  }
  /// a - i b there, a + i b back.
  Halves turned_sum(const Halves& a, const Halves& b, bool is_back) const {
    return is_back ? Halves{let(a.re - b.im), let(a.im + b.re)}
                   : Halves{let(a.re + b.im), let(a.im - b.re)};
  }
  /// a and parts of b over sqrt(2), of such signs.
  Halves with_eighth(const Halves& a, const Halves& b, int re, int im) const {
    const auto root = [](int sign) {
      return Expr(ast::Literal{ast::Type::halves, 0.70710678118654752 * sign});
    };
    return {let(fma(b.re, root(re), a.re)), let(fma(b.im, root(im), a.im))};
  }

  Builder& b_;
  const bool is_back_;
};

}  // namespace

void transform_of_8(Builder& b, std::array<Halves, 8>& x, bool is_back) {
  HalvesButterfly(b, is_back).transform(x);
}

}  // namespace fftcore
