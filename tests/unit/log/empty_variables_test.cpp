// SPDX-License-Identifier: LGPL-2.1-or-later
// A program of its own, since what it sets is read once in a process. FFTCORE_CPU_FFT= and the like
// are what a shell's ${NAME-} gives where nothing was meant.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "bundles.h"
#include "cache_folder.h"
#include "cpu_backend.h"
#include "device_choice.h"
#include "device_traits.h"
#include "fftcore/backend.h"
#include "fftcore/convolution.h"
#include "fftw_engine.h"
#include "planner.h"
#include "select_engine.h"
#include "tuning.h"

namespace empty_variables_test {

using namespace fftcore;

namespace {

class EmptyVariables : public testing::Test {
 protected:
  /// Whatever is true of variables that are not set stays so.
  void SetUp() override {
    for (const char* name : kNames) unsetenv(name);
    threads_ = cpu_backend()->create_queue({})->threads();
    folder_ = wanted_cache_folder();
    for (const char* name : kNames) setenv(name, "", 1);
  }
  int threads_ = 0;
  std::filesystem::path folder_;

 private:
  static constexpr const char* kNames[] = {
      "FFTCORE_LOG",    "FFTCORE_THREADS", "FFTCORE_PLAN",        "FFTCORE_TUNE",
      "FFTCORE_CACHE",  "FFTCORE_CPU_FFT", "FFTCORE_FFTW",        "FFTCORE_NVRTC",
      "FFTCORE_TRAITS", "FFTCORE_KERNELS", "FFTCORE_CUDA_DEVICE", "FFTCORE_OPENCL_DEVICE"};
};

}  // namespace

TEST_F(EmptyVariables, ChooseNoThreads) {
  EXPECT_EQ(cpu_backend()->create_queue({})->threads(), threads_);
}

TEST_F(EmptyVariables, ChooseNoEngine) {
  EXPECT_NO_THROW(select_fft_engine());
  // Its words where the file that a variable names is not one.
  EXPECT_EQ(load_fftw().refusal.find("''"), std::string::npos) << load_fftw().refusal;
}

TEST_F(EmptyVariables, ChooseNoPlan) {
  EXPECT_EQ(tuning(), Tuning::as_usual);
  EXPECT_FALSE(forced_gpu_traits());
  const Convolution convolution = parse_convolution("conv2d u8 64x64 k3x3 replicate same");
  EXPECT_NO_THROW(plan_convolution(convolution, cpu_traits(1)));
}

TEST_F(EmptyVariables, ChooseNoDevice) {
  for (const char* name : {"FFTCORE_CUDA_DEVICE", "FFTCORE_OPENCL_DEVICE"}) {
    const DeviceChoice choice = device_choice({}, name);
    EXPECT_EQ(choice.number, DeviceChoice{}.number);
    EXPECT_EQ(choice.name, DeviceChoice{}.name);
  }
}

TEST_F(EmptyVariables, ChooseNoFiles) {
  EXPECT_EQ(wanted_cache_folder(), folder_);
  EXPECT_NO_THROW(bundles_at_hand());
}

}  // namespace empty_variables_test
