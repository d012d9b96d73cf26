// SPDX-License-Identifier: LGPL-2.1-or-later
// Errors and lifetimes: without a driver, and with the fake one (fake_driver.cpp).
#include <dlfcn.h>

#include <cstdlib>
#include <functional>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compile_error.h"
#include "convolve_stages.h"
#include "cuda_device.h"
#include "death_test_style.h"
#include "error_message.h"
#include "fake_driver.h"
#include "fftcore/error.h"
#include "line_kernel.h"

namespace fftcore::test::cuda_device_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TEST(CudaDriver, NoneIsAReason) {
  if (dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL) != nullptr) GTEST_SKIP() << "there is a driver";
  KernelCache cache;
  EXPECT_THAT(error_message<BackendUnavailable>([&] { cuda_device({}, cache); }),
              AllOf(HasSubstr("libcuda.so.1"), HasSubstr("Install NVIDIA's driver")));
}

class FakeCuda : public testing::Test {
 protected:
  void SetUp() override {
    left_ = fake_cuda_left();
    if (left_ < 0) GTEST_SKIP() << "not the fake driver";
  }
  void TearDown() override {
    unsetenv("FFTCORE_FAKE_CUDA");
    EXPECT_EQ(fake_cuda_left(), left_) << "not everything was given back";
  }
  static void pretend(const char* what) { setenv("FFTCORE_FAKE_CUDA", what, 1); }

  std::unique_ptr<Device> device() { return cuda_device({}, cache_); }
  /// The kernel as if it had been compiled before.
  std::unique_ptr<LoadedKernel> load(Device& device, const ast::Kernel& kernel) {
    cache_.put(kernel_key(device.source_of(kernel), device.info().architecture),
               "\177ELF of the test");
    return device.load(kernel);
  }
  bool has_compiler() {
    try {
      Nvrtc::shared();
      return true;
    } catch (const BackendUnavailable& reason) {
      reason_ = reason.what();
      return false;
    }
  }
  std::string refusal(const CudaDeviceOptions& options = {}) {
    return error_message<BackendUnavailable>([&] { cuda_device(options, cache_); });
  }

  KernelCache cache_;
  std::string reason_;
  int left_ = 0;
};

GeneratedKernel some_stage() {
  LineSpec spec;
  spec.name = "some";
  spec.shape = shape_of({4});
  spec.load = ComplexLoad{ast::Storage::f32, {}, 4};
  spec.store = ComplexStore{ast::Storage::f32, {}, 4, 1, false};
  return line_kernel(spec);
}

TEST_F(FakeCuda, NoDevice) {
  pretend("devices=0");
  EXPECT_THAT(refusal(), AllOf(HasSubstr("no device"), HasSubstr("CUDA_VISIBLE_DEVICES")));
}

TEST_F(FakeCuda, DriverThatDoesNotStart) {
  if (!start_death_tests_anew()) GTEST_SKIP() << "an emulator starts no program anew";
  EXPECT_EXIT(
      {
        pretend("init=999");
        fputs(refusal().c_str(), stderr);
        std::exit(3);
      },
      testing::ExitedWithCode(3), "CUDA does not start: CUDA_ERROR_UNKNOWN.*nvidia-smi");
}

TEST_F(FakeCuda, IndexOutOfRangeNamesThoseThatAre) {
  pretend("devices=2");
  for (const int index : {-1, 2})
    EXPECT_THAT(error_message<InvalidArgument>([&] {
                  cuda_device({index, nullptr}, cache_);
                }),
                AllOf(HasSubstr("no CUDA device"), HasSubstr("0 (Fake 0), 1 (Fake 1)")));
}

TEST_F(FakeCuda, DevicesAreListed) {
  pretend("devices=2");
  const std::vector<FoundDevice> found = cuda_devices();
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[1].number, 1);
  EXPECT_EQ(found[1].name, "Fake 1");
  EXPECT_EQ(found[1].architecture, "sm_90");
  EXPECT_EQ(found[1].reason, "");
}

TEST_F(FakeCuda, ListsWhatIsTooOld) {
  pretend("major=7 minor=0");
  EXPECT_THAT(cuda_devices().at(0).reason, HasSubstr("7.5"));
}

TEST_F(FakeCuda, OldGpu) {
  pretend("major=7 minor=0");
  EXPECT_THAT(refusal(), AllOf(HasSubstr("Fake 0 has compute capability 7.0"), HasSubstr("7.5")));
}

