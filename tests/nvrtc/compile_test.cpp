// SPDX-License-Identifier: LGPL-2.1-or-later
// Generated kernels compile for real GPUs, without a GPU: none may keep values in memory for want
// of registers, or no more than its generator says, none may need more shared memory than the GPU
// gives a block.
#include <algorithm>
#include <atomic>
#include <exception>
#include <ostream>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "emitter.h"
#include "fftcore/error.h"
#include "kernel_list.h"
#include "nvrtc.h"

namespace fftcore::test {
namespace {

constexpr int kKilobyte = 1024;

struct Gpu {
  int capability;
  int shared_bytes;  // a block may ask for, at most
};

void PrintTo(const Gpu& gpu, std::ostream* out) {
  *out << fmt::format("sm_{}, {} bytes", gpu.capability, gpu.shared_bytes);
}

class KernelsCompile : public testing::TestWithParam<Gpu> {
 protected:
  void SetUp() override {
    try {
      nvrtc_ = &Nvrtc::shared();
      architecture_ = fmt::format("sm_{}", GetParam().capability);
      if (nvrtc_->architecture_for(GetParam().capability) == architecture_) return;
      GTEST_SKIP() << nvrtc_->version() << " does not know " << architecture_;
    } catch (const BackendUnavailable& reason) {
      GTEST_SKIP() << reason.what();
    }
  }

  /// What is wrong with it; empty: nothing.
  std::string complaint(const ast::Kernel& kernel) {
    try {
      const KernelUsage usage = usage_in_log(
          nvrtc_->compile(kernel.name, emit_kernel(kernel, cuda_dialect()), architecture_).log);
      for (int most = registers_;
           usage.registers > most && !registers_.compare_exchange_weak(most, usage.registers);) {
      }
      const int shared_bytes = kernel.shared_bytes() + usage.shared_bytes;
      if (usage.local_bytes > kernel.most_spilled)
        return fmt::format("{} bytes a thread of local memory, with {} registers and {} threads",
                           usage.local_bytes, usage.registers, kernel.block_threads());
      if (shared_bytes > GetParam().shared_bytes)
        return fmt::format("{} bytes of shared memory; a block has {}", shared_bytes,
                           GetParam().shared_bytes);
    } catch (const std::exception& error) {
      return error.what();
    }
    return {};
  }

  const Nvrtc* nvrtc_ = nullptr;
  std::string architecture_;
  std::atomic<int> registers_ = 0;  // that a kernel takes, at most
};

TEST_P(KernelsCompile, WithoutSpillsWithinTheSharedMemory) {
  const std::vector<GeneratedKernel> kernels = kernel_list(GetParam().shared_bytes);
  std::vector<std::string> complaints(kernels.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < kernels.size(); i = next++)
      complaints[i] = complaint(kernels[i].kernel);
  };
  {
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i)
      threads.emplace_back(work);
  }
  for (std::size_t i = 0; i < kernels.size(); ++i)
    EXPECT_EQ(complaints[i], "") << kernels[i].kernel.name << " for " << architecture_;
  fmt::print("{}: {} kernels for {}, {} registers at most\n", nvrtc_->version(), kernels.size(),
             architecture_, registers_.load());
}

INSTANTIATE_TEST_SUITE_P(Gpus, KernelsCompile,
                         testing::Values(Gpu{75, 64 * kKilobyte}, Gpu{80, 163 * kKilobyte},
                                         Gpu{86, 99 * kKilobyte}, Gpu{87, 163 * kKilobyte},
                                         Gpu{90, 227 * kKilobyte}, Gpu{100, 227 * kKilobyte}),
                         [](const auto& test) {
                           return fmt::format("sm_{}", test.param.capability);
                         });

}  // namespace
}  // namespace fftcore::test
