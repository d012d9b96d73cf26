// SPDX-License-Identifier: LGPL-2.1-or-later
// Memory in use, which a soak watches.
#pragma once

#include <cstddef>

namespace fftcore::soak {

/// This process's memory that is resident, in bytes.
double resident_bytes();

/// The CUDA device's memory in use, the whole device's, so that nothing that leaks is overlooked.
/// Other programs must be quiet meanwhile.
class DeviceMemory {
 public:
  DeviceMemory();
  bool is_there() const { return info_ != nullptr; }
  /// Bytes; for the thread that made this.
  double used() const;

 private:
  using Info = int (*)(std::size_t* free, std::size_t* total);
  Info info_ = nullptr;
};

}  // namespace fftcore::soak
