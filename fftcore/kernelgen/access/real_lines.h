// SPDX-License-Identifier: LGPL-2.1-or-later
// Transforms of real lines of even length n by complex ones of m = n / 2: samples 2e and 2e + 1
// travel as real and imaginary part. With Z the transform of those, E and O of the even and of the
// odd samples, and w = exp(-2 pi i / n):
//   E[k] = (Z[k] + conj Z[m - k]) / 2,  O[k] = (Z[k] - conj Z[m - k]) / 2i, X[k] = E[k] + w^k O[k],
//                                       X[m] = E[0] - O[0].
// Sorensen, Jones, Heideman, Burrus, "Real-valued fast Fourier transform algorithms", 1987.
#pragma once

#include "access.h"

namespace fftcore {

/// w^k / 2i, and for k < length, for the table, where m = length: that half is exact.
Table half_roots_at(int k, int length);
Table half_roots(int length);

/// Bin k from Z[k] and Z[m - k], or twice Z[0] for bins 0 and m. `root`: w^k / 2i.
Complex separated(Builder& builder, const Complex& value, const Complex& mirror,
                  const Complex& root);

/// Bins 0 .. m - 1 of the real lines, from what forward() returned. `roots`: the place of
/// half_roots() in the table.
Values separated(Builder& builder, LineTransform& transform, const Values& values, int radix,
                 int roots);
/// Bin m; the thread that has bin 0 makes it.
Complex last_bin(Builder& builder, const Values& values);

/// What inverse() makes pairs of samples of, from bins k and m - k; 2m times as large as Z. `root`:
/// w^k / 2i.
Complex joined(Builder& builder, const Complex& bin, const Complex& reversed, const Complex& root);

/// `root` of that, or of element k in separated().
Complex half_root(Builder& builder, const ast::Expr& element, int roots);

}  // namespace fftcore
