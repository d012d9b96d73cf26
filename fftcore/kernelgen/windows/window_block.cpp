// SPDX-License-Identifier: LGPL-2.1-or-later
#include "window_block.h"

#include <algorithm>

namespace fftcore {

using ast::Expr;
using ast::integer;
using ast::real;
using ast::Type;

WindowBlock::WindowBlock(Builder& builder, const WindowSpec& spec)
    : b(builder), spec(spec), thread(b.let("thread", ast::Call{ast::Builtin::thread_x, {}})) {
  b.shared(kPoints, Type::real_x2, spec.points());
  b.shared(kPartials, Type::real_x2, spec.partials());
  if (spec.scratch() > 0) b.shared(kScratch, Type::real, spec.scratch());
  b.shared(kLags, Type::real, spec.lags());
}

std::vector<Expr> WindowBlock::sums_of(std::vector<Expr> mine) const {
  constexpr int kAtOnce = 8;  // that a thread adds at a step
  const std::size_t given = mine.size(), pairs = (given + 1) / 2;
  mine.resize(2 * pairs, real(0));
  const auto put = [&] {
    for (std::size_t i = 0; i < pairs; ++i)
      b.store_shared(kPartials, thread + static_cast<std::int64_t>(i) * spec.threads,
                     {mine[2 * i], mine[2 * i + 1]});
  };
  b.barrier();
  put();
  b.barrier();
  for (int left = spec.threads; left > 1;) {
    const int takers = (left + kAtOnce - 1) / kAtOnce;
    const Expr takes = b.let("takes", less(thread, integer(takers)));
    for (int distance = takers; distance < left; distance += takers) {
      const Expr is_there =
          distance + takers <= left ? takes : both(takes, less(thread, integer(left - distance)));
      for (std::size_t i = 0; i < pairs; ++i) {
        const ast::LoadShared load{
            kPartials, Type::real_x2,
            thread + (distance + static_cast<std::int64_t>(i) * spec.threads)};
        const Complex other = parts(b, select(is_there, load, ast::Literal{ast::Type::real_x2, 0}));
        mine[2 * i] = b.let("sum", mine[2 * i] + other.re);
        mine[2 * i + 1] = b.let("sum", mine[2 * i + 1] + other.im);
      }
    }
    b.when(takes, put);
    b.barrier();
    left = takers;
  }
  std::vector<Expr> all;
  for (std::size_t i = 0; i < pairs; ++i) {
    const Complex sum =
        parts(b, ast::LoadShared{kPartials, Type::real_x2,
                                 integer(static_cast<std::int64_t>(i) * spec.threads)});
    all.insert(all.end(), {sum.re, sum.im});
  }
  all.resize(given, real(0));
  return all;
}

ColumnTasks::ColumnTasks(const WindowSpec& spec, int rows, int columns)
    : rows(rows),
      columns(columns),
      segments(std::clamp(spec.threads / columns, 1, rows)),
      length((rows + segments - 1) / segments) {
  segments = (rows + length - 1) / length;
}

ColumnTasks::Task ColumnTasks::task(Builder& b, const Expr& number) const {
  const Expr column = b.let("column", number % columns),
             first = b.let("first", number / columns * length);
  return {column, first, b.let("count", minimum(integer(length), integer(rows) - first))};
}

}  // namespace fftcore
