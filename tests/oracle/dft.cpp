// SPDX-License-Identifier: LGPL-2.1-or-later
#include "dft.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace oracle {

using namespace fftcore;

namespace {

/// exp(sign 2 pi i k / n), k = 0 .. n - 1.
std::vector<Wide> roots(std::int64_t n, int sign) {
  std::vector<Wide> table;
  for (std::int64_t k = 0; k < n; ++k)
    table.push_back(
        std::polar(1.0L, static_cast<long double>(sign) * 2 * std::numbers::pi_v<long double> *
                             static_cast<long double>(k) / static_cast<long double>(n)));
  return table;
}

/// One line by the definition; sums over each factor in turn (k = k1 + k2 n / p), so that 2^k
/// lengths do not take hours.
std::vector<Wide> line(const std::vector<Wide>& x, const std::vector<Wide>& table,
                       std::int64_t step) {
  const auto n = static_cast<std::int64_t>(x.size());
  std::int64_t p = 2;
  while (p < n && n % p != 0) ++p;
  if (n == 1) return x;
  const std::int64_t rest = n / p;
  std::vector<std::vector<Wide>> parts;
  for (std::int64_t part = 0; part < p; ++part) {
    std::vector<Wide> values;
    for (std::int64_t i = part; i < n; i += p) values.push_back(x[static_cast<std::size_t>(i)]);
    parts.push_back(line(values, table, step * p));
  }
  std::vector<Wide> result(x.size());
  for (std::int64_t k = 0; k < n; ++k)
    for (std::int64_t part = 0; part < p; ++part)
      result[static_cast<std::size_t>(k)] +=
          parts[static_cast<std::size_t>(part)][static_cast<std::size_t>(k % rest)] *
          table[static_cast<std::size_t>(part * k % n * step)];
  return result;
}

std::int64_t product(const std::vector<std::int64_t>& extents, std::size_t until) {
  std::int64_t values = 1;
  for (std::size_t i = 0; i < until; ++i) values *= extents[i];
  return values;
}

/// Calls change(line) for each line along an axis and puts back what it returns, which may be
/// shorter or longer.
template <class Change>
std::vector<Wide> along(const std::vector<Wide>& from, std::vector<std::int64_t>& extents,
                        std::size_t axis, std::int64_t result_extent, Change change) {
  const std::int64_t inner = product(extents, axis), n = extents[axis],
                     outer = static_cast<std::int64_t>(from.size()) / (inner * n);
  std::vector<Wide> to(static_cast<std::size_t>(inner * result_extent * outer));
  for (std::int64_t o = 0; o < outer; ++o) {
    for (std::int64_t i = 0; i < inner; ++i) {
      std::vector<Wide> values;
      for (std::int64_t k = 0; k < n; ++k)
        values.push_back(from[static_cast<std::size_t>((o * n + k) * inner + i)]);
      const std::vector<Wide> result = change(values);
      for (std::int64_t k = 0; k < result_extent; ++k)
        to[static_cast<std::size_t>((o * result_extent + k) * inner + i)] =
            result[static_cast<std::size_t>(k)];
    }
  }
  extents[axis] = result_extent;
  return to;
}

/// Bins 0 .. n / 2 of a packed spectrum, and back.
std::vector<Wide> unpacked(std::vector<Wide> bins) {
  bins.push_back(bins[0].imag());
  bins[0] = bins[0].real();
  return bins;
}
std::vector<Wide> packed(std::vector<Wide> bins) {
  bins[0] = {bins[0].real(), bins[bins.size() / 2].real()};
  return bins;
}

std::vector<Wide> whole_spectrum(const std::vector<Wide>& half, std::int64_t n) {
  std::vector<Wide> whole(static_cast<std::size_t>(n));
  for (std::int64_t k = 0; k < n; ++k)
    whole[static_cast<std::size_t>(k)] = k <= n / 2
                                             ? half[static_cast<std::size_t>(k)]
                                             : std::conj(half[static_cast<std::size_t>(n - k)]);
  whole[0] = whole[0].real();
  if (n % 2 == 0)
    whole[static_cast<std::size_t>(n / 2)] = whole[static_cast<std::size_t>(n / 2)].real();
  return whole;
}

/// A type of cosine or sine transform: X[k] = sum_n weight(n) x[n] f(pi (n + a) (k + b) / d), f the
/// cosine or the sine. Weights are 2, and 1 at ends where f is +-1 or 0 for all k.
struct CosineType {
  bool is_sine;
  long double a, b;          // of the index in, of the index out
  std::int64_t d;            // half of the points that count
  bool first_in, last_in;    // these ends weigh 1
  bool first_out, last_out;  // these results are those of the inverse's ends
};

CosineType cosine_type(TransformKind kind, std::int64_t n) {
  switch (kind) {
    case TransformKind::dct1: return {false, 0, 0, n - 1, true, true, true, true};
    case TransformKind::dct2: return {false, 0.5L, 0, n, false, false, true, false};
    case TransformKind::dct3: return {false, 0, 0.5L, n, true, false, false, false};
    case TransformKind::dct4: return {false, 0.5L, 0.5L, n, false, false, false, false};
    case TransformKind::dst1: return {true, 1, 1, n + 1, false, false, false, false};
    case TransformKind::dst2: return {true, 0.5L, 1, n, false, false, false, true};
    case TransformKind::dst3: return {true, 1, 0.5L, n, false, true, false, false};
    default: return {true, 0.5L, 0.5L, n, false, false, false, false};
  }
}

/// The type that undoes one.
TransformKind undone_by(TransformKind kind) {
  switch (kind) {
    case TransformKind::dct2: return TransformKind::dct3;
    case TransformKind::dct3: return TransformKind::dct2;
    case TransformKind::dst2: return TransformKind::dst3;
    case TransformKind::dst3: return TransformKind::dst2;
    default: return kind;
  }
}

/// A line by the definition.
std::vector<Wide> cosine_line(const std::vector<Wide>& x, const CosineType& type, bool is_ortho) {
  const auto n = static_cast<std::int64_t>(x.size());
  // f at quarters of pi / d, whose multiples all angles are.
  const std::int64_t turn = 8 * type.d;
  std::vector<long double> table;
  for (std::int64_t i = 0; i < turn; ++i) {
    const long double angle = std::numbers::pi_v<long double> * static_cast<long double>(i) /
                              static_cast<long double>(4 * type.d);
    table.push_back(type.is_sine ? std::sin(angle) : std::cos(angle));
  }
  const auto is_end = [&](std::int64_t i, bool first, bool last) {
    return (i == 0 && first) || (i == n - 1 && last);
  };
  const long double root = std::sqrt(2.0L);
  std::vector<Wide> result(x.size());
  for (std::int64_t k = 0; k < n; ++k) {
    long double sum = 0;
    for (std::int64_t i = 0; i < n; ++i) {
      const auto doubled = [](std::int64_t index, long double shift) {
        return 2 * index + static_cast<std::int64_t>(2 * shift);
      };
      const long double weight = !is_end(i, type.first_in, type.last_in) ? 2 : is_ortho ? root : 1;
      sum += weight * x[static_cast<std::size_t>(i)].real() *
             table[static_cast<std::size_t>(doubled(i, type.a) * doubled(k, type.b) % turn)];
    }
    if (is_ortho) {
      sum /= std::sqrt(2.0L * static_cast<long double>(type.d));
      if (is_end(k, type.first_out, type.last_out)) sum /= root;
    }
    result[static_cast<std::size_t>(k)] = sum;
  }
  return result;
}

}  // namespace

