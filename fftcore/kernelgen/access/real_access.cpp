// SPDX-License-Identifier: LGPL-2.1-or-later
// Real lines, and half spectra of them, in global memory.
#include <algorithm>
#include <array>

#include "access.h"
#include "axis_formula_expr.h"
#include "real_lines.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;
using ast::real;

/// Whether samples 2e and 2e + 1 of every line are an aligned pair.
bool has_vectors(const Strides& strides) {
  bool aligned = strides.element == 1 && strides.offset % 2 == 0;
  for (const Dim dim : kAllDims) aligned = aligned && strides.line[dim] % 2 == 0;
  return aligned;
}

/// Whether the pairs of such lines are aligned.
Strides halved(Strides strides) {
  strides.offset /= 2;
  for (const Dim dim : kAllDims) strides.line[dim] /= 2;
  return strides;
}

/// The span of pairs, unless it has half a pair. Lines of pairs are of an even number of samples.
std::optional<PointSpan> halved(const PointSpan& span) {
  if (span.first % 2 != 0 || span.count % 2 != 0) return std::nullopt;
  return PointSpan(span.first / 2, span.count / 2, span.around / 2 + span.around % 2);
}

/// Bins of a half spectrum, those of the other half as mirror images.
class BinLoader {
 public:
  BinLoader(Builder& b, const std::string& buffer, const HermitianLoad& load,
            const LinePosition& line)
      : b_(b),
        buffer_(buffer),
        load_(load),
        base_(b.let("base", line_base(load.strides, line))),
        formula_(axis_formula(b, load.formula, line)) {}

  Complex operator()(const WholeElement& element) const {
    const std::int64_t points = load_.points, half = points / 2;
    const auto [least, most] = element.range;
    const Expr is_own = less_equal(element.number, integer(half));
    const Expr mirror = integer(points) - element.number;
    if (most <= half) return bin(element.number, {least, most}, false, {});
    if (least > half) return bin(mirror, {points - most, points - least}, true, {});
    return bin(b_.let("bin", select(is_own, element.number, mirror)),
               {std::min(least, points - most), half}, false, is_own);
  }

 private:
  /// The bin, conjugated if so wished; where a condition is given, unless that holds.
  Complex bin(const Expr& number, Range range, bool is_conjugate,
              const std::optional<Expr>& is_own) const {
    const Expr is_before_last = less(number, integer(load_.points / 2));
    const bool may_be_last = 2 * range.most >= load_.points;
    Expr place = number;
    Range places = range;
    if (load_.is_packed && may_be_last) {
      place = b_.let("place", select(is_before_last, number, integer(0)));
      places = {0, load_.points / 2 - 1};
    }
    if (is_outside(places, load_.span)) return zero();
    const Expr pair = ast::LoadGlobal{buffer_, base_ + place * load_.strides.element, 2};
    const Expr inside = is_inside(place, places, load_.span);
    Complex value = parts(b_, select(inside, pair, ast::Literal{ast::Type::real_x2, 0}));
    if (formula_) {
      value = (*formula_)(value, b_.let("k", number));
      value.re = b_.let("x", select(inside, value.re, real(0)));
      value.im = b_.let("x", select(inside, value.im, real(0)));
    }
    Expr re = value.re, im = is_conjugate ? -value.im : value.im;
    if (is_own) im = select(*is_own, value.im, -value.im);
    if (range.least <= 0) im = select(less(number, integer(1)), real(0), im);
    if (may_be_last) im = select(is_before_last, im, real(0));
    if (load_.is_packed && may_be_last) re = b_.let("re", select(is_before_last, re, value.im));
    return {re, b_.let("im", im)};
  }

  Builder& b_;
  std::string buffer_;
  HermitianLoad load_;
  Expr base_;
  std::optional<AxisFormulaExpr> formula_;
};

}  // namespace

