// SPDX-License-Identifier: LGPL-2.1-or-later
#include "peak_kernel.h"

#include <bit>

#include <fmt/format.h>

#include "builder.h"
#include "edge_index.h"
#include "fftcore/error.h"
#include "passes.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;
using ast::LoadGlobal;
using ast::LoadShared;
using ast::real;
using ast::Type;

constexpr const char* kShared = "best";

/// A value of S, and what tells it from equal ones: of these the one with the least key counts.
struct Candidate {
  Expr value;
  Expr key;
};

Candidate none() {
  return {real(kNoScore), real(-1)};
}

Expr is_less(const Candidate& a, const Candidate& b) {
  const Expr always = ast::Literal{Type::boolean, 1};
  return both(less_equal(a.value, b.value),
              select(less(a.value, b.value), always, less(b.key, a.key)));
}

class PeakWriter {
 public:
  explicit PeakWriter(const PeakSpec& spec)
      : spec_(spec),
        surface_(spec.surface),
        b_(spec.name),
        thread_(b_.let("thread", ast::Call{ast::Builtin::thread_x, {}})),
        lanes_(threads_of_row(surface_)) {
    const bool is_search = spec.part == PeakSpec::Part::search;
    b_.launch({spec.threads, 1, 1},
              {is_search ? surface_.templates
                         : static_cast<int>(rounds_of(surface_.all_rows(), rows_at_once())),
               1, 1});
    b_.buffer("candidates", Storage::f32, is_search ? ast::Access::update : ast::Access::read);
    b_.buffer("row_bests", Storage::f32, is_search ? ast::Access::update : ast::Access::write);
    b_.shared(kShared, Type::real_x2, spec.threads);
    lane_ = b_.let("lane", thread_ % lanes_);
    row_of_block_ = b_.let("row_of_block", thread_ / lanes_);
  }

  GeneratedKernel rows() && {
    const Expr number =
        b_.let("row", Expr(ast::Call{ast::Builtin::block_x, {}}) * rows_at_once() + row_of_block_);
    const int all = static_cast<int>(surface_.all_rows());
    const Expr row = b_.let("row", minimum(number, integer(all - 1)));
    const Expr exists = b_.let("exists", less(number, integer(all)));
    const Candidate best = best_of(
        row_best(exists, row, [](const Candidate& candidate, const Expr&) { return candidate; }),
        lanes_);
    b_.when(both(exists, less(lane_, integer(1))), [&] {
      b_.store_global("row_bests", row, {best.value, best.key});
    });
    return {fold(std::move(b_).finish()), {}};
  }

  GeneratedKernel search() && {
    b_.buffer("surface", Storage::f32);
    b_.buffer("found", Storage::f32, ast::Access::write);
    row_stride_ = b_.scalar("output_row_stride", Type::i32);
    b_.order_global_memory();
    template_ = b_.let("template_index", ast::Call{ast::Builtin::block_x, {}});
    first_row_ = b_.let("first_row", template_ * surface_.rows);
    b_.repeat("peak", integer(spec_.peaks), [&](const Expr& number) { find(number); });
    return {fold(std::move(b_).finish()), {}};
  }

 private:
  static std::int64_t rounds_of(std::int64_t count, std::int64_t at_once) {
    return (count + at_once - 1) / at_once;
  }
  int rows_at_once() const { return spec_.threads / lanes_; }

  /// What a thread finds among its share of a row's candidates, `seen(candidate, index)` being what
  /// it makes of each. Where the row is not wanted: none.
  template <class Seen>
  Candidate row_best(const Expr& wanted, const Expr& row, const Seen& seen) {
    const Expr first = b_.let("first", row * surface_.cells());
    const auto best = b_.carry(
        "i", integer(rounds_of(surface_.cells(), lanes_)), {none().value, none().key},
        [&](const Expr& i, const std::vector<Expr>& so_far) {
          const Expr cell = b_.let("cell", i * lanes_ + lane_);
          const Expr has_cell = both(wanted, less(cell, integer(surface_.cells())));
          const Expr index = b_.let("index", first + cell);
          const Expr pair = b_.let("candidate", select(has_cell, LoadGlobal{"candidates", index, 2},
                                                       ast::Literal{Type::real_x2, kNoScore}));
          return better({so_far[0], so_far[1]},
                        seen(Candidate{ast::lane(pair, 0), ast::lane(pair, 1)}, index));
        });
    return {best[0], best[1]};
  }

