// SPDX-License-Identifier: LGPL-2.1-or-later
#include "device_traits.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <string_view>
#include <utility>

#include "capabilities.h"
#include "environment.h"
#include "excerpt.h"
#include "fftcore/error.h"
#include "wide_vectors.h"

namespace fftcore {
namespace {

// Cache and multiprocessors of a T4, an H200, and a small GPU of no make in particular, then as
// data sheets have them.
constexpr std::int64_t kMegabyte = 1024 * kKilobyte;
constexpr std::array kGpus = {
    KnownGpu{"sm_75", "sm_75", shared_bytes_of_capability(75), 4 * kMegabyte, 40},
    KnownGpu{"sm_90", "sm_90", shared_bytes_of_capability(90), 50 * kMegabyte, 132},
    KnownGpu{"48k", "", 48 * kKilobyte, 2 * kMegabyte, 16},
    KnownGpu{"a100", "sm_80", shared_bytes_of_capability(80), 40 * kMegabyte, 108},
    KnownGpu{"a10", "sm_86", shared_bytes_of_capability(86), 6 * kMegabyte, 72},
    KnownGpu{"orin-agx-64", "sm_87", shared_bytes_of_capability(87), 4 * kMegabyte, 16},
    KnownGpu{"orin-agx-32", "sm_87", shared_bytes_of_capability(87), 4 * kMegabyte, 14},
    KnownGpu{"orin-nx", "sm_87", shared_bytes_of_capability(87), 2 * kMegabyte, 8},
    KnownGpu{"orin-nano", "sm_87", shared_bytes_of_capability(87), 2 * kMegabyte, 8},
    KnownGpu{"orin-nano-4", "sm_87", shared_bytes_of_capability(87), 2 * kMegabyte, 4},
    KnownGpu{"l4", "sm_89", shared_bytes_of_capability(89), 48 * kMegabyte, 58},
    KnownGpu{"b200", "sm_100", shared_bytes_of_capability(100), 126 * kMegabyte, 148},
    KnownGpu{"thor", "sm_110", shared_bytes_of_capability(110), 32 * kMegabyte, 20},
    KnownGpu{"rtx-5090", "sm_120", shared_bytes_of_capability(120), 96 * kMegabyte, 170},
    KnownGpu{"gb10", "sm_121", shared_bytes_of_capability(121), 24 * kMegabyte, 48},
};
constexpr int kBlockThreads = 1024;

/// Limits that texts may change, so that what only large work needs is done to small.
constexpr std::array<std::pair<std::string_view, std::int64_t DeviceTraits::*>, 3> kLimits = {
    {{"shared=", &DeviceTraits::shared_bytes},
     {"index=", &DeviceTraits::narrow_index},
     {"lines=", &DeviceTraits::launch_lines}}};

void change_limit(DeviceTraits& traits, std::string_view text) {
  std::string names;
  for (const auto& [name, member] : kLimits) {
    names += fmt::format("{}{}N", names.empty() ? "" : ", ", name);
    if (!text.starts_with(name)) continue;
    const std::string_view digits = text.substr(name.size());
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(digits.begin(), digits.end(), number);
    if (error != std::errc{} || end != digits.end() || number < 1 || number > traits.*member)
      throw InvalidArgument(message("'{}': 1 to {} are allowed", text, traits.*member));
    traits.*member = number;
    return;
  }
  throw InvalidArgument(message("'{}' is no limit; {} are allowed", text, names));
}

}  // namespace

DeviceTraits cpu_traits(int threads) {
  // Some systems (containers, Arm boards) report 0 or -1; 512 KiB is what small cores have.
  const long reported = sysconf(_SC_LEVEL2_CACHE_SIZE);
  const std::int64_t cache = reported > 0 ? reported : 512 * 1024;
  DeviceTraits traits;
  traits.name = "cpu";
  traits.threads = threads;
  traits.cache_bytes = std::max<std::int64_t>(cache, 128 * 1024);
  traits.has_wide_vectors = has_wide_vectors();
  if (const std::int64_t pages = sysconf(_SC_PHYS_PAGES); pages > 0)
    traits.memory_bytes = pages * sysconf(_SC_PAGESIZE) / 2;
  return traits;
}

std::span<const KnownGpu> known_gpu_table() {
  return kGpus;
}

DeviceTraits gpu_traits(std::string_view name) {
  std::string names;
  for (const KnownGpu& gpu : kGpus) {
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
      message("'{}' is no GPU that is known; one of {} is expected", name, names));
}

DeviceTraits limited_gpu_traits(std::string_view text) {
  const auto next = [&] {
    const std::size_t comma = text.find(',');
    const std::string_view word = text.substr(0, comma);
    text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
    return word;
  };
  DeviceTraits traits = gpu_traits(next());
  while (!text.empty()) change_limit(traits, next());
  return traits;
}

std::string gpu_traits_text(const DeviceTraits& traits) {
  return fmt::format("shared={},threads={},units={},cache={}", traits.shared_bytes,
                     traits.block_threads, traits.compute_units, traits.cache_bytes);
}

std::optional<DeviceTraits> forced_gpu_traits() {
  const char* variable = plain_variable("FFTCORE_TRAITS");
  if (variable == nullptr) return std::nullopt;
  try {
    return limited_gpu_traits(variable);
  } catch (const InvalidArgument& error) {
    throw InvalidArgument(fmt::format("FFTCORE_TRAITS: {}", error.what()));
  }
}

}  // namespace fftcore
