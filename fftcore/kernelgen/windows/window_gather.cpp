// SPDX-License-Identifier: LGPL-2.1-or-later
#include "window_gather.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;
using ast::real;

using Exprs = std::vector<Expr>;

Expr truth(bool is) {
  return ast::Literal{ast::Type::boolean, is ? 1.0 : 0.0};
}
Expr negation(const Expr& condition) {
  return select(condition, truth(false), truth(true));
}

class Gatherer {
 public:
  Gatherer(const WindowBlock& block, const WindowImage& first, const WindowImage& second)
      : block_(block),
        b_(block.b),
        spec_(block.spec),
        first_(first),
        second_(second),
        tasks_(spec_, second.rows, second.columns) {}

  /// The thread's sums of both windows, and of a map's samples those inside.
  Exprs all() {
    if (spec_.is_mapped) return mapped();
    const bool is_nearest = spec_.interpolation == Interpolation::nearest;
    const Expr are_whole =
        is_nearest ? truth(true) : b_.let("are_whole", both(first_.is_whole(), second_.is_whole()));
    Exprs sums = whole(are_whole, {real(0), real(0)});
    return is_nearest ? sums : shifted(negation(are_whole), sums);
  }

 private:
  Expr has_first(const Expr& row, const Expr& column) {
    return b_.let("has_first",
                  both(less(row, integer(first_.rows)), less(column, integer(first_.columns))));
  }

  Exprs put(const Expr& row, const Expr& column, const Expr& t, const Expr& x, const Exprs& sums) {
    block_.put_point(row * spec_.pitch() + column, {t, x});
    return {b_.let("sum", sums[0] + t), b_.let("sum", sums[1] + x)};
  }

  Exprs whole(const Expr& condition, const Exprs& initial) {
    return block_.carry(
        tasks_.count(), condition, initial, [&](const Expr& number, const Exprs& before) {
          const ColumnTasks::Task task = tasks_.task(b_, number);
          const WindowImage::Column of_first = first_.whole_column(task.column);
          const WindowImage::Column of_second = second_.whole_column(task.column);
          return b_.carry("r", task.rows, before, [&](const Expr& r, const Exprs& sums) {
            const Expr row = b_.let("row", task.first_row + r);
            const Expr x = second_.row_of(of_second, row, truth(true));
            const Expr wanted = has_first(row, task.column);
            const Expr t = first_.row_of(of_first, row, wanted);
            return put(row, task.column, b_.let("t", select(wanted, t, real(0))), x, sums);
          });
        });
  }

  Exprs shifted(const Expr& condition, const Exprs& initial) {
    return block_.carry(
        tasks_.count(), condition, initial, [&](const Expr& number, const Exprs& before) {
          const ColumnTasks::Task task = tasks_.task(b_, number);
          const WindowImage::Column of_first = first_.column(task.column, real(0), real(0));
          const WindowImage::Column of_second = second_.column(task.column, real(0), real(0));
          const Expr has_column = b_.let("has_column", less(task.column, integer(first_.columns)));
          const ColumnWalk walk_first(b_, first_, of_first, task.first_row, has_column);
          const ColumnWalk walk_second(b_, second_, of_second, task.first_row, truth(true));
          const std::size_t lines = walk_first.initial().size();
          Exprs carried = before;
          carried.insert(carried.end(), walk_first.initial().begin(), walk_first.initial().end());
          carried.insert(carried.end(), walk_second.initial().begin(), walk_second.initial().end());
          Exprs after = b_.carry("r", task.rows, carried, [&](const Expr& r, const Exprs& now) {
            const auto at = [&](std::size_t i) {
              return now.begin() + static_cast<std::ptrdiff_t>(i);
            };
            const Expr row = b_.let("row", task.first_row + r);
            const Expr wanted = has_first(row, task.column);
            const ColumnWalk::Step t = walk_first.step(row, {at(2), at(2 + lines)});
            const ColumnWalk::Step x = walk_second.step(row, {at(2 + lines), now.end()});
            Exprs next = put(row, task.column, b_.let("t", select(wanted, t.sample, real(0))),
                             x.sample, now);
            next.insert(next.end(), t.lines.begin(), t.lines.end());
            next.insert(next.end(), x.lines.begin(), x.lines.end());
            return next;
          });
          after.resize(2, real(0));
          return after;
        });
  }

