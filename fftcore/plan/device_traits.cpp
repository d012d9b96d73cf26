// SPDX-License-Identifier: LGPL-2.1-or-later
#include "device_traits.h"

#include <unistd.h>

#include <algorithm>

namespace fftcore {

DeviceTraits cpu_traits(int threads) {
  // Some systems (containers, Arm boards) report 0 or -1; 512 KiB is what small cores have.
  const long reported = sysconf(_SC_LEVEL2_CACHE_SIZE);
  const std::int64_t cache = reported > 0 ? reported : 512 * 1024;
  return {"cpu", threads, std::max<std::int64_t>(cache, 128 * 1024)};
}

}  // namespace fftcore
