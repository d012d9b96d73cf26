// SPDX-License-Identifier: LGPL-2.1-or-later
// Taps that change from C while another thread runs: each run has all old ones or all new ones.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

#include "handles.h"

namespace fftcore::test::threads_test {
namespace {

TEST(CThreads, TapsChangeBetweenRunsAsAWhole) {
  const OnQueue queue = cpu_queue();
  const Executable executable = compiled(queue, "conv2d u8 60x80 k3x3 replicate same");
  const std::vector<double> ones(9, 1), threes(9, 3);
  const fftcore_taps one = {3, 3, 1, ones.data(), nullptr},
                     three = {3, 3, 1, threes.data(), nullptr};
  ASSERT_EQ(fftcore_set_taps(executable.get(), &one, 1), FFTCORE_OK);
  std::atomic<bool> is_done = false;
  std::atomic<int> changes = 0;
  std::thread changer([&] {
    while (!is_done) {
      EXPECT_EQ(fftcore_set_taps(executable.get(), changes % 2 == 0 ? &three : &one, 1),
                FFTCORE_OK);
      ++changes;
      std::this_thread::yield();
    }
  });
  const std::vector<std::uint8_t> image(60 * 80, 2);
  std::vector<std::uint8_t> result(image.size());
  const fftcore_const_buffer input = {image.data(), 0, 0, 0, FFTCORE_MEMORY_HOST};
  const fftcore_buffer output = {result.data(), 0, 0, 0, FFTCORE_MEMORY_HOST};
  for (int run = 0; run < 2000 || changes < 2000; ++run) {
    EXPECT_EQ(fftcore_run(executable.get(), queue.get(), &input, 1, &output), FFTCORE_OK);
    const std::uint8_t first = result.front();
    EXPECT_TRUE(first == 18 || first == 54) << int{first};
    EXPECT_EQ(result, std::vector<std::uint8_t>(result.size(), first));
  }
  is_done = true;
  changer.join();
}

}  // namespace
}  // namespace fftcore::test::threads_test
