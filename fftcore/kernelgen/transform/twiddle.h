// SPDX-License-Identifier: LGPL-2.1-or-later
// The rotations between the stages of a transform: a few come from a table, the others follow from
// these.
#pragma once

#include <vector>

#include "table.h"

namespace fftcore {

/// For a stage of `radix` after stages whose radices' product is `before`: value k of a butterfly
/// with remainder q < before is turned by w^k, w = exp(-2 pi i q / (before * radix)).
struct TwiddlePlan {
  int radix = 1;
  int before = 1;
  std::vector<int> loaded;  ///< exponents k that the table holds, ascending, 1 first
  /// For every k of 2 .. radix - 1 that is not loaded: a in w^(a + b) = 2 cos(b phi) w^a - w^(a -
  /// b), k = a + b, phi the angle of w (Chebyshev's recurrence; two fused operations where a
  /// product takes four); 0 for the others.
  std::vector<int> middle;
  /// 1 .. radix - 1 such that few powers are needed again later: by their distance to a multiple of
  /// 8.
  std::vector<int> order;
  /// Root mean square of what rounding does to a rotation, in units of 2^-24 (f64: 2^-53). f16x2
  /// loads all, and this is what they would lose in f32.
  double error = 0;
};

/// The fewest loads with an error of at most `most` (in units as above), or all of them.
TwiddlePlan plan_twiddles(int radix, int before, double most, Real real = Real::f32);

/// Pairs (re, im): for each loaded exponent, for each q.
Table twiddle_table(const TwiddlePlan& plan);

}  // namespace fftcore
