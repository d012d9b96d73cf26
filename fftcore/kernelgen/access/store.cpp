// SPDX-License-Identifier: LGPL-2.1-or-later
#include <algorithm>
#include <utility>

#include "access.h"
#include "axis_formula_expr.h"
#include "formula_expr.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;
using ast::real;

/// Calls store(k) for the elements of the span of the whole, and below `window` of the line,
/// guarded where that is open.
template <class Store>
void for_each_stored(Builder& b, const LinePosition& line, int step, const Butterfly& butterfly,
                     int values, const PointSpan& span, const Store& store, int window = 0) {
  for (int k = 0; k < values; ++k) {
    const WholeElement element = whole_element(line, step, butterfly, k);
    const std::int64_t least =
        butterfly.least_first + static_cast<std::int64_t>(k) * butterfly.step;
    if (is_outside(element.range, span) || (window != 0 && least >= window)) continue;
    Expr inside = is_inside(element.number, element.range, span);
    if (window != 0)
      inside = both(inside, is_inside(butterfly.first + k * butterfly.step,
                                      {0, least + butterfly.firsts - 1}, window));
    b.when(inside, [&] { store(k); });
  }
}

/// For ImageStore::period, the image's sample along the row, or what lies beyond its columns.
/// `shift` as StoredPart's.
WholeElement sample_going_round(const ImageStore& store, const LinePosition& line,
                                const Butterfly& butterfly, int k, int shift) {
  const WholeElement element = whole_element(line, store.step, butterfly, k);
  const int away = shift - store.first_column;
  const Range range{element.range.least + away, element.range.most + away};
  const Expr number = edge_index(element.number + away, range, store.period, EdgeMode::wrap);
  return {number, range.is_within(store.period) ? range : Range{0, store.period - 1}};
}

/// for_each_stored() of lines that go round. Chirped lines have elements beyond, which are none.
template <class Store>
void for_each_going_round(Builder& b, const ImageStore& store, const LinePosition& line,
                          const Butterfly& butterfly, int values, int shift, const Store& action) {
  for (int k = 0; k < values; ++k) {
    const WholeElement element = whole_element(line, store.step, butterfly, k),
                       sample = sample_going_round(store, line, butterfly, k, shift);
    if (!element.range.is_outside(store.period) && !sample.range.is_outside(store.image.columns))
      b.when(both(is_inside(element.number, element.range, store.period),
                  is_inside(sample.number, sample.range, store.image.columns)),
             [&] { action(k); });
  }
}

/// Real or imaginary parts' place in an image.
struct StoredPart {
  Expr inside;
  Expr base;
  Expr row, slice;                            // of the image
  int shift;                                  // columns to the right of where the element is
  std::vector<std::pair<Expr, Expr>> copied;  // first samples of the row, from and to
  std::optional<Expr> second{};               // first sample of the second image's row
};

/// What is stored of a sample: the formula's value, where there is one.
class StoredSample {
 public:
  StoredSample(Builder& b, const ImageStore& store, const LinePosition& line, const Expr& channel)
      : b_(b), second_(store.second), channel_(channel), frame_(line.number[Dim::frame]) {
    if (store.formula.exists()) formula_.emplace(b, store.formula);
  }
  bool has_formula() const { return formula_.has_value(); }
  Complex operator()(const Complex& sample, const StoredPart& part, const Expr& column) const {
    if (!formula_) return sample;
    const Complex second = second_ ? loaded(*part.second, column) : zero();
    return (*formula_)(sample, {column, part.row, part.slice, channel_, frame_}, second);
  }

 private:
  /// The second image's sample.
  Complex loaded(const Expr& base, const Expr& column) const {
    const Expr index = base + column * second_->column_stride;
    if (second_->is_complex) return fftcore::parts(b_, ast::LoadGlobal{"second", index, 2});
    return {b_.let("w", ast::LoadGlobal{"second", index, 1}), real(0)};
  }

  Builder& b_;
  std::optional<ImageGeometry> second_;
  std::optional<FormulaExpr> formula_;
  Expr channel_, frame_;
};