TEST_F(FakeCuda, DriverOlderThanNvrtc) {
  if (!has_compiler()) GTEST_SKIP() << reason_;
  pretend("driver=11040");
  const auto found = device();
  ASSERT_TRUE(found);
  EXPECT_THAT(error_message<NoCompiler>([&] { found->load(some_stage().kernel); }),
              AllOf(HasSubstr("the driver knows CUDA 11.4"), HasSubstr("Update the driver")));
}

/// What happens without NVRTC is seen in a process of its own, which has loaded none.
class CudaWithoutNvrtc : public FakeCuda {
 protected:
  void SetUp() override {
    FakeCuda::SetUp();
    if (!start_death_tests_anew()) GTEST_SKIP() << "an emulator starts no program anew";
  }
  static void hide_nvrtc() { setenv("FFTCORE_NVRTC", "/no/such/nvrtc.so", 1); }
};

TEST_F(CudaWithoutNvrtc, WhatIsKeptIsLoaded) {
  EXPECT_EXIT(
      {
        hide_nvrtc();
        const auto found = device();
        const ast::Kernel kernel = some_stage().kernel;
        cache_.put(kernel_key(found->source_of(kernel), "sm_90"), "\177ELF of the test");
        found->load(kernel);
        std::exit(3);
      },
      testing::ExitedWithCode(3), "");
}

TEST_F(CudaWithoutNvrtc, WhatIsNotKeptIsAnErrorThatSaysWhy) {
  EXPECT_EXIT(
      {
        hide_nvrtc();
        const auto found = device();
        const ast::Kernel kernel = some_stage().kernel;
        cache_.put(kernel_key(found->source_of(kernel), "sm_87"), "\177ELF for another GPU");
        fputs(error_message<NoCompiler>([&] { found->load(kernel); }).c_str(), stderr);
        std::exit(3);
      },
      testing::ExitedWithCode(3), "NVRTC is not installed.*/no/such/nvrtc.so");
}

TEST_F(CudaWithoutNvrtc, WhatTheDriverRefusesIsAnErrorThatSaysWhy) {
  EXPECT_EXIT(
      {
        hide_nvrtc();
        const auto found = device();
        const ast::Kernel kernel = some_stage().kernel;
        cache_.put(kernel_key(found->source_of(kernel), "sm_90"), "no ELF");
        fputs(error_message<NoCompiler>([&] { found->load(kernel); }).c_str(), stderr);
        std::exit(3);
      },
      testing::ExitedWithCode(3), "the driver refuses.*CUDA_ERROR_OF_THE_FAKE.*NVRTC is not");
}

TEST_F(FakeCuda, InfoIsTheDevices) {
  const auto found = device();
  ASSERT_TRUE(found);
  const DeviceInfo& info = found->info();
  EXPECT_EQ(info.name, "Fake 0");
  EXPECT_EQ(info.architecture, "sm_90");
  EXPECT_TRUE(info.is_gpu);
  EXPECT_EQ(info.shared_bytes, 232448);
  EXPECT_EQ(info.block_threads, 1024);
  EXPECT_EQ(info.compute_units, 132);
  EXPECT_EQ(info.cache_bytes, 1 << 20);
  EXPECT_NEAR(info.memory_bytes_per_ns, 3352, 1);
}

TEST_F(FakeCuda, OutOfMemoryTellsHowMuchThereIs) {
  pretend("free=1000");
  const auto found = device();
  ASSERT_TRUE(found);
  EXPECT_THAT(error_message<Error>([&] { found->allocate(4096); }),
              AllOf(HasSubstr("4096 bytes"), HasSubstr("1000 of 2000 are free"),
                    HasSubstr("CUDA_ERROR_OUT_OF_MEMORY")));
}

TEST_F(FakeCuda, PitchedCopiesGoBothWays) {
  const auto found = device();
  ASSERT_TRUE(found);
  const auto stream = found->create_stream();
  const auto memory = found->allocate(3 * 8);
  const std::string from = "abc..def..ghi..";
  stream->copy_in(*memory, from.data(), {3, 3, 5, 8});
  std::string back(12, '-');
  stream->copy_out(back.data(), *memory, {3, 3, 4, 8});
  stream->wait();
  EXPECT_EQ(back, "abc-def-ghi-");
}

TEST_F(FakeCuda, ALoadThatFailsGivesItsModuleBack) {
  const auto found = device();
  ASSERT_TRUE(found);
  pretend("attribute=1");
  EXPECT_THAT(error_message<Error>([&] { load(*found, some_stage().kernel); }),
              HasSubstr("cuFuncSetAttribute"));
}

TEST_F(FakeCuda, TooMuchSharedMemoryIsRefused) {
  const auto found = device();
  ASSERT_TRUE(found);
  ast::Kernel kernel = some_stage().kernel;
  kernel.shared.push_back({"much", ast::Type::real, 100000});
  EXPECT_THAT(error_message<Unsupported>([&] { found->load(kernel); }),
              AllOf(HasSubstr("400000 bytes of shared memory"), HasSubstr("232448")));
}

