// SPDX-License-Identifier: LGPL-2.1-or-later
// Emitted FFTs compile for real GPUs, without a GPU, for kernels of as many threads as they take. A
// thread's array stays in registers, but for those that are listed.
#include <atomic>
#include <exception>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "fft_case.h"
#include "fftcore/error.h"
#include "nvrtc.h"

namespace device_fft::nvrtc_test {
namespace {

using namespace fftcore;

class DeviceFftsCompile : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    try {
      nvrtc_ = &Nvrtc::shared();
      architecture_ = fmt::format("sm_{}", GetParam());
      if (nvrtc_->architecture_for(GetParam()) == architecture_) return;
      GTEST_SKIP() << nvrtc_->version() << " does not know " << architecture_;
    } catch (const BackendUnavailable& reason) {
      GTEST_SKIP() << reason.what();
    }
  }

  /// What is wrong with it; empty: nothing.
  std::string complaint(const Case& c) const {
    try {
      const std::string source =
          device_source(c.fft, Language::cuda, "fft") + kernel_of(c, Language::cuda);
      const CudaBinary binary = nvrtc_->compile("test", source, architecture_);
      if (binary.log.find("warning") != std::string::npos) return binary.log;
      const KernelUsage usage = usage_in_log(binary.log);
      if (usage.local_bytes > c.most_local_bytes)
        return fmt::format("{} bytes a thread of local memory, with {} registers; {} are allowed",
                           usage.local_bytes, usage.registers, c.most_local_bytes);
    } catch (const std::exception& error) {
      return error.what();
    }
    return {};
  }

  const Nvrtc* nvrtc_ = nullptr;
  std::string architecture_;
};

TEST_P(DeviceFftsCompile, WithTheirArraysInRegisters) {
  std::vector<Case> cases = pairwise_cases();
  for (Case& c : further_cases()) cases.push_back(std::move(c));
  for (Case& c : long_cases())
    if (c.fft.targets.front() <= GetParam()) cases.push_back(std::move(c));
  std::vector<std::string> complaints(cases.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < cases.size(); i = next++) complaints[i] = complaint(cases[i]);
  };
  {
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i)
      threads.emplace_back(work);
  }
  for (std::size_t i = 0; i < cases.size(); ++i)
    EXPECT_EQ(complaints[i], "") << name_of(cases[i]) << " for " << architecture_;
  fmt::print("{}: {} emitted FFTs for {}\n", nvrtc_->version(), cases.size(), architecture_);
}

INSTANTIATE_TEST_SUITE_P(Gpus, DeviceFftsCompile, testing::Values(75, 80, 86, 87, 90, 100),
                         [](const auto& test) { return fmt::format("sm_{}", test.param); });

}  // namespace
}  // namespace device_fft::nvrtc_test