/// The storer of ImageStore::is_vectorized.
Storer pair_storer(Builder& b, const ImageStore& store, const LinePosition& line,
                   const StoredPart& part, const Expr& gain, const Expr& offset,
                   const StoredSample& stored) {
  const Expr base =
      b.let("base", part.base / 2 + (store.reversed ? store.image.columns / 2 - 1 : 0));
  return [&b, store, line, part, base, gain, offset, stored](const Butterfly& butterfly,
                                                             const std::vector<Complex>& values) {
    const int sign = store.reversed ? -1 : 1;
    const Expr first = b.let("p", base + butterfly.first * sign);
    b.when(both(is_stored(butterfly, line), part.inside), [&] {
      for_each_stored(
          b, line, store.step, butterfly, static_cast<int>(values.size()), store.count, [&](int k) {
            const Complex& value = values[static_cast<std::size_t>(k)];
            std::vector<Expr> pair{fma(value.re, gain, offset), fma(value.im, gain, offset)};
            for (int i = 0; i < (stored.has_formula() ? 2 : 0); ++i) {
              const Expr number = whole_element(line, store.step, butterfly, k).number + i;
              const Expr column = b.let(
                  "column", store.reversed ? integer(store.image.columns - 1) - number : number);
              Expr& sample = pair[static_cast<std::size_t>(i)];
              sample = stored({b.let("x", sample), real(0)}, part, column).re;
            }
            if (store.reversed) std::swap(pair.front(), pair.back());
            b.store_global("output", first + sign * k * butterfly.step, std::move(pair));
          });
    });
  };
}

/// Both parts of a complex sample that is copied.
std::vector<Expr> both_of(Builder& b, Expr source) {
  const Complex value = fftcore::parts(b, ast::LoadGlobal{"image", std::move(source), 2});
  return {value.re, value.im};
}

/// The storer of ComplexStore::packed_points.
Storer packed_storer(Builder& b, const ComplexStore& store, const LinePosition& line,
                     const std::string& buffer, std::int64_t imaginary) {
  b.buffer(buffer, store.storage, ast::Access::write);
  const Expr base = b.let("base", line_base(store.strides, line));
  Strides whole = store.strides;  // bins 0 and the last are of any pieces
  whole.line[Dim::part] = whole.line[Dim::whole] = 0;
  const Expr bin_0 = b.let("base", line_base(whole, line));
  return [&b, store, line, buffer, imaginary, base, bin_0](const Butterfly& butterfly,
                                                           const std::vector<Complex>& values) {
    const std::int64_t last = store.packed_points / 2;
    const Expr first = b.let("p", base + line.term(butterfly.first) * store.strides.element);
    const auto each = [&](const PointSpan& bins, const auto& action) {
      for_each_stored(
          b, line, store.step, butterfly, static_cast<int>(values.size()), bins, [&](int k) {
            action(k, scaled(b, values[static_cast<std::size_t>(k)], real(store.scale)));
          });
    };
    const auto store_part = [&](std::int64_t bin, const Expr& place) {
      if (!is_outside({0, 0}, store.span))
        each(PointSpan(bin, 1, store.packed_points),
             [&](int, const Complex& value) { b.store_global(buffer, place, {value.re}); });
    };
    b.when(is_stored(butterfly, line), [&] {
      store_part(0, imaginary != 0 ? bin_0 : bin_0 * 2);
      store_part(last, imaginary != 0 ? bin_0 + imaginary : bin_0 * 2 + 1);
      each(store.span, [&](int k, const Complex& value) {
        const auto [number, range] = whole_element(line, store.step, butterfly, k);
        const auto store_pair = [&, k] {
          b.store_global(buffer, first + k * butterfly.step * store.strides.element,
                         {value.re, value.im});
        };
        range.least > 0 ? store_pair() : b.when(less_equal(integer(1), number), store_pair);
      });
    });
  };
}

}  // namespace

Storer make_storer(Builder& b, const ComplexStore& store, const LinePosition& line,
                   const std::string& buffer, std::int64_t imaginary) {
  if (store.packed_points != 0) return packed_storer(b, store, line, buffer, imaginary);
  b.buffer(buffer, store.storage, ast::Access::write);
  const Expr base = b.let("base", line_base(store.strides, line));
  const Expr scale =
      store.has_gain ? b.let("scale", b.scalar("product_gain", ast::Type::real) * real(store.scale))
                     : real(store.scale);
  const std::optional<AxisFormulaExpr> formula = axis_formula(b, store.formula, line);
  return [&b, store, line, buffer, base, scale, formula](const Butterfly& butterfly,
                                                         const std::vector<Complex>& values) {
    const Expr first = b.let("p", base + line.term(butterfly.first) * store.strides.element);
    b.when(is_stored(butterfly, line), [&] {
      for_each_stored(
          b, line, store.step, butterfly, static_cast<int>(values.size()), store.span,
          [&](int k) {
            const Complex& value = values[static_cast<std::size_t>(k)];
            Complex result = scaled(b, store.conjugate ? conjugate(value) : value, scale);
            if (formula)
              result = (*formula)(result,
                                  b.let("k", whole_element(line, store.step, butterfly, k).number));
            b.store_global(buffer, first + k * butterfly.step * store.strides.element,
                           {result.re, result.im});
          },
          store.window);
    });
  };
}

