// SPDX-License-Identifier: LGPL-2.1-or-later
#include "butterfly.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "unit_root.h"

namespace fftcore {
namespace {

using ast::Expr;

Complex minus_i(const Complex& x) {
  return {x.im, -x.re};
}

// For an odd prime p, with s_m = x_m + x_(p-m) and d_m = x_m - x_(p-m): X_k and X_(p-k) are a -+ i
// b, where a = x_0 + sum_m cos(2 pi k m / p) s_m and b = sum_m sin(2 pi k m / p) d_m. All
// multiplications are fused with additions.
std::vector<Complex> butterfly_odd_prime(Builder& b, const std::vector<Complex>& x) {
  const int p = static_cast<int>(x.size());
  const int half = (p - 1) / 2;
  std::vector<Complex> sum;
  std::vector<Complex> difference;
  Complex total = x[0];
  for (int m = 1; m <= half; ++m) {
    sum.push_back(add(b, x[m], x[p - m]));
    difference.push_back(subtract(b, x[m], x[p - m]));
    total = add(b, total, sum.back());
  }
  std::vector<Complex> result(static_cast<std::size_t>(p), total);
  for (int k = 1; k <= half; ++k) {
    Complex a = x[0];
    Complex c = zero();
    for (int m = 1; m <= half; ++m) {
      const std::complex<long double> root = unit_root(static_cast<std::int64_t>(k) * m, p);
      const Complex& s = sum[m - 1];
      const Complex& d = difference[m - 1];
      a = {b.let("r", fma(s.re, ast::real(static_cast<double>(root.real())), a.re)),
           b.let("r", fma(s.im, ast::real(static_cast<double>(root.real())), a.im))};
      c = {b.let("r", fma(d.re, ast::real(static_cast<double>(-root.imag())), c.re)),
           b.let("r", fma(d.im, ast::real(static_cast<double>(-root.imag())), c.im))};
    }
    result[k] = add(b, a, minus_i(c));
    result[p - k] = subtract(b, a, minus_i(c));
  }
  return result;
}

/// One of two factors of a composite n: coprime ones where there are such, else near the square
/// root.
int first_factor(int n) {
  int best = 0;
  bool best_coprime = false;
  for (int a = 2; a * a <= n; ++a) {
    if (n % a != 0) continue;
    const bool coprime = std::gcd(a, n / a) == 1;
    if (best != 0 && best_coprime && !coprime) continue;
    best = a;
    best_coprime = coprime;
  }
  return best;
}

std::vector<Complex> pick(const std::vector<Complex>& x, int first, int step, int count) {
  std::vector<Complex> picked;
  for (int i = 0; i < count; ++i)
    picked.push_back(x[static_cast<std::size_t>(first + i * step) % x.size()]);
  return picked;
}

// Good and Thomas's factors are coprime and need no rotations in between.
std::vector<Complex> butterfly_coprime(Builder& b, const std::vector<Complex>& x, int p, int q) {
  const int n = p * q;
  std::vector<std::vector<Complex>> rows;
  for (int i = 0; i < q; ++i) rows.push_back(butterfly(b, pick(x, p * i, q, p)));
  std::vector<Complex> result(x.size(), zero());
  for (int k1 = 0; k1 < p; ++k1) {
    std::vector<Complex> column;
    for (const auto& row : rows) column.push_back(row[k1]);
    const std::vector<Complex> transformed = butterfly(b, column);
    for (int k = k1; k < n; k += p) result[k] = transformed[k % q];
  }
  return result;
}

// Cooley and Tukey's factors need rotations in between.
std::vector<Complex> butterfly_composite(Builder& b, const std::vector<Complex>& x, int p, int q) {
  std::vector<std::vector<Complex>> rows;
  for (int i = 0; i < q; ++i) {
    rows.push_back(butterfly(b, pick(x, i, q, p)));
    for (int k1 = 1; k1 < p && i > 0; ++k1)
      rows.back()[k1] = rotated(b, rows.back()[k1], static_cast<std::int64_t>(i) * k1, p * q);
  }
  std::vector<Complex> result(x.size(), zero());
  for (int k1 = 0; k1 < p; ++k1) {
    std::vector<Complex> column;
    for (const auto& row : rows) column.push_back(row[k1]);
    const std::vector<Complex> transformed = butterfly(b, column);
    for (int k2 = 0; k2 < q; ++k2) result[k1 + p * k2] = transformed[k2];
  }
  return result;
}

// Cooley and Tukey's decimation in time for n = 2^a, in a steps: each rotation is of a value that
// is then added and subtracted, so that all can be fused.
class Steps {
 public:
  Steps(Builder& b, const std::vector<Complex>& x) : b_(b), n_(static_cast<int>(x.size())) {
    for (int part = 0; part < n_; ++part)
      values_.emplace(std::array{1, part, 0}, x[static_cast<std::size_t>(part)]);
  }

