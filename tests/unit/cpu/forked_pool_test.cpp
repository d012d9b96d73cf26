// SPDX-License-Identifier: LGPL-2.1-or-later
// A pool in a forked child, which has none of the threads that its parent started.
#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <memory>
#include <optional>
#include <thread>

#include "worker_pool.h"

namespace forked_pool_test {

using namespace fftcore;

namespace {

/// How a child ended that does `body` within 30 s; 0 where that returned true.
template <class Body>
int status_of_child(Body&& body, pid_t (*make_child)() = fork) {
  const pid_t child = make_child();
  if (child == 0) {
    alarm(30);
    _exit(body() ? 0 : 1);
  }
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return status;
}

/// Two tasks that wait for each other, so that two threads are needed.
bool works_by_two(WorkerPool& pool) {
  std::atomic<int> begun = 0;
  pool.run(2, [&](std::int64_t, int) {
    ++begun;
    while (begun < 2) std::this_thread::yield();
  });
  return begun == 2;
}

}  // namespace

TEST(ForkedPool, EndsWithoutItsThreads) {
  std::optional<WorkerPool> pool(std::in_place, 3);
  ASSERT_TRUE(works_by_two(*pool));
  EXPECT_EQ(status_of_child([&] {
              pool.reset();
              return true;
            }),
            0);
}

// Handlers of forks do not see such a child.
TEST(ForkedPool, EndsInAChildWithoutHandlers) {
  std::optional<WorkerPool> pool(std::in_place, 3);
  ASSERT_TRUE(works_by_two(*pool));
  EXPECT_EQ(status_of_child(
                [&] {
                  pool.reset();
                  return true;
                },
                [] { return static_cast<pid_t>(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)); }),
            0);
}

TEST(ForkedPool, StartsThreadsOfItsOwn) {
  WorkerPool pool(2);
  ASSERT_TRUE(works_by_two(pool));
  EXPECT_EQ(status_of_child([&] { return works_by_two(pool) && works_by_two(pool); }), 0);
  EXPECT_TRUE(works_by_two(pool));
}

TEST(ForkedPool, IsForkedWhileItRuns) {
  WorkerPool pool(2);
  int status = -1;
  std::atomic<bool> has_forked = false;
  pool.run(2, [&](std::int64_t index, int) {
    if (index == 0) {
      status = status_of_child([] { return true; });
      has_forked = true;
    }
    while (!has_forked) std::this_thread::yield();
  });
  EXPECT_EQ(status, 0);
  EXPECT_TRUE(works_by_two(pool));
}

}  // namespace forked_pool_test
