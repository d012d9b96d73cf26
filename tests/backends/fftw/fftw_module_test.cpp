// SPDX-License-Identifier: LGPL-2.1-or-later
// FFTW's module where it was asked for and is not what it should be. What happens where nobody
// asked is tests/install's.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

#include "fftcore/backend.h"
#include "fftcore/error.h"

namespace fftw_module_test {

using namespace fftcore;

namespace {

/// Ends the process, which loads the module at most once, and says what compiling a Convolution
/// came to.
[[noreturn]] void compile_with(const char* module, const char* engine) {
  setenv("FFTCORE_FFTW", module, 1);
  if (engine != nullptr) setenv("FFTCORE_CPU_FFT", engine, 1);
  try {
    Backend& cpu = select_backend("cpu");
    const auto queue = cpu.create_queue({.threads = 1});
    cpu.compile(parse_convolution("conv2d u8 16x16 k3x3 wrap same"), *queue);
    std::fputs("compiled", stderr);
  } catch (const InvalidArgument& error) {
    std::fputs(error.what(), stderr);
  }
  std::_Exit(0);
}

void expect(const char* module, const char* engine, const std::string& said) {
  EXPECT_EXIT(compile_with(module, engine), testing::ExitedWithCode(0), said);
}

}  // namespace

TEST(FftwModule, AFileThatIsNotThereIsAnError) {
  expect("/no/such.so", nullptr,
         "FFTCORE_FFTW=/no/such.so: FFTW's module is not installed.*Debian");
  expect("/no/such.so", "fftw", "FFTCORE_CPU_FFT=fftw: FFTW's module is not installed");
}

TEST(FftwModule, ALibraryThatIsNoModuleIsAnError) {
  expect("libm.so.6", nullptr, "has no fftcore_fftw_module");
}

TEST(FftwModule, AModuleOfAnotherVersionIsAnError) {
  expect(FFTCORE_TEST_OTHER_MODULE, nullptr, "is of another version");
}

TEST(FftwModule, IsNotLoadedWhereAnotherEngineWasAskedFor) {
  expect("/no/such.so", "stockham", "^compiled$");
}

}  // namespace fftw_module_test