  /// Value k of the transform of x_r, x_(r + n / size), x_(r + 2 n / size), ..., r = part.
  const Complex& value(int size, int part, int k) {
    if (const auto found = values_.find({size, part, k}); found != values_.end())
      return found->second;
    const int half = size / 2, m = k % half;
    const Complex even = value(half, part, m),
                  odd = rotated(b_, value(half, part + n_ / size, m), m, size);
    values_.emplace(std::array{size, part, m}, add(b_, even, odd));
    values_.emplace(std::array{size, part, m + half}, subtract(b_, even, odd));
    return values_.at({size, part, k});
  }

 private:
  Builder& b_;
  int n_;
  std::map<std::array<int, 3>, Complex> values_;
};

std::vector<Complex> butterfly_in_steps(Builder& b, const std::vector<Complex>& x) {
  // The first half of the steps takes the values as they come, the other ends in a few results at a
  // time.
  const int n = static_cast<int>(x.size()), first = 1 << std::countr_zero(x.size()) / 2;
  Steps steps(b, x);
  for (int part = 0; part < n / first; ++part)
    for (int k = 0; k < first; ++k) steps.value(first, part, k);
  std::vector<Complex> result(x.size(), zero());
  for (int m = 0; m < first; ++m)
    for (int k = m; k < n; k += first) result[static_cast<std::size_t>(k)] = steps.value(n, 0, k);
  return result;
}

}  // namespace

bool has_small_factors(std::int64_t n) {
  if (n < 1) return false;
  for (const int prime : {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, kMaxPrime})
    while (n % prime == 0) n /= prime;
  return n == 1;
}

Complex rotated(Builder& b, const Complex& x, std::int64_t numerator, std::int64_t denominator) {
  const std::complex<long double> root = unit_root(numerator, denominator);
  const std::int64_t eighths = numerator * 8 / denominator;
  if (numerator * 8 % denominator == 0) {
    Complex turned = x;
    for (std::int64_t quarter = 0; quarter < eighths / 2 % 4; ++quarter) turned = minus_i(turned);
    if (eighths % 2 == 0) return turned;
    const Expr root_half = ast::real(std::sqrt(0.5));
    return {b.let("r", b.let("r", turned.re + turned.im) * root_half),
            b.let("r", b.let("r", turned.im - turned.re) * root_half)};
  }
  return multiply(
      b, x,
      {ast::real(static_cast<double>(root.real())), ast::real(static_cast<double>(root.imag()))});
}

Values swapped(Values values) {
  for (auto& group : values)
    for (Complex& value : group) value = swapped(value);
  return values;
}

std::vector<Complex> butterfly(Builder& b, const std::vector<Complex>& x) {
  const int n = static_cast<int>(x.size());
  if (n == 1) return x;
  if (std::has_single_bit(x.size())) return butterfly_in_steps(b, x);
  const int p = first_factor(n);
  if (p == 0) return butterfly_odd_prime(b, x);
  return std::gcd(p, n / p) == 1 ? butterfly_coprime(b, x, p, n / p)
                                 : butterfly_composite(b, x, p, n / p);
}

}  // namespace fftcore
