// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cross_power.h"

#include <limits>

#include "spectral_product.h"

namespace fftcore {

using ast::Expr;

Table weight_table(const CrossPower& by) {
  Table table(by.line_weights.begin(), by.line_weights.end());
  table.insert(table.end(), by.element_weights.begin(), by.element_weights.end());
  if (table.size() % 2 != 0) table.push_back(0);
  return table;
}

Values cross_power(Builder& b, const LineTransform& transform, const Values& values,
                   const CrossPower& by, const LinePosition& line, int radix, int weights) {
  constexpr int kAll = std::numeric_limits<int>::max();
  const Storer keep = make_storer(b, ComplexStore{Storage::f32, by.strides, kAll, 1, false, 1},
                                  line, "own_spectrum");
  const Loader reference = make_spectrum_loader(b, {Storage::f32, by.strides, {}, 0}, line);
  const auto weight = [](const Expr& index) -> Expr {
    return ast::LoadGlobal{LineTransform::kTableName, index, 1};
  };
  const Expr of_line = b.let("weight", weight(line.number[Dim::column] + 2 * weights));
  const auto first_element_weight = 2 * weights + static_cast<std::int64_t>(by.line_weights.size());
  Values products;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Butterfly& butterfly = transform.butterflies(radix)[i];
    keep(butterfly, values[i]);
    const std::vector<Complex> others = reference(butterfly, radix);
    products.emplace_back();
    for (int k = 0; k < radix; ++k) {
      const Complex &x = values[i][static_cast<std::size_t>(k)],
                    &r = others[static_cast<std::size_t>(k)];
      const Expr of_bin =
          of_line * weight(butterfly.first + k * butterfly.step + first_element_weight);
      products.back().push_back(spectral_product(b, by.op, by.floor, x, r, of_bin));
    }
  }
  return products;
}

}  // namespace fftcore
