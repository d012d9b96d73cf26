// SPDX-License-Identifier: LGPL-2.1-or-later
// What runs from C gives the bits of the same work from C++, which the suite backends holds against
// the oracle: images, transforms, stages, denoising.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "fftcore/backend.h"
#include "handles.h"

namespace fftcore::test::runs_test {
namespace {

std::vector<float> numbers(std::size_t count, int seed) {
  std::vector<float> values(count);
  std::uint32_t state = static_cast<std::uint32_t>(seed) * 2654435761U + 1;
  for (float& value : values) {
    state = state * 1664525U + 1013904223U;
    value = static_cast<float>(state >> 8) / (1 << 24);
  }
  return values;
}

std::vector<double> taps_values(std::size_t count) {
  const std::vector<float> values = numbers(count, 77);
  return {values.begin(), values.end()};
}

template <class Number>
bool same_bits(const std::vector<Number>& one, const std::vector<Number>& other) {
  return one.size() == other.size() &&
         std::memcmp(one.data(), other.data(), one.size() * sizeof(Number)) == 0;
}

fftcore_const_buffer input_of(const std::vector<float>& values) {
  return {values.data(), 0, values.size() * sizeof(float), 0, FFTCORE_MEMORY_HOST};
}
fftcore_buffer output_of(std::vector<float>& values) {
  return {values.data(), 0, values.size() * sizeof(float), 0, FFTCORE_MEMORY_HOST};
}

class CRuns : public testing::Test {
 protected:
  CRuns() : backend_(select_backend("cpu")), queue_(backend_.create_queue({.threads = 1})) {}

