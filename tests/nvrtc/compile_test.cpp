// SPDX-License-Identifier: LGPL-2.1-or-later
// The whole list of kernels, for each GPU.
#include <ostream>

#include <gtest/gtest.h>

#include "compile_check.h"
#include "kernel_list.h"

namespace fftcore::test {

void PrintTo(const Gpu& gpu, std::ostream* out);  // GoogleTest finds it by its argument

void PrintTo(const Gpu& gpu, std::ostream* out) {
  *out << fmt::format("{}, {} bytes", architecture_of(gpu), gpu.shared_bytes);
}

namespace {

constexpr int kKilobyte = 1024;

class KernelsCompile : public testing::TestWithParam<Gpu> {
 protected:
  void SetUp() override {
    if (const std::string reason = missing_compiler(GetParam()); !reason.empty())
      GTEST_SKIP() << reason;
  }
};

TEST_P(KernelsCompile, WithoutSpillsWithinTheSharedMemory) {
  const std::vector<GeneratedKernel> kernels = kernel_list(GetParam().shared_bytes);
  std::vector<std::string> complaints(kernels.size());
  CompileCheck check;
  for_each_on_all_cores(kernels.size(), [&](std::size_t i) {
    const ast::Kernel& kernel = kernels[i].kernel;
    complaints[i] = check.complaint(kernel, emit_kernel(kernel, cuda_dialect()), GetParam(),
                                    kernel.most_spilled);
  });
  const std::string architecture = architecture_of(GetParam());
  for (std::size_t i = 0; i < kernels.size(); ++i)
    EXPECT_EQ(complaints[i], "") << kernels[i].kernel.name << " for " << architecture;
  fmt::print("{}: {} kernels for {}, {} registers at most\n", Nvrtc::shared().version(),
             kernels.size(), architecture, check.registers());
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
