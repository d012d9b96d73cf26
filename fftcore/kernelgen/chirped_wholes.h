// SPDX-License-Identifier: LGPL-2.1-or-later
// Pieces of lines that are convolved with a chirp (chirp.h) by transforms of several launches.
#pragma once

#include "access.h"

namespace fftcore {

/// What forward() takes or inverse() returns, times the whole line's chirp.
Values times_chirp(Builder& builder, LineTransform& transform, const Values& values,
                   const ChirpOfWhole& chirp, const LinePosition& line);

/// What forward() returns, times the chirp's spectrum, as ConvolveChirp says.
Values times_chirp_spectrum(Builder& builder, LineTransform& transform, const Values& values,
                            const ChirpOfWhole& chirp, const LinePosition& line);

}  // namespace fftcore
