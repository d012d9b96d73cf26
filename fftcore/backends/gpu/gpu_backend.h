// SPDX-License-Identifier: LGPL-2.1-or-later
// Backends that compute on devices of drivers.
#pragma once

#include <vector>

#include "fftcore/backend.h"

namespace fftcore {

/// One for each driver, in the order of preference. They look for their devices when they are first
/// asked, and are never destroyed: threads may compile while the program ends.
std::vector<Backend*> new_gpu_backends();

}  // namespace fftcore
