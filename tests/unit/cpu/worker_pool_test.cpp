// SPDX-License-Identifier: LGPL-2.1-or-later
#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include "worker_pool.h"

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
