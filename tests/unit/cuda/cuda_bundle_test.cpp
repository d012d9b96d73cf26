// SPDX-License-Identifier: LGPL-2.1-or-later
// Kernels from memory, on the driver that pretends and without NVRTC: kernels.h.
#include <cstdio>
#include <cstdlib>
#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bundle.h"
#include "death_test_style.h"
#include "emitter.h"
#include "error_message.h"
#include "fake_driver.h"
#include "fftcore/error.h"
#include "fftcore/kernels.h"
#include "launch_kernel.h"
#include "nvrtc.h"
#include "planner.h"

namespace fftcore::test::cuda_bundle_test {
namespace {

constexpr const char* kTransform = "r2c 48x64";
constexpr const char* kCode = "\177ELF of the test";

/// Kernels of the transform as they are planned for that GPU, as if they had been compiled.
std::string bundle_for(const GpuTarget& gpu) {
  DeviceTraits traits = gpu_traits("sm_90");
  traits.cache_bytes = gpu.cache_bytes;
  BundleContents contents;
  contents.targets = {to_string(gpu)};
  for (const PlannedLaunch& launch : plan_launches(parse_transform(kTransform), traits).run) {
    const std::string source = emit_kernel(launch_kernel(launch.spec).kernel, cuda_dialect());
    contents.entries[kernel_key(source, gpu.architecture).text()] = kCode;
  }
  return bundle_bytes(contents);
}

/// Ends the process, with 3 where all is as it should be, else with what is not.
void use_kernels_from_memory() {
  const auto expect = [](bool is_right, const std::string& what) {
    if (is_right) return;
    std::fprintf(stderr, "%s\n", what.c_str());
    std::_Exit(1);
  };
  setenv("FFTCORE_CACHE", "off", 1);
  setenv("FFTCORE_NVRTC", "/no/such/nvrtc.so", 1);
  Backend& backend = select_backend("cuda");
  const auto queue = backend.create_queue({});
  const GpuTarget gpu = gpu_target(*queue);
  expect(gpu.architecture == "sm_90" && gpu.name == "Fake 0", to_string(gpu));
  const Transform transform = parse_transform(kTransform);
  const auto compile = [&] { backend.compile(transform, *queue); };

  const std::string missing = error_message<Unsupported>(compile);
  expect(missing.find("/no/such/nvrtc.so") != std::string::npos, missing);
  const std::string line =
      "fftcore-compile --arch sm_90 --traits shared=232448,threads=1024,"
      "units=132,cache=1048576 --output board.kernels 'r2c 48x64'";
  expect(missing.find(line) != std::string::npos, missing);

  const std::string bytes = bundle_for(gpu);
  std::string damaged = bytes;
  damaged[bytes.size() - 3] ^= 1;
  expect(error_message<InvalidArgument>([&] { load_kernels(damaged); }).find("is damaged") !=
             std::string::npos,
         "damaged bytes are taken");
  expect(error_message<Unsupported>(compile) == missing, "kernels of damaged bytes are taken");
  load_kernels(bytes);
  compile();

  // What was loaded can be saved again, without a compiler.
  KernelBundle bundle;
  const KernelBundle::Added added = bundle.add(kTransform, gpu);
  expect(added.kernels > 0 && added.compiled == 0, "kernels are compiled again");
  expect(bundle.bytes() == bytes, "other bytes are saved");
  expect(error_message<BackendUnavailable>([&] {
           bundle.add("r2c 48x128", gpu);
         }).find("/no/such/nvrtc.so") != std::string::npos,
         "no compiler is missed");
  expect(bundle.bytes() == bytes, "a failure changes the bundle");
  std::_Exit(3);
}

TEST(CudaBundle, KernelsFromMemoryNeedNoCompiler) {
  if (fake_cuda_left() < 0) GTEST_SKIP() << "not the fake driver";
  if (!start_death_tests_anew()) GTEST_SKIP() << "an emulator starts no program anew";
  EXPECT_EXIT(use_kernels_from_memory(), testing::ExitedWithCode(3), "");
}

}  // namespace
}  // namespace fftcore::test::cuda_bundle_test
