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

#include "fftcore/explain.h"
#include "fftcore/filters.h"
#include "fftcore/frequency_response.h"
#include "fftcore/noise.h"
#include "fftcore/restoration.h"
#include "handles.h"
#include "taps.h"

namespace fftcore::test::filters_test {
namespace {

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

TEST(CFilters, AreThoseOfTheLibrary) {
  fftcore_filter* made = nullptr;
  ASSERT_EQ(fftcore_filter_parametric("lowpass", "gaussian", 0.1, 0, 0, &made), FFTCORE_OK);
  fftcore_filter_free(made);
  ASSERT_EQ(fftcore_filter_parametric("bandpass", "butterworth", 0.1, 0.3, 4, &made), FFTCORE_OK);
  expect_equal(taps_of(Filter(made)),
               fftcore::taps_of({Band::bandpass, Shape::butterworth, 0.1, 0.3, 4}));
  const fftcore_notch notches[] = {{0.25, 0.1, 0.02}, {-0.1, 0.4, 0.05}};
  ASSERT_EQ(fftcore_filter_notches(notches, 2, &made), FFTCORE_OK) << fftcore_last_message();
  expect_equal(taps_of(Filter(made)),
               fftcore::taps_of(std::vector<Notch>{{0.25, 0.1, 0.02}, {-0.1, 0.4, 0.05}}));
  ASSERT_EQ(fftcore_filter_defocus_blur(2.5, &made), FFTCORE_OK);
  expect_equal(taps_of(Filter(made)), defocus_blur(2.5));
  ASSERT_EQ(fftcore_filter_gaussian_blur(1.5, &made), FFTCORE_OK);
  expect_equal(taps_of(Filter(made)), gaussian_blur(1.5));
  ASSERT_EQ(fftcore_filter_motion_blur(9, 30, &made), FFTCORE_OK);
  const Filter blur(made);
  expect_equal(taps_of(blur), motion_blur(9, 30));
  ASSERT_EQ(fftcore_filter_restoring(blur.get(), "laplacian", 0.1, &made), FFTCORE_OK);
  expect_equal(taps_of(Filter(made)),
               restoring_taps(motion_blur(9, 30), {Penalty::laplacian, 0.1}));
  const double numbers[] = {1, 2, 3, 4, 5, 6};
  const fftcore_taps own = {3, 2, 0, numbers, nullptr};
  ASSERT_EQ(fftcore_filter_create(&own, &made), FFTCORE_OK);
  expect_equal(taps_of(Filter(made)), {{2, 3}, {1, 2, 3, 4, 5, 6}});
}

TEST(CFilters, ThatAreWrongSayWhatIsAllowed) {
  fftcore_filter* made = nullptr;
  const auto expect_refusal = [&](fftcore_status status, const char* words) {
    EXPECT_EQ(status, FFTCORE_ERROR_INVALID_ARGUMENT);
    EXPECT_NE(std::strstr(fftcore_last_message(), words), nullptr) << fftcore_last_message();
    EXPECT_EQ(made, nullptr);
  };
  expect_refusal(fftcore_filter_parametric("low", "gaussian", 0.1, 0, 2, &made),
                 "band is 'low'; lowpass, highpass, bandpass, bandstop are allowed");
  expect_refusal(fftcore_filter_parametric("lowpass", "round", 0.1, 0, 2, &made),
                 "shape is 'round'; gaussian, butterworth, ideal are allowed");
  expect_refusal(fftcore_filter_parametric(nullptr, "gaussian", 0.1, 0, 2, &made), "band");
  expect_refusal(fftcore_filter_parametric("lowpass", "gaussian", 3, 0, 2, &made), "3");
  expect_refusal(fftcore_filter_notches(nullptr, 2, &made), "notches");
  expect_refusal(fftcore_filter_notches(nullptr, 0, &made), "0");
  expect_refusal(fftcore_filter_gaussian_blur(-1, &made), "-1");
  expect_refusal(fftcore_filter_restoring(nullptr, "flat", 0.1, &made), "blur");
  const double number = 1;
  const fftcore_taps own = {0, 1, 1, &number, nullptr};
  expect_refusal(fftcore_filter_create(&own, &made), "along a row");
}

TEST(CExplain, SaysWhatTheLibrarySays) {
  const Work work = work_of("conv2d u8 40x50 k5x5 replicate same"),
             denoise = work_of("denoise u8 40x50 b8 step4 hard");
  char* text = nullptr;
  ASSERT_EQ(fftcore_explain(work.get(), 2, &text), FFTCORE_OK) << fftcore_last_message();
  EXPECT_EQ(text, explain(parse_convolution("conv2d u8 40x50 k5x5 replicate same"), 2));
  fftcore_text_free(text);
  ASSERT_EQ(fftcore_explain_kernels(denoise.get(), "sm_90", "cuda", &text), FFTCORE_OK);
  EXPECT_EQ(text,
            explain_kernels(parse_denoise("denoise u8 40x50 b8 step4 hard"), "sm_90", "cuda"));
  fftcore_text_free(text);
  EXPECT_EQ(fftcore_explain(denoise.get(), 2, &text), FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_NE(std::strstr(fftcore_last_message(), "not of a Denoise"), nullptr);
  EXPECT_EQ(text, nullptr);
  const Work stream = work_of("stream 2x2 k480 mix=full latency=64");
  ASSERT_EQ(fftcore_explain_kernels(stream.get(), "sm_90", "cuda", &text), FFTCORE_OK);
  EXPECT_EQ(text,
            explain_kernels(parse_stream("stream 2x2 k480 mix=full latency=64"), "sm_90", "cuda"));
  fftcore_text_free(text);
  EXPECT_EQ(fftcore_explain_kernels(work.get(), "sm_12", "cuda", &text),
            FFTCORE_ERROR_INVALID_ARGUMENT);
}

TEST(CFilters, ComeFromResponses) {
  const FrequencyResponse shift("exp(-2 * pi * i * (3.5 * fx)) * i * (1 + fy)");
  fftcore_filter* made = nullptr;
  ASSERT_EQ(fftcore_filter_of_frequency_response(shift.text().c_str(), 9, 15, &made), FFTCORE_OK);
  expect_equal(taps_of(Filter(made)), fftcore::taps_of(shift, {9, 15}));
  const FrequencyResponse low("exp(-(f / 0.1)^2)");
  ASSERT_EQ(fftcore_filter_of_frequency_response(low.text().c_str(), 0, 0, &made), FFTCORE_OK);
  expect_equal(taps_of(Filter(made)), fftcore::taps_of(low));
  EXPECT_EQ(fftcore_filter_of_frequency_response("exp(", 9, 9, &made),
            FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(fftcore_filter_of_frequency_response("f", -1, 9, &made),
            FFTCORE_ERROR_INVALID_ARGUMENT);
}

TEST(CFilters, NullIsRefused) {
  fftcore_filter_free(nullptr);
  fftcore_filter* made = nullptr;
  fftcore_taps taps = {};
  double sigma = 0;
  for (const fftcore_status status :
       {fftcore_filter_load(nullptr, &made), fftcore_filter_load("taps.txt", nullptr),
        fftcore_filter_of_frequency_response(nullptr, 9, 9, &made),
        fftcore_filter_normalize(nullptr), fftcore_filter_taps(nullptr, &taps),
        fftcore_load_kernels(nullptr, 0), fftcore_estimate_noise(nullptr, nullptr, 0, &sigma),
        fftcore_measured_lambda(nullptr, nullptr, nullptr, 0, &sigma)})
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
  EXPECT_EQ(sigma, estimate_noise(Layout::interleaved(SampleType::f32, {64, 80}), {image.data()}));
  EXPECT_GT(sigma, 0);
  EXPECT_EQ(fftcore_estimate_noise(work.get(), &buffer, 1, &sigma), FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(fftcore_estimate_noise(work_of("r2c 8").get(), &buffer, 0, &sigma),
            FFTCORE_ERROR_INVALID_ARGUMENT);
  const Taps blur = defocus_blur(2);
  const fftcore_taps taps = {blur.extent.columns, blur.extent.rows, 1, blur.values.data(), nullptr};
  double lambda = 0;
  ASSERT_EQ(fftcore_measured_lambda(work.get(), &buffer, &taps, 0, &lambda), FFTCORE_OK)
      << fftcore_last_message();
  EXPECT_EQ(lambda,
            measured_lambda(Layout::interleaved(SampleType::f32, {64, 80}), {image.data()}, blur));
  EXPECT_EQ(fftcore_measured_lambda(work.get(), &buffer, &taps, 2, &lambda),
            FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(fftcore_measured_lambda(work_of("r2c 8").get(), &buffer, &taps, 0, &lambda),
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
}  // namespace fftcore::test::filters_test
