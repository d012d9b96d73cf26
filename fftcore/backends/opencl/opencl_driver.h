// SPDX-License-Identifier: LGPL-2.1-or-later
// The row of backend opencl.
#pragma once

#include "driver.h"

namespace fftcore {

/// What OpenCL shows: its first GPU, else its first device, or the one that FFTCORE_OPENCL_DEVICE
/// numbers or names in part.
const Driver& opencl_driver();

}  // namespace fftcore
