// SPDX-License-Identifier: LGPL-2.1-or-later
#include "surface_store.h"

#include <algorithm>

#include "best_candidate.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;
using ast::real;

/// One of the two values that travel as one: which row of S it is of, and which column an element
/// has.
struct SurfacePart {
  Expr inside;  ///< whether S has such a row
  Expr row;     ///< one that S has
};

class ScoreWriter {
 public:
  ScoreWriter(Builder& b, LineTransform& transform, const SurfaceStore& store,
              const LinePosition& line)
      : b_(b),
        transform_(transform),
        store_(store),
        line_(line),
        template_(line.number[Dim::frame]) {
    b.buffer("output", Storage::f32, ast::Access::write);
    b.buffer("candidates", Storage::f32, ast::Access::write);
    b.buffer("row_bests", Storage::f32, ast::Access::write);
    if (store.has_local_norms) b.buffer("local_norms", Storage::f32, ast::Access::read);
    row_stride_ = b.scalar("output_row_stride", ast::Type::i32);
    parts_.push_back(
        {line.exists.value_or(ast::Literal{ast::Type::boolean, 1}), line.number[Dim::row]});
    if (store.partner_rows == 0) return;
    const int rows = store.surface.rows;
    const Expr row = b.let("row", line.number[Dim::row] + store.partner_rows);
    const Expr inside = b.let(
        "row_inside",
        is_inside(row, {store.partner_rows, store.partner_rows + line.range(Dim::row).most}, rows));
    parts_.push_back(
        {both(parts_.front().inside, inside), b.let("row", minimum(row, integer(rows - 1)))});
  }

  void write(const Values& values, int radix) {
    // All norms are under way before the first score is stored, which compilers leave in order.
    std::vector<std::vector<Numerators>> numerators;
    for (std::size_t i = 0; i < values.size(); ++i)
      numerators.push_back(numerators_of(transform_.butterflies(radix)[i], values[i]));
    Values scores;
    for (std::size_t i = 0; i < values.size(); ++i)
      scores.push_back(scored(transform_.butterflies(radix)[i], numerators[i]));
    transform_.publish(scores, radix);
    keep_rows(keep_candidates());
  }

 private:
  int columns() const { return store_.surface.columns; }

  Expr surface_row(const SurfacePart& part) {
    return b_.let("surface_row", template_ * store_.surface.rows + part.row);
  }

  /// The score that a value and its factor make, or kNoScore.
  Expr with_local_norm(const Expr& value, const Expr& norm) {
    const Expr score = b_.let("score", value * norm);
    Expr exists = less_equal(real(0), norm), result = score;
    if (store_.largest != 0) {
      exists = both(exists, less_equal(absolute(score), real(store_.largest)));
      result = minimum(maximum(score, real(-1)), real(1));
    }
    return select(exists, result, real(kNoScore));
  }

  /// A number that becomes a score.
  struct Numerator {
    Expr value = real(0);
    Expr norm = real(1);
    std::size_t part = 0;
    Expr column = integer(0);
    Expr wanted = ast::Literal{ast::Type::boolean, 0};  ///< whether S has such a column
    bool exists = false;                                ///< whether any thread's has one
  };
  /// Those of one element of the line, one or two.
  using Numerators = std::vector<Numerator>;

  std::vector<Numerators> numerators_of(const Butterfly& butterfly,
                                        const std::vector<Complex>& values) {
    std::vector<Expr> norm_rows;
    for (const SurfacePart& part : parts_)
      norm_rows.push_back(b_.let("window_row", part.row * columns()));
    std::vector<Numerators> all;
    for (std::size_t k = 0; k < values.size(); ++k) {
      const std::int64_t least =
                             butterfly.least_first + static_cast<std::int64_t>(k) * butterfly.step,
                         most = least + butterfly.firsts - 1;
      const Expr element = butterfly.first + static_cast<std::int64_t>(k) * butterfly.step;
      const auto numerator = [&](const Expr& value, std::size_t part, int shift) {
        const std::int64_t step = store_.is_folded ? 2 : 1;
        Numerator result{value, real(1), part};
        result.exists = step * least + shift < columns();
        if (!result.exists) return result;
        result.column = b_.let("column", element * step + shift);
        result.wanted =
            b_.let("wanted", is_inside(result.column, {0, step * most + shift}, columns()));
        if (store_.has_local_norms)
          result.norm = b_.let(
              "norm",
              select(result.wanted,
                     ast::LoadGlobal{"local_norms", norm_rows[part] + result.column, 1}, real(0)));
        return result;
      };
      all.push_back({numerator(values[k].re, 0, 0)});
      if (store_.is_folded)
        all.back().push_back(numerator(values[k].im, 0, 1));
      else if (parts_.size() > 1)
        all.back().push_back(numerator(values[k].im, 1, 0));
    }
    return all;
  }

