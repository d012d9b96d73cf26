// SPDX-License-Identifier: LGPL-2.1-or-later
// Filters from files and responses, noise, log and kernels from C.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "fftcore/noise.h"
#include "fftcore/response.h"
#include "handles.h"

namespace fftcore::test {
namespace {

using Filter = std::unique_ptr<fftcore_filter, Free<fftcore_filter_free>>;

fftcore_taps taps_of(const Filter& filter) {
  fftcore_taps taps = {};
  EXPECT_EQ(fftcore_filter_taps(filter.get(), &taps), FFTCORE_OK) << fftcore_last_message();
  return taps;
}

void expect_equal(const fftcore_taps& got, const Taps& expected) {
  ASSERT_EQ((Extent{got.rows, got.columns, got.slices}), expected.extent);
  for (std::size_t i = 0; i < expected.values.size(); ++i)
    ASSERT_EQ(got.values[i], expected.values[i]) << i;
  ASSERT_EQ(got.imaginary == nullptr, expected.imaginary.empty());
  for (std::size_t i = 0; i < expected.imaginary.size(); ++i)
    ASSERT_EQ(got.imaginary[i], expected.imaginary[i]) << i;
}

TEST(CFilters, ComeFromFiles) {
  const std::string file = testing::TempDir() + "taps-" + std::to_string(getpid()) + ".txt";
  std::FILE* const out = std::fopen(file.c_str(), "w");
  ASSERT_NE(out, nullptr);
  std::fputs("1 2 3\n4 5 6\n", out);
  std::fclose(out);
  fftcore_filter* made = nullptr;
  ASSERT_EQ(fftcore_filter_load(file.c_str(), &made), FFTCORE_OK) << fftcore_last_message();
  const Filter filter(made);
  expect_equal(taps_of(filter), {{2, 3}, {1, 2, 3, 4, 5, 6}});
  ASSERT_EQ(fftcore_filter_normalize(filter.get()), FFTCORE_OK);
  expect_equal(taps_of(filter), normalized({{2, 3}, {1, 2, 3, 4, 5, 6}}));
  std::remove(file.c_str());
  EXPECT_EQ(fftcore_filter_load(file.c_str(), &made), FFTCORE_ERROR_FILE);
  EXPECT_NE(std::strstr(fftcore_last_message(), file.c_str()), nullptr) << fftcore_last_message();
  EXPECT_EQ(made, nullptr);
}

TEST(CFilters, ComeFromResponses) {
  const FrequencyResponse shift("exp(-2 * pi * i * (3.5 * fx)) * i * (1 + fy)");
  fftcore_filter* made = nullptr;
  ASSERT_EQ(fftcore_filter_of_response(shift.text().c_str(), 9, 15, &made), FFTCORE_OK);
  expect_equal(taps_of(Filter(made)), fftcore::taps_of(shift, {9, 15}));
  const FrequencyResponse low("exp(-(f / 0.1)^2)");
  ASSERT_EQ(fftcore_filter_of_response(low.text().c_str(), 0, 0, &made), FFTCORE_OK);
  expect_equal(taps_of(Filter(made)), fftcore::taps_of(low));
  EXPECT_EQ(fftcore_filter_of_response("exp(", 9, 9, &made), FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(fftcore_filter_of_response("f", -1, 9, &made), FFTCORE_ERROR_INVALID_ARGUMENT);
}

TEST(CFilters, NullIsRefused) {
  fftcore_filter_free(nullptr);
  fftcore_filter* made = nullptr;
  fftcore_taps taps = {};
  double sigma = 0;
  for (const fftcore_status status :
       {fftcore_filter_load(nullptr, &made), fftcore_filter_load("taps.txt", nullptr),
        fftcore_filter_of_response(nullptr, 9, 9, &made), fftcore_filter_normalize(nullptr),
        fftcore_filter_taps(nullptr, &taps), fftcore_load_kernels(nullptr, 0),
        fftcore_estimate_noise(nullptr, nullptr, 0, &sigma)})
    EXPECT_EQ(status, FFTCORE_ERROR_INVALID_ARGUMENT);
}

TEST(CNoise, IsThatOfTheImage) {
  std::vector<float> image(64 * 80);
  for (std::size_t i = 0; i < image.size(); ++i)
    image[i] = static_cast<float>(std::sin(static_cast<double>(i * i % 7919)));
  const Work work = work_of("denoise f32 64x80 b16 step4");
  const fftcore_const_buffer buffer = {image.data(), 0, 0, 0, FFTCORE_MEMORY_HOST};
  double sigma = -1;
  ASSERT_EQ(fftcore_estimate_noise(work.get(), &buffer, 0, &sigma), FFTCORE_OK)
      << fftcore_last_message();
  EXPECT_EQ(sigma, estimate_noise(Layout::interleaved(Element::f32, {64, 80}), {image.data()}));
  EXPECT_GT(sigma, 0);
  EXPECT_EQ(fftcore_estimate_noise(work.get(), &buffer, 1, &sigma), FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(fftcore_estimate_noise(work_of("r2c 8").get(), &buffer, 0, &sigma),
            FFTCORE_ERROR_INVALID_ARGUMENT);
}

TEST(CLog, GoesWhereItIsSent) {
  std::vector<std::string> topics;
  const auto keep = [](void* user, const char* topic, const char* text) {
    EXPECT_NE(std::strlen(text), 0U);
    static_cast<std::vector<std::string>*>(user)->push_back(topic);
  };
  ASSERT_EQ(fftcore_set_log_sink(keep, &topics), FFTCORE_OK);
  compiled(cpu_queue(), "conv2d u8 48x64 k3x3 replicate same");
  ASSERT_EQ(fftcore_set_log_sink(nullptr, nullptr), FFTCORE_OK);
  EXPECT_NE(std::find(topics.begin(), topics.end(), "plan"), topics.end());
  const std::size_t count = topics.size();
  compiled(cpu_queue(), "conv2d u8 48x64 k5x5 replicate same");
  EXPECT_EQ(topics.size(), count);
}

TEST(CKernels, OfADamagedBundleAreRefused) {
  EXPECT_EQ(fftcore_load_kernels("no bundle", 9), FFTCORE_ERROR_INVALID_ARGUMENT);
}

}  // namespace
}  // namespace fftcore::test
