// SPDX-License-Identifier: LGPL-2.1-or-later
#include <utility>

#include "access.h"
#include "edge_index.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;
using ast::real;

const Expr kAlways = ast::Literal{ast::Type::boolean, 1};

/// Whether this thread has such a butterfly of a line that exists.
Expr is_real(const Butterfly& butterfly, const LinePosition& line) {
  return both(line.exists.value_or(kAlways), butterfly.active.value_or(kAlways));
}

/// Calls store(k) for the elements below `count`, guarded where that is open.
template <class Store>
void for_each_stored(Builder& b, const Butterfly& butterfly, int values, int count, const Store& store) {
  for (int k = 0; k < values; ++k) {
    const std::int64_t least = butterfly.least_first + static_cast<std::int64_t>(k) * butterfly.step;
    if (least >= count) continue;
    const Range elements{0, least + butterfly.firsts - 1};
    b.when(is_inside(butterfly.first + k * butterfly.step, elements, count), [&] { store(k); });
  }
}

Expr packed(const Expr& value, ast::Storage storage) {
  switch (storage) {
    case ast::Storage::u8: return minimum(maximum(round_even(value), real(0)), real(255));
    case ast::Storage::u16: return minimum(maximum(round_even(value), real(0)), real(65535));
    case ast::Storage::f16:
    case ast::Storage::f32: break;
  }
  return value;
}

}  // namespace

Storer make_storer(Builder& b, const ComplexStore& store, const LinePosition& line) {
  b.buffer("output", store.storage, true);
  const Expr base = b.let("base", line_base(store.strides, line));
  return [&b, store, line, base](const Butterfly& butterfly, const std::vector<Complex>& values) {
    const Expr first = b.let("p", base + butterfly.first * store.strides.element);
    b.when(is_real(butterfly, line), [&] {
      for_each_stored(b, butterfly, static_cast<int>(values.size()), store.count, [&](int k) {
        const Complex& value = values[static_cast<std::size_t>(k)];
        const Complex result = scaled(b, store.conjugate ? conjugate(value) : value, real(store.scale));
        b.store_global("output", first + k * butterfly.step * store.strides.element, {result.re, result.im});
      });
    });
  };
}

Storer make_storer(Builder& b, const ImageStore& store, const LinePosition& line, const LineAxes& lines) {
  b.buffer("output", store.image.storage, true);
  const Expr row_stride = b.scalar("output_row_stride", ast::Type::i32);
  const Expr gain = b.scalar("gain", ast::Type::f32);
  const Expr offset = b.scalar("offset", ast::Type::f32);
  const Expr plane = plane_base(store.image, line);
  std::vector<std::pair<Expr, Expr>> rows;  // whether it is to be stored, and its first sample
  for (const int below : {0, store.paired_rows}) {
    if (below == 0 && !rows.empty()) continue;
    const Range range{0, static_cast<std::int64_t>(lines[0]) - 1 + below};
    const Expr row = line.axes[0] + below;
    rows.emplace_back(b.let("row_inside", is_inside(row, range, store.image.rows)), b.let("row_base", plane + row * row_stride));
  }
  return [&b, store, line, rows, gain, offset](const Butterfly& butterfly, const std::vector<Complex>& values) {
    for (std::size_t part = 0; part < rows.size(); ++part) {
      const auto& [inside, base] = rows[part];
      const Expr first = b.let("p", base + butterfly.first * store.image.column_stride);
      b.when(both(is_real(butterfly, line), inside), [&] {
        for_each_stored(b, butterfly, static_cast<int>(values.size()), store.image.columns, [&](int k) {
          const Complex& value = values[static_cast<std::size_t>(k)];
          const Expr result = fma(part == 0 ? value.re : value.im, gain, offset);
          b.store_global("output", first + k * butterfly.step * store.image.column_stride, {packed(result, store.image.storage)});
        });
      });
    }
  };
}

}  // namespace fftcore
