// SPDX-License-Identifier: LGPL-2.1-or-later
// The plan of a whole convolution that is made of the stages, beside the stages themselves: bit for
// bit.
#include <cstdlib>

#include "channel_bits.h"
#include "convolution_check.h"
#include "half_spectrum_list.h"
#include "spectrum_run.h"

namespace half_spectrum_test {

using namespace fftcore;
using namespace stages;

namespace {

class HalfSpectrum : public OnThisBackend<testing::Test> {
 protected:
  void SetUp() override {
    OnThisBackend<testing::Test>::SetUp();
    if (!IsSkipped() && problems::on_cpu()) GTEST_SKIP() << "a plan of GPUs";
  }
};

std::unique_ptr<ConvolutionExecutable> compile_whole(const Convolution& problem,
                                                     const Queue& queue) {
  setenv("FFTCORE_PLAN", "half-spectrum", 1);
  auto executable = problems::backend().compile(problem, queue);
  unsetenv("FFTCORE_PLAN");
  return executable;
}

}  // namespace

TEST_F(HalfSpectrum, IsTheThreeStages) {
  for (const std::string& text : problems::of_half_spectra()) {
    SCOPED_TRACE(text);
    const bool is_fast = parse_convolution(text).precision == Precision::fast;
    const auto ready = compile(text + (is_fast ? " | rows to-rows f16" : " | rows to-rows"));
    const Convolution& problem = ready->chain.problem;
    const auto whole = compile_whole(problem, *ready->queue);
    EXPECT_TRUE(whole->plan_text().starts_with("half-spectrum")) << whole->plan_text();
    std::mt19937 random(7);
    const TestImage image = random_image(problem.input, random);
    const std::vector<Taps> taps = oracle::averaging_kernels(problem, random);
    // of which more than f16's range is asked for taps of u8 only above 256
    for (const double factor : {1.0, 7.0}) {
      if (factor > 1 && is_fast && problem.input.type != SampleType::u8) continue;
      std::vector<Taps> larger = taps;
      for (Taps& one : larger)
        for (double& value : one.values) value *= factor;
      ready->multiply->set_taps(larger);
      whole->set_taps(larger);
      ready->inverse->set_gain(0.75F, 2);
      whole->set_gain(0.75F, 2);
      const TestImage stages = ready->run(image);
      TestImage at_once(problem.output);
      whole->run(*ready->queue, image.const_buffer(), at_once.buffer());
      ready->queue->wait();
      const Samples a = stages.get(), b = at_once.get();
      int different = 0;
      for (std::int64_t c = 0; c < a.channels; ++c)
        for (std::int64_t y = 0; !oracle::names(problem.skipped_channels, c) && y < a.rows; ++y)
          for (std::int64_t x = 0; x < a.columns; ++x)
            if (a.at(c, y, x) != b.at(c, y, x)) ++different;
      EXPECT_EQ(different, 0) << "factor " << factor;
    }
  }
}

/// Transforms as long as the image, which wrap by themselves; and columns in launches of their own,
/// where a block cannot hold those of all channels.
TEST_F(HalfSpectrum, WrapsByItselfAndMixesManyChannels) {
  struct Case {
    const char* text;
    const char* in_plan;
  };
  for (const auto& [text, in_plan] :
       {Case{"conv2d f32 48x64 k5x5 wrap same", "lines of 48 "},
        Case{"corr2d u8 50x36x3 k50x36 wrap same mix=full", "lines of 50 "},
        Case{"conv2d f32 600x8x16 k5x3 wrap same planar mix=full", "columns_inverse"},
        Case{"conv2d f32 590x8x16 k5x3 reflect same mix=full precision=fast", "columns_inverse"}}) {
    SCOPED_TRACE(text);
    const Convolution problem = parse_convolution(text);
    const auto queue = problems::backend().create_queue({});
    const auto whole = compile_whole(problem, *queue);
    EXPECT_NE(whole->plan_text().find(in_plan), std::string::npos) << whole->plan_text();
    std::mt19937 random(3);
    problems::expect_right(*whole, *queue, problem, oracle::averaging_kernels(problem, random), 1,
                           0, 4);
  }
}

/// Products that f16 does not hold come back by the image's gain: the plan does what three-pass
/// does.
TEST_F(HalfSpectrum, TapsOfAnySizeInHalfPrecision) {
  const Convolution problem =
      parse_convolution("conv2d f32 40x50 k5x5 reflect same precision=fast");
  const auto queue = problems::backend().create_queue({});
  const auto whole = compile_whole(problem, *queue);
  std::mt19937 random(5);
  const TestImage image = random_image(problem.input, random);
  std::vector<Taps> taps = oracle::averaging_kernels(problem, random);
  const auto result = [&] {
    whole->set_taps(taps);
    TestImage output(problem.output);
    whole->run(*queue, image.const_buffer(), output.buffer());
    return output.get();
  };
  const Samples plain = result();
  constexpr double kFactor = 65536.0 * 65536;
  for (Taps& one : taps)
    for (double& value : one.values) value *= kFactor;
  const Samples large = result();
  for (std::int64_t y = 0; y < plain.rows; ++y)
    for (std::int64_t x = 0; x < plain.columns; ++x)
      ASSERT_NEAR(large.at(0, y, x) / kFactor, plain.at(0, y, x), 2e-3);
}

}  // namespace half_spectrum_test
