// SPDX-License-Identifier: LGPL-2.1-or-later
// A pool whose workers do not get a processor, and what its caller does meanwhile.
#include <gtest/gtest.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <thread>
#include <vector>

#include "worker_pool.h"

namespace busy_machine_test {

using namespace fftcore;

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

std::atomic<bool> is_held = false;
std::atomic<int> held = 0;

/// A signal handler: the thread stands still, wherever it was, as if it had lost its processor.
void hold(int) {
  ++held;
  while (is_held) usleep(100);
  --held;
}

/// Holds a thread while it lives.
class Held {
 public:
  explicit Held(pthread_t thread) {
    struct sigaction action {};
    action.sa_handler = hold;
    sigaction(SIGUSR1, &action, &before_);
    is_held = true;
    pthread_kill(thread, SIGUSR1);
    while (held == 0) std::this_thread::yield();
  }
  ~Held() {
    is_held = false;
    while (held != 0) std::this_thread::yield();
    sigaction(SIGUSR1, &before_, nullptr);
  }
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;

 private:
  struct sigaction before_ {};
};

/// The thread of a pool of two that is not the caller's.
pthread_t worker_of(WorkerPool& pool) {
  std::atomic<bool> is_known = false;
  pthread_t worker{};
  pool.run(2, [&](std::int64_t, int number) {
    if (number == 1) {
      worker = pthread_self();
      is_known = true;
    }
    while (!is_known) std::this_thread::yield();
  });
  return worker;
}

double processor_seconds(pthread_t thread) {
  clockid_t clock{};
  pthread_getcpuclockid(thread, &clock);
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// Keeps the caller and a pool's worker on processors of their own, where there are two, or both on
/// one.
class Placed {
 public:
  Placed(pthread_t worker, bool together) {
    sched_getaffinity(0, sizeof before_, &before_);
    std::vector<int> all;
    for (int i = 0; i < CPU_SETSIZE; ++i)
      if (CPU_ISSET(i, &before_)) all.push_back(i);
    place(pthread_self(), all.front());
    place(worker, together ? all.front() : all.back());
  }
  ~Placed() { sched_setaffinity(0, sizeof before_, &before_); }
  Placed(const Placed&) = delete;
  Placed& operator=(const Placed&) = delete;

 private:
  static void place(pthread_t thread, int processor) {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(processor, &one);
    pthread_setaffinity_np(thread, sizeof one, &one);
  }
  cpu_set_t before_{};
};

/// Two tasks, of which the worker's takes so long after the caller's has ended.
void run_with_a_late_worker(WorkerPool& pool, milliseconds late) {
  std::atomic<bool> has_begun = false;
  pool.run(2, [&](std::int64_t, int worker) {
    if (worker == 0) {
      while (!has_begun) std::this_thread::yield();
    } else {
      has_begun = true;
      std::this_thread::sleep_for(late);
    }
  });
}

}  // namespace

TEST(BusyMachine, AWorkerThatDoesNotRunDelaysNoCall) {
  WorkerPool pool(2);
  const Held worker(worker_of(pool));
  const std::int64_t slept = pool.counts().slept;
  for (int round = 0; round < 100; ++round) {
    std::vector<int> workers(64, -1);
    pool.run(64,
             [&](std::int64_t index, int by) { workers[static_cast<std::size_t>(index)] = by; });
    ASSERT_TRUE(std::ranges::all_of(workers, [](int by) { return by == 0; }));
  }
  EXPECT_EQ(pool.counts().slept, slept);
}

TEST(BusyMachine, AWorkerThatRunsAgainTakesTasksAgain) {
  WorkerPool pool(2);
  const pthread_t thread = worker_of(pool);
  {
    const Held worker(thread);
    pool.run(64, [](std::int64_t, int) {});
  }
  EXPECT_TRUE(pthread_equal(worker_of(pool), thread));
}

TEST(BusyMachine, TheCallerSleepsUntilALongTaskEnds) {
  WorkerPool pool(2);
  const Placed apart(worker_of(pool), false);
  const std::int64_t slept = pool.counts().slept;
  const auto begun = Clock::now();
  double awake = 0;
  std::atomic<bool> has_begun = false;
  pool.run(2, [&](std::int64_t, int worker) {
    if (worker == 0) {
      while (!has_begun) std::this_thread::yield();
      awake = processor_seconds(pthread_self());
    } else {
      has_begun = true;
      std::this_thread::sleep_for(milliseconds(100));
    }
  });
  awake = processor_seconds(pthread_self()) - awake;
  EXPECT_GE(Clock::now() - begun, milliseconds(100));
  EXPECT_LT(awake, 0.02);
  EXPECT_EQ(pool.counts().slept, slept + 1);
}

TEST(BusyMachine, TheCallerIsSeldomAwakeInVain) {
  WorkerPool pool(2);
  const Placed apart(worker_of(pool), false);
  constexpr int kRounds = 24;
  for (int round = 0; round < kRounds; ++round) run_with_a_late_worker(pool, milliseconds(30));
  EXPECT_LE(pool.counts().awake_in_vain, kRounds / 2);
  EXPECT_GT(pool.counts().slept, pool.counts().awake_in_vain);
}

TEST(BusyMachine, TheCallerSleepsAtOnceWhereTheWorkerNeedsItsProcessor) {
  WorkerPool pool(2);
  const Placed together(worker_of(pool), true);
  run_with_a_late_worker(pool, milliseconds(1));
  const WorkerPool::Counts before = pool.counts();
  for (int round = 0; round < 8; ++round) run_with_a_late_worker(pool, milliseconds(30));
  EXPECT_EQ(pool.counts().awake_in_vain, before.awake_in_vain);
  EXPECT_GT(pool.counts().slept, before.slept);
}

TEST(BusyMachine, AWorkerWithoutTasksSleeps) {
  WorkerPool pool(2);
  const pthread_t worker = worker_of(pool);
  const double before = processor_seconds(worker);
  std::atomic<bool> is_done = false;
  pool.run(2, [&](std::int64_t, int number) {
    while (number == 0 && !is_done) std::this_thread::yield();
    if (number == 0) std::this_thread::sleep_for(milliseconds(100));
    is_done = true;
  });
  EXPECT_LT(processor_seconds(worker) - before, 0.02);
}

TEST(BusyMachine, NoMoreWorkersAreWokenThanThereAreTasks) {
  WorkerPool pool(5);
  const auto wait = [] { std::this_thread::sleep_for(milliseconds(20)); };
  wait();
  pool.run(1, [](std::int64_t, int) {});
  EXPECT_EQ(pool.counts().woken, 0);
  pool.run(3, [](std::int64_t, int) {});
  wait();
  EXPECT_LE(pool.counts().woken, 2);
  const std::int64_t before = pool.counts().woken;
  pool.run(100, [](std::int64_t, int) {});
  EXPECT_LE(pool.counts().woken - before, 4);
}

TEST(BusyMachine, ResultsAreWholeBesideBusyThreads) {
  WorkerPool pool(4);
  std::atomic<bool> is_over = false;
  std::atomic<int> errors = 0;
  // Processes that have work of their own.
  std::vector<std::thread> busy;
  for (unsigned i = 0; i < std::max(2U, std::thread::hardware_concurrency()); ++i)
    busy.emplace_back([&] {
      while (!is_over) continue;
    });
  std::vector<int> plain(97);
  for (int round = 0; round < 20000; ++round) {
    pool.run(97, [&](std::int64_t index, int) { plain[static_cast<std::size_t>(index)] = round; });
    for (const int value : plain) errors += value != round;
  }
  is_over = true;
  for (std::thread& one : busy) one.join();
  EXPECT_EQ(errors, 0);
}

}  // namespace busy_machine_test
