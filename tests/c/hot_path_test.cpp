// SPDX-License-Identifier: LGPL-2.1-or-later
// What the C interface does around a run takes no memory either (memory_calls.h).
#include <gtest/gtest.h>

#include <vector>

#include "handles.h"
#include "memory_calls.h"

namespace fftcore::test::hot_path_test {
namespace {

TEST(CHotPath, RunsAndPushesTakeNoMemory) {
  const OnQueue queue = cpu_queue(2);
  const std::vector<float> image(64 * 64, 0.5F);
  std::vector<float> result(64 * 66);
  const fftcore_const_buffer input = {image.data(), 0, 0, 0, FFTCORE_MEMORY_HOST};
  const fftcore_const_buffer frames[] = {input, input, input};
  const fftcore_buffer output = {result.data(), 0, 0, 0, FFTCORE_MEMORY_HOST};
  const std::vector<double> values(25, 0.04);
  const fftcore_taps taps = {5, 5, 1, values.data(), nullptr};

  const Executable filter = compiled(queue, "conv2d f32 64x64 k5x5 replicate same");
  ASSERT_EQ(fftcore_set_taps(filter.get(), &taps, 1), FFTCORE_OK);
  const Executable transform = compiled(queue, "r2c 64x64");
  const Executable denoise = compiled(queue, "denoise f32 64x64 b16 step4 before=1 after=1");
  const Executable stream = compiled(queue, "stream 1x1 k25");
  const fftcore_taps response = {25, 1, 1, values.data(), nullptr};
  ASSERT_EQ(fftcore_set_taps(stream.get(), &response, 1), FFTCORE_OK);
  const fftcore_const_channel in = {image.data(), 1};
  const fftcore_channel out = {result.data(), 1};

  long before = 0;
  for (int i = 0; i < 4; ++i) {
    if (i == 1) before = memory_calls();  // the first runs take what is taken once
    ASSERT_EQ(fftcore_run(filter.get(), queue.get(), &input, 1, &output), FFTCORE_OK);
    ASSERT_EQ(fftcore_run(transform.get(), queue.get(), &input, 1, &output), FFTCORE_OK);
    ASSERT_EQ(fftcore_run(denoise.get(), queue.get(), frames, 3, &output), FFTCORE_OK);
    ASSERT_EQ(fftcore_push(stream.get(), &in, 1, &out, 1, 512), FFTCORE_OK);
  }
  EXPECT_EQ(memory_calls() - before, 0);
}

}  // namespace
}  // namespace fftcore::test::hot_path_test
