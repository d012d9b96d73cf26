// SPDX-License-Identifier: LGPL-2.1-or-later
// A program of its own, in which secure_getenv() does what it does in set-user-id programs: it has
// no variables. Those that name code or files have no effect then.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "bundles.h"
#include "cache_folder.h"
#include "fftcore/error.h"
#include "fftw_engine.h"
#include "nvrtc.h"
#include "select_engine.h"

// In place of the C library's.
extern "C" char* secure_getenv(const char* /*name*/) noexcept {
  return nullptr;
}

namespace trusted_variables_test {

using namespace fftcore;

namespace {

constexpr const char* kPlanted = "/planted/file";

class TrustedVariables : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* name : kNames) setenv(name, kPlanted, 1);
  }
  void TearDown() override {
    for (const char* name : kNames) unsetenv(name);
  }

 private:
  static constexpr const char* kNames[] = {"FFTCORE_FFTW",  "FFTCORE_NVRTC",  "FFTCORE_KERNELS",
                                           "FFTCORE_CACHE", "XDG_CACHE_HOME", "HOME"};
};

}  // namespace

TEST_F(TrustedVariables, ChooseNoCacheFolder) {
  EXPECT_EQ(wanted_cache_folder(), "");
}

TEST_F(TrustedVariables, ChooseNoFftw) {
  EXPECT_EQ(load_fftw().refusal.find(kPlanted), std::string::npos) << load_fftw().refusal;
  EXPECT_NO_THROW(select_fft_engine());
}

TEST_F(TrustedVariables, ChooseNoCompiler) {
  try {
    Nvrtc::shared();
  } catch (const BackendUnavailable& error) {
    EXPECT_EQ(std::string(error.what()).find(kPlanted), std::string::npos) << error.what();
  }
}

TEST_F(TrustedVariables, ChooseNoKernels) {
  testing::internal::CaptureStderr();
  setenv("FFTCORE_LOG", "cache", 1);
  bundles_at_hand();
  unsetenv("FFTCORE_LOG");
  const std::string log = testing::internal::GetCapturedStderr();
  EXPECT_EQ(log.find(kPlanted), std::string::npos) << log;
}

}  // namespace trusted_variables_test
