// SPDX-License-Identifier: LGPL-2.1-or-later
// What a result belongs to: GPU, driver, clocks. NVML is found at run time; what it would have told
// is left empty without it.
#pragma once

#include <string>

namespace bench {

struct Hardware {
  std::string gpu;
  std::string driver;  ///< "580.82.07", or empty
  std::string cuda;    ///< newest that the driver knows: "13.0"
  int multiprocessors = 0;
  int most_sm_mhz = 0;  ///< 0: unknown
  int most_memory_mhz = 0;
};

Hardware hardware_of(int index);

struct Clocks {
  int sm_mhz = 0;  ///< 0: unknown
  int memory_mhz = 0;
};

/// Now.
Clocks clocks_of(int index);

}  // namespace bench
