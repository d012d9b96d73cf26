// SPDX-License-Identifier: LGPL-2.1-or-later
// Emitted FFTs in kernels of a user's, against the oracle: on OpenCL (PoCL, Oclgrind), or with
// FFTCORE_TEST_DEVICE=cuda on a GPU. FFTCORE_TEST_FFT names one.
#include <cstdlib>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "device_runner.h"
#include "fftcore/error.h"

namespace device_fft {

std::unique_ptr<DeviceRunner> device_runner(std::string& reason) {
  const char* const setting = std::getenv("FFTCORE_TEST_DEVICE");
  try {
    return setting != nullptr && std::string(setting) == "cuda" ? cuda_runner() : opencl_runner();
  } catch (const fftcore::Error& error) {
    reason = error.what();
    return nullptr;
  }
}

namespace {

using namespace fftcore;

class DeviceFfts : public testing::Test {
 protected:
  void SetUp() override {
    std::string reason;
    runner_ = device_runner(reason);
    if (!runner_) GTEST_SKIP() << reason;
  }

  void expect_right(Case c) {
    SCOPED_TRACE(name_of(c));
    c.halves_are_floats = !runner_->has_halves();
    const Launch launch = launch_of(c);
    if (launch.shared_bytes > runner_->shared_bytes()) {
      ++left_out_;
      return;
    }
    const Bytes input = input_of(c, 7);
    const std::string source =
        device_source(c.fft, runner_->language(), "fft") + kernel_of(c, runner_->language());
    try {
      EXPECT_LE(error_of(c, input, runner_->run(source, c, input)), 1);
    } catch (const std::exception& error) {
      ADD_FAILURE() << error.what();
    }
    ++run_;
  }
  void expect_all(const std::vector<Case>& cases) {
    for (const Case& c : cases) expect_right(c);
    fmt::print("{} of {}; {} need more shared memory than there is\n", run_, cases.size(),
               left_out_);
  }

  std::unique_ptr<DeviceRunner> runner_;
  int run_ = 0, left_out_ = 0;
};

/// Without a device, for the sanitizers.
TEST(DeviceFftTexts, AllAreWritten) {
  for (const auto& cases : {pairwise_cases(), further_cases()})
    for (const Case& c : cases)
      for (const Language language : {Language::cuda, Language::opencl})
        EXPECT_NE(device_source(c.fft, language, "fft").find("fft_registers("), std::string::npos)
            << name_of(c);
}

/// For each_case.py.
TEST(DeviceFftTexts, AreListed) {
  if (std::getenv("FFTCORE_LIST_FFTS") == nullptr) GTEST_SKIP() << "FFTCORE_LIST_FFTS is not set";
  for (const Case& c : pairwise_cases()) fmt::print("fft: {}\n", to_string(c.fft));
}

TEST_F(DeviceFfts, PairsOfSettings) {
  expect_all(pairwise_cases());
}
TEST_F(DeviceFfts, Further) {
  expect_all(further_cases());
}

TEST_F(DeviceFfts, TheOneAskedFor) {
  const char* const text = std::getenv("FFTCORE_TEST_FFT");
  if (text == nullptr) GTEST_SKIP() << "FFTCORE_TEST_FFT names none";
  const DeviceFft fft = parse_device_fft(text);
  for (const Form form : {Form::registers, Form::shared})
    if (form == Form::registers || fft.scope == FftScope::block) expect_right({fft, form, 3});
}

}  // namespace
}  // namespace device_fft
