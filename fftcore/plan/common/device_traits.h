// SPDX-License-Identifier: LGPL-2.1-or-later
// What the planner knows of a device: plain numbers, so that it can plan for one that is not here.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace fftcore {

enum class DeviceKind : std::uint8_t { cpu, gpu };

struct DeviceTraits {
  std::string name;
  DeviceKind kind = DeviceKind::cpu;
  /// Threads of a CPU.
  int threads = 1;
  /// Bytes of fast memory: a CPU's second-level cache, which one thread has to itself; the
  /// second-level cache that all multiprocessors of a GPU share.
  std::int64_t cache_bytes = 1 << 20;
  /// Bytes of work memory from which on a CPU's plans are the last choice: half of the machine's.
  std::int64_t memory_bytes = std::numeric_limits<std::int64_t>::max();
  /// Whether a CPU has vectors of 64 bytes, as many as a loop of sums wants.
  bool has_wide_vectors = false;
  /// Bytes of shared (OpenCL: local) memory that one block on a GPU may have.
  std::int64_t shared_bytes = 0;
  /// Threads that one block on a GPU may have.
  int block_threads = 0;
  /// Threads of a GPU that run in step: a warp, or a subgroup.
  int warp_threads = 32;
  /// Largest index that kernels of a GPU compute in 32 bits.
  std::int64_t narrow_index = std::numeric_limits<std::int32_t>::max();
  /// Most lines beside each other, and most blocks, of a launch on a GPU.
  std::int64_t launch_lines = std::numeric_limits<std::int32_t>::max();
  /// Multiprocessors of a GPU, which run blocks beside each other.
  int compute_units = 1;
  /// Bytes that a GPU's memory gives or takes in a nanosecond; 0: not known. Costs depend on it, a
  /// plan's geometry does not.
  double memory_bytes_per_ns = 0;
  /// Whether a GPU computes in double precision.
  bool has_doubles = true;
  /// Whether kernels of a GPU can multiply matrices of halves: those in CUDA C++.
  bool has_matrices = false;
  /// Likewise matrices of real numbers, as TF32: from compute capability 8.0 on.
  bool has_real_matrices = false;

  bool operator==(const DeviceTraits&) const = default;
};

/// Of a queue of the CPU.
inline constexpr int kMaxCpuThreads = 256;

/// The CPU that this runs on.
DeviceTraits cpu_traits(int threads);

/// A GPU or board whose numbers are known.
struct KnownGpu {
  std::string_view name;
  std::string_view architecture;  ///< empty: of no make in particular
  std::int64_t shared_bytes;
  std::int64_t cache_bytes;
  int compute_units;
};
std::span<const KnownGpu> known_gpu_table();

/// The GPU of that name, such as `sm_75`, `sm_90`, `orin-nano`, or `48k` (one with no more than 48
/// KiB of shared memory). Throws InvalidArgument for another name.
DeviceTraits gpu_traits(std::string_view name);

/// The same with smaller limits, such as `48k,shared=4096`.
DeviceTraits limited_gpu_traits(std::string_view text);

/// What plans depend on, without the name: `shared=166912,threads=1024,units=16,cache=4194304`.
std::string gpu_traits_text(const DeviceTraits& traits);

/// The GPU that FFTCORE_TRAITS names, with its limits, if it is set. Kernels are then planned for
/// that one whatever the device is.
std::optional<DeviceTraits> forced_gpu_traits();

}  // namespace fftcore
