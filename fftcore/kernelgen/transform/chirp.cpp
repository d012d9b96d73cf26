// SPDX-License-Identifier: LGPL-2.1-or-later
#include "chirp.h"

#include "unit_root.h"

namespace fftcore {
namespace {

using Sequence = std::vector<std::complex<double>>;

std::complex<double> product(const std::complex<double>& a, const std::complex<double>& b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

std::int64_t least_factor(std::int64_t n) {
  for (std::int64_t factor = 2; factor * factor <= n; ++factor)
    if (n % factor == 0) return factor;
  return n;
}

/// Forward, unnormalised; quick where factors are small. Stockham's method, the stages of
/// line_transform.cpp one after the other.
Sequence transformed(Sequence x) {
  const auto n = static_cast<std::int64_t>(x.size());
  Sequence roots(x.size());
  for (std::int64_t k = 0; k < n; ++k) {
    const std::complex<long double> root = unit_root(k, n);
    roots[static_cast<std::size_t>(k)] = {static_cast<double>(root.real()),
                                          static_cast<double>(root.imag())};
  }
  const auto root = [&](std::int64_t k) { return roots[static_cast<std::size_t>(k % n)]; };
  Sequence y(x.size());
  for (std::int64_t before = 1; before < n;) {
    const std::int64_t radix = least_factor(n / before), count = n / radix, group = before * radix;
    for (std::int64_t j = 0; j < count; ++j) {
      const std::int64_t q = j % before, first = j / before * group + q;
      for (std::int64_t k = 0; k < radix; ++k) {
        // Value m is turned by q m / group, and by k m / radix in the butterfly.
        const std::int64_t turn = (q + k * before) * (n / group);
        std::complex<double> sum = x[static_cast<std::size_t>(j)];
        for (std::int64_t m = 1; m < radix; ++m)
          sum += product(x[static_cast<std::size_t>(j + m * count)], root(turn * m));
        y[static_cast<std::size_t>(first + k * before)] = sum;
      }
    }
    x.swap(y);
    before = group;
  }
  return x;
}

}  // namespace

std::vector<std::complex<double>> chirp(std::int64_t points) {
  Sequence values;
  values.reserve(static_cast<std::size_t>(points));
  std::int64_t square = 0;  // modulo 2 points
  for (std::int64_t i = 0; i < points; ++i) {
    const std::complex<long double> root = unit_root(square, 2 * points);
    values.emplace_back(static_cast<double>(root.real()), static_cast<double>(root.imag()));
    square = (square + 2 * i + 1) % (2 * points);
  }
  return values;
}

std::vector<std::complex<double>> chirp_spectrum(std::int64_t points, std::int64_t length) {
  Sequence around(static_cast<std::size_t>(length));
  const Sequence values = chirp(points);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::complex<double> value = std::conj(values[i]) / static_cast<double>(length);
    around[i] = value;
    if (i > 0) around[around.size() - i] = value;
  }
  return transformed(std::move(around));
}

Table pairs_of(const std::vector<std::complex<double>>& values) {
  Table pairs;
  pairs.reserve(2 * values.size());
  for (const std::complex<double>& value : values) {
    pairs.push_back(value.real());
    pairs.push_back(value.imag());
  }
  return pairs;
}

}  // namespace fftcore
