// SPDX-License-Identifier: LGPL-2.1-or-later
// FFTCORE_TUNE on a GPU backend: each step in a process of its own, as programs come one after the
// other. This process itself leaves the driver alone, since drivers' threads do not survive fork().
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <span>

#include "fftcore/log.h"
#include "gpu_executable.h"
#include "gpu_queue.h"
#include "planner.h"
#include "test_backend.h"
#include "test_image.h"

namespace tuning_test {

using namespace fftcore;
namespace fs = std::filesystem;

namespace {

constexpr int kNoBackend = 77;

class TuningOf : public testing::Test {
 protected:
  void SetUp() override {
    if (problems::on_cpu()) GTEST_SKIP() << "about backends opencl and cuda";
    std::string pattern = (fs::temp_directory_path() / "fftcore-tuning-XXXXXX").string();
    cache_ = mkdtemp(pattern.data());
  }
  void TearDown() override {
    if (!cache_.empty()) fs::remove_all(cache_);
  }

  /// What `work` wrote, in a process of its own.
  std::string in_process(const std::function<void(int pipe)>& work) {
    int pipes[2];
    EXPECT_EQ(pipe(pipes), 0);
    const pid_t child = fork();
    if (child == 0) {
      close(pipes[0]);
      setenv("XDG_CACHE_HOME", cache_.c_str(), 1);
      unsetenv("FFTCORE_CACHE");
      if (!problems::missing().empty()) _exit(kNoBackend);
      work(pipes[1]);
      _exit(testing::Test::HasFailure() ? 1 : 0);
    }
    close(pipes[1]);
    std::string text;
    char buffer[4096];
    for (ssize_t n = 0; (n = read(pipes[0], buffer, sizeof buffer)) > 0;)
      text.append(buffer, static_cast<std::size_t>(n));
    close(pipes[0]);
    int status = 0;
    waitpid(child, &status, 0);
    is_missing_ = WIFEXITED(status) && WEXITSTATUS(status) == kNoBackend;
    if (!is_missing_) {
      EXPECT_EQ(status, 0) << text;
    }
    return text;
  }

  /// A formula is v * w / 255 of bytes.
  static void check(const Convolution& problem, ConvolutionExecutable& executable, Queue& queue,
                    const std::string& what) {
    std::mt19937 random(1);
    oracle::TestImage in(problem.input), out(problem.output);
    const auto samples = oracle::random_samples(problem.input, random);
    in.set(samples);
    const Taps taps = oracle::averaging_taps(problem.taps, random);
    executable.set_taps(taps);
    oracle::TestImage second(problem.second.value_or(problem.output));
    const auto w = oracle::random_samples(problem.output, random);
    second.set(w);
    const std::array inputs{in.const_buffer(), second.const_buffer()};
    executable.run_any(queue, std::span(inputs).first(problem.second ? 2 : 1), out.buffer());
    auto want = oracle::direct_sum(problem, samples, taps), got = out.get();
    for (std::size_t i = 0; problem.second && i < want.values.size(); ++i)
      want.values[i] *= w.values[i] / 255;
    for (std::size_t i = 0; i < want.values.size(); ++i)
      ASSERT_NEAR(want.values[i], got.values[i], 1) << what;
  }

  /// The log (topic `plan`) of a program that compiles and runs a signal's convolution, then the
  /// plan's text.
  std::string log_of_a_run(const char* tune, const char* work = "conv1d u8 60 k5 reflect same") {
    return in_process([&](int pipe) {
      if (tune == nullptr)
        unsetenv("FFTCORE_TUNE");
      else
        setenv("FFTCORE_TUNE", tune, 1);
      // of the few candidates that do not take PoCL long to compile
      setenv("FFTCORE_PLAN", "three-pass", 1);
      const auto say = [&](std::string_view text) {
        if (write(pipe, text.data(), text.size()) < 0) _exit(3);
      };
      set_log_sink([&](std::string_view topic, std::string_view text) {
        if (topic == "plan") say(std::string(text) + "\n");
      });
      const Convolution problem = parse_convolution(work);
      const auto queue = problems::backend().create_queue({});
      const auto executable = problems::backend().compile(problem, *queue);
      check(problem, *executable, *queue, executable->plan_text());
      say(executable->plan_text());
    });
  }

