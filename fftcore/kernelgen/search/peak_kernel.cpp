// SPDX-License-Identifier: LGPL-2.1-or-later
#include "peak_kernel.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "best_candidate.h"
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
constexpr int kLoadsAtOnce = 8;  // of a thread

class PeakWriter {
 public:
  explicit PeakWriter(const PeakSpec& spec)
      : spec_(spec),
        surface_(spec.surface),
        b_(spec.name),
        thread_(b_.let("thread", ast::Call{ast::Builtin::thread_x, {}})),
        lanes_(threads_of_row(surface_)) {
    b_.launch({spec.threads, 1, 1}, {surface_.templates, 1, 1});
    b_.buffer("candidates", Storage::f32, ast::Access::update);
    b_.buffer("row_bests", Storage::f32, ast::Access::update);
    b_.shared(kShared, Type::real_x2, spec.threads);
    lane_ = b_.let("lane", thread_ % lanes_);
    row_of_block_ = b_.let("row_of_block", thread_ / lanes_);
  }

  GeneratedKernel search() && {
    b_.buffer("surface", Storage::f32);
    b_.buffer("found", Storage::f32, ast::Access::write);
    row_stride_ = b_.scalar("output_row_stride", Type::i32);
    b_.order_global_memory();
    template_ = b_.let("template_index", ast::Call{ast::Builtin::block_x, {}});
    first_row_ = b_.let("first_row", template_ * surface_.rows);
    if (spec_.peaks > 1) {
      b_.repeat("peak", integer(spec_.peaks - 1), [&](const Expr& number) {
        b_.barrier();  // what the last round left in memory
        remove_around(find(number));
      });
      b_.barrier();
    }
    find(integer(spec_.peaks - 1));
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
    const auto loads = static_cast<int>(rounds_of(surface_.cells(), lanes_)),
               at_once = std::min(loads, kLoadsAtOnce);
    const auto best = b_.carry(
        "i", integer(rounds_of(loads, at_once)), {no_candidate().value, no_candidate().key},
        [&](const Expr& i, const std::vector<Expr>& so_far) {
          // All loads before what is seen, which may write to what others read.
          std::vector<Expr> indices, pairs;
          for (int load = 0; load < at_once; ++load) {
            const Expr cell = b_.let("cell", (i * at_once + load) * lanes_ + lane_);
            const Expr has_cell = both(wanted, less(cell, integer(surface_.cells())));
            indices.push_back(b_.let("index", first + cell));
            pairs.push_back(
                b_.let("candidate", select(has_cell, LoadGlobal{"candidates", indices.back(), 2},
                                           ast::Literal{Type::real_x2, kNoScore})));
          }
          std::vector<Expr> kept = so_far;
          for (std::size_t load = 0; load < pairs.size(); ++load)
            kept = better(b_, {kept[0], kept[1]},
                          seen(Candidate{ast::lane(pairs[load], 0), ast::lane(pairs[load], 1)},
                               indices[load]));
          return kept;
        });
    return {best[0], best[1]};
  }

  /// The best of all rows, in every thread.
  Candidate best_row() {
    const auto best = b_.carry(
        "i", integer(rounds_of(surface_.rows, spec_.threads)),
        {no_candidate().value, no_candidate().key},
        [&](const Expr& i, const std::vector<Expr>& so_far) {
          const Expr row = b_.let("row", i * spec_.threads + thread_);
          const Expr has_row = less(row, integer(surface_.rows));
          const Expr value = b_.let(
              "value", select(has_row, ast::lane(LoadGlobal{"row_bests", first_row_ + row, 2}, 0),
                              real(kNoScore)));
          return better(b_, {so_far[0], so_far[1]}, {value, ast::Cast{Type::real, row}});
        });
    best_of(b_, {{best[0], best[1]}}, {kShared, integer(0), thread_, spec_.threads});
    const Expr pair = b_.let("best_row", LoadShared{kShared, Type::real_x2, integer(0)});
    return {ast::lane(pair, 0), ast::lane(pair, 1)};
  }

  Expr distance(const Expr& a, const Expr& b, int extent) {
    const Expr straight = b_.let("distance", absolute(a - b));
    return spec_.wraps ? minimum(straight, integer(extent) - straight) : straight;
  }

  struct Place {
    Expr found;  // whether there is one
    Expr row;
    Expr column;
  };

  Place find(const Expr& number) {
    const Candidate best = best_row();
    const Expr found = b_.let("found", less(real(kNoScore), best.value));
    const Expr row = b_.let("row", select(found, ast::Cast{Type::i32, best.key}, integer(0)));
    const Expr column = b_.let(
        "column",
        maximum(ast::Cast{Type::i32, ast::lane(LoadGlobal{"row_bests", first_row_ + row, 2}, 1)},
                integer(0)));
    b_.when(less(thread_, integer(1)), [&] { report(number, found, row, column, best.value); });
    return {found, row, column};
  }

  /// Takes a peak's neighbours out of the search.
  void remove_around(const Place& peak) {
    const auto& [found, row, column] = peak;
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
              b_.store_global("candidates", index, {no_candidate().value, no_candidate().key});
            });
            return Candidate{
                b_.let("value", select(removed, no_candidate().value, candidate.value)),
                candidate.key};
          });
      const Candidate left =
          best_of(b_, {mine}, {kShared, row_of_block_ * lanes_, lane_, lanes_}).front();
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
  return PeakWriter(spec).search();
}

}  // namespace fftcore