  /// Of both.
  std::vector<Expr> better(const Candidate& a, const Candidate& b) {
    const Expr wins = b_.let("wins", is_less(a, b));
    return {b_.let("value", select(wins, b.value, a.value)),
            b_.let("key", select(wins, b.key, a.key))};
  }

  /// The best of `group` neighbouring threads', a power of two, for the first of them, which lies
  /// in shared memory too.
  Candidate best_of(Candidate mine, int group) {
    const Expr member = b_.let("member", thread_ % group);
    b_.barrier();
    b_.store_shared(kShared, thread_, {mine.value, mine.key});
    b_.barrier();
    for (int distance = group / 2; distance >= 1; distance /= 2) {
      const Expr takes = b_.let("takes", less(member, integer(distance)));
      const Expr pair =
          b_.let("other", select(takes, LoadShared{kShared, Type::real_x2, thread_ + distance},
                                 ast::Literal{Type::real_x2, kNoScore}));
      const std::vector<Expr> best = better(mine, {ast::lane(pair, 0), ast::lane(pair, 1)});
      mine = {best[0], best[1]};
      b_.when(takes, [&] { b_.store_shared(kShared, thread_, {mine.value, mine.key}); });
      b_.barrier();
    }
    return mine;
  }

  /// The best of all rows, in every thread.
  Candidate best_row() {
    const auto best = b_.carry(
        "i", integer(rounds_of(surface_.rows, spec_.threads)), {none().value, none().key},
        [&](const Expr& i, const std::vector<Expr>& so_far) {
          const Expr row = b_.let("row", i * spec_.threads + thread_);
          const Expr has_row = less(row, integer(surface_.rows));
          const Expr value = b_.let(
              "value", select(has_row, ast::lane(LoadGlobal{"row_bests", first_row_ + row, 2}, 0),
                              real(kNoScore)));
          return better({so_far[0], so_far[1]}, {value, ast::Cast{Type::real, row}});
        });
    best_of({best[0], best[1]}, spec_.threads);
    const Expr pair = b_.let("best_row", LoadShared{kShared, Type::real_x2, integer(0)});
    return {ast::lane(pair, 0), ast::lane(pair, 1)};
  }

  Expr distance(const Expr& a, const Expr& b, int extent) {
    const Expr straight = b_.let("distance", absolute(a - b));
    return spec_.wraps ? minimum(straight, integer(extent) - straight) : straight;
  }

