// SPDX-License-Identifier: LGPL-2.1-or-later
// Lines of cosine and sine transforms, as what a Fourier transform loads and stores. Points x[n]
// become X[k], N of them (transform.h has the definitions). y is x, and x backwards for dst3 and
// dst4. w = exp(-2 pi i / 4 N).
//
//   type I    r: points, then points backwards, negated for dst1, which has a zero before both.
//             Forward, 2 (N - 1) or 2 (N + 1) elements. X[k] = Re R[k]; dst1: X[k] = -Im R[k + 1].
//   type II   v: even points, then odd points backwards, negated for dst2. Forward, N elements.
//             X[k] = 2 Re u[k], X[N-k] = -2 Im u[k], u[k] = w^k V[k]; dst2: backwards.
//   type III  V[k] = (y[k] - i y[N-k]) / w^k. Back, N elements. X: as v above.
//   type IV   N even: z[j] = (y[2 j] + i y[N-1-2 j]) w^(2 j + 1/2). Forward, N / 2 elements.
//             X[2 k] = 2 Re u[k], X[N-1-2 k] = -2 Im u[k], u[k] = w^2k Z[k]; dst4: the latter
//             negated.
//             N odd: z[j] = y[j] w^(j + 1/2), then N zeros. Forward, 2 N elements.
//             X[k] = 2 Re w^k Z[k]; dst4: odd points negated.
//
// Makhoul, "A fast cosine transform in one and two dimensions", 1980. Half the elements would do
// for type I, but that loses digits. Lines of types I to III are real, or halves of real lines'
// spectra, and may be folded as those of RealLoad and HermitianLoad are.
#pragma once

#include <cstdint>

#include "fftcore/transform.h"
#include "point_span.h"
#include "storage.h"
#include "strides.h"

namespace fftcore {

struct CosineLine {
  TransformKind kind = TransformKind::dct2;  ///< the type
  std::int64_t points = 1;                   ///< N
  bool is_folded = false;
  /// Where ends of x weigh 1 and other points 2 they are multiplied by the root of 2, and the same
  /// ends of X divided by it (Transform::ortho).
  bool is_ortho = false;

  constexpr bool is_sine() const { return kind >= TransformKind::dst1; }
  /// 1 to 4.
  constexpr int type() const {
    return 1 + static_cast<int>(kind) -
           static_cast<int>(is_sine() ? TransformKind::dst1 : TransformKind::dct1);
  }
  /// Whether the Fourier transform is an inverse one.
  constexpr bool goes_back() const { return type() == 3; }
  /// Whether real samples become bins.
  constexpr bool makes_bins() const { return type() <= 2; }

  /// Elements of the line unless folded.
  constexpr std::int64_t period() const {
    const std::int64_t n = points;
    switch (type()) {
      case 1: return is_sine() ? 2 * (n + 1) : 2 * (n - 1);
      case 4: return n % 2 == 0 ? n / 2 : 2 * n;
      default: return n;
    }
  }
  /// Whether lines can be folded.
  constexpr bool can_be_folded() const { return type() != 4 && period() % 2 == 0 && period() > 2; }
  /// Elements of the Fourier transform.
  constexpr std::int64_t elements() const { return is_folded ? period() / 2 : period(); }
  /// How many elements, or bins of folded lines, hold results.
  constexpr std::int64_t results() const {
    switch (type()) {
      case 1: return points + (is_sine() ? 1 : 0);
      case 2: return is_folded ? points / 2 + 1 : points;
      case 3: return elements();
      default: return points % 2 == 0 ? points / 2 : points;
    }
  }
};

/// Loads points of a line from `input`; strides are those of its points, also where it is in
/// pieces. Points outside of the span are 0 and never read.
struct CosineLoad {
  CosineLine line;
  Strides strides;
  PointSpan span;
  int step = 1;
  Storage storage = Storage::f32;
};

/// Stores points of the span to `output`, times `scale`; strides likewise. Elements from `count`
/// on, which is results() at most, are none.
struct CosineStore {
  CosineLine line;
  Strides strides;
  PointSpan span;
  std::int64_t count = 0;
  double scale = 1;
  int step = 1;
  Storage storage = Storage::f32;
};

}  // namespace fftcore
