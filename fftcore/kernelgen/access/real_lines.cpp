// SPDX-License-Identifier: LGPL-2.1-or-later
#include "real_lines.h"

#include "unit_root.h"

namespace fftcore {

using ast::Expr;
using ast::integer;
using ast::real;

Table half_roots_at(int k, int length) {
  const std::complex<long double> root =
      unit_root(k, 2 * std::int64_t{length});  // over 2i: (im - i re) / 2
  return {static_cast<double>(root.imag() / 2), static_cast<double>(-root.real() / 2)};
}

Table half_roots(int length) {
  Table pairs;
  for (int k = 0; k < length; ++k) {
    const Table root = half_roots_at(k, length);
    pairs.insert(pairs.end(), root.begin(), root.end());
  }
  return pairs;
}

Complex separated(Builder& b, const Complex& value, const Complex& mirror, const Complex& root) {
  const Complex other = conjugate(mirror);
  const Complex turned = multiply(b, subtract(b, value, other), root);
  const Complex sum = add(b, value, other);
  return {b.let("r", fma(real(0.5), sum.re, turned.re)),
          b.let("r", fma(real(0.5), sum.im, turned.im))};
}

Complex half_root(Builder& b, const Expr& element, int roots) {
  return parts(b, ast::LoadGlobal{LineTransform::kTableName, element + roots, 2});
}

Complex last_bin(Builder& b, const Values& values) {
  const Complex& first = values.front().front();
  return {b.let("r", first.re - first.im), real(0)};
}

Values separated(Builder& b, LineTransform& transform, const Values& values, int radix, int roots) {
  transform.publish(values, radix);
  const int length = line_points(transform.shape());
  Values bins;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Butterfly& butterfly = transform.butterflies(radix)[i];
    bins.emplace_back();
    for (int k = 0; k < radix; ++k) {
      const Expr element = b.let("k", transform.element_of(butterfly, k));
      Expr mirror = integer(length) - element;
      if (i == 0 && k == 0) mirror = select(less(element, integer(1)), integer(0), mirror);
      const Complex z = values[i][static_cast<std::size_t>(k)];
      const Complex other = transform.published(transform.line(), mirror);
      const Complex root = half_root(b, element, roots);
      bins.back().push_back(separated(b, z, other, root));
    }
  }
  return bins;
}

Complex joined(Builder& b, const Complex& bin, const Complex& reversed, const Complex& root) {
  const Complex other = conjugate(reversed);
  // i conj(w^k) is twice the conjugate of w^k / 2i.
  const Complex turned = multiply(b, subtract(b, bin, other), conjugate(root));
  const Complex sum = add(b, bin, other);
  return {b.let("r", fma(real(2), turned.re, sum.re)), b.let("r", fma(real(2), turned.im, sum.im))};
}

}  // namespace fftcore
