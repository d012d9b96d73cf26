// SPDX-License-Identifier: LGPL-2.1-or-later
// Lines of a LineTransform that are convolved with a chirp (LineShape::chirped).
#include "chirp.h"
#include "edge_index.h"
#include "line_transform.h"

namespace fftcore {

using ast::Expr;
using ast::integer;

Values LineTransform::convolved_with_chirp(Values values) {
  const int points = line_points(shape_), first = shape_.radices.front();
  const int chirps = add_to_table(pairs_of(chirp(points)));
  const int spectrum = add_to_table(pairs_of(chirp_spectrum(points, shape_.length)));
  values = transformed(times_table(values, first, integer(chirps), points), false);
  values = times_table(values, shape_.radices.back(), integer(spectrum), shape_.length);
  values = swapped(transformed(swapped(std::move(values)), true));
  // Compilers would keep the chirp in registers meanwhile.
  const Expr nothing =
      ast::Call{ast::Builtin::thread_x_anew, {}} - ast::Call{ast::Builtin::thread_x, {}};
  return times_table(values, first, builder_.let("chirp", nothing + chirps), points);
}

Values LineTransform::times_table(const Values& values, int radix, const Expr& place, int count) {
  Values products;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Butterfly& butterfly = butterflies(radix)[i];
    products.emplace_back();
    for (int k = 0; k < radix; ++k) {
      const int least = butterfly.least_first + k * butterfly.step;
      const Range range{least, least + butterfly.firsts - 1};
      if (range.is_outside(count)) {
        products.back().push_back(zero());
        continue;
      }
      const Expr element = butterfly.first + k * butterfly.step;
      const Complex factor = parts(builder_, select(is_inside(element, range, count),
                                                    ast::LoadGlobal{kTableName, element + place, 2},
                                                    ast::Literal{ast::Type::real_x2, 0}));
      products.back().push_back(multiply(builder_, values[i][static_cast<std::size_t>(k)], factor));
    }
  }
  return products;
}

}  // namespace fftcore
