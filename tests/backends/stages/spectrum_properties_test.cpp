// SPDX-License-Identifier: LGPL-2.1-or-later
// What holds for stages without an oracle: together they are a convolution, there and back is
// nothing, and the like.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "channel_bits.h"
#include "spectrum_run.h"

namespace spectrum_properties_test {

using namespace fftcore;
using namespace stages;

namespace {

class StageProperties : public OnThisBackend<testing::Test> {
 protected:
  /// What a ConvolutionExecutable that runs the Convolution in three passes makes of the image.
  TestImage three_passes(const Convolution& problem, Queue& queue, std::span<const Taps> taps,
                         const TestImage& image) {
    setenv("FFTCORE_PLAN", "three-pass", 1);
    const auto executable = problems::backend().compile(problem, queue);
    unsetenv("FFTCORE_PLAN");
    executable->set_taps(taps);
    TestImage result(problem.output);
    executable->run(queue, image.const_buffer(), result.buffer());
    queue.wait();
    return result;
  }
};

double farthest(const Samples& a, const Samples& b, std::uint32_t skipped) {
  double most = 0;
  for (std::int64_t c = 0; c < a.channels; ++c)
    for (std::int64_t y = 0; !oracle::names(skipped, c) && y < a.rows; ++y)
      for (std::int64_t x = 0; x < a.columns; ++x) {
        const double distance = std::abs(a.at(c, y, x) - b.at(c, y, x));
        most = std::isnan(distance) ? INFINITY : std::max(most, distance);
      }
  return most;
}

}  // namespace

/// On the CPU to the last bit: the same lengths, plans, lanes and order of operations.
TEST_F(StageProperties, ThreeStagesAreTheThreePassesOfAProblem) {
  for (const char* text :
       {"conv2d u8 48x64 k5x5 replicate same", "conv2d u8 33x47x4 k7x4 reflect same skip=8",
        "corr2d u8 1x200 k1x9 reflect-101 same", "conv2d u16 97x31x3 k4x15 wrap same planar",
        "conv2d u8 40x50x3 k3x3 constant same bias=128 mix=full",
        "corr2d f32 61x59 k31x9 reflect same",
        "conv2d f32 30x31x3 k6x6 wrap same mix=symmetric pitch=100,97",
        "conv2d u8 30x31x3 k6x6 wrap same mix=diagonal", "conv2d u8 5x6 k13x15 reflect same",
        "corr2d f16 32x32 k8x8 constant same bias=0.25"}) {
    for (const char* how :
         {" | rows to-rows", " | rows to-both", " | both to-rows", " | both to-both"}) {
      const auto ready = compile(std::string(text) + how);
      const Convolution& problem = ready->chain.problem;
      std::mt19937 random(3);
      const TestImage image = random_image(problem.input, random);
      const std::vector<Taps> taps = oracle::averaging_kernels(problem, random);
      ready->multiply->set_taps(taps);
      const TestImage got = ready->run(image),
                      want = three_passes(problem, *ready->queue, taps, image);
      EXPECT_TRUE(got.padding_is_untouched());
      const double most = farthest(got.get(), want.get(), problem.skipped_channels);
      if (problems::on_cpu())
        EXPECT_EQ(most, 0) << text << how;
      else
        EXPECT_LE(most, oracle::is_real(problem.output.type) ? 1e-3 : 1) << text << how;
    }
  }
}

/// There and back: what was rounded away in between is less than half a step of u8 and u16.
TEST_F(StageProperties, InverseAfterForwardGivesTheImage) {
  for (const char* text :
       {"conv2d u8 31x45 k1x1 constant same | both to-both",
        "conv2d u8 480x640x3 k1x1 constant same | rows to-rows",
        "conv2d u8 97x101x4 k1x1 constant same skip=8 | both to-both",
        "conv2d u8 33x64 k1x1 replicate same bias=128 | both to-both extra=3,0,8,1",
        "conv2d u16 40x31 k1x1 wrap same | rows to-rows extra=1,2,3,4",
        "conv2d u8 30x31 k1x1 wrap same | both to-both normalized",
        "conv2d u8 41x1 k1x1 constant same | rows to-rows",
        "conv2d u8 1x499 k1x1 constant same | both to-both"}) {
    const auto ready = compile(text);
    InverseStage stage = ready->chain.inverse;  // of what the forward stage gives, not of a product
    stage.spectrum = ready->chain.forward.spectrum;
    const auto inverse = problems::backend().compile(stage, *ready->queue);
    std::mt19937 random(4);
    const TestImage image = random_image(stage.image, random);
    const TestSpectrum spectrum = ready->run_forward(image);
    TestImage result(stage.image);
    inverse->run(*ready->queue, spectrum.const_buffer(), result.buffer());
    ready->queue->wait();
    EXPECT_EQ(farthest(result.get(), image.get(), stage.skipped_channels), 0) << text;
  }
}

/// An image correlated with one that shows the same further right and down: the peak of S is where
/// it went.
TEST_F(StageProperties, PhasesOfAProductTellAShift) {
  const auto ready = compile(
      "conv2d u8>f32 60x80 k1x1 constant same | rows to-rows spectrum phase conjugate hann");
  const auto whole = compile("conv2d u8 60x80 k1x1 constant same | both to-both hann");
  std::mt19937 random(5);
  const TestImage reference = random_image(whole->chain.forward.image, random);
  const Samples before = reference.get();
  Samples after = before;
  for (std::int64_t y = 0; y < 60; ++y)
    for (std::int64_t x = 0; x < 80; ++x)
      after.at(0, (y + 5) % 60, (x + 9) % 80) = before.at(0, y, x);
  TestImage image(whole->chain.forward.image);
  image.set(after);
  const TestSpectrum kernel = whole->run_forward(reference);
  const Samples s =
      ready->run_inverse(ready->run_multiply(ready->run_forward(image), &kernel)).get();
  const auto peak = std::max_element(s.values.begin(), s.values.end()) - s.values.begin();
  EXPECT_EQ(peak / 80, 5);
  EXPECT_EQ(peak % 80, 9);
}

TEST_F(StageProperties, TheSameBitsWhateverTheThreads) {
  constexpr const char* kText = "corr2d u8 97x131x3 k9x7 reflect same mix=full | rows to-rows";
  std::optional<Samples> first;
  for (const int threads : {1, 2, 3}) {
    const auto ready = compile(kText, threads);
    std::mt19937 random(6);
    const TestImage image = random_image(ready->chain.problem.input, random);
    ready->multiply->set_taps(oracle::averaging_kernels(ready->chain.problem, random));
    const Samples got = ready->run(image).get();
    if (!first) first = got;
    EXPECT_EQ(got.values, first->values) << threads << " threads";
  }
}

/// Points that every length from 1 on is given are no fewer, even along rows, and not many more.
TEST_F(StageProperties, PointsFitAndAreFew) {
  const auto queue = problems::backend().create_queue({});
  for (std::int64_t n = 1; n < 3000; n += 1 + n / 40) {
    const Extent points = problems::backend().spectrum_points({n, n}, *queue);
    EXPECT_GE(points.rows, n);
    EXPECT_GE(points.columns, n);
    EXPECT_EQ(points.columns % 2, 0);
    EXPECT_LE(points.rows, n + n / 2 + 32);
    EXPECT_LE(points.columns, n + n / 2 + 32);
  }
}

}  // namespace spectrum_properties_test