TEST_F(FakeCuda, WrongNumberOfArguments) {
  const auto found = device();
  ASSERT_TRUE(found);
  const auto kernel = load(*found, some_stage().kernel);
  const std::array<Argument, 1> one = {std::int32_t{1}};
  EXPECT_THAT(error_message<InvalidArgument>(
                  [&] { found->create_stream()->launch(*kernel, Start::after_all, one); }),
              HasSubstr("2 parameters is given 1"));
}

TEST_F(FakeCuda, WorksFromAnyThread) {
  const auto found = device();
  ASSERT_TRUE(found);
  const GeneratedKernel stage = some_stage();
  std::thread([&] {
    const auto stream = found->create_stream();
    const auto kernel = load(*found, stage.kernel);
    const auto memory = found->allocate(64);
    const std::array<Argument, 2> arguments = {memory.get(), BorrowedMemory{memory.get()}};
    EXPECT_NO_THROW(stream->launch(*kernel, Start::after_all,
                                   std::span(arguments).first(stage.kernel.parameters.size())));
    EXPECT_NO_THROW(stream->wait());
  }).join();
}

/// What one wait by `how` does where the driver says `busy` times that there is work left.
struct WaitCost {
  int questions, sleeps;
};
WaitCost wait_once(DeviceStream& stream, HostWait how) {
  stream.wait_by(how);
  const int questions = fake_cuda_count("questions"), sleeps = fake_cuda_count("sleeps");
  stream.wait();
  return {fake_cuda_count("questions") - questions, fake_cuda_count("sleeps") - sleeps};
}

TEST_F(FakeCuda, WaitsAsItIsTold) {
  const auto found = device();
  ASSERT_TRUE(found);
  const auto stream = found->create_stream();
  pretend("busy=3");
  const WaitCost spun = wait_once(*stream, HostWait::spin);
  EXPECT_EQ(spun.questions, 4);
  EXPECT_EQ(spun.sleeps, 0);
  const WaitCost slept = wait_once(*stream, HostWait::sleep);
  EXPECT_EQ(slept.questions, 0);
  EXPECT_EQ(slept.sleeps, 1);
  pretend("busy=0");
  const WaitCost automatic = wait_once(*stream, HostWait::automatic);
  EXPECT_EQ(automatic.questions, 1) << "work that is done is not slept for";
  EXPECT_EQ(automatic.sleeps, 0);
}

TEST_F(FakeCuda, SleepsWhereWorkIsLong) {
  const auto found = device();
  ASSERT_TRUE(found);
  const auto stream = found->create_stream();
  pretend("busy=1000000000");
  const WaitCost cost = wait_once(*stream, HostWait::automatic);
  EXPECT_GT(cost.questions, 0);
  EXPECT_EQ(cost.sleeps, 1);
}

TEST_F(FakeCuda, AWaitThatFailsSaysSo) {
  const auto found = device();
  ASSERT_TRUE(found);
  const auto stream = found->create_stream();
  pretend("wait=719");
  for (const HostWait how : {HostWait::automatic, HostWait::spin, HostWait::sleep}) {
    stream->wait_by(how);
    EXPECT_THAT(error_message<Error>([&] { stream->wait(); }), HasSubstr("a kernel failed"));
  }
}

TEST_F(FakeCuda, KnowsPinnedMemoryOfAnybody) {
  const auto found = device();
  ASSERT_TRUE(found);
  const auto pinned = found->allocate_pinned(100);
  const std::string ordinary(100, '.');
  EXPECT_TRUE(found->is_pinned(pinned->data()));
  EXPECT_TRUE(found->is_pinned(pinned->data() + 99));
  EXPECT_FALSE(found->is_pinned(pinned->data() + 100));
  EXPECT_FALSE(found->is_pinned(ordinary.data()));
}

TEST_F(FakeCuda, ABorrowedStreamIsNotDestroyed) {
  const auto found = device();
  ASSERT_TRUE(found);
  int somebody_elses = 0;
  const int before = fake_cuda_left();
  found->borrow_stream(&somebody_elses).reset();
  EXPECT_EQ(fake_cuda_left(), before);
}

TEST_F(FakeCuda, ABorrowedContextIsNotReleased) {
  int somebody_elses = 0;
  const int before = fake_cuda_left();
  cuda_device({0, &somebody_elses}, cache_).reset();
  EXPECT_EQ(fake_cuda_left(), before);
}

}  // namespace
}  // namespace fftcore::test::cuda_device_test
