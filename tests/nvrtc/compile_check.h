// SPDX-License-Identifier: LGPL-2.1-or-later
// Generated kernels compiled for a real GPU, without a GPU: none may keep values in memory for want
// of registers, or no more than its generator says, none may need more shared memory than the GPU
// gives a block.
#pragma once

#include <algorithm>
#include <atomic>
#include <exception>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "ast.h"
#include "emitter.h"
#include "fftcore/error.h"
#include "nvrtc.h"

namespace fftcore::test {

struct Gpu {
  int capability;
  int shared_bytes;  // a block may ask for, at most
};

inline std::string architecture_of(const Gpu& gpu) {
  return fmt::format("sm_{}", gpu.capability);
}

/// Why kernels cannot be compiled for it here; empty: they can.
inline std::string missing_compiler(const Gpu& gpu) {
  try {
    const Nvrtc& nvrtc = Nvrtc::shared();
    if (nvrtc.architecture_for(gpu.capability) == architecture_of(gpu)) return {};
    return fmt::format("{} does not know {}", nvrtc.version(), architecture_of(gpu));
  } catch (const BackendUnavailable& reason) {
    return reason.what();
  }
}

/// What compiled kernels have in common. Thread-safe.
class CompileCheck {
 public:
  /// What is wrong with a kernel; empty: nothing. `source`: its text in CUDA C++. `most_local`:
  /// bytes that a thread may have in memory.
  std::string complaint(const ast::Kernel& kernel, const std::string& source, const Gpu& gpu,
                        int most_local) {
    try {
      const KernelUsage usage =
          usage_in_log(Nvrtc::shared().compile(kernel.name, source, architecture_of(gpu)).log);
      for (int most = registers_;
           usage.registers > most && !registers_.compare_exchange_weak(most, usage.registers);) {
      }
      const int shared_bytes = kernel.shared_bytes() + usage.shared_bytes;
      if (usage.local_bytes > most_local)
        return fmt::format("{} bytes a thread of local memory, with {} registers and {} threads",
                           usage.local_bytes, usage.registers, kernel.block_threads());
      if (shared_bytes > gpu.shared_bytes)
        return fmt::format("{} bytes of shared memory; a block has {}", shared_bytes,
                           gpu.shared_bytes);
    } catch (const std::exception& error) {
      return error.what();
    }
    return {};
  }

  /// That a kernel takes, at most.
  int registers() const { return registers_; }

 private:
  std::atomic<int> registers_ = 0;
};

/// Calls visit(i) for all i below `count`, on all cores.
template <class Visit>
void for_each_on_all_cores(std::size_t count, Visit visit) {
  std::atomic<std::size_t> next = 0;
  std::vector<std::jthread> threads;
  for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i)
    threads.emplace_back([&] {
      for (std::size_t n = next++; n < count; n = next++) visit(n);
    });
}

}  // namespace fftcore::test
