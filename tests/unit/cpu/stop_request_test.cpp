// SPDX-License-Identifier: LGPL-2.1-or-later
// Runs that stop between tasks when they are asked to.
#include "stop_request.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "worker_pool.h"

namespace stop_request_test {

using namespace fftcore;

namespace {

std::atomic<bool> is_asked = false;

constexpr int kTasks = 400;

/// How many of kTasks tasks a pool does: of a millisecond on the thread that asks, and of 20 on
/// others, so that these do few before the first is asked, even where it does not run for a while.
int tasks_done(int threads) {
  WorkerPool pool(threads);
  std::atomic<int> done = 0;
  pool.run(kTasks, [&](std::int64_t, int worker) {
    std::this_thread::sleep_for(std::chrono::milliseconds(worker == 0 ? 1 : 20));
    ++done;
  });
  return done;
}

class StopRequests : public testing::TestWithParam<int> {};

TEST_P(StopRequests, EndARunAndThoseAfterIt) {
  is_asked = true;
  {
    const StopRequest request([] { return is_asked.load(); });
    EXPECT_LT(tasks_done(GetParam()), kTasks);
    EXPECT_TRUE(request.has_come());
    EXPECT_LT(tasks_done(GetParam()), 50) << "the other threads take some before the first asks";
  }
  EXPECT_EQ(tasks_done(GetParam()), kTasks);
}

TEST_P(StopRequests, DoNothingUntilTheyCome) {
  is_asked = false;
  const StopRequest request([] { return is_asked.load(); });
  EXPECT_EQ(tasks_done(GetParam()), kTasks);
  EXPECT_FALSE(request.has_come());
}

INSTANTIATE_TEST_SUITE_P(, StopRequests, testing::Values(1, 3));

// A thread is asked about its own runs alone.
TEST(StopRequest, IsOfItsThread) {
  is_asked = true;
  const StopRequest request([] { return is_asked.load(); });
  int done = 0;
  std::thread([&] { done = tasks_done(2); }).join();
  EXPECT_EQ(done, kTasks);
}

}  // namespace

}  // namespace stop_request_test