  void find(const Expr& number) {
    b_.barrier();  // what the last round left in memory
    const Candidate best = best_row();
    const Expr found = b_.let("found", less(real(kNoScore), best.value));
    const Expr row = b_.let("row", select(found, ast::Cast{Type::i32, best.key}, integer(0)));
    const Expr column = b_.let(
        "column",
        maximum(ast::Cast{Type::i32, ast::lane(LoadGlobal{"row_bests", first_row_ + row, 2}, 1)},
                integer(0)));
    b_.when(less(thread_, integer(1)), [&] { report(number, found, row, column, best.value); });

    const int reach = 2 * spec_.radius + 1;
    const bool all = reach >= surface_.rows;
    const int span = all ? surface_.rows : reach;
    b_.repeat("round", integer(rounds_of(span, rows_at_once())), [&](const Expr& round) {
      const Expr place = b_.let("place", round * rows_at_once() + row_of_block_);
      const Expr near = all ? place : b_.let("near", row + place - spec_.radius);
      const Range range = all ? Range{0, surface_.rows - 1}
                              : Range{-spec_.radius, surface_.rows - 1 + spec_.radius};
      const Expr exists =
          both(less(place, integer(span)), spec_.wraps ? Expr(ast::Literal{Type::boolean, 1})
                                                       : is_inside(near, range, surface_.rows));
      // Past the end of the rows, or of S: some row, which others may be changing.
      const Expr wrapped = b_.let(
          "wrapped", edge_index(near, {range.least, range.most + rows_at_once()}, surface_.rows,
                                spec_.wraps ? EdgeMode::wrap : EdgeMode::replicate));
      const Expr removes = b_.let(
          "removes", both(both(found, exists), less_equal(distance(wrapped, row, surface_.rows),
                                                          integer(spec_.radius))));
      const Candidate mine = row_best(
          removes, first_row_ + wrapped, [&](const Candidate& candidate, const Expr& index) {
            // Casts are of what an i32 holds.
            const Expr from = distance(ast::Cast{Type::i32, maximum(candidate.key, real(-1))},
                                       column, surface_.columns);
            const Expr removed =
                b_.let("removed", both(removes, both(less(real(kNoScore), candidate.value),
                                                     less_equal(from, integer(spec_.radius)))));
            b_.when(removed, [&] {
              b_.store_global("candidates", index, {none().value, none().key});
            });
            return Candidate{b_.let("value", select(removed, none().value, candidate.value)),
                             candidate.key};
          });
      const Candidate left = best_of(mine, lanes_);
      b_.when(both(removes, less(lane_, integer(1))), [&] {
        b_.store_global("row_bests", first_row_ + wrapped, {left.value, left.key});
      });
    });
  }

  /// A peak and its neighbours.
  void report(const Expr& number, const Expr& found, const Expr& row, const Expr& column,
              const Expr& value) {
    const auto sample = [&](int down, int right) {
      const auto place = [&](const Expr& at, int shift, int extent) {
        return edge_index(at + shift, {shift, extent - 1 + shift}, extent,
                          spec_.wraps ? EdgeMode::wrap : EdgeMode::replicate);
      };
      const Expr index = (first_row_ + place(row, down, surface_.rows)) * row_stride_ +
                         place(column, right, surface_.columns);
      return b_.let("neighbour", LoadGlobal{"surface", index, 1});
    };
    const Expr first = b_.let("first", (template_ * spec_.peaks + number) * (kFoundFloats / 2));
    const auto as_real = [](const Expr& whole) { return Expr(ast::Cast{Type::real, whole}); };
    b_.store_global("found", first, {select(found, as_real(row), real(-1)), as_real(column)});
    b_.store_global("found", first + 1, {value, sample(0, -1)});
    b_.store_global("found", first + 2, {sample(0, 1), sample(-1, 0)});
    b_.store_global("found", first + 3, {sample(1, 0), real(0)});
  }

  const PeakSpec& spec_;
  const SurfaceGeometry& surface_;
  Builder b_;
  Expr thread_;
  int lanes_;
  Expr lane_ = integer(0), row_of_block_ = integer(0), template_ = integer(0),
       first_row_ = integer(0), row_stride_ = integer(0);
};

}  // namespace

GeneratedKernel peak_kernel(const PeakSpec& spec) {
  if (spec.threads < 32 || !std::has_single_bit(static_cast<unsigned>(spec.threads)) ||
      spec.surface.rows < 1 || spec.surface.columns < 1 || spec.surface.cell < 1 ||
      spec.surface.templates < 1 || spec.radius < 0 || spec.peaks < 1)
    throw InvalidArgument(fmt::format("peaks {}: {} threads for {} rows of {} columns", spec.name,
                                      spec.threads, spec.surface.rows, spec.surface.columns));
  PeakWriter writer(spec);
  return spec.part == PeakSpec::Part::search ? std::move(writer).search()
                                             : std::move(writer).rows();
}

}  // namespace fftcore
