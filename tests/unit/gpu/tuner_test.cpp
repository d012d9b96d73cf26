// SPDX-License-Identifier: LGPL-2.1-or-later
// The tuner, on a device whose kernels take as long as the test says.
#include "tuner.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <thread>

#include "bundle.h"
#include "counting_device.h"
#include "fftcore/error.h"
#include "planner.h"

namespace fftcore::test::tuner_test {
namespace {

namespace fs = std::filesystem;
using std::chrono::microseconds;

struct TimedKernel : LoadedKernel {
  microseconds time{0};
};

class TimedStream final : public CountedStream {
 public:
  using CountedStream::CountedStream;
  void launch(LoadedKernel& kernel, Start start, std::span<const Argument> arguments) override {
    CountedStream::launch(kernel, start, arguments);
    const auto end = std::chrono::steady_clock::now() + static_cast<TimedKernel&>(kernel).time;
    while (std::chrono::steady_clock::now() < end) {
    }
  }
};

class TimedDevice final : public CountingDevice {
 public:
  std::unique_ptr<DeviceStream> create_stream() override {
    return std::make_unique<TimedStream>(counts);
  }
  std::unique_ptr<LoadedKernel> load(const ast::Kernel& kernel) override {
    if (kernel.name == broken) throw Error("this kernel does not compile");
    CountingDevice::load(kernel);
    auto loaded = std::make_unique<TimedKernel>();
    if (kernel.name == slow) loaded->time = microseconds(100);
    return loaded;
  }
  std::unique_ptr<DeviceMemory> allocate(std::size_t size) override {
    if (!has_memory) throw Error("out of memory");
    return CountingDevice::allocate(size);
  }
  std::string slow, broken;  // names of kernels
  bool has_memory = true;
};

class TunerTest : public testing::Test {
 protected:
  TunerTest() {
    std::string name = (fs::temp_directory_path() / "fftcore-tuner-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    root_ = name;
    folder_ = root_ / "cache";
  }
  ~TunerTest() override {
    std::error_code ignored;
    fs::remove_all(root_, ignored);
  }

  Plan choose(KernelCache& memory, Tuning tuning) {
    return choose_plan(problem_, rank_plans(problem_, traits_), traits_, device_, memory, tuning);
  }
  /// As another process would.
  Plan choose(Tuning tuning) {
    KernelCache memory(folder_);
    return choose(memory, tuning);
  }
  std::string cheapest() const { return name_of(plan_convolution(problem_, traits_)); }
  CacheKey key() const { return tuning_key(problem_, traits_, device_.info()); }
  int launches() { return device_.counts.launches.exchange(0); }

  const Convolution problem_ = parse_convolution("conv2d u8 480x640 k35x35 reflect same");
  const DeviceTraits traits_ = gpu_traits("48k");
  TimedDevice device_;
  fs::path root_, folder_;
};

TEST_F(TunerTest, MeasuresOnceAndRemembers) {
  const Plan measured = choose(Tuning::everything);
  EXPECT_GT(launches(), 0);
  ASSERT_TRUE(measured.measured);
  EXPECT_EQ(measured.measured->candidates, 6);
  for (const Tuning tuning : {Tuning::everything, Tuning::as_usual}) {
    const int loads = device_.counts.loads;
    const Plan remembered = choose(tuning);
    EXPECT_EQ(launches(), 0);
    EXPECT_EQ(device_.counts.loads, loads);
    EXPECT_EQ(to_string(remembered), to_string(measured));
    EXPECT_EQ(remembered.measured, measured.measured);
  }
}

TEST_F(TunerTest, TheFastestWins) {
  for (const auto& [slow, is_tile] :
       std::map<std::string, bool>{{"tiles", false}, {"rows_forward", true}}) {
    device_.slow = slow;
    KernelCache memory;
    EXPECT_EQ(choose(memory, Tuning::everything).rule == "tile", is_tile) << slow;
  }
  // All are as slow: a run takes what its one slow kernel takes, whatever a turn of many takes.
  device_.slow = "tiles";
  setenv("FFTCORE_PLAN", "tile", 1);
  KernelCache memory;
  const double took = choose(memory, Tuning::everything).measured->microseconds;
  unsetenv("FFTCORE_PLAN");
  EXPECT_GE(took, 100);
  EXPECT_LT(took, 1500);
}

TEST_F(TunerTest, APlanThatABundleHasKernelsForIsTaken) {
  const std::vector<Plan> ranked = rank_plans(problem_, traits_);
  const std::string last = name_of(ranked.back());
  ASSERT_NE(last, cheapest());
  const auto with_bundle = [&](const DeviceTraits& traits, const std::string& architecture) {
    KernelCache memory;
    memory.add(std::make_shared<const Bundle>(
        bundle_bytes({{}, {{compiled_plan_key(problem_, traits, architecture).text(), last}}})));
    return name_of(choose(memory, Tuning::as_usual));
  };
  const std::string& own = device_.info().architecture;
  EXPECT_EQ(with_bundle(traits_, own), last);
  DeviceTraits others = traits_;
  ++others.compute_units;
  EXPECT_EQ(with_bundle(others, own), cheapest());
  EXPECT_EQ(with_bundle(traits_, own + "x"), cheapest());
  // What was measured here counts more.
  KernelCache memory;
  const Plan measured = choose(memory, Tuning::everything);
  memory.add(std::make_shared<const Bundle>(
      bundle_bytes({{}, {{compiled_plan_key(problem_, traits_, own).text(), last}}})));
  EXPECT_EQ(name_of(choose(memory, Tuning::as_usual)), name_of(measured));
}

TEST_F(TunerTest, AsUsualMeasuresNothing) {
  const Plan plan = choose(Tuning::as_usual);
  EXPECT_EQ(name_of(plan), cheapest());
  EXPECT_FALSE(plan.measured);
  EXPECT_EQ(device_.counts.loads, 0);
  EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(TunerTest, NoneLeavesMemoryAlone) {
  device_.slow = cheapest().starts_with("tile") ? "tiles" : "rows_forward";
  EXPECT_NE(name_of(choose(Tuning::everything)), cheapest());
  const Plan plan = choose(Tuning::none);
  EXPECT_EQ(name_of(plan), cheapest());
  EXPECT_FALSE(plan.measured);
}

TEST_F(TunerTest, ADamagedEntryIsIgnoredAndReplaced) {
  const Plan measured = choose(Tuning::everything);
  const fs::path file = fs::directory_iterator(folder_)->path();
  fs::resize_file(file, fs::file_size(file) - 3);
  EXPECT_FALSE(choose(Tuning::as_usual).measured);
  launches();
  EXPECT_TRUE(choose(Tuning::everything).measured);
  EXPECT_GT(launches(), 0);
  EXPECT_TRUE(choose(Tuning::as_usual).measured);
}

TEST_F(TunerTest, WhatIsNoPlanAnyMoreIsIgnoredAndReplaced) {
  for (const std::string& text :
       {to_string(Remembered{"tile, halves of rows: tiles 7=7", {1.5, 4}}), std::string("nonsense"),
        std::string()}) {
    KernelCache(folder_).put(key(), text);
    EXPECT_EQ(name_of(choose(Tuning::as_usual)), cheapest()) << text;
    EXPECT_TRUE(choose(Tuning::everything).measured) << text;
    EXPECT_TRUE(choose(Tuning::as_usual).measured) << text;
  }
}

TEST_F(TunerTest, WithoutAFolderAProcessRemembers) {
  std::ofstream(root_ / "file") << "in the way";
  KernelCache memory(root_ / "file");
  ASSERT_NE(memory.refusal(), "");
  const Plan measured = choose(memory, Tuning::everything);
  launches();
  EXPECT_EQ(choose(memory, Tuning::everything).measured, measured.measured);
  EXPECT_EQ(launches(), 0);
}

TEST_F(TunerTest, WhatDoesNotCompileIsPassedOver) {
  device_.broken = cheapest().starts_with("tile") ? "tiles" : "columns_convolve";
  const Plan plan = choose(Tuning::everything);
  EXPECT_NE(name_of(plan), cheapest());
  ASSERT_TRUE(plan.measured);
  EXPECT_LT(plan.measured->candidates, 6);
  EXPECT_GT(plan.measured->candidates, 0);
}

TEST_F(TunerTest, WithoutMemoryToMeasureTheCheapestIsTaken) {
  device_.has_memory = false;
  const Plan plan = choose(Tuning::everything);
  EXPECT_EQ(name_of(plan), cheapest());
  EXPECT_FALSE(plan.measured);
  EXPECT_TRUE(fs::is_empty(folder_)) << "it would never be measured";
}

TEST_F(TunerTest, ThreadsThatAskAtOnceMeasureOnce) {
  KernelCache memory;
  choose(memory, Tuning::everything);
  const int of_one = device_.counts.loads.exchange(0);
  KernelCache fresh;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] { EXPECT_TRUE(choose(fresh, Tuning::everything).measured); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(device_.counts.loads, of_one);
}

TEST_F(TunerTest, TheKeySaysAllThatCounts) {
  const std::string usual = key().text();
  EXPECT_EQ(key().text(), usual);
  setenv("FFTCORE_PLAN", "tile", 1);
  EXPECT_NE(key().text(), usual);
  unsetenv("FFTCORE_PLAN");
  EXPECT_NE(tuning_key(parse_convolution("conv2d u8 480x640 k15x15 reflect-101 same"), traits_,
                       device_.info())
                .text(),
            usual);
  EXPECT_NE(tuning_key(problem_, gpu_traits("sm_75"), device_.info()).text(), usual);
  for (std::string DeviceInfo::*part :
       {&DeviceInfo::name, &DeviceInfo::architecture, &DeviceInfo::compiler}) {
    DeviceInfo other = device_.info();
    other.*part += "x";
    EXPECT_NE(tuning_key(problem_, traits_, other).text(), usual);
  }
}

TEST(Remembered, IsReadAsItWasWritten) {
  const Remembered one{"three-pass, halves of rows: rows_forward 64=8*8/8x64x1", {12.345678901, 3}};
  EXPECT_EQ(parse_remembered(to_string(one)), one);
  for (const char* text :
       {"", "12.5", "12.5 4", "12.5 4\n", "x 4\nname", "nan 4\nname", "-1 4\nname", "12.5 0\nname",
        "12.5 x\nname", "12.5 4\n\nname", "12.5 4\nname\nmore"})
    EXPECT_EQ(parse_remembered(text), std::nullopt) << text;
}

TEST(Tuning, SaysWhatTheEnvironmentSays) {
  const std::string before =
      std::getenv("FFTCORE_TUNE") != nullptr ? std::getenv("FFTCORE_TUNE") : "0";
  for (const auto& [text, expected] :
       std::map<std::string, Tuning>{{"0", Tuning::none}, {"1", Tuning::everything}}) {
    setenv("FFTCORE_TUNE", text.c_str(), 1);
    EXPECT_EQ(tuning(), expected) << text;
  }
  setenv("FFTCORE_TUNE", "yes", 1);
  EXPECT_THROW(tuning(), InvalidArgument);
  unsetenv("FFTCORE_TUNE");
  EXPECT_EQ(tuning(), Tuning::as_usual);
  setenv("FFTCORE_TUNE", before.c_str(), 1);
}

}  // namespace
}  // namespace fftcore::test::tuner_test
