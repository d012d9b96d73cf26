// SPDX-License-Identifier: LGPL-2.1-or-later
// Number formats in a device's buffers, and what rounding a store does.
#pragma once

#include "fftcore/layout.h"

namespace fftcore {

/// Format of elements in a device's buffer. A load turns them into f32. A store rounds f32 to the
/// nearest value (ties to even); whole numbers are clamped to their range, and NaN becomes 0.
using Storage = Element;

}  // namespace fftcore
