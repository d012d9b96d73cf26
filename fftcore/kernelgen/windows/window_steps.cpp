// SPDX-License-Identifier: LGPL-2.1-or-later
#include "window_steps.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;
using ast::real;

using Exprs = std::vector<Expr>;

/// The part of the larger eigenvalue that the smaller one has at least, and how far from the
/// highest lag a step may lead.
constexpr double kLeastEigenvalue = 1e-3, kFarthest = 1;

class Refiner {
 public:
  Refiner(const WindowBlock& block, const WindowImage& first, const WindowImage& second,
          const GatheredWindows& windows, const WindowContrast& contrast, const LagPeak& peak)
      : block_(block),
        b_(block.b),
        spec_(block.spec),
        first_(first),
        second_(second),
        windows_(windows),
        contrast_(contrast),
        peak_(peak),
        tasks_(spec_, spec_.window_rows, spec_.window_columns) {}

  RefinedPeak refined(const Expr& is_refined) {
    // Loops of one round or none, since branches have no values.
    const Exprs place = b_.carry("refined", select(is_refined, integer(1), integer(0)),
                                 {peak_.x, peak_.y}, [&](const Expr&, const Exprs& begin) {
                                   if (!spec_.keeps_window) {
                                     gather_first(block_, first_);
                                     b_.barrier();
                                   }
                                   measure_gradient();
                                   return b_.carry("step", integer(spec_.refine), begin,
                                                   [&](const Expr&, const Exprs& now) {
                                                     return step({now[0], now[1]});
                                                   });
                                 });
    return {place[0], place[1]};
  }

 private:
  static constexpr std::ptrdiff_t kKeptRows = 4;  // of a column, from row to row
  const Expr always_ = ast::Literal{ast::Type::boolean, 1};

  struct Gradient {
    Expr x, y;
  };

  /// The first window less its mean.
  Expr first_at(const Expr& row, const Expr& column) {
    if (spec_.keeps_window)
      return block_.number(WindowBlock::kScratch, row * spec_.window_pitch() + column);
    const Complex point = block_.point(row * spec_.pitch() + column);
    return b_.let("t", point.re - windows_.mean_first);
  }

  static Expr beside(const Expr& place, int step, int count) {
    return within(place + step, integer(0), integer(count - 1));
  }

  Expr difference(const Expr& before_2, const Expr& before, const Expr& after,
                  const Expr& after_2) {
    constexpr double kNear = 8.0 / 12, kFar = 1.0 / 12;
    const Expr near = b_.let("near", after - before);
    return b_.let("g", fma(near, real(kNear), (before_2 - after_2) * real(kFar)));
  }

  /// The second window's sample beside one of the first window.
  struct Moved {
    Expr x, y;  ///< how far it is moved
  };
  /// `body(t, gradient, x, sums)` of all samples of this thread's columns; x is 0 where there is no
  /// `moved`. Returns the sums.
  template <class Body>
  Exprs walk(std::size_t count, const Moved* moved, const Body& body) {
    return block_.carry(
        tasks_.count(), Exprs(count, real(0)), [&](const Expr& number, const Exprs& before) {
          const ColumnTasks::Task task = tasks_.task(b_, number);
          Exprs across;
          for (const int step : {-2, -1, 1, 2})
            across.push_back(b_.let("beside", beside(task.column, step, spec_.window_columns)));
          Exprs carried = before;
          for (const int step : {-2, -1, 0, 1})
            carried.push_back(below(task.first_row, step, task));
          const bool has_walk = moved != nullptr && !spec_.is_mapped;
          const WindowImage::Column column =
              has_walk ? second_.column(task.column + spec_.search, moved->x, moved->y)
                       : WindowImage::Column{{}, {}, integer(0), {}};
          const ColumnWalk second(b_, second_, column, task.first_row + spec_.search, always_);
          carried.insert(carried.end(), second.initial().begin(), second.initial().end());
          Exprs after = b_.carry("r", task.rows, carried, [&](const Expr& r, const Exprs& now) {
            const Expr row = b_.let("row", task.first_row + r);
            const auto rows = now.begin() + static_cast<std::ptrdiff_t>(count),
                       lines = rows + kKeptRows;
            const Expr last = below(row, 2, task);
            const Expr down = difference(rows[0], rows[1], rows[3], last);
            Exprs level;
            for (const Expr& place : across) level.push_back(first_at(row, place));
            const Expr right = difference(level[0], level[1], level[2], level[3]);
            ColumnWalk::Step step{real(0), {}};
            if (has_walk)
              step = second.step(row + spec_.search, {lines, now.end()});
            else if (moved != nullptr)
              step.sample = mapped_sample(row, task.column, *moved);
            Exprs next = body(rows[2], Gradient{right, down}, step.sample, {now.begin(), rows});
            next.insert(next.end(), {rows[1], rows[2], rows[3], last});
            next.insert(next.end(), step.lines.begin(), step.lines.end());
            return next;
          });
          after.resize(count, real(0));
          return after;
        });
  }

  /// Sample of the first window so many rows further down.
  Expr below(const Expr& row, int step, const ColumnTasks::Task& task) {
    return first_at(b_.let("row", beside(row, step, spec_.window_rows)), task.column);
  }

  Expr mapped_sample(const Expr& row, const Expr& column, const Moved& moved) {
    return second_.mapped(as_real(column) + (moved.x - real((spec_.window_columns - 1) / 2.0)),
                          as_real(row) + (moved.y - real((spec_.window_rows - 1) / 2.0)), always_);
  }