Storer make_storer(Builder& b, const ImageStore& store, const LinePosition& line) {
  b.buffer("output", store.image.storage, ast::Access::write);
  const ImageMemory memory = image_memory(b, "output", store.image);
  const Expr gain = b.scalar("gain", ast::Type::real);
  const Expr offset = b.scalar("offset", ast::Type::real);
  std::optional<ImageMemory> from_memory;
  LinePosition from_line = line;  // of what is copied
  if (store.copied) {
    from_line.number[Dim::frame] = line.number[Dim::frame] / store.copied->times;
    b.buffer("image", store.copied->image.storage, ast::Access::constant);
    from_memory = image_memory(b, "image", store.copied->image);
  }
  std::optional<ImageMemory> second_memory;
  if (store.second) {
    b.buffer("second", store.second->storage, ast::Access::constant);
    second_memory = image_memory(b, "second", *store.second);
  }
  const Expr channel = b.let("channel", channel_of(store.image, line));
  std::vector<StoredPart> parts;
  const auto add = [&](const Partner& away) {
    // Constant edges: rows outside of the image are none.
    const ImageRow row = image_row(b, store.image, EdgeMode::constant, line, channel, memory,
                                   away.rows, away.slices, store.reversed);
    StoredPart part{row.inside, row.base, row.row, row.slice, away.columns, {}};
    if (store.copied)
      for (const int copied : store.copied->channels) {
        const ImageRow from = image_row(b, store.copied->image, EdgeMode::constant, from_line,
                                        integer(copied), *from_memory, away.rows, away.slices);
        const ImageRow to = image_row(b, store.image, EdgeMode::constant, line, integer(copied),
                                      memory, away.rows, away.slices);
        part.copied.emplace_back(from.base, to.base);
      }
    if (store.second)
      part.second = image_row(b, *store.second, EdgeMode::constant, line, channel, *second_memory,
                              away.rows, away.slices, store.reversed)
                        .base;
    parts.push_back(std::move(part));
  };
  add({});
  const StoredSample stored(b, store, line, channel);
  if (store.is_vectorized) return pair_storer(b, store, line, parts.front(), gain, offset, stored);
  if (store.partner.exists()) add(store.partner);

  return [&b, store, line, parts, gain, offset, stored](const Butterfly& butterfly,
                                                        const std::vector<Complex>& values) {
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const StoredPart& part = parts[i];
      const auto each = [&](const auto& action) {
        if (store.period != 0)
          return for_each_going_round(b, store, line, butterfly, static_cast<int>(values.size()),
                                      part.shift, action);
        for_each_stored(b, line, store.step, butterfly, static_cast<int>(values.size()),
                        std::min(store.count, store.image.columns - part.shift), action,
                        store.window);
      };
      const auto column = [&](int k) {
        const Expr meant = store.period != 0
                               ? sample_going_round(store, line, butterfly, k, part.shift).number
                               : whole_element(line, store.step, butterfly, k).number + part.shift;
        return store.reversed ? integer(store.image.columns - 1) - meant : meant;
      };
      b.when(both(is_stored(butterfly, line), part.inside), [&] {
        each([&](int k) {
          const Complex& value = values[static_cast<std::size_t>(k)];
          std::vector<Expr> result{fma(i == 0 ? value.re : value.im, gain, offset)};
          if (store.image.is_complex)
            result.push_back((store.reversed ? -value.im : value.im) * gain);
          Expr to = column(k);
          if (stored.has_formula()) {
            to = b.let("column", to);
            for (Expr& number : result) number = b.let("x", number);
            const Complex sample{result.front(), result.size() == 2 ? result.back() : real(0)};
            const Complex changed = stored(sample, part, to);
            result.front() = changed.re;
            if (result.size() == 2) result.back() = changed.im;
          }
          b.store_global("output", part.base + to * store.image.column_stride, std::move(result));
        });
        if (part.copied.empty()) return;
        // Threads of the first channel copy the others.
        b.when(less(line.number[Dim::channel], integer(1)), [&] {
          for (const auto& [from, to] : part.copied)
            each([&, from = from, to = to](int k) {
              Expr source = from + column(k) * store.copied->image.column_stride;
              Expr target = to + column(k) * store.image.column_stride;
              const SampleTraits traits = traits_of(store.image.storage);
              if (traits.has_ignored_bits() && !traits.is_packed())
                b.copy_global("image", std::move(source), "output", std::move(target));
              else if (store.image.is_complex)
                b.store_global("output", std::move(target), both_of(b, std::move(source)));
              else  // nothing is lost on the way
                b.store_global("output", std::move(target),
                               {ast::LoadGlobal{"image", std::move(source), 1}});
            });
        });
      });
    }
  };
}

}  // namespace fftcore
