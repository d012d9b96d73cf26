// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu_target.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "drivers.h"
#include "excerpt.h"
#include "fftcore/error.h"
#include "gpu_queue.h"
#include "words.h"

namespace fftcore {

namespace {

DeviceTraits own_traits(const DeviceInfo& info) {
  DeviceTraits traits;
  traits.name = info.name;
  traits.kind = DeviceKind::gpu;
  traits.shared_bytes = info.shared_bytes;
  traits.block_threads = info.block_threads;
  traits.warp_threads = info.warp_threads;
  traits.compute_units = std::max(1, info.compute_units);
  traits.memory_bytes_per_ns = info.memory_bytes_per_ns;
  take_features(traits, info.features);
  if (info.cache_bytes > 0) traits.cache_bytes = info.cache_bytes;
  return traits;
}

GpuTarget target_with(std::string_view architecture, const DeviceTraits& traits) {
  return {traits.name,          std::string(architecture), traits.shared_bytes,
          traits.block_threads, traits.compute_units,      traits.cache_bytes};
}

}  // namespace

void take_features(DeviceTraits& traits, const KernelFeatures& features) {
  traits.has_doubles = features.has_doubles;
  traits.has_matrices = features.has_matrices;
  traits.has_real_matrices = features.has_real_matrices;
}

DeviceTraits traits_of(const DeviceInfo& info) {
  auto forced = forced_gpu_traits();
  if (!forced) return own_traits(info);
  if (forced->block_threads > info.block_threads && info.is_gpu)
    forced->block_threads = info.block_threads;
  take_features(*forced, info.features);
  return *forced;
}

GpuTarget target_of(const DeviceInfo& info) {
  return target_with(info.architecture, own_traits(info));
}

DeviceInfo info_of(const GpuTarget& target) {
  DeviceInfo info;
  info.name = target.name;
  info.architecture = target.architecture;
  const Driver& driver = driver_for(target.architecture);
  info.compiler = driver.compiler->key_of({}, {}).compiler;
  info.features = driver.features(target.architecture);
  info.is_gpu = true;
  info.shared_bytes = target.shared_bytes;
  info.block_threads = target.block_threads;
  info.compute_units = target.compute_units;
  info.cache_bytes = target.cache_bytes;
  return info;
}

std::string compile_advice(std::string_view work, const DeviceInfo& info) {
  return fmt::format("fftcore-compile --arch {} --traits {} --output board.kernels '{}'",
                     info.architecture, gpu_traits_text(traits_of(info)), work);
}

std::vector<GpuTarget> known_gpus() {
  std::vector<GpuTarget> gpus;
  for (const KnownGpu& gpu : known_gpu_table())
    if (!gpu.architecture.empty()) gpus.push_back(known_gpu(gpu.name));
  return gpus;
}

GpuTarget known_gpu(std::string_view name) {
  const DeviceTraits traits = gpu_traits(name);
  return target_with(std::ranges::find(known_gpu_table(), name, &KnownGpu::name)->architecture,
                     traits);
}

GpuTarget gpu_target(const Queue& queue) {
  const DeviceInfo& info = gpu_queue(queue).device()->info();
  if (find_driver(info.architecture) == nullptr)
    throw InvalidArgument(fmt::format(
        "this is a queue of '{}', which kernels cannot be compiled for ahead of time; one of "
        "backend {} is expected",
        info.name, drivers_with_compilers()));
  return target_of(info);
}

std::string to_string(const GpuTarget& gpu) {
  DeviceTraits traits;
  traits.shared_bytes = gpu.shared_bytes;
  traits.block_threads = gpu.block_threads;
  traits.compute_units = gpu.compute_units;
  traits.cache_bytes = gpu.cache_bytes;
  return fmt::format("{} {}", gpu.architecture, gpu_traits_text(traits));
}

GpuTarget parse_gpu_target(std::string_view text) {
  constexpr std::array<std::string_view, 4> kNames = {"shared=", "threads=", "units=", "cache="};
  constexpr std::int64_t kMost = (std::int64_t{1} << 31) - 1;
  const auto words = split_words(text);
  const auto parts = words.size() == 2 ? split(words[1], ',') : std::vector<std::string_view>();
  std::array<std::int64_t, kNames.size()> numbers{};
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    const auto value = parts.size() == kNames.size() ? value_of(parts[i], kNames[i]) : std::nullopt;
    if (!value)
      throw InvalidArgument(message(
          "'{}' is no GPU; expected: sm_87 shared=166912,threads=1024,units=16,cache=4194304, with "
          "the numbers of yours",
          text));
    numbers[i] = parse_number<std::int64_t>(*value, "a number");
    if (numbers[i] < 1 || numbers[i] > kMost)
      throw InvalidArgument(fmt::format("{}{}; 1 to {} are allowed", kNames[i], numbers[i], kMost));
  }
  driver_for(words[0]);
  const std::string architecture(words[0]);
  return {architecture,
          architecture,
          numbers[0],
          static_cast<int>(numbers[1]),
          static_cast<int>(numbers[2]),
          numbers[3]};
}

}  // namespace fftcore
