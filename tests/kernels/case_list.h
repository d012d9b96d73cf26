// SPDX-License-Identifier: LGPL-2.1-or-later
// All cases of the lists in tests/backends that GPUs are held to.
#pragma once

#include <vector>

#include "kernel_case.h"

namespace kernels {

std::vector<KernelCase> case_list();

}  // namespace kernels