std::vector<std::int64_t> input_extents(const Transform& transform) {
  std::vector<std::int64_t> extents;
  for (const auto& axis : transform.axes) extents.push_back(axis.extent);
  if (transform.kind == TransformKind::c2r)
    extents[0] = extents[0] / 2 + (transform.packed ? 0 : 1);
  return extents;
}

std::vector<std::int64_t> output_extents(const Transform& transform) {
  std::vector<std::int64_t> extents;
  for (const auto& axis : transform.axes) extents.push_back(axis.extent);
  if (transform.kind == TransformKind::r2c)
    extents[0] = extents[0] / 2 + (transform.packed ? 0 : 1);
  return extents;
}

std::vector<Wide> dft(const Transform& transform, const std::vector<Wide>& input) {
  const int sign = transform.direction == Direction::forward ? -1 : 1;
  std::vector<std::int64_t> extents = input_extents(transform);
  std::vector<Wide> values = input;
  if (is_trigonometric(transform.kind)) {
    const TransformKind kind =
        transform.direction == Direction::forward ? transform.kind : undone_by(transform.kind);
    for (std::size_t axis = 0; axis < transform.axes.size(); ++axis) {
      const std::int64_t n = transform.axes[axis].extent;
      const CosineType type = cosine_type(kind, n);
      values = along(values, extents, axis, n, [&](const std::vector<Wide>& x) {
        return cosine_line(x, type, transform.ortho);
      });
      if (transform.normalized)
        for (Wide& value : values) value /= static_cast<long double>(2 * type.d);
    }
    for (Wide& value : values) value *= transform.scale;
    return values;
  }
  // Axis 0 comes last, so that what c2r ignores is ignored after the other axes.
  for (std::size_t axis = transform.axes.size(); axis-- > 0;) {
    const std::int64_t n = transform.axes[axis].extent;
    const auto table = roots(n, sign);
    const bool to_real = axis == 0 && transform.kind == TransformKind::c2r;
    values = along(values, extents, axis, output_extents(transform)[axis],
                   [&](const std::vector<Wide>& x) {
                     if (to_real)
                       return line(whole_spectrum(transform.packed ? unpacked(x) : x, n), table, 1);
                     const std::vector<Wide> bins = line(x, table, 1);
                     return transform.packed ? packed(bins) : bins;
                   });
    if (transform.normalized)
      for (Wide& value : values) value /= static_cast<long double>(n);
  }
  for (Wide& value : values) value *= transform.scale;
  return values;
}

double transform_bound(const Transform& transform) {
  double points = 1;
  for (const auto& axis : transform.axes)
    points *= static_cast<double>(is_trigonometric(transform.kind)
                                      ? 2 * cosine_type(transform.kind, axis.extent).d
                                      : axis.extent);
  const bool is_single = transform.numbers == Numbers::f32 || transform.numbers == Numbers::f16;
  const double store = transform.numbers == Numbers::f16          ? std::ldexp(1.0, -11)
                       : transform.numbers == Numbers::f32_in_f64 ? std::ldexp(1.0, -24)
                                                                  : 0;
  return 4 * std::ldexp(1.0, is_single ? -24 : -53) * std::sqrt(std::log2(std::max(2.0, points))) +
         store;
}

}  // namespace oracle
