// SPDX-License-Identifier: LGPL-2.1-or-later
// Scores at the end of a line's inverse transform, and the candidates of their cells.
#pragma once

#include "access.h"
#include "peak_spec.h"

namespace fftcore {

/// Stores what inverse() returned, as butterflies of `radix`. Threads of a line look through its
/// cells by shared memory.
void store_surface(Builder& builder, LineTransform& transform, const SurfaceStore& store,
                   const LinePosition& line, const Values& values, int radix);

}  // namespace fftcore
