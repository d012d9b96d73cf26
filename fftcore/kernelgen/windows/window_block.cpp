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
  if (!spec.is_in_place()) b.shared(kLags, Type::real, spec.lags());
}

std::vector<Expr> WindowBlock::sums_of(std::vector<Expr> mine) const {
  constexpr int kAtOnce = 8;  // that a thread adds at a step
  const std::size_t given = mine.size(), pairs = (given + 1) / 2;
  mine.resize(2 * pairs, real(0));
  const auto place = [&](const Expr& number, std::size_t pair) {
    return number + static_cast<std::int64_t>(pair) * spec.threads;
  };
  b.barrier();
  for (std::size_t i = 0; i < pairs; ++i)
    b.store_shared(kPartials, place(thread, i), {mine[2 * i], mine[2 * i + 1]});
  b.barrier();
  for (int left = spec.threads; left > 1;) {
    const int takers = (left + kAtOnce - 1) / kAtOnce;
    // Threads that add nothing load nothing: where they chose between a load and 0, PoCL 3.1 made
    // wrong sums of it.
    b.when(less(thread, integer(takers)), [&] {
      for (std::size_t i = 0; i < pairs; ++i) {
        Complex sum = point(kPartials, place(thread, i));
        for (int distance = takers; distance < left; distance += takers) {
          const bool has_all = distance + takers <= left;
          const Expr number =
              has_all ? thread + distance : minimum(thread + distance, integer(left - 1));
          Complex more = point(kPartials, place(number, i));
          if (!has_all) {
            const Expr is_there = less(thread, integer(left - distance));
            more = {b.let("more", select(is_there, more.re, real(0))),
                    b.let("more", select(is_there, more.im, real(0)))};
          }
          sum = add(b, sum, more);
        }
        b.store_shared(kPartials, place(thread, i), {sum.re, sum.im});
      }
    });
    b.barrier();
    left = takers;
  }
  std::vector<Expr> all;
  for (std::size_t i = 0; i < pairs; ++i) {
    const Complex sum = point(kPartials, place(integer(0), i));
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
