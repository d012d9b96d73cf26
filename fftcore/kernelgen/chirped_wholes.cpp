// SPDX-License-Identifier: LGPL-2.1-or-later
#include "chirped_wholes.h"

#include "chirp.h"

namespace fftcore {
namespace {

using ast::Expr;

Complex product(Builder& b, const Complex& value, const Expr& factor, bool is_conjugate) {
  const Complex by = parts(b, factor);
  return multiply(b, value, is_conjugate ? conjugate(by) : by);
}

}  // namespace

Values times_chirp(Builder& b, LineTransform& transform, const Values& values,
                   const ChirpOfWhole& chirp, const LinePosition& line) {
  const int place = transform.add_to_table(pairs_of(fftcore::chirp(chirp.points)));
  const int radix = transform.shape().radices.front(), step = line.lines[Dim::part];
  Values products;
  for (std::size_t i = 0; i < values.size(); ++i) {
    products.emplace_back();
    for (int k = 0; k < radix; ++k) {
      const auto [number, range] = whole_element(line, step, transform.butterflies(radix)[i], k);
      if (range.is_outside(chirp.points)) {
        products.back().push_back(zero());
        continue;
      }
      const Expr factor = select(is_inside(number, range, chirp.points),
                                 ast::LoadGlobal{LineTransform::kTableName, number + place, 2},
                                 ast::Literal{ast::Type::real_x2, 0});
      products.back().push_back(
          product(b, values[i][static_cast<std::size_t>(k)], factor, chirp.is_conjugate));
    }
  }
  return products;
}

Values times_chirp_spectrum(Builder& b, LineTransform& transform, const Values& values,
                            const ChirpOfWhole& chirp, const LinePosition& line) {
  const int length = transform.shape().length, rows = line.lines[Dim::part];
  const auto bins = chirp_spectrum(chirp.points, std::int64_t{length} * rows);
  // Row after row, so that neighbouring threads have neighbouring bins.
  std::vector<std::complex<double>> ordered;
  ordered.reserve(bins.size());
  for (int row = 0; row < rows; ++row)
    for (int e = 0; e < length; ++e)
      ordered.push_back(bins[static_cast<std::size_t>(row + std::int64_t{rows} * e)]);
  const int place = transform.add_to_table(pairs_of(ordered));
  const int radix = transform.shape().radices.back();
  const Expr first = b.let("bin", line.number[Dim::part] * length + place);
  Values products;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Butterfly& butterfly = transform.butterflies(radix)[i];
    products.emplace_back();
    for (int k = 0; k < radix; ++k)
      products.back().push_back(
          product(b, values[i][static_cast<std::size_t>(k)],
                  ast::LoadGlobal{LineTransform::kTableName,
                                  first + butterfly.first + k * butterfly.step, 2},
                  chirp.is_conjugate));
  }
  return products;
}

}  // namespace fftcore
