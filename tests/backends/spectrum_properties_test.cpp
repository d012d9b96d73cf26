// SPDX-License-Identifier: LGPL-2.1-or-later
// What holds for stages without an oracle: together they are a convolution, there and back is nothing, and the like.
#include <cstdlib>
#include <optional>

#include "spectrum_run.h"

using namespace fftcore;
using namespace stages;

namespace {

class StageProperties : public OnThisBackend<testing::Test> {
 protected:
  /// What an Executable that runs the Problem in three passes makes of the image.
  TestImage three_passes(const Problem& problem, Queue& queue, std::span<const Taps> taps, const TestImage& image) {
    setenv("FFTCORE_PLAN", "three-pass", 1);
    const auto executable = problems::backend().compile(problem, queue);
    unsetenv("FFTCORE_PLAN");
    executable->set_kernels(taps);
    TestImage result(problem.output);
    executable->run(queue, image.const_buffer(), result.buffer());
    queue.wait();
    return result;
  }
};

double farthest(const Samples& a, const Samples& b, std::uint32_t left_out) {
  double most = 0;
  for (std::int64_t c = 0; c < a.channels; ++c)
    for (std::int64_t y = 0; (left_out >> c & 1U) == 0 && y < a.rows; ++y)
      for (std::int64_t x = 0; x < a.columns; ++x) most = std::max(most, std::abs(a.at(c, y, x) - b.at(c, y, x)));
  return most;
}

}  // namespace

/// On the CPU to the last bit: the same lengths, plans, lanes and order of operations.
TEST_F(StageProperties, ThreeStagesAreTheThreePassesOfAProblem) {
  for (const char* text : {
           "conv2d u8 48x64 k5x5 replicate same", "conv2d u8 33x47x4 k7x4 reflect same copy=8", "corr2d u8 1x200 k1x9 reflect-101 same",
           "conv2d u16 97x31x3 k4x15 wrap same planar", "conv2d u8 40x50x3 k3x3 constant same bias=128 mix=full", "corr2d f32 61x59 k31x9 reflect same",
           "conv2d f32 30x31x3 k6x6 wrap same mix=symmetric pitch=100,97", "conv2d u8 30x31x3 k6x6 wrap same mix=diagonal", "conv2d u8 5x6 k13x15 reflect same",
           "corr2d f16 32x32 k8x8 constant same bias=0.25"}) {
    for (const char* how : {" | rows to-rows", " | rows to-both", " | both to-rows", " | both to-both"}) {
      const auto ready = compile(std::string(text) + how);
      if (!ready) return;
      const Problem& problem = ready->chain.problem;
      std::mt19937 random(3);
      const TestImage image = random_image(problem.input, random);
      const std::vector<Taps> taps = oracle::averaging_kernels(problem, random);
      ready->multiply->set_kernels(taps);
      const TestImage got = ready->run(image), want = three_passes(problem, *ready->queue, taps, image);
      EXPECT_TRUE(got.padding_is_untouched());
      const double most = farthest(got.get(), want.get(), problem.copied_channels);
      if (problems::on_cpu())
        EXPECT_EQ(most, 0) << text << how;
      else
        EXPECT_LE(most, oracle::is_real(problem.output.element) ? 1e-3 : 1) << text << how;
    }
  }
}
