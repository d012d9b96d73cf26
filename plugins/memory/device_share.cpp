// SPDX-License-Identifier: LGPL-2.1-or-later
#include "device_share.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <mutex>
#include <string_view>

#include "fftcore/error.h"

namespace fftcore::gst {
namespace {

std::mutex mutex;
std::map<int, int> places;  // by device; guarded by mutex

}  // namespace

std::vector<int> parse_devices(const std::string& text) {
  std::vector<int> devices;
  for (std::string_view rest = text;;) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const char* const end = rest.data() + comma;
    int number = -1;
    const auto [after, error] = std::from_chars(rest.data(), end, number);
    if (error != std::errc{} || after != end || number < 0)
      throw InvalidArgument(fmt::format(
          "devices={}: this is a list of the numbers of GPUs, as CUDA counts, such as 0,1,3",
          text));
    devices.push_back(number);
    if (comma == rest.size()) return devices;
    rest.remove_prefix(comma + 1);
  }
}

DeviceShare::DeviceShare(const std::vector<int>& devices) {
  const std::lock_guard lock(mutex);
  device_ = *std::ranges::min_element(devices, {}, [](int device) { return places[device]; });
  ++places[device_];
}

DeviceShare::~DeviceShare() {
  const std::lock_guard lock(mutex);
  --places[device_];
}

void DeviceShare::move_to(int device) {
  const std::lock_guard lock(mutex);
  --places[device_];
  device_ = device;
  ++places[device_];
}

}  // namespace fftcore::gst
