// SPDX-License-Identifier: LGPL-2.1-or-later
#include "hardware.h"

#include <fmt/format.h>

#include <array>
#include <optional>

#include "cuda_api.h"
#include "fftcore/error.h"
#include "shared_library.h"

namespace bench {
namespace {

namespace cuda = fftcore::cuda;
using cuda::api;
using cuda::check;

constexpr int kSmClock = 1;
constexpr int kMemoryClock = 2;

using NvmlDevice = struct NvmlDeviceTag*;
struct NvmlApi {
  int (*Init)();
  int (*SystemGetDriverVersion)(char*, unsigned);
  int (*DeviceGetHandleByPciBusId)(const char*, NvmlDevice*);
  int (*DeviceGetClockInfo)(NvmlDevice, int, unsigned*);
  int (*DeviceGetMaxClockInfo)(NvmlDevice, int, unsigned*);
  cuda::Result (*CuDeviceGetPCIBusId)(char*, int, cuda::DeviceId);
};

std::optional<NvmlApi> load_nvml() {
  try {
    const fftcore::SharedLibrary nvml("NVML", {"libnvidia-ml.so.1"},
                                      "It comes with NVIDIA's driver");
    const fftcore::SharedLibrary driver("CUDA's driver", {"libcuda.so.1"}, "");
    NvmlApi found{};
    nvml.find("nvmlInit_v2", found.Init);
    nvml.find("nvmlSystemGetDriverVersion", found.SystemGetDriverVersion);
    nvml.find("nvmlDeviceGetHandleByPciBusId_v2", found.DeviceGetHandleByPciBusId);
    nvml.find("nvmlDeviceGetClockInfo", found.DeviceGetClockInfo);
    nvml.find("nvmlDeviceGetMaxClockInfo", found.DeviceGetMaxClockInfo);
    driver.find("cuDeviceGetPCIBusId", found.CuDeviceGetPCIBusId);
    if (found.Init() != 0) return std::nullopt;
    return found;
  } catch (const fftcore::Error&) {
    return std::nullopt;
  }
}

const std::optional<NvmlApi>& nvml() {
  static const std::optional<NvmlApi> loaded = load_nvml();
  return loaded;
}

/// CUDA's and NVML's numbers differ, so by its place on the bus.
NvmlDevice nvml_device(int index) {
  cuda::DeviceId device = 0;
  std::array<char, 64> bus{};
  NvmlDevice found = nullptr;
  if (!nvml() || api().DeviceGet(&device, index) != cuda::kSuccess) return nullptr;
  if (nvml()->CuDeviceGetPCIBusId(bus.data(), static_cast<int>(bus.size()), device) !=
      cuda::kSuccess)
    return nullptr;
  return nvml()->DeviceGetHandleByPciBusId(bus.data(), &found) == 0 ? found : nullptr;
}

int mhz(int (*get)(NvmlDevice, int, unsigned*), NvmlDevice device, int clock) {
  unsigned value = 0;
  return get(device, clock, &value) == 0 ? static_cast<int>(value) : 0;
}

}  // namespace

Hardware hardware_of(int index) {
  Hardware hardware;
  cuda::DeviceId device = 0;
  std::array<char, 256> text{};
  int version = 0;
  check(api().DeviceGet(&device, index), "cuDeviceGet");
  check(api().DeviceGetName(text.data(), static_cast<int>(text.size()), device), "cuDeviceGetName");
  check(api().DeviceGetAttribute(&hardware.multiprocessors, cuda::kDeviceMultiprocessors, device),
        "cuDeviceGetAttribute");
  check(api().DriverGetVersion(&version), "cuDriverGetVersion");
  hardware.gpu = text.data();
  hardware.cuda = fmt::format("{}.{}", version / 1000, version % 1000 / 10);
  if (nvml() &&
      nvml()->SystemGetDriverVersion(text.data(), static_cast<unsigned>(text.size())) == 0)
    hardware.driver = text.data();
  if (NvmlDevice found = nvml_device(index); found != nullptr) {
    hardware.most_sm_mhz = mhz(nvml()->DeviceGetMaxClockInfo, found, kSmClock);
    hardware.most_memory_mhz = mhz(nvml()->DeviceGetMaxClockInfo, found, kMemoryClock);
  }
  return hardware;
}

Clocks clocks_of(int index) {
  const NvmlDevice device = nvml_device(index);
  if (device == nullptr) return {};
  return {mhz(nvml()->DeviceGetClockInfo, device, kSmClock),
          mhz(nvml()->DeviceGetClockInfo, device, kMemoryClock)};
}

}  // namespace bench
