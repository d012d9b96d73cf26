// SPDX-License-Identifier: LGPL-2.1-or-later
#include "mixing.h"

#include "spectral_product.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;

Complex multiply_add(Builder& b, const Complex& x, const Complex& y, const Complex& sum) {
  return {b.let("s", fma(-x.im, y.im, fma(x.re, y.re, sum.re))),
          b.let("s", fma(x.im, y.re, fma(x.re, y.im, sum.im)))};
}

/// The mirror of element n: length - n, or 0 for 0.
Expr mirror(Builder& b, const LineTransform& transform, const Butterfly& butterfly, int k) {
  const Expr element = butterfly.first + k * butterfly.step,
             other = integer(transform.shape().length) - element;
  if (k > 0 || butterfly.least_first > 0) return other;
  return b.let("mirror", select(less(element, integer(1)), integer(0), other));
}

/// Products with mirrors where a thread has both elements: value k of a pair's first butterfly
/// mirrors value radix - 1 - k of its second. In thread 0, butterfly 0 and the middle one mirror
/// themselves. The mirrors' factors are each other's conjugates, negated, at mirrored elements.
Values multiplied_in_pairs(Builder& b, const LineTransform& transform, const Values& values,
                           const Loader& spectrum, const Loader& of_mirrors, int radix) {
  const std::vector<Butterfly>& butterflies = transform.mirror_butterflies();
  const Expr is_first = b.let("is_first", less(transform.thread(), integer(1)));
  const auto chosen = [&](const Complex& own, const Complex& other) {
    return Complex{b.let("o", select(is_first, own.re, other.re)),
                   b.let("o", select(is_first, own.im, other.im))};
  };
  const auto factor = [](const Loader& loader, Butterfly butterfly, std::size_t k) {
    butterfly.first = butterfly.first + static_cast<int>(k) * butterfly.step;
    butterfly.least_first += static_cast<int>(k) * butterfly.step;
    return loader(butterfly, 1).front();
  };
  const auto count = static_cast<std::size_t>(radix);
  // Thread 0 alone needs the middle butterfly's factors; all threads load the same element, which
  // costs least.
  const Butterfly middle{integer(transform.shape().length / radix / 2),
                         transform.shape().length / radix / 2,
                         1,
                         transform.shape().length / radix,
                         {}};
  Values products(values.size(), std::vector<Complex>(count, zero()));
  for (std::size_t i = 0; i < values.size(); i += 2) {
    const bool has_first = i == 0;
    const std::vector<Complex>&one = values[i], &other = values[i + 1];
    // 0, count - 1, 1, count - 2, ...: all that needs a value follows soon
    for (std::size_t n = 0; n < count; ++n) {
      const std::size_t k = n % 2 == 0 ? n / 2 : count - (n + 1) / 2, last = count - 1 - k;
      const auto put = [&](std::size_t of, std::size_t element, const Complex& mirror,
                           const Complex& by_mirror) {
        products[of][element] = multiply_add(
            b, mirror, by_mirror,
            multiply(b, values[of][element], factor(spectrum, butterflies[of], element)));
      };
      const Complex of_one = factor(of_mirrors, butterflies[i], k),
                    of_other = has_first ? chosen(factor(of_mirrors, middle, k), of_one) : of_one;
      put(i, k, conjugate(has_first ? chosen(one[(count - k) % count], other[last]) : other[last]),
          of_one);
      const Complex mirror = has_first ? chosen(other[k], one[k]) : one[k];
      put(i + 1, last, {-mirror.re, mirror.im}, conjugate(of_other));
    }
  }
  return products;
}

}  // namespace

Values multiplied(Builder& b, LineTransform& transform, const Values& values,
                  const SpectrumMultiply& by, const LinePosition& line, int radix) {
  const bool is_published = by.with_mirror && !transform.shape().has_mirrors;
  // Values are published before any product, so that no thread holds values and products.
  if (is_published) transform.publish(values, radix);
  SpectrumMultiply next = by;
  next.strides.offset += by.plane_stride;
  if (by.with_mirror) transform.separate_tables();
  const Loader spectrum = make_spectrum_loader(b, by, line);
  const Loader of_mirror = by.with_mirror ? make_spectrum_loader(b, next, line) : Loader();
  if (by.with_mirror && !is_published)
    return multiplied_in_pairs(b, transform, values, spectrum, of_mirror, radix);
  Values products;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Butterfly& butterfly = transform.butterflies(radix)[i];
    std::vector<Complex> factors = spectrum(butterfly, radix);
    products.emplace_back();
    for (std::size_t k = 0; k < factors.size(); ++k)
      products.back().push_back(spectral_product(b, by.op, by.floor, values[i][k], factors[k]));
    if (!by.with_mirror) continue;
    factors = of_mirror(butterfly, radix);
    for (std::size_t k = 0; k < factors.size(); ++k) {
      const Complex other = conjugate(transform.published(
          transform.line(), mirror(b, transform, butterfly, static_cast<int>(k))));
      products.back()[k] = multiply_add(b, other, factors[k], products.back()[k]);
    }
  }
  if (is_published) transform.release();
  return products;
}

Values mixed(Builder& b, LineTransform& transform, const Values& values, const SpectrumMultiply& by,
             const LinePosition& line, int radix, int channels, const Expr& first_line,
             int lines_of_channel) {
  transform.publish(values, radix);
  Values sums;
  for (std::size_t i = 0; i < values.size(); ++i)
    sums.emplace_back(static_cast<std::size_t>(radix), zero());
  for (int from = 0; from < channels; ++from) {
    const auto plane = [&](int to) {
      return by.planes[static_cast<std::size_t>(to * channels + from)];
    };
    Expr mine = integer(plane(channels - 1));
    for (int to = channels - 1; to-- > 0;)
      mine = select(less(line.number[Dim::channel], integer(to + 1)), integer(plane(to)), mine);
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
        const Complex x = transform.published(first_line + from * lines_of_channel, butterfly, k);
        sum = multiply_add(b, by.op.conjugate_input ? conjugate(x) : x,
                           by.op.conjugate_factor ? conjugate(factor) : factor, sum);
      }
    }
  }
  transform.release();
  return sums;
}

}  // namespace fftcore
