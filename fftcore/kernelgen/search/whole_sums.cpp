// SPDX-License-Identifier: LGPL-2.1-or-later
// Local norms of u8 by sums of whole numbers, which need not be added with care: along columns,
// where a sample is a byte, then along rows.
#include "access.h"
#include "moving_sums.h"
#include "passes.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;
using ast::LoadGlobal;
using ast::LoadShared;
using ast::real;
using ast::Type;

/// Neighbouring threads have neighbouring columns; each goes down a strip of rows.
class WholeColumnsWriter {
 public:
  explicit WholeColumnsWriter(const MovingSumSpec& spec)
      : spec_(spec),
        b_(spec.name),
        groups_(static_cast<int>(rounds_of(spec.image.columns, spec.threads))),
        block_(b_.let("block", ast::Call{ast::Builtin::block_x, {}})) {
    b_.launch({spec.threads, 1, 1},
              {groups_ * static_cast<int>(rounds_of(spec.rows(), spec.strip)), 1, 1});
    b_.buffer("input", spec.image.storage, ast::Access::constant);
    b_.buffer("first_sums", Storage::f32, ast::Access::write);
  }

  GeneratedKernel write() && {
    constexpr int kAtOnce = MovingSumSpec::kAtOnce;
    const ImageMemory memory = image_memory(b_, "input", spec_.image);
    row_stride_ = memory.row_stride;
    const int width = spec_.image.columns, taps = spec_.template_rows;
    const Expr wanted =
        b_.let("column", block_ % groups_ * spec_.threads + ast::Call{ast::Builtin::thread_x, {}});
    const Expr exists = b_.let("exists", less(wanted, integer(width)));
    const Expr column = b_.let("column", minimum(wanted, integer(width - 1)));
    const Expr first = column * spec_.image.column_stride;
    base_ = b_.let("base", memory.first ? first + *memory.first : first);
    const Expr top = b_.let("top", block_ / groups_ * spec_.strip);
    std::vector<Expr> sums =
        b_.carry("i", integer(taps / kAtOnce), {real(0), real(0)},
                 [&](const Expr& i, const std::vector<Expr>& so_far) {
                   std::vector<Expr> running = so_far;
                   for (const Expr& x : samples_from(b_.let("row", top + i * kAtOnce), kAtOnce))
                     running = with(running, x);
                   return running;
                 });
    for (const Expr& x : samples_from(top + (taps - taps % kAtOnce), taps % kAtOnce))
      sums = with(sums, x);
    b_.carry("i", integer(spec_.strip / kAtOnce), sums,
             [&](const Expr& i, const std::vector<Expr>& so_far) {
               std::vector<Expr> running = so_far;
               const Expr first_row = b_.let("row", top + i * kAtOnce);
               const std::vector<Expr> leaving = samples_from(first_row, kAtOnce),
                                       entering = samples_from(first_row + taps, kAtOnce);
               for (int k = 0; k < kAtOnce; ++k) {
                 const auto at = static_cast<std::size_t>(k);
                 const Expr row = b_.let("row", first_row + k);
                 b_.when(both(exists, less(row, integer(spec_.rows()))),
                         [&] { b_.store_global("first_sums", row * width + column, running); });
                 // Less first: with one sample more a sum could have more digits than f32 has.
                 running = with(without(running, leaving[at]), entering[at]);
               }
               return running;
             });
    return {fold(std::move(b_).finish()), {}};
  }

 private:
  /// Samples less the bias; past the last row, anything.
  std::vector<Expr> samples_from(const Expr& first, int count) {
    std::vector<Expr> loaded, samples;
    for (int k = 0; k < count; ++k)
      loaded.push_back(b_.let(
          "x",
          LoadGlobal{"input",
                     minimum(first + k, integer(spec_.image.rows - 1)) * row_stride_ + base_, 1}));
    for (const Expr& x : loaded)
      samples.push_back(spec_.whole_bias() == 0 ? x : b_.let("x", x - real(spec_.whole_bias())));
    return samples;
  }
  /// The sums of samples and of squares: no sum has more digits than f32 has.
  std::vector<Expr> with(const std::vector<Expr>& sums, const Expr& x) {
    return {b_.let("sum", sums[0] + x), b_.let("squares", fma(x, x, sums[1]))};
  }
  std::vector<Expr> without(const std::vector<Expr>& sums, const Expr& x) {
    return {b_.let("sum", sums[0] - x), b_.let("squares", fma(-x, x, sums[1]))};
  }

  const MovingSumSpec& spec_;
  Builder b_;
  int groups_;  // of columns, a block each
  Expr block_, row_stride_ = integer(0), base_ = integer(0);
};

/// A row of sums of columns becomes sums up to each column, by sums of each thread's and a scan of
/// these (Hillis and Steele); a window is the difference of two.
class WholeRowsWriter {
 public:
  explicit WholeRowsWriter(const MovingSumSpec& spec)
      : spec_(spec),
        b_(spec.name),
        thread_(b_.let("thread", ast::Call{ast::Builtin::thread_x, {}})),
        row_(b_.let("row", ast::Call{ast::Builtin::block_x, {}})),
        each_(spec.whole_columns_each()) {
    b_.launch({spec.threads, 1, 1}, {spec.rows(), 1, 1});
    b_.buffer("first_sums", Storage::f32);
    b_.buffer("local_norms", Storage::f32, ast::Access::write);
    // The wider ones first, where all types may begin.
    b_.shared("squares", Type::i64, each_ * spec.threads);
    b_.shared("scan_squares", Type::i64, 2 * spec.threads);
    b_.shared("sums", Type::i32, each_ * spec.threads);
    b_.shared("scan_sums", Type::i32, 2 * spec.threads);
  }

