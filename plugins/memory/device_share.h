// SPDX-License-Identifier: LGPL-2.1-or-later
// The GPUs that elements of this process are spread over (their property `devices`).
#pragma once

#include <string>
#include <vector>

namespace fftcore::gst {

/// Numbers of GPUs with commas between: "0,1,3". Throws InvalidArgument at what is no such list.
std::vector<int> parse_devices(const std::string& text);

/// One element's place on a GPU. Thread-safe.
class DeviceShare {
 public:
  /// On the one of `devices` that the fewest have a place on; of several the first.
  explicit DeviceShare(const std::vector<int>& devices);
  ~DeviceShare();
  DeviceShare(const DeviceShare&) = delete;
  DeviceShare& operator=(const DeviceShare&) = delete;

  int device() const { return device_; }
  /// The element works elsewhere: its frames lie there.
  void move_to(int device);

 private:
  int device_;
};

}  // namespace fftcore::gst
