// SPDX-License-Identifier: LGPL-2.1-or-later
#include <algorithm>
#include <memory>
#include <numbers>

#include "cosine_access.h"
#include "real_lines.h"
#include "root_table.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;
using ast::real;

/// Roots that the elements of types III and IV are multiplied by; of III their conjugates.
RootTable::Roots roots_of(const CosineLine& line) {
  const std::int64_t n = line.points;
  if (line.type() == 3) return {line.is_folded ? n / 2 + 1 : n, 0, 1, 4 * n};
  return {line.results(), 1, n % 2 == 0 ? 4 : 2, 8 * n};
}

/// Elements of a line, by their number.
class CosineElements {
 public:
  CosineElements(Builder& b, LineTransform& transform, const CosineLoad& load,
                 const LinePosition& line, std::string buffer)
      : b_(b),
        load_(load),
        line_(load.line),
        buffer_(std::move(buffer)),
        base_(b.let("base", line_base(load.strides, line))),
        half_roots_(line_.goes_back() && line_.is_folded
                        ? transform.add_to_table(half_roots(static_cast<int>(line_.elements())))
                        : 0) {
    if (line_.type() >= 3) roots_.emplace(b, transform, roots_of(line_));
  }

  Complex operator()(const WholeElement& element) const {
    const bool is_folded = line_.is_folded;
    switch (line_.type()) {
      case 1: return real_element(element, [&](const auto& sample) { return mirrored(sample); });
      case 2: return real_element(element, [&](const auto& sample) { return in_turn(sample); });
      case 3: return is_folded ? folded_bin(element) : bin(element);
      default: return line_.points % 2 == 0 ? pair_of_points(element) : padded_point(element);
    }
  }

 private:
  template <class Sample>
  Complex real_element(const WholeElement& element, const Sample& sample) const {
    if (!line_.is_folded) return {sample(element), real(0)};
    return {sample(sample_of(element, 0)), sample(sample_of(element, 1))};
  }

  /// x[number], or 0 where that is none that memory holds.
  Expr point(const Expr& number, Range range) const {
    if (is_outside(range, load_.span)) return real(0);
    const Expr at = b_.let("point", number);
    return b_.let("x",
                  select(is_inside(at, range, load_.span),
                         ast::LoadGlobal{buffer_, base_ + at * load_.strides.element, 1}, real(0)));
  }
  /// y[number].
  Expr turned_point(const Expr& number, Range range) const {
    if (!line_.is_sine()) return point(number, range);
    const std::int64_t last = line_.points - 1;
    return point(integer(last) - number, {last - range.most, last - range.least});
  }

  /// Sample of type I's r.
  Expr mirrored(const WholeElement& sample) const {
    const std::int64_t period = line_.period(), half = period / 2;
    const auto [number, range] = sample;
    const bool is_first = range.most <= half, is_second = range.least > half;
    const Expr back = integer(period) - number;
    const Expr distance = b_.let("distance", is_first    ? number
                                             : is_second ? back
                                                         : minimum(number, back));
    if (!line_.is_sine()) {
      Expr x = point(distance, {0, half});
      if (!line_.is_ortho) return x;
      x = weighted(b_, x, less(distance, integer(1)), std::numbers::sqrt2);
      return weighted(b_, x, less(integer(half - 1), distance), std::numbers::sqrt2);
    }
    const Expr x = point(distance - 1, {-1, half - 1});
    return is_first ? x : is_second ? -x : select(less_equal(number, integer(half)), x, -x);
  }

  /// Sample of type II's v.
  Expr in_turn(const WholeElement& sample) const {
    const Reordered from = reordered(line_, sample);
    const Expr x = point(from.point, from.range);
    return line_.is_sine() ? x * from.sign : x;
  }

  /// Type III's V.
  Complex bin(const WholeElement& element) const {
    const std::int64_t n = line_.points;
    const auto [number, range] = element;
    Expr re = turned_point(number, range);
    if (line_.is_ortho && range.least <= 0)
      re = weighted(b_, re, less(number, integer(1)), std::numbers::sqrt2);
    const Expr im = turned_point(integer(n) - number, {n - range.most, n - range.least});
    return multiply(b_, {re, -im}, conjugate((*roots_)(number)));
  }
  Complex folded_bin(const WholeElement& element) const {
    const std::int64_t half = line_.elements();
    const Expr number = b_.let("k", element.number);
    const WholeElement other{b_.let("k", integer(half) - number),
                             {half - element.range.most, half - element.range.least}};
    const Complex root = half_root(b_, number, half_roots_), mirror = bin(other);
    return joined(b_, bin({number, element.range}), mirror, root);
  }

  /// Type IV's z, where N is even.
  Complex pair_of_points(const WholeElement& element) const {
    const Expr number = b_.let("j", element.number);
    const WholeElement first = sample_of({number, element.range}, 0);
    const std::int64_t last = line_.points - 1;
    const Complex root = (*roots_)(number);
    return multiply(b_,
                    {turned_point(first.number, first.range),
                     turned_point(integer(last) - first.number,
                                  {last - first.range.most, last - first.range.least})},
                    root);
  }
  /// Type IV's z, where N is odd.
  Complex padded_point(const WholeElement& element) const {
    const std::int64_t n = line_.points;
    if (element.range.least >= n) return zero();
    const Expr number = b_.let("j", element.number);
    const Expr x = turned_point(number, element.range);
    const Complex root = (*roots_)(b_.let("j", minimum(number, integer(n - 1))));
    return scaled(b_, root, x);
  }

  Builder& b_;
  CosineLoad load_;
  CosineLine line_;
  std::string buffer_;
  Expr base_;
  int half_roots_;
  std::optional<RootTable> roots_;
};

}  // namespace

Loader make_loader(Builder& b, LineTransform& transform, const CosineLoad& load,
                   const LinePosition& line, const std::string& buffer) {
  b.buffer(buffer, load.storage);
  const CosineElements at(b, transform, load, line, buffer);
  return [&b, load, line, at](const Butterfly& butterfly, int values) {
    const std::int64_t elements = load.line.elements();
    std::vector<Complex> loaded;
    for (int k = 0; k < values; ++k) {
      WholeElement element = whole_element(line, load.step, butterfly, k);
      // Chirped lines have no elements from there on: what is loaded for them does not matter.
      if (element.range.least >= elements) {
        loaded.push_back(zero());
        continue;
      }
      if (element.range.most >= elements)
        element = {b.let("k", minimum(element.number, integer(elements - 1))),
                   {element.range.least, elements - 1}};
      loaded.push_back(at(element));
    }
    return loaded;
  };
}

}  // namespace fftcore
