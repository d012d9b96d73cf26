// SPDX-License-Identifier: LGPL-2.1-or-later
#include "rotated_butterfly.h"

#include <optional>
#include <vector>

namespace fftcore {
namespace {

using ast::Expr;
using Power = std::function<Complex(std::size_t slot)>;

class RotationPowers {
 public:
  RotationPowers(Builder& b, const TwiddlePlan& plan, const Power& power)
      : b_(b), plan_(plan), powers_(static_cast<std::size_t>(plan.radix)) {
    powers_[0] = Complex{ast::real(1), ast::real(0)};
    for (std::size_t slot = 0; slot < plan.loaded.size(); ++slot)
      powers_[static_cast<std::size_t>(plan.loaded[slot])] = power(slot);
  }

  const Complex& operator[](int k) {
    auto& wanted = powers_[static_cast<std::size_t>(k)];
    if (wanted) return *wanted;
    RotationPowers& power = *this;
    const int middle = plan_.middle[static_cast<std::size_t>(k)];
    const Complex at_middle = power[middle], last = power[2 * middle - k];
    const Expr cosine = power[k - middle].re;
    const Complex twice = add(b_, at_middle, at_middle);
    wanted = Complex{b_.let("w", fma(cosine, twice.re, -last.re)),
                     b_.let("w", fma(cosine, twice.im, -last.im))};
    return *wanted;
  }

 private:
  Builder& b_;
  const TwiddlePlan& plan_;
  std::vector<std::optional<Complex>> powers_;
};

}  // namespace

Values rotated_butterflies(Builder& b, Values x, const TwiddlePlan& plan, const Power& power) {
  RotationPowers powers(b, plan, power);
  for (auto& group : x) {
    for (const int k : plan.order)
      group[static_cast<std::size_t>(k)] =
          multiply(b, group[static_cast<std::size_t>(k)], powers[k]);
    group = butterfly(b, group);
  }
  return x;
}

}  // namespace fftcore
