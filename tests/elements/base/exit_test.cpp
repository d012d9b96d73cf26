// SPDX-License-Identifier: LGPL-2.1-or-later
// A program that ends while a driver compiles: the compiler's own static objects, which it makes
// while it works, must outlive its work.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <future>
#include <memory>
#include <stop_token>
#include <thread>

#include "death_test_style.h"
#include "fftcore/compile_stop.h"
#include "gobject/errors.h"
#include "memory/background_jobs.h"
#include "memory/interruption.h"

namespace fftcore::test::exit_test {
namespace {

using gst::Interruption;
constexpr int kCrashed = 3;

/// What a compiler makes for itself. The end of the program is slow, so that it meets the work.
struct OfTheCompiler {
  ~OfTheCompiler() {
    is_gone = true;
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
  }
  inline static std::atomic<bool> is_made = false, is_gone = false;
};

/// A compile that crashes where its static objects go before it is done.
int compile_slowly() {
  static const OfTheCompiler late;
  OfTheCompiler::is_made = true;
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(300);
  while (std::chrono::steady_clock::now() < end)
    if (OfTheCompiler::is_gone) _exit(kCrashed);
  return 0;
}

/// Ends the program while an element compiles; `stops`: after the element was stopped.
[[noreturn]] void exit_while_an_element_compiles(bool stops) {
  gst::end_jobs_with_main_thread();  // as each change of an element's state does
  const auto interruption = std::make_shared<Interruption>();
  std::thread element([=] {
    try {
      interruption->run(compile_slowly);
    } catch (const gst::Interrupted&) {
    }
  });
  while (!OfTheCompiler::is_made) std::this_thread::yield();
  if (stops) interruption->set();
  if (stops)
    element.join();
  else
    element.detach();
  std::exit(0);
}

// As LLVM does where it is out of memory. The job that calls exit() cannot be waited for.
TEST(Exit, ByAJobEndsTheProgram) {
  if (!start_death_tests_anew()) GTEST_SKIP() << "an emulator starts no program anew";
  EXPECT_EXIT(
      {
        gst::end_jobs_with_main_thread();
        alarm(30);
        std::make_shared<Interruption>()->run([]() -> int { std::exit(5); });
      },
      testing::ExitedWithCode(5), "");
}

TEST(Exit, WaitsForWhatAStoppedElementCompiles) {
  if (!start_death_tests_anew()) GTEST_SKIP() << "an emulator starts no program anew";
  EXPECT_EXIT(exit_while_an_element_compiles(true), testing::ExitedWithCode(0), "");
}

TEST(Exit, WaitsForWhatAnElementCompiles) {
  if (!start_death_tests_anew()) GTEST_SKIP() << "an emulator starts no program anew";
  EXPECT_EXIT(exit_while_an_element_compiles(false), testing::ExitedWithCode(0), "");
}

// The child has none of the threads that its parent's jobs are done by.
TEST(Exit, OfAForkedChildWaitsForNoJobOfItsParent) {
  gst::BackgroundJobs& jobs = gst::BackgroundJobs::of_the_program();
  std::promise<void> may_end;
  const auto job = jobs.start([&](std::stop_token) { may_end.get_future().wait(); });
  const pid_t child = fork();
  if (child == 0) {
    alarm(30);  // which ends it
    jobs.end();
    _exit(0);
  }
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  may_end.set_value();
  jobs.join(job);
}

// A minute of kernels, of which one takes 10 ms.
TEST(Exit, StopsJobsBetweenKernels) {
  gst::BackgroundJobs jobs;
  std::atomic<int> kernels = 0;
  std::promise<void> begun;
  for (int job = 0; job < 3; ++job)
    jobs.start([&](std::stop_token token) {
      if (kernels++ == 0) begun.set_value();
      for (int more = 0; more < 6000 && !token.stop_requested(); ++more, ++kernels)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    });
  begun.get_future().wait();
  jobs.end();
  EXPECT_LT(kernels.load(), 6000);
}

TEST(Exit, IsNoErrorOfACompileThatItStops) {
  const auto interruption = std::make_shared<Interruption>();
  EXPECT_THROW(interruption->run([]() -> int { throw Stopped("compile() was asked to stop"); }),
               gst::Interrupted);
}

TEST(Exit, IsFollowedByNoJob) {
  if (!start_death_tests_anew()) GTEST_SKIP() << "an emulator starts no program anew";
  EXPECT_EXIT(
      {
        gst::BackgroundJobs::of_the_program().end();
        try {
          std::make_shared<Interruption>()->run([] { return 7; });
        } catch (const gst::Interrupted&) {
          _exit(0);
        }
        _exit(1);
      },
      testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace fftcore::test::exit_test
