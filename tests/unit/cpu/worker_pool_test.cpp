// SPDX-License-Identifier: LGPL-2.1-or-later
#include <gtest/gtest.h>
#include <pthread.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "worker_pool.h"

namespace worker_pool_test {

using namespace fftcore;

TEST(WorkerPool, EachIndexOnceAndOneCallAWorkerAtATime) {
  for (const int threads : {1, 2, 5}) {
    WorkerPool pool(threads);
    ASSERT_EQ(pool.threads(), threads);
    std::vector<std::atomic<bool>> in_use(static_cast<std::size_t>(threads));
    for (const std::int64_t count : {0, 1, 2, 3, 100, 1000}) {
      std::vector<std::atomic<int>> calls(static_cast<std::size_t>(count));
      std::atomic<int> clashes = 0;
      pool.run(count, [&](std::int64_t index, int worker) {
        if (in_use.at(static_cast<std::size_t>(worker)).exchange(true)) ++clashes;
        ++calls.at(static_cast<std::size_t>(index));
        in_use.at(static_cast<std::size_t>(worker)) = false;
      });
      for (const auto& call : calls) ASSERT_EQ(call, 1);
      ASSERT_EQ(clashes, 0);
    }
  }
}

TEST(WorkerPool, ResultsAreSeenByTheCaller) {
  WorkerPool pool(3);
  std::vector<int> plain(64);
  for (int round = 0; round < 2000; ++round) {
    pool.run(64, [&](std::int64_t index, int) { plain[static_cast<std::size_t>(index)] = round; });
    for (const int value : plain) ASSERT_EQ(value, round);
  }
}

/// The caller has nothing more to do: it waits for the other, awake or asleep.
TEST(WorkerPool, TheLastTaskIsWaitedFor) {
  for (const auto time : {std::chrono::microseconds(10), std::chrono::microseconds(5000)}) {
    WorkerPool pool(2);
    std::atomic<bool> has_begun = false;
    std::atomic<int> done = 0;
    pool.run(2, [&](std::int64_t, int worker) {
      if (worker == 0) {
        while (!has_begun) std::this_thread::yield();
      } else {
        has_begun = true;
        std::this_thread::sleep_for(time);
      }
      ++done;
    });
    EXPECT_EQ(done, 2);
  }
}

/// Stacks beyond every address space stand for a limit on threads, which root passes. (An emulator
/// would make tables of smaller ones.)
class NoMoreThreads {
 public:
  NoMoreThreads() {
    pthread_attr_init(&before_);
    pthread_getattr_default_np(&before_);
    pthread_attr_t none;
    pthread_attr_init(&none);
    pthread_attr_setstacksize(&none, std::size_t{1} << 62);
    pthread_setattr_default_np(&none);
    pthread_attr_destroy(&none);
  }
  ~NoMoreThreads() {
    pthread_setattr_default_np(&before_);
    pthread_attr_destroy(&before_);
  }
  NoMoreThreads(const NoMoreThreads&) = delete;
  NoMoreThreads& operator=(const NoMoreThreads&) = delete;

 private:
  pthread_attr_t before_{};
};

TEST(WorkerPool, GoesOnWithTheThreadsThatTheSystemGives) {
  const NoMoreThreads limit;
  WorkerPool pool(32);
  EXPECT_EQ(pool.threads(), 1);
  std::atomic<int> calls = 0;
  pool.run(100, [&](std::int64_t, int worker) { calls += worker == 0 ? 1 : 1000; });
  EXPECT_EQ(calls, 100);
}

}  // namespace worker_pool_test