  OnQueue c_queue_ = cpu_queue();
  Backend& backend_;
  std::unique_ptr<Queue> queue_;
};

TEST_F(CRuns, ConvolutionWithPitchesGainAndSeveralFilters) {
  constexpr const char* kText = "conv2d f32 37x41x2 k5x3 replicate same mix=diagonal";
  constexpr std::size_t kPitch = 90, kFirst = 7;
  std::vector<float> image(kFirst + 37 * kPitch, std::numeric_limits<float>::quiet_NaN());
  const std::vector<float> samples = numbers(37 * 82, 1);
  for (std::size_t y = 0; y < 37; ++y)
    for (std::size_t x = 0; x < 82; ++x) image[kFirst + y * kPitch + x] = samples[y * 82 + x];
  const std::vector<double> values = taps_values(30);
  std::vector<float> expected(37 * 82), got(37 * 82);

  const auto reference = backend_.compile(parse_convolution(kText), *queue_);
  const std::vector<Taps> taps = {{{5, 3}, {values.begin(), values.begin() + 15}},
                                  {{5, 3}, {values.begin() + 15, values.end()}}};
  reference->set_taps(taps);
  reference->set_gain(2, 3);
  reference->run(*queue_, {.data = image.data(), .row_stride = kPitch, .first = kFirst},
                 {expected.data()});

  const Executable executable = compiled(c_queue_, kText);
  const fftcore_taps given[] = {{3, 5, 0, values.data(), nullptr},
                                {3, 5, 1, values.data() + 15, nullptr}};
  ASSERT_EQ(fftcore_set_taps(executable.get(), given, 2), FFTCORE_OK) << fftcore_last_message();
  ASSERT_EQ(fftcore_set_gain(executable.get(), 2, 3), FFTCORE_OK);
  const fftcore_const_buffer input = {image.data(), kPitch, image.size() * sizeof(float), kFirst,
                                      FFTCORE_MEMORY_HOST};
  fftcore_buffer output = output_of(got);
  ASSERT_EQ(fftcore_run(executable.get(), c_queue_.get(), &input, 1, &output), FFTCORE_OK)
      << fftcore_last_message();
  EXPECT_TRUE(same_bits(expected, got));

  output.size_bytes -= 1;
  EXPECT_EQ(fftcore_run(executable.get(), c_queue_.get(), &input, 1, &output),
            FFTCORE_ERROR_INVALID_ARGUMENT);
  output = output_of(got);
  output.memory = FFTCORE_MEMORY_DEVICE;
  EXPECT_NE(fftcore_run(executable.get(), c_queue_.get(), &input, 1, &output), FFTCORE_OK);
  const fftcore_const_buffer two[] = {input, input};
  EXPECT_EQ(fftcore_run(executable.get(), c_queue_.get(), two, 2, &output),
            FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(std::string(fftcore_last_message()),
            std::string("run() got 2 inputs; ") + kText + " takes 1");
}

TEST_F(CRuns, ComplexTaps) {
  constexpr const char* kText = "conv2d f32>complex64 9x11 k3x3 wrap same";
  const std::vector<float> image = numbers(99, 1);
  const std::vector<double> values = taps_values(18);
  std::vector<float> expected(198), got(198);
  const auto reference = backend_.compile(parse_convolution(kText), *queue_);
  reference->set_taps(
      Taps{{3, 3}, {values.begin(), values.begin() + 9}, {values.begin() + 9, values.end()}});
  reference->run(*queue_, {image.data()}, {expected.data()});
  const Executable executable = compiled(c_queue_, kText);
  const fftcore_taps taps = {3, 3, 1, values.data(), values.data() + 9};
  ASSERT_EQ(fftcore_set_taps(executable.get(), &taps, 1), FFTCORE_OK) << fftcore_last_message();
  const fftcore_const_buffer input = input_of(image);
  const fftcore_buffer output = output_of(got);
  ASSERT_EQ(fftcore_run(executable.get(), c_queue_.get(), &input, 1, &output), FFTCORE_OK);
  EXPECT_TRUE(same_bits(expected, got));
}

TEST_F(CRuns, ParametersOfFormulas) {
  constexpr const char* kText = "conv2d f32 9x11 k1x1 wrap same store=\"v * p0 + p1\"";
  const std::vector<float> image = numbers(99, 1);
  std::vector<float> expected(99), got(99);
  const Executable executable = compiled(c_queue_, kText);
  const double one = 1, parameters[] = {4, 0.5};
  const auto reference = backend_.compile(parse_convolution(kText), *queue_);
  reference->set_taps(Taps{{1, 1}, {1}});
  reference->set_parameters(parameters);
  reference->run(*queue_, {image.data()}, {expected.data()});
  const fftcore_taps taps = {1, 1, 1, &one, nullptr};
  ASSERT_EQ(fftcore_set_taps(executable.get(), &taps, 1), FFTCORE_OK);
  ASSERT_EQ(fftcore_set_parameters(executable.get(), parameters, 2), FFTCORE_OK);
  const fftcore_const_buffer input = input_of(image);
  const fftcore_buffer output = output_of(got);
  ASSERT_EQ(fftcore_run(executable.get(), c_queue_.get(), &input, 1, &output), FFTCORE_OK);
  EXPECT_TRUE(same_bits(expected, got));
  EXPECT_EQ(fftcore_set_parameters(executable.get(), parameters, 1),
            FFTCORE_ERROR_INVALID_ARGUMENT);
}

TEST_F(CRuns, TransformWithAndWithoutAWorkspaceOfItsOwn) {
  constexpr const char* kText = "r2c 12x15 batch=2";
  const std::vector<float> signal = numbers(360, 2);
  std::vector<float> expected(2 * 12 * 8 * 2), got(expected.size()), again(expected.size());
  backend_.compile(parse_transform(kText), *queue_)
      ->run(*queue_, {signal.data()}, {expected.data()});

  const fftcore_const_buffer input = input_of(signal);
  fftcore_buffer output = output_of(got);
  const Executable executable = compiled(c_queue_, kText);
  ASSERT_EQ(fftcore_run(executable.get(), c_queue_.get(), &input, 1, &output), FFTCORE_OK)
      << fftcore_last_message();
  EXPECT_TRUE(same_bits(expected, got));

  fftcore_executable* made = nullptr;
  ASSERT_EQ(fftcore_compile_without_workspace(c_queue_.get(), work_of(kText).get(), &made),
            FFTCORE_OK);
  const Executable given(made);
  output = output_of(again);
  ASSERT_EQ(fftcore_run_with_workspace(given.get(), c_queue_.get(), &input, &output, nullptr),
            FFTCORE_OK)
      << fftcore_last_message();
  EXPECT_TRUE(same_bits(expected, again));
}

TEST_F(CRuns, WorkspaceIsUsed) {
  const Work work = work_of("c2r 64x64 out=70,1");
  std::size_t bytes = 0;
  ASSERT_EQ(fftcore_workspace_bytes(c_queue_.get(), work.get(), &bytes), FFTCORE_OK);
  ASSERT_EQ(bytes, backend_.workspace_bytes(parse_transform("c2r 64x64 out=70,1"), *queue_));
  ASSERT_GT(bytes, 0U);
  fftcore_executable* made = nullptr;
  ASSERT_EQ(fftcore_compile_without_workspace(c_queue_.get(), work.get(), &made), FFTCORE_OK);
  const Executable executable(made);
  const std::vector<float> bins = numbers(64 * 33 * 2, 3);
  std::vector<float> got(64 * 70);
  const fftcore_const_buffer input = input_of(bins);
  const fftcore_buffer output = output_of(got);
  EXPECT_EQ(fftcore_run_with_workspace(executable.get(), c_queue_.get(), &input, &output, nullptr),
            FFTCORE_ERROR_INVALID_ARGUMENT)
      << "it needs one";
  const std::shared_ptr<void> memory(
      std::aligned_alloc(kWorkspaceAlignment, (bytes + 255) & ~std::size_t{255}), std::free);
  const fftcore_buffer workspace = {memory.get(), 0, bytes, 0, FFTCORE_MEMORY_HOST};
  EXPECT_EQ(
      fftcore_run_with_workspace(executable.get(), c_queue_.get(), &input, &output, &workspace),
      FFTCORE_OK)
      << fftcore_last_message();
}

TEST_F(CRuns, DenoiseOfThreeFramesAndItsStrength) {
  constexpr const char* kText = "denoise f32 40x50 b16 step4 before=1 after=1 sigma=8";
  const std::vector<float> frames[] = {numbers(2000, 1), numbers(2000, 2), numbers(2000, 3)};
  std::vector<float> expected(2000), got(2000);
  const auto reference = backend_.compile(parse_denoise(kText), *queue_);
  const Executable executable = compiled(c_queue_, kText);
  const std::vector<ConstBuffer> all = {{frames[0].data()}, {frames[1].data()}, {frames[2].data()}};
  const fftcore_const_buffer inputs[] = {input_of(frames[0]), input_of(frames[1]),
                                         input_of(frames[2])};
  const fftcore_buffer output = output_of(got);
  const auto expect_same = [&] {
    reference->run(*queue_, all, {expected.data()});
    ASSERT_EQ(fftcore_run(executable.get(), c_queue_.get(), inputs, 3, &output), FFTCORE_OK)
        << fftcore_last_message();
    EXPECT_TRUE(same_bits(expected, got));
  };
  expect_same();
  const std::vector<float> before = got;
  const char* stronger = "denoise f32 40x50 b16 step4 sigma=30 beta=2";
  reference->set_strength(parse_denoise(stronger).strength);
  ASSERT_EQ(fftcore_set_strength(executable.get(), work_of(stronger).get()), FFTCORE_OK);
  expect_same();
  EXPECT_FALSE(same_bits(before, got));
  EXPECT_EQ(fftcore_run(executable.get(), c_queue_.get(), inputs, 2, &output),
            FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(fftcore_run(executable.get(), c_queue_.get(), inputs, 8, &output),
            FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(fftcore_set_strength(executable.get(), work_of("r2c 8").get()),
            FFTCORE_ERROR_INVALID_ARGUMENT);
}

TEST_F(CRuns, WarpByAMap) {
  constexpr const char* kText = "warp f32 40x50 out=30x20 bicubic edge=constant fill=2";
  const std::vector<float> image = numbers(2000, 4),
                           map = {0.8F, -0.6F, 20, 0.6F, 0.8F, -3, 0, 0, 1};
  std::vector<float> expected(600), got(600);
  backend_.compile(parse_warp(kText), *queue_)
      ->run(*queue_, {image.data()}, {map.data()}, {expected.data()});
  const Executable executable = compiled(c_queue_, kText);
  const fftcore_const_buffer inputs[] = {input_of(image), input_of(map)};
  const fftcore_buffer output = output_of(got);
  ASSERT_EQ(fftcore_run(executable.get(), c_queue_.get(), inputs, 2, &output), FFTCORE_OK)
      << fftcore_last_message();
  EXPECT_TRUE(same_bits(expected, got));
  EXPECT_EQ(fftcore_run(executable.get(), c_queue_.get(), inputs, 1, &output),
            FFTCORE_ERROR_INVALID_ARGUMENT);
}

TEST_F(CRuns, Windows) {
  const auto* const kText = "windows zncc f32 40x50 w8x8 search=3 count=3";
  const std::vector<float> first = numbers(40 * 50, 31), second = numbers(40 * 50, 32);
  const std::vector<float> places = {20.5F, 20.5F, 20.5F, 20.5F, 30.5F, 19.5F,
                                     30.5F, 19.5F, 1e9F,  20.5F, 20.5F, 20.5F};
  const auto reference = backend_.compile(parse_window_correlation(kText), *queue_);
  std::vector<float> expected(3 * kWindowResultNumbers, 7), got = expected;
  reference->set_count(2);
  reference->run(*queue_, {first.data()}, {second.data()}, {places.data()}, {expected.data()});
  queue_->wait();
  const Executable executable = compiled(c_queue_, kText);
  ASSERT_EQ(fftcore_set_count(executable.get(), 2), FFTCORE_OK) << fftcore_last_message();
  const fftcore_const_buffer inputs[] = {input_of(first), input_of(second), input_of(places)};
  const fftcore_buffer output = output_of(got);
  ASSERT_EQ(fftcore_run(executable.get(), c_queue_.get(), inputs, 3, &output), FFTCORE_OK)
      << fftcore_last_message();
  EXPECT_TRUE(same_bits(expected, got));
  EXPECT_EQ(got.back(), 7) << "a window behind the count";
  EXPECT_EQ(fftcore_set_count(executable.get(), 4), FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(fftcore_run(executable.get(), c_queue_.get(), inputs, 2, &output),
            FFTCORE_ERROR_INVALID_ARGUMENT);
}

TEST_F(CRuns, FiltersOfWindows) {
  const auto* const kText = "filters f32 40x50 w16x16 count=2 filters=2 stored=f32";
  const std::vector<float> image = numbers(40 * 50, 33);
  const std::vector<float> places = {20.5F, 20.5F, 0, 1, 1, 0, 0, 1,
                                     30.5F, 19.5F, 1, 1, 1, 0, 0, 1};
  const std::size_t size = 2 * 3 * 16 * 9;
  const auto reference = backend_.compile(parse_window_filters(kText), *queue_);
  std::vector<float> expected(2 * kWindowResultNumbers), got = expected, kept(size), c_kept = kept;
  const Executable executable = compiled(c_queue_, kText);
  const fftcore_const_buffer inputs[] = {input_of(image), input_of(places)};
  const fftcore_buffer output = output_of(got), state = output_of(c_kept);
  for (int i = 0; i < 2; ++i) {
    reference->run(*queue_, {image.data()}, {places.data()}, {kept.data()}, {expected.data()});
    ASSERT_EQ(fftcore_run_with_state(executable.get(), c_queue_.get(), inputs, 2, &output, &state),
              FFTCORE_OK)
        << fftcore_last_message();
    EXPECT_TRUE(same_bits(expected, got));
    EXPECT_TRUE(same_bits(kept, c_kept));
  }
  EXPECT_EQ(expected[7], 0) << "not good in the second run";
  EXPECT_EQ(fftcore_run(executable.get(), c_queue_.get(), inputs, 2, &output),
            FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(fftcore_last_message(), "run() got no filters (a null pointer)");
}

TEST_F(CRuns, Stages) {
  std::int64_t rows = 34, columns = 40;
  ASSERT_EQ(fftcore_spectrum_points(c_queue_.get(), &rows, &columns), FFTCORE_OK);
  const Extent points = backend_.spectrum_points({34, 40}, *queue_);
  ASSERT_EQ(std::pair(rows, columns), std::pair(points.rows, points.columns));
  const std::string bins =
      "rows-and-columns f32 " + std::to_string(rows) + "x" + std::to_string(columns);
  const std::string forward = "forward f32 30x36x2 replicate border=2,2,2,2 skip=2 -> " + bins;
  const std::string filter = bins + " times k5x5 conv -> " + bins + " normalized";
  const std::string product = bins + " times conjugate of " + bins + " -> " + bins;
  const std::string inverse =
      bins + " normalized -> inverse f32 30x36x2 skip=2 copies-skipped from 0,0";
  const std::vector<float> image = numbers(30 * 36 * 2, 4);
  const std::vector<double> values = taps_values(25);
  const std::size_t size = size_bytes(parse_forward_stage(forward).spectrum) / sizeof(float);

  std::vector<float> spectrum(size), filtered(size), squared(size), expected(image.size());
  backend_.compile(parse_forward_stage(forward), *queue_)
      ->run(*queue_, {image.data()}, {spectrum.data()});
  const auto multiply = backend_.compile(parse_multiply_stage(filter), *queue_);
  multiply->set_taps(std::vector<Taps>{{{5, 5}, values}});
  multiply->run(*queue_, {spectrum.data()}, {}, {filtered.data()});
  backend_.compile(parse_multiply_stage(product), *queue_)
      ->run(*queue_, {spectrum.data()}, {filtered.data()}, {squared.data()});
  const auto back = backend_.compile(parse_inverse_stage(inverse), *queue_);
  back->set_gain(2, 1);
  back->run(*queue_, {filtered.data()}, {image.data()}, {expected.data()});

  std::vector<float> got;
  const auto run = [&](const std::string& text, std::vector<const std::vector<float>*> from,
                       std::size_t count) {
    const Executable executable = compiled(c_queue_, text.c_str());
    const fftcore_taps taps = {5, 5, 1, values.data(), nullptr};
    if (text == filter) {
      EXPECT_EQ(fftcore_set_taps(executable.get(), &taps, 1), FFTCORE_OK);
    }
    if (text == inverse) {
      EXPECT_EQ(fftcore_set_gain(executable.get(), 2, 1), FFTCORE_OK);
    }
    std::vector<fftcore_const_buffer> inputs;
    for (const std::vector<float>* one : from) inputs.push_back(input_of(*one));
    got.assign(count, 0);
    const fftcore_buffer output = output_of(got);
    return fftcore_run(executable.get(), c_queue_.get(), inputs.data(), inputs.size(), &output);
  };
  ASSERT_EQ(run(forward, {&image}, size), FFTCORE_OK) << fftcore_last_message();
  EXPECT_TRUE(same_bits(spectrum, got));
  ASSERT_EQ(run(filter, {&spectrum}, size), FFTCORE_OK) << fftcore_last_message();
  EXPECT_TRUE(same_bits(filtered, got));
  ASSERT_EQ(run(product, {&spectrum, &filtered}, size), FFTCORE_OK) << fftcore_last_message();
  EXPECT_TRUE(same_bits(squared, got));
  ASSERT_EQ(run(inverse, {&filtered, &image}, image.size()), FFTCORE_OK) << fftcore_last_message();
  EXPECT_TRUE(same_bits(expected, got));
  EXPECT_EQ(run(product, {&spectrum}, size), FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(run(inverse, {&filtered}, image.size()), FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(run(inverse, {}, image.size()), FFTCORE_ERROR_INVALID_ARGUMENT);
}

TEST_F(CRuns, ConvolutionWithASecondImage) {
  constexpr const char* kText = "conv2d f32 37x41 k5x3 replicate same store=\"w / (1 + v)\"";
  const std::vector<float> image = numbers(37 * 41, 5), w = numbers(37 * 41, 6);
  const std::vector<double> values = taps_values(15);
  std::vector<float> expected(image.size()), got(image.size());
  const auto reference = backend_.compile(parse_convolution(kText), *queue_);
  reference->set_taps({{5, 3}, values});
  reference->run(*queue_, {image.data()}, {w.data()}, {expected.data()});

  const Executable executable = compiled(c_queue_, kText);
  const fftcore_taps taps = {3, 5, 1, values.data(), nullptr};
  ASSERT_EQ(fftcore_set_taps(executable.get(), &taps, 1), FFTCORE_OK) << fftcore_last_message();
  const fftcore_const_buffer inputs[] = {input_of(image), input_of(w)};
  const fftcore_buffer output = output_of(got);
  ASSERT_EQ(fftcore_run(executable.get(), c_queue_.get(), inputs, 2, &output), FFTCORE_OK)
      << fftcore_last_message();
  EXPECT_TRUE(same_bits(expected, got));
  EXPECT_EQ(fftcore_run(executable.get(), c_queue_.get(), inputs, 1, &output),
            FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(std::string(fftcore_last_message()), "run() got no input w (a null pointer)");
}

TEST_F(CRuns, MemoryAndPlans) {
  constexpr const char* kText = "conv2d f32 300x200 k31x31 replicate same";
  std::size_t bytes = 0;
  ASSERT_EQ(fftcore_memory_bytes(c_queue_.get(), work_of(kText).get(), &bytes), FFTCORE_OK);
  EXPECT_EQ(bytes, backend_.memory_bytes(parse_convolution(kText), *queue_));
  constexpr const char* kStream = "stream 1x1 k48000";
  ASSERT_EQ(fftcore_memory_bytes(c_queue_.get(), work_of(kStream).get(), &bytes), FFTCORE_OK);
  EXPECT_EQ(bytes, backend_.memory_bytes(parse_stream(kStream), *queue_));
  char* plan = nullptr;
  ASSERT_EQ(fftcore_plan_text(compiled(c_queue_, kText).get(), &plan), FFTCORE_OK);
  EXPECT_EQ(plan, backend_.compile(parse_convolution(kText), *queue_)->plan_text());
  fftcore_text_free(plan);
  fftcore_pinned* pinned = nullptr;
  ASSERT_EQ(fftcore_pinned_create(c_queue_.get(), 64, &pinned), FFTCORE_OK);
  EXPECT_EQ(fftcore_pinned_data(pinned), nullptr) << "a processor's memory needs no pinning";
  fftcore_pinned_free(pinned);
  EXPECT_EQ(fftcore_queue_wait(c_queue_.get()), FFTCORE_OK);
}

}  // namespace
}  // namespace fftcore::test::runs_test