  /// Stores S, and returns it.
  std::vector<Complex> scored(const Butterfly& butterfly, const std::vector<Numerators>& all) {
    std::vector<Expr> outputs;
    for (const SurfacePart& part : parts_)
      outputs.push_back(b_.let("output_row", surface_row(part) * row_stride_));
    std::vector<Complex> scores;
    for (std::size_t k = 0; k < all.size(); ++k) {
      const auto score = [&](const Numerator& numerator) -> Expr {
        if (!numerator.exists) return real(0);
        Expr result = numerator.value * real(store_.scale);
        if (store_.has_local_norms) result = with_local_norm(result, numerator.norm);
        result = b_.let("score", result);
        if (store_.is_even) return result;
        const Expr& row_is_inside = parts_[numerator.part].inside;
        b_.when(both(both(is_stored(butterfly, line_), row_is_inside), numerator.wanted), [&] {
          b_.store_global("output", outputs[numerator.part] + numerator.column, {result});
        });
        return result;
      };
      const Expr re = score(all[k].front());
      scores.push_back({re, all[k].size() > 1 ? score(all[k].back()) : real(0)});
      const std::int64_t least =
                             butterfly.least_first + static_cast<std::int64_t>(k) * butterfly.step,
                         most = least + butterfly.firsts - 1;
      if (!store_.is_even || 2 * least >= columns()) continue;
      const Expr element = butterfly.first + static_cast<std::int64_t>(k) * butterfly.step;
      const Expr wanted = is_inside(element, {0, most}, columns() / 2);
      b_.when(both(both(is_stored(butterfly, line_), parts_.front().inside), wanted), [&] {
        b_.store_global("output", outputs.front() / 2 + element,
                        {scores.back().re, scores.back().im});
      });
    }
    return scores;
  }

  /// Each thread takes every so manieth of its line's cells. Returns the best of these, of each
  /// part.
  std::vector<Candidate> keep_candidates() {
    const int cells = store_.surface.cells(), threads = transform_.shape().threads;
    std::vector<Candidate> rows(parts_.size(), no_candidate());
    for (int first = 0; first < cells; first += threads) {
      const Expr cell = b_.let("cell", transform_.thread() + first);
      const Expr has_cell = is_inside(cell, {first, first + threads - 1}, cells);
      const Expr begin = b_.let("begin", minimum(cell, integer(cells - 1)) * store_.surface.cell);
      std::vector<Expr> none;
      for (std::size_t i = 0; i < parts_.size(); ++i)
        none.insert(none.end(), {real(kNoScore), real(-1)});
      const std::vector<Expr> best = b_.carry(
          "i", integer(store_.surface.cell), none,
          [&](const Expr& i, const std::vector<Expr>& so_far) {
            // So often for every cell that compilers see how often: beyond the end the last one.
            const Expr column = b_.let("column", minimum(begin + i, integer(columns() - 1)));
            const Complex published =
                transform_.published(transform_.line(), store_.is_folded ? column / 2 : column);
            std::vector<Expr> better;
            for (std::size_t part = 0; part < parts_.size(); ++part) {
              Expr value = part == 0 ? published.re : published.im;
              if (store_.is_folded)
                value = select(less(column % 2, integer(1)), published.re, published.im);
              value = b_.let("value", value);
              const Expr wins = b_.let("wins", less(so_far[2 * part], value));
              better.push_back(select(wins, value, so_far[2 * part]));
              better.push_back(
                  select(wins, ast::Cast{ast::Type::real, column}, so_far[2 * part + 1]));
            }
            return better;
          });
      for (std::size_t part = 0; part < parts_.size(); ++part) {
        const Candidate of_cell{best[2 * part], best[2 * part + 1]};
        b_.when(both(has_cell, parts_[part].inside), [&] {
          b_.store_global("candidates", surface_row(parts_[part]) * cells + cell,
                          {of_cell.value, of_cell.key});
        });
        // A thread without a cell of its own has the last one again.
        const std::vector<Expr> of_row = better(b_, rows[part], of_cell);
        rows[part] = {of_row[0], of_row[1]};
      }
    }
    return rows;
  }

  void keep_rows(const std::vector<Candidate>& rows) {
    const int threads = transform_.shape().threads, all = threads * transform_.shape().lines;
    const Expr thread = transform_.thread(), first = b_.let("first", transform_.line() * threads);
    transform_.stage(all * static_cast<int>(rows.size()));
    const std::vector<Candidate> best =
        best_of(b_, rows, {LineTransform::kExchangeName, first, thread, threads, all});
    for (std::size_t part = 0; part < parts_.size(); ++part)
      b_.when(both(less(thread, integer(1)), parts_[part].inside), [&] {
        b_.store_global("row_bests", surface_row(parts_[part]), {best[part].value, best[part].key});
      });
  }

  Builder& b_;
  LineTransform& transform_;
  const SurfaceStore& store_;
  const LinePosition& line_;
  Expr template_;
  Expr row_stride_ = integer(0);
  std::vector<SurfacePart> parts_;
};

}  // namespace

void store_surface(Builder& b, LineTransform& transform, const SurfaceStore& store,
                   const LinePosition& line, const Values& values, int radix) {
  ScoreWriter(b, transform, store, line).write(values, radix);
}

}  // namespace fftcore
