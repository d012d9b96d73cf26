// SPDX-License-Identifier: LGPL-2.1-or-later
#include "four_step_twiddles.h"

#include "root_table.h"

namespace fftcore {

void apply_four_step_twiddles(Builder& b, LineTransform& transform, Values& values, int radix,
                              const LinePosition& line, std::int64_t whole, bool back) {
  const RootTable roots(b, transform, {whole, 0, 1, whole});
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Butterfly& butterfly = transform.butterflies(radix)[i];
    for (int k = 0; k < radix; ++k) {
      const Complex root =
          roots(b.let("m", transform.element_of(butterfly, k) * line.number[Dim::part]));
      Complex& value = values[i][static_cast<std::size_t>(k)];
      value = multiply(b, value, back ? conjugate(root) : root);
    }
  }
}

}  // namespace fftcore
