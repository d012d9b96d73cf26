// SPDX-License-Identifier: LGPL-2.1-or-later
#include "nvrtc.h"

#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compile_error.h"
#include "death_test_style.h"

namespace fftcore::nvrtc_test {
namespace {

using testing::HasSubstr;

constexpr const char* kFill = R"(extern "C" __global__ void fill(float* to, float with) {
  to[threadIdx.x] = with;
}
)";

class NvrtcTest : public testing::Test {
 protected:
  void SetUp() override {
    try {
      nvrtc_ = &Nvrtc::shared();
    } catch (const BackendUnavailable& reason) {
      GTEST_SKIP() << reason.what();
    }
  }
  const Nvrtc* nvrtc_ = nullptr;
};

TEST_F(NvrtcTest, CompilesToAnElfFileForEachArchitecture) {
  for (const char* architecture : {"sm_75", "sm_80", "sm_86", "sm_87", "sm_90", "sm_100"}) {
    const CudaBinary binary = nvrtc_->compile("fill", kFill, architecture);
    EXPECT_EQ(binary.code.substr(0, 4), "\177ELF") << architecture;
    const KernelUsage usage = usage_in_log(binary.log);
    EXPECT_GT(usage.registers, 0) << architecture;
    EXPECT_EQ(usage.local_bytes, 0) << architecture;
  }
}

TEST_F(NvrtcTest, PtxForAVirtualArchitecture) {
  EXPECT_THAT(nvrtc_->compile("fill", kFill, "compute_80").code, HasSubstr(".target sm_80"));
}

TEST_F(NvrtcTest, AFailureShowsLogAndSourceLine) {
  try {
    nvrtc_->compile(
        "broken",
        "extern \"C\" __global__ void broken(float* to) {\n  to[0] = nothing_of_the_kind;\n}\n",
        "sm_90");
    FAIL() << "it compiled";
  } catch (const CompileError& error) {
    EXPECT_THAT(error.what(), HasSubstr("does not compile kernel broken"));
    EXPECT_THAT(error.what(), HasSubstr("identifier \"nothing_of_the_kind\" is undefined"));
    EXPECT_THAT(error.what(), HasSubstr("source line 2:   to[0] = nothing_of_the_kind;"));
  }
}

TEST_F(NvrtcTest, SpillsShowInTheLog) {
  // A thousand values that live across a barrier do not fit 255 registers.
  const std::string source = R"(extern "C" __global__ void spill(float* x) {
  float v[1000];
#pragma unroll
  for (int i = 0; i < 1000; ++i) v[i] = x[i * 7];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < 1000; ++i) x[i * 3] = v[i] * v[999 - i];
})";
  EXPECT_GT(usage_in_log(nvrtc_->compile("spill", source, "sm_80").log).local_bytes, 0);
}

TEST_F(NvrtcTest, ArchitectureOfAGpu) {
  EXPECT_EQ(nvrtc_->architecture_for(90), "sm_90");
  EXPECT_EQ(nvrtc_->architecture_for(88 - 1), "sm_87");
  EXPECT_THAT(nvrtc_->architecture_for(990),
              // the driver compiles for what NVRTC does not know yet
              testing::StartsWith("compute_"));
  EXPECT_THROW(nvrtc_->architecture_for(35), BackendUnavailable);
}

TEST(NvrtcLibrary, OneThatIsNotThereIsAReason) {
  if (!test::start_death_tests_anew()) GTEST_SKIP() << "an emulator starts no program anew";
  EXPECT_EXIT(
      {
        setenv("FFTCORE_NVRTC", "/nowhere/libnvrtc.so", 1);
        try {
          Nvrtc::shared();
        } catch (const BackendUnavailable& reason) {
          fputs(reason.what(), stderr);
          std::exit(3);
        }
      },
      testing::ExitedWithCode(3), "NVRTC is not installed.*/nowhere/libnvrtc.so.*FFTCORE_NVRTC");
}

TEST(UsageInLog, ReadsWhatTheAssemblerSays) {
  const KernelUsage usage = usage_in_log(
      "ptxas info    : Function properties for k\nptxas         .     64 bytes stack frame, 12 "
      "bytes spill stores, 8 bytes spill "
      "loads\n"
      "ptxas info    : Used 32 registers, used 1 barriers, 64 bytes cumulative stack size, 128 "
      "bytes smem, 380 bytes cmem[0]\n");
  EXPECT_EQ(usage.registers, 32);
  EXPECT_EQ(usage.local_bytes, 64);
  EXPECT_EQ(usage.shared_bytes, 128);
  EXPECT_THROW(usage_in_log("nothing of the kind"), Error);
}

}  // namespace
}  // namespace fftcore::nvrtc_test
