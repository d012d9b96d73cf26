// SPDX-License-Identifier: LGPL-2.1-or-later
// The kernel of a FilterSpec.
#pragma once

#include "filter_spec.h"
#include "generated_kernel.h"

namespace fftcore {

/// Throws InvalidArgument where the specification is no launch.
GeneratedKernel filter_kernel(const FilterSpec& spec);

}  // namespace fftcore