Loader make_loader(Builder& b, const RealLoad& load, const LinePosition& line,
                   const std::string& buffer) {
  if (load.is_folded && has_vectors(load.strides) && !load.formula.exists())
    if (const auto pairs = halved(load.span))
      return make_loader(b, ComplexLoad{load.storage, halved(load.strides), *pairs, 1}, line,
                         buffer);
  b.buffer(buffer, load.storage);
  const Expr base = b.let("base", line_base(load.strides, line));
  const std::optional<AxisFormulaExpr> formula = axis_formula(b, load.formula, line);
  return [&b, load, line, buffer, base, formula](const Butterfly& butterfly, int values) {
    const int samples = load.is_folded ? 2 : 1;  // of an element
    const Expr first =
        b.let("p", base + line.term(butterfly.first) * (samples * load.strides.element));
    std::vector<Complex> loaded;
    for (int k = 0; k < values; ++k) {
      const auto [number, range] = whole_element(line, load.step, butterfly, k);
      const auto sample = [&, number = number, range = range](int i) -> Expr {
        const Range place{samples * range.least + i, samples * range.most + i};
        if (is_outside(place, load.span)) return real(0);
        const Expr value = ast::LoadGlobal{
            buffer, first + (samples * k * butterfly.step + i) * load.strides.element, 1};
        const Expr inside = is_inside(number * samples + i, place, load.span);
        const Expr x = b.let("x", select(inside, value, real(0)));
        if (!formula) return x;
        const Complex changed = (*formula)({x, real(0)}, b.let("k", number * samples + i));
        return b.let("x", select(inside, changed.re, real(0)));
      };
      const Expr re = sample(0);
      loaded.push_back({re, load.is_folded ? sample(1) : real(0)});
    }
    return loaded;
  };
}

Loader make_loader(Builder& b, const HermitianLoad& load, const LinePosition& line,
                   const std::string& buffer, int roots) {
  b.buffer(buffer, load.storage);
  LinePosition place = line;
  if (load.rows != 0) {
    const Range rows{load.first_row, load.first_row + line.range(Dim::row).most};
    place.number[Dim::row] = b.let(
        "row", edge_index(line.number[Dim::row] + load.first_row, rows, load.rows, EdgeMode::wrap));
  }
  const BinLoader bins(b, buffer, load, place);
  return [&b, load, line, bins, roots](const Butterfly& butterfly, int values) {
    std::vector<Complex> loaded;
    for (int k = 0; k < values; ++k) {
      WholeElement element = whole_element(line, load.step, butterfly, k);
      // Chirped lines have no elements from there on: what is loaded for them does not matter.
      const std::int64_t elements = load.is_folded ? load.points / 2 : load.points;
      if (element.range.least >= elements) {
        loaded.push_back(zero());
        continue;
      }
      if (element.range.most >= elements) {
        element.number = b.let("k", minimum(element.number, integer(elements - 1)));
        element.range.most = elements - 1;
      }
      if (!load.is_folded) {
        loaded.push_back(bins(element));
        continue;
      }
      const std::int64_t length = load.points / 2;
      const Expr number = b.let("k", element.number);
      const Complex bin = bins({number, element.range});
      const Complex reversed = bins(
          {integer(length) - number, {length - element.range.most, length - element.range.least}});
      loaded.push_back(joined(b, bin, reversed, half_root(b, number, roots)));
    }
    return loaded;
  };
}

Storer make_storer(Builder& b, const RealStore& store, const LinePosition& line) {
  if (store.is_folded && has_vectors(store.strides) && !store.formula.exists())
    if (const auto pairs = halved(store.span))
      return make_storer(
          b, ComplexStore{store.storage, halved(store.strides), *pairs, store.scale, false, 1},
          line);
  b.buffer("output", store.storage, ast::Access::write);
  const Expr base = b.let("base", line_base(store.strides, line));
  const std::optional<AxisFormulaExpr> formula = axis_formula(b, store.formula, line);
  return [&b, store, line, base, formula](const Butterfly& butterfly,
                                          const std::vector<Complex>& values) {
    const int samples = store.is_folded ? 2 : 1;  // of an element
    const Expr first =
        b.let("p", base + line.term(butterfly.first) * (samples * store.strides.element));
    b.when(is_stored(butterfly, line), [&] {
      for (std::size_t k = 0; k < values.size(); ++k) {
        const auto [number, range] =
            whole_element(line, store.step, butterfly, static_cast<int>(k));
        const std::array parts{values[k].re, values[k].im};
        for (int i = 0; i < samples; ++i) {
          const Range place{samples * range.least + i, samples * range.most + i};
          if (is_outside(place, store.span)) continue;
          b.when(is_inside(number * samples + i, place, store.span), [&, k, number = number] {
            Expr sample = parts.at(static_cast<std::size_t>(i)) * real(store.scale);
            if (formula) {
              // One after the other: compilers differ in the order of a call's arguments.
              const Expr place_of_sample = b.let("k", number * samples + i);
              sample = (*formula)({b.let("x", sample), real(0)}, place_of_sample).re;
            }
            b.store_global("output",
                           first + (samples * static_cast<int>(k) * butterfly.step + i) *
                                       store.strides.element,
                           {sample});
          });
        }
      }
    });
  };
}

}  // namespace fftcore
