// SPDX-License-Identifier: LGPL-2.1-or-later
// Threads that an element starts: as many as n-threads says, the streaming thread included.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <thread>

#include "filter_harness.h"

namespace fftcore::test::threads_test {
namespace {

constexpr Size kSize = {64, 48};

std::ptrdiff_t threads_now() {
  const std::filesystem::directory_iterator threads("/proc/self/task");
  return std::distance(begin(threads), end(threads));
}

// What prepares the first plan ends soon after the frame is out.
std::ptrdiff_t threads_that_stay() {
  std::ptrdiff_t least = threads_now();
  for (int i = 0; i < 50; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    least = std::min(least, threads_now());
  }
  return least;
}

class Threads : public testing::TestWithParam<int> {};

TEST_P(Threads, AreNoMoreThanAskedFor) {
  const std::ptrdiff_t before = threads_that_stay();
  FilterHarness harness(
      GST_VIDEO_FORMAT_GRAY8, kSize,
      {{"filter", "lowpass"}, {"backend", "cpu"}, {"n-threads", std::to_string(GetParam())}});
  ASSERT_NE(harness.push(buffer_of(random_picture(GST_VIDEO_FORMAT_GRAY8, kSize))), nullptr);
  // The harness's own thread streams.
  EXPECT_EQ(threads_that_stay() - before, GetParam() - 1);
}

INSTANTIATE_TEST_SUITE_P(, Threads, testing::Values(1, 2, 5));

}  // namespace
}  // namespace fftcore::test::threads_test
