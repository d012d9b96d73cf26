// SPDX-License-Identifier: LGPL-2.1-or-later
// A Convolution's formula of bins, on the products of a line.
#pragma once

#include "access.h"
#include "line_transform.h"

namespace fftcore {

/// The products once they are operated on; as they are where there is no formula. `values`: of the
/// butterflies of that radix.
Values operated(Builder& builder, const LineTransform& transform, Values values,
                const ProductFormula& formula, const LinePosition& line, int radix);

}  // namespace fftcore
