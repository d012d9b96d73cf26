// SPDX-License-Identifier: LGPL-2.1-or-later
#include <algorithm>
#include <numbers>

#include "cosine_access.h"
#include "root_table.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;
using ast::real;

/// Roots that results of types II and IV are multiplied by.
RootTable::Roots stored_roots(const CosineLine& line) {
  const std::int64_t n = line.points;
  return {line.results(), 0, line.type() == 4 && n % 2 == 0 ? 2 : 1, 4 * n};
}

/// Stores what elements of the Fourier transform give.
class CosineResults {
 public:
  CosineResults(Builder& b, LineTransform& transform, const CosineStore& store,
                const LinePosition& line)
      : b_(b),
        store_(store),
        line_(store.line),
        base_(b.let("base", line_base(store.strides, line))) {
    if (line_.type() == 2 || line_.type() == 4) roots_.emplace(b, transform, stored_roots(line_));
  }

  void operator()(const WholeElement& element, const Complex& value) const {
    switch (line_.type()) {
      case 1: return put_bin(element, value);
      case 2: return put_turned_bin(element, value);
      case 3:
        if (!line_.is_folded) return put_sample(element, value.re);
        put_sample(sample_of(element, 0), value.re);
        return put_sample(sample_of(element, 1), value.im);
      default: return put_pair(element, value);
    }
  }

 private:
  void put(const Expr& point, const Expr& value, double scale = 1) const {
    b_.when(is_inside(point, {0, line_.points - 1}, store_.span), [&] {
      b_.store_global("output", base_ + point * store_.strides.element,
                      {value * real(scale * store_.scale)});
    });
  }
  Complex turned(const Expr& number, const Complex& value) const {
    return multiply(b_, value, (*roots_)(number));
  }

  void put_bin(const WholeElement& element, const Complex& value) const {
    const Expr number = b_.let("k", element.number);
    if (line_.is_sine()) {
      b_.when(less(integer(0), number), [&] { put(number - 1, -value.im); });
      return;
    }
    Expr re = value.re;
    if (line_.is_ortho) {
      constexpr double kLess = std::numbers::sqrt2 / 2;
      if (element.range.least <= 0) re = weighted(b_, re, less(number, integer(1)), kLess);
      if (element.range.most >= line_.points - 1)
        re = weighted(b_, re, less(integer(line_.points - 2), number), kLess);
    }
    put(number, re);
  }

  void put_turned_bin(const WholeElement& element, const Complex& value) const {
    const std::int64_t n = line_.points;
    const auto point = [&](const Expr& k) { return line_.is_sine() ? integer(n - 1) - k : k; };
    const Expr number = b_.let("k", element.number);
    const Complex u = turned(number, value);
    Expr re = u.re;
    if (line_.is_ortho && element.range.least <= 0)
      re = weighted(b_, re, less(number, integer(1)), std::numbers::sqrt2 / 2);
    put(point(number), re, 2);
    // Bin N / 2 is a point by itself, and X[N] is none.
    if (!line_.is_folded || element.range.least == n / 2) return;
    const auto put_other = [&] { put(point(integer(n) - number), -u.im, 2); };
    if (element.range.least > 0)
      put_other();
    else
      b_.when(less(integer(0), number), put_other);
  }

  void put_sample(const WholeElement& sample, const Expr& value) const {
    const Reordered to = reordered(line_, sample);
    put(to.point, line_.is_sine() ? value * to.sign : value);
  }

  void put_pair(const WholeElement& element, const Complex& value) const {
    const std::int64_t n = line_.points;
    const Expr number = b_.let("k", element.number);
    const Complex u = turned(number, value);
    if (n % 2 == 0) {
      put(number * 2, u.re, 2);
      put(integer(n - 1) - number * 2, line_.is_sine() ? u.im : -u.im, 2);
      return;
    }
    put(number, line_.is_sine() ? select(less(number % 2, integer(1)), u.re, -u.re) : u.re, 2);
  }

  Builder& b_;
  CosineStore store_;
  CosineLine line_;
  Expr base_;
  std::optional<RootTable> roots_;
};

}  // namespace

WholeElement sample_of(const WholeElement& element, int i) {
  return {element.number * 2 + i, {2 * element.range.least + i, 2 * element.range.most + i}};
}

Reordered reordered(const CosineLine& line, const WholeElement& sample) {
  const std::int64_t n = line.points, evens = (n + 1) / 2;
  const auto [i, range] = sample;
  const Expr even = i * 2, odd = integer(2 * n - 1) - i * 2;
  if (range.most < evens) return {even, {2 * range.least, 2 * range.most}, real(1)};
  if (range.least >= evens)
    return {odd, {2 * n - 1 - 2 * range.most, 2 * n - 1 - 2 * range.least}, real(-1)};
  const Expr is_even = less(i, integer(evens));
  return {select(is_even, even, odd), {0, n - 1}, select(is_even, real(1), real(-1))};
}

Expr weighted(Builder& b, const Expr& value, const Expr& is_end, double weight) {
  return b.let("x", value * select(is_end, real(weight), real(1)));
}

Storer make_storer(Builder& b, LineTransform& transform, const CosineStore& store,
                   const LinePosition& line) {
  b.buffer("output", store.storage, ast::Access::write);
  const CosineResults put(b, transform, store, line);
  return [&b, store, line, put](const Butterfly& butterfly, const std::vector<Complex>& values) {
    b.when(is_stored(butterfly, line), [&] {
      for (std::size_t k = 0; k < values.size(); ++k) {
        const WholeElement element =
            whole_element(line, store.step, butterfly, static_cast<int>(k));
        if (element.range.least >= store.count) continue;
        b.when(is_inside(element.number, {0, element.range.most}, store.count), [&, k] {
          put({element.number,
               {element.range.least, std::min<std::int64_t>(element.range.most, store.count - 1)}},
              values[k]);
        });
      }
    });
  };
}

}  // namespace fftcore
