// SPDX-License-Identifier: LGPL-2.1-or-later
#include "moving_sums.h"
#include "passes.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;
using ast::LoadGlobal;
using ast::real;
using ast::Type;

/// Neighbouring threads have neighbouring columns; each goes down a strip of rows.
class ColumnsWriter {
 public:
  explicit ColumnsWriter(const MovingSumSpec& spec)
      : spec_(spec),
        b_(spec.name),
        groups_(static_cast<int>(rounds_of(spec.columns(), spec.threads))),
        thread_(b_.let("thread", ast::Call{ast::Builtin::thread_x, {}})),
        block_(b_.let("block", ast::Call{ast::Builtin::block_x, {}})) {
    b_.launch({spec.threads, 1, 1},
              {groups_ * static_cast<int>(rounds_of(spec.rows(), spec.strip)), 1, 1});
    b_.buffer("first_sums", Storage::f32);
    b_.buffer("local_norms", Storage::f32, ast::Access::write);
    const Expr column = b_.let("column", block_ % groups_ * spec.threads + thread_);
    exists_ = b_.let("exists", less(column, integer(spec.columns())));
    column_ = b_.let("column", minimum(column, integer(spec.columns() - 1)));
  }

  GeneratedKernel write() && {
    constexpr int kAtOnce = MovingSumSpec::kAtOnce;
    const int taps = spec_.template_rows;
    if (spec_.flat_part != 0) least_ = b_.let("least", least_sum());
    const Expr top = b_.let("top", block_ / groups_ * spec_.strip);
    // How many rows are unseen; the sum of (x - m)^2, of m, and of m^2.
    const std::size_t kinds =
        (has_unseen() ? 1 : 0) + (spec_.is_normed ? 1 : 0) + (spec_.is_centred ? 2 : 0);
    Sums sums = paired(b_.carry("i", integer(taps / kAtOnce), flat(Sums(kinds)),
                                [&](const Expr& i, const std::vector<Expr>& so_far) {
                                  Sums running = paired(so_far);
                                  for (const Sums& of_row :
                                       rows_from(b_.let("row", top + i * kAtOnce), kAtOnce))
                                    running = added(b_, running, of_row);
                                  return flat(running);
                                }));
    for (const Sums& of_row : rows_from(top + (taps - taps % kAtOnce), taps % kAtOnce))
      sums = added(b_, sums, of_row);
    b_.carry("i", integer(spec_.strip / kAtOnce), flat(sums),
             [&](const Expr& i, const std::vector<Expr>& so_far) {
               Sums running = paired(so_far);
               const Expr first = b_.let("row", top + i * kAtOnce);
               const std::vector<Sums> leaving = rows_from(first, kAtOnce),
                                       entering = rows_from(first + taps, kAtOnce);
               for (int k = 0; k < kAtOnce; ++k) {
                 const Expr row = b_.let("row", first + k);
                 b_.when(both(exists_, less(row, integer(spec_.rows()))), [&] {
                   b_.store_global("local_norms", row * spec_.columns() + column_,
                                   {result(running)});
                 });
                 running = added(b_, added(b_, running, entering[static_cast<std::size_t>(k)]),
                                 negative(leaving[static_cast<std::size_t>(k)]));
               }
               return flat(running);
             });
    return {fold(std::move(b_).finish()), {}};
  }

 private:
  /// What rows add to the sums; past the last one, anything.
  std::vector<Sums> rows_from(const Expr& first, int count) {
    std::vector<Expr> pairs;
    for (int k = 0; k < count; ++k)
      pairs.push_back(b_.let(
          "z",
          LoadGlobal{"first_sums",
                     minimum(first + k, integer(spec_.image.rows - 1)) * spec_.columns() + column_,
                     2}));
    std::vector<Sums> rows;
    for (const Expr& pair : pairs) {
      const Expr mean = ast::lane(pair, 0);
      Expr squares = ast::lane(pair, 1);
      rows.emplace_back();
      if (has_unseen()) {
        const Expr is_unseen = b_.let("unseen", less_equal(squares, real(kUnseenRow)));
        rows.back().push_back(one_if(is_unseen));
        squares = b_.let("squares", select(is_unseen, real(0), squares));
      }
      if (spec_.is_normed) rows.back().push_back({squares, real(0)});
      if (!spec_.is_centred) continue;
      rows.back().push_back({mean, real(0)});
      rows.back().push_back(product(b_, mean, mean));
    }
    return rows;
  }

  bool has_unseen() const { return spec_.largest != 0; }

  /// The part of the image's power below which a sum is flat. Each block adds up all rows' powers.
  Expr least_sum() {
    const int rows = spec_.image.rows;
    b_.shared("powers", Type::real, spec_.threads);
    const auto sum = [&](int count, auto term) {
      return b_.carry("i", integer(count), {real(0)},
                      [&](const Expr& i, const std::vector<Expr>& so_far) {
                        return std::vector<Expr>{b_.let("sum", so_far[0] + term(i))};
                      })[0];
    };
    b_.store_shared(
        "powers", thread_,
        {sum(static_cast<int>(rounds_of(rows, spec_.threads)), [&](const Expr& i) {
          const Expr row = b_.let("row", i * spec_.threads + thread_);
          const Expr pair =
              b_.let("z", LoadGlobal{"first_sums",
                                     minimum(row, integer(rows - 1)) + rows * spec_.columns(), 2});
          return b_.let("x", select(less(row, integer(rows)), ast::lane(pair, 0), real(0)));
        })});
    b_.barrier();
    const Expr all = sum(spec_.threads, [&](const Expr& i) {
      return b_.let("x", ast::LoadShared{"powers", Type::real, i});
    });
    return maximum(all * real(spec_.flat_part), real(spec_.flat_sum));
  }

  Expr result(const Sums& all) {
    const Sums sums(all.begin() + (has_unseen() ? 1 : 0), all.end());
    const Expr factor = spec_.is_normed ? inverse_norm(sums) : real(1);
    return has_unseen() ? select(less(real(0), all[0].high), real(-1), factor) : factor;
  }

  Expr inverse_norm(const Sums& sums) {
    PreciseSum total = sums[0];
    if (spec_.is_centred) {
      const Expr mean = b_.let("mean", sums[1].high * real(1.0 / spec_.template_rows));
      const PreciseSum between = squares_about(b_, sums[1], sums[2], mean, spec_.template_rows);
      total = add(b_, total, product(b_, between, real(spec_.template_columns)));
    }
    return select(less(total.high, least_), real(0), real(1) / square_root(total.high));
  }

  const MovingSumSpec& spec_;
  Builder b_;
  int groups_;  // of columns, a block each
  Expr thread_, block_;
  Expr least_ = real(spec_.flat_sum);  // sum that is not flat
  Expr exists_ = integer(1), column_ = integer(0);
};

}  // namespace

GeneratedKernel moving_sums_of_columns(const MovingSumSpec& spec) {
  return ColumnsWriter(spec).write();
}

}  // namespace fftcore
