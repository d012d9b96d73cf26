// SPDX-License-Identifier: LGPL-2.1-or-later
#include "root_table.h"

#include <bit>

#include "unit_root.h"

namespace fftcore {
namespace {

using ast::Expr;

// most roots in a table of their own; else root(n) = root(n / low * low) * root(n % low)
constexpr std::int64_t kOneTable = 4096;

Table pairs_of_roots(const RootTable::Roots& roots) {
  Table pairs;
  for (std::int64_t n = 0; n < roots.count; ++n) {
    const std::complex<long double> root = unit_root(roots.first + n * roots.step, roots.circle);
    pairs.push_back(static_cast<double>(root.real()));
    pairs.push_back(static_cast<double>(root.imag()));
  }
  return pairs;
}

/// About the square root, so that both tables are short.
std::int64_t about_root(std::int64_t count) {
  return std::int64_t{1} << (std::bit_width(static_cast<std::uint64_t>(count)) / 2);
}

}  // namespace

RootTable::RootTable(Builder& builder, LineTransform& transform, const Roots& roots)
    : builder_(builder),
      low_(roots.count <= kOneTable ? roots.count : about_root(roots.count)),
      is_single_(roots.count <= kOneTable),
      low_table_(
          transform.add_to_table(pairs_of_roots({low_, roots.first, roots.step, roots.circle}))) {
  if (!is_single_)
    high_table_ = transform.add_to_table(
        pairs_of_roots({roots.count / low_ + 1, 0, roots.step * low_, roots.circle}));
}

Complex RootTable::operator()(const Expr& n) const {
  const auto entry = [&](const Expr& index) {
    return parts(builder_, ast::LoadGlobal{LineTransform::kTableName, index, 2});
  };
  if (is_single_) return entry(n + low_table_);
  const Complex high = entry(n / low_ + high_table_);
  return multiply(builder_, entry(n % low_ + low_table_), high);
}

}  // namespace fftcore
