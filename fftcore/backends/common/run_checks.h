// SPDX-License-Identifier: LGPL-2.1-or-later
// What every backend refuses alike, so that a message does not depend on where work runs.
#pragma once

#include "fftcore/backend.h"

namespace fftcore {

/// Throws InvalidArgument for a null pointer, a row stride too short, or images that overlap.
void check_images(const Problem& problem, ConstBuffer input, Buffer output);

/// Throws InvalidArgument unless the taps are valid and of the Problem's extent.
void check_taps(const Problem& problem, const Taps& taps);

}  // namespace fftcore
