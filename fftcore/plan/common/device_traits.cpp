// SPDX-License-Identifier: LGPL-2.1-or-later
#include "device_traits.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

#include "fftcore/error.h"

namespace fftcore {
namespace {

struct NamedGpu {
  std::string_view name;
  std::int64_t shared_bytes;
  std::int64_t cache_bytes;
  int compute_units;
};
// Shared memory that a block may have after opting in (CUDA Programming Guide, compute
// capabilities); cache and multiprocessors of a T4, an H200, and a small GPU of no make in
// particular.
constexpr std::array kGpus = {NamedGpu{"sm_75", 64 * 1024, 4 << 20, 40},
                              NamedGpu{"sm_90", 227 * 1024, 50 << 20, 132},
                              NamedGpu{"48k", 48 * 1024, 2 << 20, 16}};
constexpr int kBlockThreads = 1024;

}  // namespace

DeviceTraits cpu_traits(int threads) {
  // Some systems (containers, Arm boards) report 0 or -1; 512 KiB is what small cores have.
  const long reported = sysconf(_SC_LEVEL2_CACHE_SIZE);
  const std::int64_t cache = reported > 0 ? reported : 512 * 1024;
  DeviceTraits traits;
  traits.name = "cpu";
  traits.threads = threads;
  traits.cache_bytes = std::max<std::int64_t>(cache, 128 * 1024);
  return traits;
}

DeviceTraits gpu_traits(std::string_view name) {
  std::string names;
  for (const NamedGpu& gpu : kGpus) {
    names += fmt::format("{}{}", names.empty() ? "" : ", ", gpu.name);
    if (gpu.name != name) continue;
    DeviceTraits traits;
    traits.name = gpu.name;
    traits.kind = DeviceKind::gpu;
    traits.shared_bytes = gpu.shared_bytes;
    traits.block_threads = kBlockThreads;
    traits.cache_bytes = gpu.cache_bytes;
    traits.compute_units = gpu.compute_units;
    return traits;
  }
  throw InvalidArgument(
      fmt::format("'{}' is no GPU that is known; one of {} is expected", name, names));
}

std::optional<DeviceTraits> forced_gpu_traits() {
  const char* variable = std::getenv("FFTCORE_TRAITS");
  if (variable == nullptr) return std::nullopt;
  try {
    return gpu_traits(variable);
  } catch (const InvalidArgument& error) {
    throw InvalidArgument(fmt::format("FFTCORE_TRAITS: {}", error.what()));
  }
}

}  // namespace fftcore