  /// The matrix, and what the first window is along the gradient.
  void measure_gradient() {
    constexpr std::size_t kSums = 7, kAtOnce = 4;
    const Exprs mine =
        walk(kSums, nullptr, [&](const Expr& t, const Gradient& g, const Expr&, const Exprs& sums) {
          Exprs next;
          const auto with = [&](const Expr& a, const Expr& b) {
            next.push_back(b_.let("sum", fma(a, b, sums[next.size()])));
          };
          with(g.x, g.x);
          with(g.x, g.y);
          with(g.y, g.y);
          with(g.x, t);
          with(g.y, t);
          with(g.x, real(1));
          with(g.y, real(1));
          return next;
        });
    const Exprs some = block_.sums_of({mine.begin(), mine.begin() + kAtOnce});
    const Exprs others = block_.sums_of({mine.begin() + kAtOnce, mine.end()});
    const Expr share = real(1.0 / (double(spec_.window_rows) * spec_.window_columns));
    const Expr x = others[1], y = others[2];
    mean_x_ = b_.let("mean", x * share);
    mean_y_ = b_.let("mean", y * share);
    xx_ = b_.let("xx", fma(-x, mean_x_, some[0]));
    xy_ = b_.let("xy", fma(-x, mean_y_, some[1]));
    yy_ = b_.let("yy", fma(-y, mean_y_, some[2]));
    first_x_ = some[3];
    first_y_ = others[0];
    norm_ = b_.let("norm", square_root(contrast_.first));
    const Expr trace = b_.let("trace", xx_ + yy_);
    const Expr apart = b_.let("apart", xx_ - yy_);
    const Expr root = b_.let("root", square_root(fma(apart, apart, real(4) * xy_ * xy_)));
    is_regular_ = b_.let("is_regular",
                         both(less(real(0), trace - root),
                              less_equal(real(kLeastEigenvalue) * (trace + root), trace - root)));
    // Of the scaled matrix, whose determinant is no product of two large numbers.
    scale_ = b_.let("scale", select(is_regular_, real(1) / trace, real(0)));
    const Expr a = b_.let("xx", xx_ * scale_);
    const Expr c = b_.let("yy", yy_ * scale_);
    const Expr d = b_.let("xy", xy_ * scale_);
    const Expr determinant = b_.let("determinant", fma(a, c, -(d * d)));
    const Expr factor = b_.let("factor", select(is_regular_, scale_ / determinant, real(0)));
    xx_ = b_.let("xx", a * factor);
    yy_ = b_.let("yy", c * factor);
    xy_ = b_.let("xy", d * factor);
  }

  Exprs step(const Moved& now) {
    constexpr std::size_t kSums = 4;
    const Exprs sums = block_.sums_of(walk(
        kSums, &now, [&](const Expr&, const Gradient& g, const Expr& sample, const Exprs& before) {
          const Expr x = b_.let("x", sample - windows_.mean_second);
          Exprs next;
          const auto with = [&](const Expr& a, const Expr& b) {
            next.push_back(b_.let("sum", fma(a, b, before[next.size()])));
          };
          with(x, real(1));
          with(x, x);
          with(g.x, x);
          with(g.y, x);
          return next;
        }));
    const double count = double(spec_.window_rows) * spec_.window_columns;
    const Expr power = b_.let("power", fma(sums[0] * real(-1 / count), sums[0], sums[1]));
    const Expr has_power = less(real(0), power);
    const Expr ratio = b_.let("ratio", norm_ / square_root(select(has_power, power, real(1))));
    const auto along = [&](const Expr& sum, const Expr& mean, const Expr& first) {
      const Expr second = b_.let("second", fma(-mean, sums[0], sum));
      return b_.let("along", fma(ratio, second, -first));
    };
    const Expr x = along(sums[2], mean_x_, first_x_);
    const Expr y = along(sums[3], mean_y_, first_y_);
    const Expr to_x = b_.let("to", now.x - fma(yy_, x, -(xy_ * y)));
    const Expr to_y = b_.let("to", now.y - fma(xx_, y, -(xy_ * x)));
    const Expr far_x = b_.let("far", to_x - peak_.lag_x);
    const Expr far_y = b_.let("far", to_y - peak_.lag_y);
    const Expr is_near = less_equal(maximum(absolute(far_x), absolute(far_y)), real(kFarthest));
    const Expr is_taken = b_.let("is_taken", both(both(is_regular_, has_power), is_near));
    return {b_.let("x", select(is_taken, to_x, now.x)), b_.let("y", select(is_taken, to_y, now.y))};
  }

  const WindowBlock& block_;
  Builder& b_;
  const WindowSpec& spec_;
  const WindowImage &first_, &second_;
  const GatheredWindows& windows_;
  const WindowContrast& contrast_;
  const LagPeak& peak_;
  ColumnTasks tasks_;
  Expr mean_x_ = real(0), mean_y_ = real(0), xx_ = real(0), xy_ = real(0), yy_ = real(0),
       first_x_ = real(0), first_y_ = real(0), norm_ = real(0), scale_ = real(0),
       is_regular_ = always_;
};

}  // namespace

RefinedPeak refine_peak(const WindowBlock& block, const WindowImage& first,
                        const WindowImage& second, const GatheredWindows& windows,
                        const WindowContrast& contrast, const LagPeak& peak,
                        const Expr& is_refined) {
  if (block.spec.refine == 0) return {peak.x, peak.y};
  if (block.spec.is_in_place()) block.b.barrier();  // S is read until here, and written over
  return Refiner(block, first, second, windows, contrast, peak).refined(is_refined);
}

}  // namespace fftcore
