// SPDX-License-Identifier: LGPL-2.1-or-later
// What the planner knows of a device: plain numbers, so that it can plan for one that is not here.
#pragma once

#include <cstdint>
#include <string>

namespace fftcore {

struct DeviceTraits {
  std::string name;
  int threads = 1;
  /// Fast memory that one thread has to itself (a CPU core's second-level cache).
  std::int64_t cache_bytes = 1 << 20;
};

/// The CPU that this runs on.
DeviceTraits cpu_traits(int threads);

}  // namespace fftcore