  GeneratedKernel write() && {
    load();
    const Expr first = b_.let("first", thread_ * each_);
    add_up(first, scan(totals(first)));
    b_.repeat("i", static_cast<int>(rounds_of(spec_.columns(), spec_.threads)), [&](const Expr& i) {
      const Expr place = b_.let("place", i * spec_.threads + thread_);
      b_.when(less(place, integer(spec_.columns())), [&] {
        b_.store_global("local_norms", row_ * spec_.columns() + place, {norm(place)});
      });
    });
    return {fold(std::move(b_).finish()), {}};
  }

 private:
  static Expr sum_at(const Expr& at) { return LoadShared{"sums", Type::i32, at}; }
  static Expr squares_at(const Expr& at) { return LoadShared{"squares", Type::i64, at}; }
  static Expr none() { return ast::Literal{Type::i64, 0}; }

  /// Zeros behind the last column.
  void load() {
    const int width = spec_.image.columns;
    b_.repeat("i", each_, [&](const Expr& i) {
      const Expr column = b_.let("column", i * spec_.threads + thread_);
      const Expr from = b_.let("from", row_ * width + minimum(column, integer(width - 1)));
      const Expr pair = b_.let("z", LoadGlobal{"first_sums", from, 2});
      const auto part = [&](int lane) {
        return b_.let("x", select(less(column, integer(width)), ast::lane(pair, lane), real(0)));
      };
      b_.store_shared("sums", column, {ast::Cast{Type::i32, part(0)}});
      b_.store_shared("squares", column, {ast::Cast{Type::i64, part(1)}});
    });
    b_.barrier();
  }

  /// Sums of the thread's columns.
  std::vector<Expr> totals(const Expr& first) {
    return b_.carry("i", integer(each_), {integer(0), none()},
                    [&](const Expr& i, const std::vector<Expr>& so_far) {
                      const Expr column = b_.let("column", first + i);
                      return std::vector<Expr>{b_.let("sum", so_far[0] + sum_at(column)),
                                               b_.let("squares", so_far[1] + squares_at(column))};
                    });
  }

  /// Sums of the threads before this one. What is read at a distance is not what is written for the
  /// next one.
  std::vector<Expr> scan(std::vector<Expr> mine) {
    const std::vector<Expr> own = mine;
    int buffer = 0;
    for (int distance = 1; distance < spec_.threads; distance *= 2) {
      const Expr place = b_.let("place", thread_ + buffer);
      b_.store_shared("scan_sums", place, {mine[0]});
      b_.store_shared("scan_squares", place, {mine[1]});
      b_.barrier();
      const Expr wanted = b_.let("wanted", less_equal(integer(distance), thread_));
      const Expr from = b_.let("from", select(wanted, place - distance, place));
      const Expr sum = LoadShared{"scan_sums", Type::i32, from},
                 squares = LoadShared{"scan_squares", Type::i64, from};
      mine = {b_.let("sum", mine[0] + select(wanted, sum, integer(0))),
              b_.let("squares", mine[1] + select(wanted, squares, none()))};
      buffer = spec_.threads - buffer;
    }
    return {b_.let("sum", mine[0] - own[0]), b_.let("squares", mine[1] - own[1])};
  }

  /// To each of the thread's columns what all up to it add up to.
  void add_up(const Expr& first, const std::vector<Expr>& before) {
    b_.carry("i", integer(each_), before, [&](const Expr& i, const std::vector<Expr>& so_far) {
      const Expr column = b_.let("column", first + i);
      const std::vector<Expr> next{b_.let("sum", so_far[0] + sum_at(column)),
                                   b_.let("squares", so_far[1] + squares_at(column))};
      b_.store_shared("sums", column, {next[0]});
      b_.store_shared("squares", column, {next[1]});
      return next;
    });
    b_.barrier();
  }

  /// Of N samples: N sum of (x - mean)^2 = N sum of x^2 - (sum of x)^2, exact until it is divided.
  Expr norm(const Expr& place) {
    const std::int64_t count = std::int64_t{spec_.template_rows} * spec_.template_columns;
    const Expr last = b_.let("last", place + (spec_.template_columns - 1));
    const Expr has_before = b_.let("has_before", less(integer(0), place));
    const Expr before = b_.let("before", maximum(place - 1, integer(0)));
    const Expr squares =
        b_.let("squares", squares_at(last) - select(has_before, squares_at(before), none()));
    Expr total = b_.let("total", ast::Cast{Type::real, squares});
    if (spec_.is_centred) {
      const Expr sum = b_.let(
          "sum",
          ast::Cast{Type::i64, sum_at(last) - select(has_before, sum_at(before), integer(0))});
      total = b_.let("total", ast::Cast{Type::real, squares * count - sum * sum} *
                                  real(1.0 / static_cast<double>(count)));
    }
    return select(less(total, real(spec_.flat_sum)), real(0), real(1) / square_root(total));
  }

  const MovingSumSpec& spec_;
  Builder b_;
  Expr thread_, row_;
  int each_;  // columns of a thread
};

}  // namespace

GeneratedKernel whole_sums_of_columns(const MovingSumSpec& spec) {
  return WholeColumnsWriter(spec).write();
}

GeneratedKernel whole_sums_of_rows(const MovingSumSpec& spec) {
  return WholeRowsWriter(spec).write();
}

}  // namespace fftcore
