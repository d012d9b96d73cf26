// SPDX-License-Identifier: LGPL-2.1-or-later
#include "reached_memory.h"

#include "gpu_backend_names.h"

namespace fftcore {

void refuse_device_memory() {
  throw InvalidArgument(fmt::format(
      "run() got memory of a device; this backend takes memory of the host only ({} take both)",
      gpu_backend_names("and")));
}

}  // namespace fftcore
