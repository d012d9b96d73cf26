// SPDX-License-Identifier: LGPL-2.1-or-later
#include "mixing.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;

Complex multiply_add(Builder& b, const Complex& x, const Complex& y, const Complex& sum) {
  return {b.let("s", fma(-x.im, y.im, fma(x.re, y.re, sum.re))), b.let("s", fma(x.im, y.re, fma(x.re, y.im, sum.im)))};
}

/// What an element and its factor become.
Complex product(Builder& b, const Complex& x, const Complex& factor, const SpectrumMultiply& by) {
  const Complex plain = multiply(b, x, by.conjugate ? conjugate(factor) : factor);
  if (by.whitening == 0) return plain;
  // Two roots: the product of the squares might leave the range of f32.
  const auto magnitude = [](const Complex& z) { return square_root(fma(z.re, z.re, z.im * z.im)); };
  const Expr divisor = fma(magnitude(x), magnitude(factor), ast::real(by.whitening));
  return scaled(b, plain, b.let("w", ast::real(1) / divisor));
}

/// Element length - n of the line, or 0 for 0.
Expr opposite(Builder& b, const LineTransform& transform, const Butterfly& butterfly, int k) {
  const Expr element = butterfly.first + k * butterfly.step, other = integer(transform.shape().length) - element;
  if (k > 0 || butterfly.least_first > 0) return other;
  return b.let("opposite", select(less(element, integer(1)), integer(0), other));
}

/// The same where opposite elements are in one thread: values (0, k) of a pair of butterflies and (1, radix - 1 - k); but those of thread 0, butterfly 0 and
/// the middle one, are opposite to themselves.
Values multiplied_in_pairs(Builder& b, const LineTransform& transform, const Values& values, const Loader& spectrum, const Loader& of_opposite, int radix) {
  const std::vector<Butterfly>& butterflies = transform.opposite_butterflies();
  const Expr is_first = b.let("is_first", less(transform.thread(), integer(1)));
  const auto chosen = [&](const Complex& own, const Complex& other) {
    return Complex{b.let("o", select(is_first, own.re, other.re)), b.let("o", select(is_first, own.im, other.im))};
  };
  const auto count = static_cast<std::size_t>(radix);
  Values products;
  for (std::size_t i = 0; i < values.size(); i += 2) {
    const std::vector<Complex>&one = values[i], &other = values[i + 1];
    std::vector<Complex> of_one(count, zero()), of_other(count, zero());
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t last = count - 1 - k;
      of_one[k] = i == 0 ? chosen(one[(count - k) % count], other[last]) : other[last];
      of_other[last] = i == 0 ? chosen(other[k], one[k]) : one[k];
    }
    const auto put = [&](const std::vector<Complex>& own, const std::vector<Complex>& opposites, const Butterfly& butterfly) {
      const std::vector<Complex> by_own = spectrum(butterfly, radix), by_opposite = of_opposite(butterfly, radix);
      products.emplace_back();
      for (std::size_t k = 0; k < count; ++k) products.back().push_back(multiply_add(b, conjugate(opposites[k]), by_opposite[k], multiply(b, own[k], by_own[k])));
    };
    put(one, of_one, butterflies[i]);
    put(other, of_other, butterflies[i + 1]);
  }
  return products;
}

}  // namespace

Values multiplied(Builder& b, LineTransform& transform, const Values& values, const SpectrumMultiply& by, const LinePosition& line, int radix) {
  const bool is_shown = by.with_opposite && !transform.shape().has_opposites;
  // Before any product, so that no thread holds both.
  if (is_shown) transform.show(values, radix);
  const Loader spectrum = make_spectrum_loader(b, by, line);
  SpectrumMultiply next = by;
  next.strides.offset += by.plane_stride;
  const Loader of_opposite = by.with_opposite ? make_spectrum_loader(b, next, line) : Loader();
  if (by.with_opposite) transform.separate_tables();
  if (by.with_opposite && !is_shown) return multiplied_in_pairs(b, transform, values, spectrum, of_opposite, radix);
  Values products;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Butterfly& butterfly = transform.butterflies(radix)[i];
    std::vector<Complex> factors = spectrum(butterfly, radix);
    products.emplace_back();
    for (std::size_t k = 0; k < factors.size(); ++k) products.back().push_back(product(b, values[i][k], factors[k], by));
    if (!by.with_opposite) continue;
    factors = of_opposite(butterfly, radix);
    for (std::size_t k = 0; k < factors.size(); ++k) {
      const Complex other = conjugate(transform.shown(transform.line(), opposite(b, transform, butterfly, static_cast<int>(k))));
      products.back()[k] = multiply_add(b, other, factors[k], products.back()[k]);
    }
  }
  if (is_shown) transform.take_back();
  return products;
}

Values mixed(Builder& b, LineTransform& transform, const Values& values, const SpectrumMultiply& by, const LinePosition& line, int radix, int channels,
             const Expr& first_line, int lines_of_channel) {
  transform.show(values, radix);
  Values sums;
  for (std::size_t i = 0; i < values.size(); ++i) sums.emplace_back(static_cast<std::size_t>(radix), zero());
  for (int from = 0; from < channels; ++from) {
    const auto plane = [&](int to) { return by.planes[static_cast<std::size_t>(to * channels + from)]; };
    Expr mine = integer(plane(channels - 1));
    for (int to = channels - 1; to-- > 0;) mine = select(less(line.number[Dim::channel], integer(to + 1)), integer(plane(to)), mine);
    // The plane takes the place of the channel.
    LinePosition place = line;
    place.number[Dim::channel] = b.let("plane", mine);
    SpectrumMultiply one = by;
    one.strides.line[Dim::channel] = by.plane_stride;
    const Loader spectrum = make_spectrum_loader(b, one, place);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const Butterfly& butterfly = transform.butterflies(radix)[i];
      const std::vector<Complex> factors = spectrum(butterfly, radix);
      for (int k = 0; k < radix; ++k) {
        Complex& sum = sums[i][static_cast<std::size_t>(k)];
        const Complex& factor = factors[static_cast<std::size_t>(k)];
        sum = multiply_add(b, transform.shown(first_line + from * lines_of_channel, butterfly, k), by.conjugate ? conjugate(factor) : factor, sum);
      }
    }
  }
  transform.take_back();
  return sums;
}

}  // namespace fftcore
