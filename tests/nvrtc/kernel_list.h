// SPDX-License-Identifier: LGPL-2.1-or-later
// Kernels as a GPU of so much shared memory would be given them: every stage of some convolutions,
// and plain transforms.
#pragma once

#include <vector>

#include "generated_kernel.h"

namespace fftcore::test {

/// `shared_bytes`: of a block, at most. Throws Unsupported where a line does not fit.
std::vector<GeneratedKernel> kernel_list(int shared_bytes);

}  // namespace fftcore::test
