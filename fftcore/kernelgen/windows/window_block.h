// SPDX-License-Identifier: LGPL-2.1-or-later
// What all parts of the kernel of windows share: the block of threads, its arrays in shared memory,
// loops over tasks, and sums over the block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "builder.h"
#include "complex.h"
#include "window_spec.h"

namespace fftcore {

class WindowBlock {
 public:
  /// Declares the arrays.
  WindowBlock(Builder& builder, const WindowSpec& spec);

  Builder& b;
  const WindowSpec& spec;
  const ast::Expr thread;

  static constexpr const char *kPoints = "points", *kScratch = "scratch", *kLags = "lags",
                              *kPartials = "partials", *kTable = "twiddles";

  /// `body(task)` for each task of this thread.
  template <class Body>
  void each(int tasks, Body&& body) const {
    b.every("task", thread, ast::integer(tasks), spec.threads, std::forward<Body>(body));
  }
  /// `values = body(task, values)` likewise; none where `condition` does not hold.
  template <class Body>
  std::vector<ast::Expr> carry(int tasks, const ast::Expr& condition,
                               std::vector<ast::Expr> initial, Body&& body) const {
    const ast::Expr all = (ast::integer(std::int64_t{tasks} + spec.threads - 1) - thread) /
                          std::int64_t{spec.threads};
    const ast::Expr rounds = b.let("rounds", select(condition, all, ast::integer(0)));
    return b.carry("i", rounds, std::move(initial),
                   [&](const ast::Expr& i, const std::vector<ast::Expr>& values) {
                     return body(b.let("task", i * spec.threads + thread), values);
                   });
  }
  template <class Body>
  std::vector<ast::Expr> carry(int tasks, std::vector<ast::Expr> initial, Body&& body) const {
    return carry(tasks, ast::Literal{ast::Type::boolean, 1}, std::move(initial),
                 std::forward<Body>(body));
  }

  /// Sums over all threads, in each thread: of up to 2 kPairsOfThread numbers. Shared memory is in
  /// order between what was before and what comes after.
  std::vector<ast::Expr> sums_of(std::vector<ast::Expr> mine) const;

  /// `make(window)` is the numbers of a row of `output`, in all threads, for each window of a run.
  template <class Make>
  void write_row(Make&& make) const {
    b.buffer("output", Storage::f32, ast::Access::write);
    const ast::Expr row_stride = b.scalar("output_row_stride", ast::Type::i32);
    const ast::Expr count = b.scalar("window_count", ast::Type::i32);
    const ast::Expr window = b.let("window", ast::Call{ast::Builtin::block_x, {}});
    // A loop of one round or none, since barriers are in it.
    const ast::Expr rounds =
        b.let("rounds", select(less(window, count), ast::integer(1), ast::integer(0)));
    b.repeat("exists", rounds, [&](const ast::Expr&) {
      const std::vector<ast::Expr> row = make(window);
      b.when(less(thread, ast::integer(1)), [&] {
        const ast::Expr first = b.let("result", window * row_stride);
        for (std::size_t i = 0; i < row.size(); ++i)
          b.store_global("output", first + static_cast<std::int64_t>(i), {row[i]});
      });
    });
  }

  Complex point(const char* array, const ast::Expr& at) const {
    return parts(b, ast::LoadShared{array, ast::Type::real_x2, at});
  }
  Complex point(const ast::Expr& at) const { return point(kPoints, at); }
  void put_point(const ast::Expr& at, const Complex& value) const {
    b.store_shared(kPoints, at, {value.re, value.im});
  }
  /// S at a lag: their numbers go row by row.
  ast::Expr lag(const ast::Expr& number_of_lag) const {
    if (!spec.is_in_place()) return number(kLags, number_of_lag);
    return point(b.let("at", number_of_lag / spec.lag_columns() * spec.pitch() +
                                 number_of_lag % spec.lag_columns()))
        .re;
  }
  ast::Expr number(const char* array, const ast::Expr& at) const {
    return b.let("x", ast::LoadShared{array, ast::Type::real, at});
  }
};

/// Columns of a window by segments of rows: a task is a segment of a column. As many as give each
/// thread one, where threads suffice.
struct ColumnTasks {
  int rows, columns, segments, length;
  ColumnTasks(const WindowSpec& spec, int rows, int columns);

  int count() const { return segments * columns; }
  struct Task {
    ast::Expr column, first_row, rows;
  };
  Task task(Builder& b, const ast::Expr& number) const;
};

inline ast::Expr as_real(const ast::Expr& whole) {
  return ast::Cast{ast::Type::real, whole};
}
inline ast::Expr is_zero(const ast::Expr& counted) {
  return less(counted, ast::integer(1));
}
inline ast::Expr within(const ast::Expr& value, const ast::Expr& least, const ast::Expr& most) {
  return minimum(maximum(value, least), most);
}

}  // namespace fftcore
