// SPDX-License-Identifier: LGPL-2.1-or-later
#include "four_step_twiddles.h"

#include <bit>

#include "unit_root.h"

namespace fftcore {
namespace {

using ast::Expr;

// longest whole with a table of its own; else w^m = w^(m / low * low) * w^(m % low)
constexpr std::int64_t kOneTable = 4096;

Table roots(std::int64_t count, std::int64_t step, std::int64_t whole) {
  Table pairs;
  for (std::int64_t m = 0; m < count; ++m) {
    const std::complex<long double> root = unit_root(m * step, whole);
    pairs.push_back(static_cast<double>(root.real()));
    pairs.push_back(static_cast<double>(root.imag()));
  }
  return pairs;
}

}  // namespace

void apply_four_step_twiddles(Builder& b, LineTransform& transform, Values& values, int radix,
                              const LinePosition& line, std::int64_t whole, bool back) {
  const bool is_single = whole <= kOneTable;
  // About the square root, so that both tables are short.
  const std::int64_t low =
      is_single ? whole
                : std::int64_t{1} << (std::bit_width(static_cast<std::uint64_t>(whole)) / 2);
  const int low_table = transform.add_to_table(roots(low, 1, whole));
  const int high_table = is_single ? 0 : transform.add_to_table(roots(whole / low + 1, low, whole));
  const auto entry = [&](const Expr& index) {
    return parts(b, ast::LoadGlobal{LineTransform::kTableName, index, 2});
  };
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Butterfly& butterfly = transform.butterflies(radix)[i];
    for (int k = 0; k < radix; ++k) {
      const Expr m = b.let("m", transform.element_of(butterfly, k) * line.number[Dim::part]);
      Complex root = entry(is_single ? m + low_table : m % low + low_table);
      if (!is_single) root = multiply(b, root, entry(m / low + high_table));
      Complex& value = values[i][static_cast<std::size_t>(k)];
      value = multiply(b, value, back ? conjugate(root) : root);
    }
  }
}

}  // namespace fftcore