  Exprs mapped() {
    return block_.carry(
        second_.rows * second_.columns, {real(0), real(0), real(0), real(0)},
        [&](const Expr& task, const Exprs& sums) {
          const Expr row = b_.let("row", task / second_.columns);
          const Expr column = b_.let("column", task % second_.columns);
          const Expr wanted = has_first(row, column);
          const auto sample = [&](const WindowImage& image, const Expr& condition) {
            return image.mapped(as_real(column) - real((image.columns - 1) / 2.0),
                                as_real(row) - real((image.rows - 1) / 2.0), condition);
          };
          const Expr x = sample(second_, truth(true));
          const Expr loaded = sample(first_, wanted);
          const Expr t = b_.let("t", select(wanted, loaded, real(0)));
          Exprs next = put(row, column, t, x, sums);
          const Expr of_first = first_.inside_at(row, column);
          const Expr of_second = second_.inside_at(row, column);
          next.push_back(b_.let("sum", sums[2] + select(wanted, of_first, real(0))));
          next.push_back(b_.let("sum", sums[3] + of_second));
          return next;
        });
  }

  const WindowBlock& block_;
  Builder& b_;
  const WindowSpec& spec_;
  const WindowImage &first_, &second_;
  ColumnTasks tasks_;
};

}  // namespace

ColumnWalk::ColumnWalk(Builder& b, const WindowImage& image, const WindowImage::Column& column,
                       const Expr& first_row, const Expr& wanted)
    : b_(b), image_(image), column_(column), wanted_(wanted) {
  for (std::size_t k = 0; k + 1 < column.row_weights.size(); ++k)
    lines_.push_back(image.row_of(column, first_row + static_cast<std::int64_t>(k), wanted));
}

ColumnWalk::Step ColumnWalk::step(const Expr& row, const Exprs& lines) const {
  Exprs all = lines;
  all.push_back(image_.row_of(column_, row + static_cast<std::int64_t>(lines.size()), wanted_));
  const Expr sample = weighed(b_, all, column_.row_weights);
  return {sample, {all.begin() + 1, all.end()}};
}

GatheredWindows gather_windows(const WindowBlock& block, const WindowImage& first,
                               const WindowImage& second) {
  Builder& b = block.b;
  const auto area = [](const WindowImage& image) { return double(image.rows) * image.columns; };
  const Exprs sums = block.sums_of(Gatherer(block, first, second).all());
  const bool is_mapped = block.spec.is_mapped;
  const Expr inside_first = is_mapped ? sums[2] : first.count_inside();
  const Expr inside_second = is_mapped ? sums[3] : second.count_inside();
  const Expr are_in = b.let("are_in", both(less_equal(real(area(first) / 2), inside_first),
                                           less_equal(real(area(second) / 2), inside_second)));
  const Expr are_inside =
      b.let("are_inside", both(both(first.is_placed(), second.is_placed()), are_in));
  const Expr mean_first = b.let("mean", sums[0] * real(1 / area(first)));
  const Expr mean_second = b.let("mean", sums[1] * real(1 / area(second)));
  return {mean_first, mean_second, are_inside};
}

void gather_first(const WindowBlock& block, const WindowImage& first) {
  Builder& b = block.b;
  const WindowSpec& spec = block.spec;
  const auto put = [&](const Expr& row, const Expr& column, const Expr& t) {
    block.put_point(row * spec.pitch() + column, {t, real(0)});
  };
  if (spec.is_mapped) {
    block.each(first.rows * first.columns, [&](const Expr& task) {
      const Expr row = b.let("row", task / first.columns);
      const Expr column = b.let("column", task % first.columns);
      put(row, column,
          first.mapped(as_real(column) - real((first.columns - 1) / 2.0),
                       as_real(row) - real((first.rows - 1) / 2.0), truth(true)));
    });
    return;
  }
  const ColumnTasks tasks(spec, first.rows, first.columns);
  block.each(tasks.count(), [&](const Expr& number) {
    const ColumnTasks::Task task = tasks.task(b, number);
    const WindowImage::Column column = first.column(task.column, real(0), real(0));
    const ColumnWalk walk(b, first, column, task.first_row, truth(true));
    b.carry("r", task.rows, walk.initial(), [&](const Expr& r, const Exprs& lines) {
      const Expr row = b.let("row", task.first_row + r);
      ColumnWalk::Step step = walk.step(row, lines);
      put(row, task.column, step.sample);
      return step.lines;
    });
  });
}

}  // namespace fftcore
