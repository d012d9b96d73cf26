// SPDX-License-Identifier: LGPL-2.1-or-later
// Kernels that the peers need besides their FFTs, as CUDA C++ for NVRTC.
#pragma once

#include <string>

namespace bench {

/// CUDA C++ of what a user of an FFT library has to write around it, of the input's values, and of
/// the copy that is the floor.
std::string peer_kernels();

}  // namespace bench
