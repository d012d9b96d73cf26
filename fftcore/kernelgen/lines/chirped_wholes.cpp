// SPDX-License-Identifier: LGPL-2.1-or-later
#include "chirped_wholes.h"

#include <limits>
#include <memory>

#include "root_table.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;
using ast::real;

/// Element `distance` of a chirp, by exact whole numbers: its root is number distance^2 modulo
/// 2 points. Those of points - i are those of i, or of odd points their opposites, so that no
/// square passes 2^62. From `points` on it is any root.
Complex chirp_at(Builder& b, const RootTable& roots, std::int64_t points, const Expr& distance) {
  const std::int64_t most = points / 2 + 1;
  const bool is_narrow = most <= std::numeric_limits<std::int32_t>::max() / most;
  const Expr from_start = is_narrow ? distance : b.let("i", ast::widened(distance)),
             from_end = b.let("i", integer(points) - from_start),
             least = b.let("i", minimum(from_start, from_end));
  Expr square = least * least;
  if (points % 2 != 0)
    square = square + select(less(from_end, from_start), integer(points), integer(0));
  return roots(b.let("m", square % (2 * points)));
}

}  // namespace

Values times_chirp(Builder& b, const LineTransform& transform, const Values& values,
                   const ChirpOfWhole& chirp, const LinePosition& line) {
  b.buffer("taps_spectrum", storage_of(transform.shape().real), ast::Access::constant);
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
      const Complex factor =
          parts(b, select(is_inside(number, range, chirp.points),
                          ast::LoadGlobal{"taps_spectrum", number + chirp.first, 2},
                          ast::Literal{ast::Type::real_x2, 0}));
      products.back().push_back(multiply(b, values[i][static_cast<std::size_t>(k)],
                                         chirp.is_conjugate ? conjugate(factor) : factor));
    }
  }
  return products;
}

Loader make_loader(Builder& b, LineTransform& transform, const ChirpLoad& load,
                   const LinePosition& line) {
  const auto roots = std::make_shared<const RootTable>(
      b, transform, RootTable::Roots{2 * load.points, 0, 1, 2 * load.points});
  return [&b, load, line, roots](const Butterfly& butterfly, int values) {
    std::vector<Complex> made;
    for (int k = 0; k < values; ++k) {
      const WholeElement element = whole_element(line, load.step, butterfly, k);
      if (load.around == 0) {
        made.push_back(chirp_at(b, *roots, load.points, b.let("n", element.number)));
        continue;
      }
      const Expr number = b.let("n", element.number),
                 distance = b.let("n", minimum(number, integer(load.around) - number));
      const Complex value = chirp_at(b, *roots, load.points, distance);
      const Expr scale =
          b.let("w", select(less(distance, integer(load.points)), real(load.scale), real(0)));
      made.push_back({b.let("x", value.re * scale), b.let("x", -value.im * scale)});
    }
    return made;
  };
}

}  // namespace fftcore