  /// The file that holds what was measured.
  fs::path entry() const {
    for (const auto& item : fs::directory_iterator(cache_ / "fftcore")) {
      std::ifstream stream(item.path(), std::ios::binary);
      const std::string content{std::istreambuf_iterator<char>(stream), {}};
      if (content.find("the fastest plan") != std::string::npos) return item.path();
    }
    return {};
  }

  fs::path cache_;
  bool is_missing_ = false;
};

bool holds(const std::string& text, std::string_view words) {
  return text.find(words) != std::string::npos;
}

}  // namespace

TEST_F(TuningOf, AProgramMeasuresAndTheNextRemembers) {
  const std::string before = log_of_a_run(nullptr);
  if (is_missing_) GTEST_SKIP() << problems::backend_name() << " is not here";
  EXPECT_TRUE(holds(before, "chosen by the cost model") && !holds(before, "was measured"))
      << before;
  EXPECT_EQ(entry(), fs::path());

  const std::string first = log_of_a_run("1");
  EXPECT_TRUE(holds(first, "was measured on")) << first;
  EXPECT_TRUE(holds(first, "chosen as measured: ") && holds(first, "the least of 2 candidates"))
      << first;
  ASSERT_NE(entry(), fs::path());

  for (const char* tune : {static_cast<const char*>(nullptr), "1"}) {
    const std::string next = log_of_a_run(tune);
    EXPECT_TRUE(holds(next, "remembered as the fastest") && !holds(next, "was measured")) << next;
    EXPECT_EQ(next.substr(next.rfind("chosen as measured")),
              first.substr(first.rfind("chosen as measured")));
  }
  const std::string without = log_of_a_run("0");
  EXPECT_TRUE(holds(without, "chosen by the cost model") && !holds(without, "remembered"))
      << without;

  std::ofstream(entry(), std::ios::binary | std::ios::app) << "the fastest plan, damaged";
  const std::string damaged = log_of_a_run(nullptr);
  EXPECT_TRUE(holds(damaged, "chosen by the cost model")) << damaged;
  EXPECT_TRUE(holds(log_of_a_run("1"), "was measured on"));
  EXPECT_TRUE(holds(log_of_a_run(nullptr), "remembered as the fastest"));
}

TEST_F(TuningOf, AFolderThatCannotBeMadeIsNoError) {
  std::ofstream(cache_ / "fftcore") << "a file where the folder should be";
  const std::string log = log_of_a_run("1");
  if (is_missing_) GTEST_SKIP() << problems::backend_name() << " is not here";
  EXPECT_TRUE(holds(log, "was measured on") && holds(log, "chosen as measured: ")) << log;
}

TEST_F(TuningOf, PlansThatReadASecondImageAreMeasured) {
  const std::string log = log_of_a_run("1", "conv1d u8 60 k5 reflect same store=\"v * w / 255\"");
  if (is_missing_) GTEST_SKIP() << problems::backend_name() << " is not here";
  EXPECT_TRUE(holds(log, "the least of 2 candidates") && !holds(log, "not measured")) << log;
}

TEST_F(TuningOf, EveryPlanIsRight) {
  const std::string count = in_process([&](int pipe) {
    const Convolution problem = parse_convolution("conv2d u8 12x14 k3x3 constant same");
    const auto queue = problems::backend().create_queue({});
    const std::vector<Plan> plans = rank_plans(problem, gpu_traits("48k"));
    for (const Plan& plan : plans) {
      GpuExecutable executable(problem, plan, gpu_queue(*queue).device());
      check(problem, executable, *queue, name_of(plan));
    }
    const std::string text = fmt::format("{} plans", plans.size());
    if (write(pipe, text.data(), text.size()) < 0) _exit(3);
  });
  if (is_missing_) GTEST_SKIP() << problems::backend_name() << " is not here";
  // four shapes of strips; tiles of 64 and three passes, each way to cut in halves; half spectra
  EXPECT_EQ(count, "10 plans");
}

}  // namespace tuning_test
