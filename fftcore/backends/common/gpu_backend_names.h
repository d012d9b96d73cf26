// SPDX-License-Identifier: LGPL-2.1-or-later
// Names of the backends of GPUs, for messages of backends that are none.
#pragma once

#include <string>
#include <string_view>

namespace fftcore {

/// Those of the list of backends: `cuda and opencl` where `conjunction` is `and`.
std::string gpu_backend_names(std::string_view conjunction);

}  // namespace fftcore
