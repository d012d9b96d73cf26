// SPDX-License-Identifier: LGPL-2.1-or-later
// Searches and streams from C.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "handles.h"

namespace fftcore::test::found_test {
namespace {

/// 0 to 1, without a pattern.
float at(std::size_t row, std::size_t column) {
  const std::size_t mixed = (row * 7919 + column) * 2654435761U % 65521;
  return static_cast<float>(mixed * mixed % 65521) / 65521;
}

std::vector<float> picture(std::size_t rows, std::size_t columns, std::size_t down,
                           std::size_t right) {
  std::vector<float> image(rows * columns);
  for (std::size_t i = 0; i < image.size(); ++i)
    image[i] = at(i / columns + down, i % columns + right);
  return image;
}

/// A copy's peak is at its sample but for rounding, wherever the scores beside it bend a parabola.
void expect_at(const fftcore_peak& peak, double row, double column) {
  EXPECT_NEAR(peak.x, column, 0.02);
  EXPECT_NEAR(peak.y, row, 0.02);
}

TEST(CFound, TemplatesAreFoundAndTheSurfaceWritten) {
  const OnQueue queue = cpu_queue();
  const Executable executable =
      compiled(queue, "match ccoeff-normed f32 40x50 p7x9 templates=2 peaks=2 surface");
  const std::vector<float> image = picture(40, 50, 0, 0);
  const std::vector<float> first = picture(7, 9, 12, 20), second = picture(7, 9, 30, 5);
  const std::vector<double> one(first.begin(), first.end()), other(second.begin(), second.end());
  const fftcore_taps templates[] = {{9, 7, 1, one.data(), nullptr},
                                    {9, 7, 1, other.data(), nullptr}};
  ASSERT_EQ(fftcore_set_taps(executable.get(), templates, 2), FFTCORE_OK) << fftcore_last_message();
  std::vector<float> surface(2 * 34 * 42);
  const fftcore_const_buffer input = {image.data(), 0, 0, 0, FFTCORE_MEMORY_HOST};
  const fftcore_buffer output = {surface.data(), 0, surface.size() * 4, 0, FFTCORE_MEMORY_HOST};
  ASSERT_EQ(fftcore_run(executable.get(), queue.get(), &input, 1, &output), FFTCORE_OK)
      << fftcore_last_message();

  fftcore_peak peaks[4] = {};
  std::size_t count = 0;
  ASSERT_EQ(fftcore_peaks(executable.get(), nullptr, 0, &count), FFTCORE_OK);
  ASSERT_EQ(count, 4U);
  ASSERT_EQ(fftcore_peaks(executable.get(), peaks, 3, &count), FFTCORE_OK);
  EXPECT_EQ(count, 4U);
  EXPECT_EQ(peaks[3].score, 0) << "no more than there is place for";
  ASSERT_EQ(fftcore_peaks(executable.get(), peaks, 4, &count), FFTCORE_OK);
  expect_at(peaks[0], 12, 20);
  EXPECT_NEAR(peaks[0].score, 1, 1e-4);  // as search.h says
  EXPECT_GT(peaks[0].confidence, 0);
  EXPECT_EQ(peaks[0].template_index, 0);
  expect_at(peaks[2], 30, 5);
  EXPECT_EQ(peaks[2].template_index, 1);
  EXPECT_NEAR(surface[12 * 42 + 20], 1, 1e-4);
  EXPECT_NEAR(surface[34 * 42 + 30 * 42 + 5], 1, 1e-4);
  EXPECT_EQ(fftcore_peaks(executable.get(), nullptr, 4, &count), FFTCORE_ERROR_INVALID_ARGUMENT);
}

TEST(CFound, MotionIsMeasured) {
  const OnQueue queue = cpu_queue();
  const Executable executable = compiled(queue, "phase f32 96x128");
  const std::vector<float> before = picture(96, 128, 20, 20), after = picture(96, 128, 17, 25);
  const fftcore_const_buffer reference = {before.data(), 0, 0, 0, FFTCORE_MEMORY_HOST};
  const fftcore_const_buffer image = {after.data(), 0, 0, 0, FFTCORE_MEMORY_HOST};
  EXPECT_EQ(fftcore_keep_as_reference(executable.get()), FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(fftcore_run(executable.get(), queue.get(), &image, 1, nullptr),
            FFTCORE_ERROR_INVALID_ARGUMENT);
  ASSERT_EQ(fftcore_set_reference(executable.get(), queue.get(), &reference), FFTCORE_OK);
  ASSERT_EQ(fftcore_run(executable.get(), queue.get(), &image, 1, nullptr), FFTCORE_OK)
      << fftcore_last_message();
  fftcore_peak peak = {};
  std::size_t count = 0;
  ASSERT_EQ(fftcore_peaks(executable.get(), &peak, 1, &count), FFTCORE_OK);
  ASSERT_EQ(count, 1U);
  EXPECT_NEAR(peak.x, -5, 0.05);
  EXPECT_NEAR(peak.y, 3, 0.05);
  ASSERT_EQ(fftcore_keep_as_reference(executable.get()), FFTCORE_OK);
  ASSERT_EQ(fftcore_run(executable.get(), queue.get(), &image, 1, nullptr), FFTCORE_OK);
  ASSERT_EQ(fftcore_peaks(executable.get(), &peak, 1, &count), FFTCORE_OK);
  EXPECT_NEAR(peak.x, 0, 0.01);
  EXPECT_NEAR(peak.y, 0, 0.01);
}

TEST(CFound, StreamsAreConvolved) {
  const OnQueue queue = cpu_queue();
  const Executable executable = compiled(queue, "stream 2x1 k4 mix=full latency=3");
  const double one[] = {1, 2, 3, 4}, other[] = {5, 6};
  const fftcore_taps responses[] = {{4, 0, 0, one, nullptr}, {2, 1, 1, other, nullptr}};
  ASSERT_EQ(fftcore_set_taps(executable.get(), responses, 2), FFTCORE_OK) << fftcore_last_message();
  // Interleaved inputs: 1 in the one at t = 0, 10 in the other at t = 1.
  const float samples[] = {1, 0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  float output[9] = {};
  const fftcore_const_channel inputs[] = {{samples, 2}, {samples + 1, 2}};
  const fftcore_channel outputs[] = {{output, 0}};
  ASSERT_EQ(fftcore_push(executable.get(), inputs, 2, outputs, 1, 9), FFTCORE_OK)
      << fftcore_last_message();
  const float expected[] = {0, 0, 0, 1, 2 + 50, 3 + 60, 4, 0, 0};
  // Rounding of single precision, of some transforms whose sums are no larger than 63.
  const double tolerance = 16 * 63 * std::ldexp(1, -24);
  for (int t = 0; t < 9; ++t) EXPECT_NEAR(output[t], expected[t], tolerance) << t;

  std::int64_t position = 0, tail = 0, delay = -1;
  ASSERT_EQ(fftcore_stream_state(executable.get(), &position, &tail, &delay), FFTCORE_OK);
  EXPECT_EQ(position, 9);
  EXPECT_EQ(tail, 3 + 4 - 1);
  EXPECT_GE(delay, 0);
  ASSERT_EQ(fftcore_stream_reset(executable.get(), 100), FFTCORE_OK);
  ASSERT_EQ(fftcore_stream_state(executable.get(), &position, nullptr, nullptr), FFTCORE_OK);
  EXPECT_EQ(position, 100);
  EXPECT_EQ(fftcore_push(executable.get(), inputs, 1, outputs, 1, 9),
            FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(fftcore_push(executable.get(), inputs, 65, outputs, 1, 9),
            FFTCORE_ERROR_INVALID_ARGUMENT);
  const fftcore_taps two_rows = {1, 2, 1, one, nullptr};
  const fftcore_taps wrong[] = {two_rows, two_rows};
  EXPECT_EQ(fftcore_set_taps(executable.get(), wrong, 2), FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(fftcore_last_message(), "an impulse response of a stream is one row of real taps");
  EXPECT_EQ(fftcore_run(executable.get(), queue.get(), nullptr, 0, nullptr),
            FFTCORE_ERROR_INVALID_ARGUMENT);
}

}  // namespace
}  // namespace fftcore::test::found_test
