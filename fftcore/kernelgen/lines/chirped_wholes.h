// SPDX-License-Identifier: LGPL-2.1-or-later
// Pieces of lines that are convolved with a chirp (chirp.h) by transforms of several launches.
#pragma once

#include "access.h"

namespace fftcore {

/// What forward() takes or inverse() returns, times the whole line's chirp.
Values times_chirp(Builder& builder, const LineTransform& transform, const Values& values,
                   const ChirpOfWhole& chirp, const LinePosition& line);

/// The transform must outlive the loader: its table has roots.
Loader make_loader(Builder& builder, LineTransform& transform, const ChirpLoad& load,
                   const LinePosition& line);

}  // namespace fftcore
