// SPDX-License-Identifier: LGPL-2.1-or-later
// Queues that the CPU backend has not made.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cpu_backend.h"
#include "fftcore/error.h"

namespace cpu_queue_test {

using namespace fftcore;

namespace {

/// A queue of some other backend, with one thread.
class ForeignQueue final : public Queue {
 public:
  int threads() const override { return 1; }
  void wait() override {}
};

template <class Run>
void expect_refusal(const Run& run) {
  try {
    run();
    ADD_FAILURE() << "ran on another backend's queue";
  } catch (const InvalidArgument& error) {
    for (const char* words : {"queue of another backend", "backend cpu"})
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
  }
}

}  // namespace

TEST(CpuQueue, OnesOfOtherBackendsAreRefused) {
  const auto own = cpu_backend()->create_queue({.threads = 1});
  ForeignQueue foreign;
  std::vector<float> input(1024), output(1024);

  for (const char* text : {"conv2d f32 8x8 k3x3 wrap same", "conv1d f32 64 k3 wrap same",
                           "conv3d f32 4x4x4 k3x3x3 wrap same"}) {
    SCOPED_TRACE(text);
    const Convolution problem = parse_convolution(text);
    const auto executable = cpu_backend()->compile(problem, *own);
    const Extent& taps = problem.taps;
    executable->set_taps(
        {taps, std::vector<double>(static_cast<std::size_t>(taps.slices * taps.rows * taps.columns),
                                   1.0)});
    expect_refusal([&] { executable->run(foreign, {input.data()}, {output.data()}); });
    EXPECT_NO_THROW(executable->run(*own, {input.data()}, {output.data()}));
  }

  const auto transform = cpu_backend()->compile(parse_transform("c2c 64"), *own);
  expect_refusal([&] { transform->run(foreign, {input.data()}, {output.data()}); });

  ForwardStage forward_stage;
  forward_stage.image = Layout::interleaved(SampleType::f32, {8, 8});
  forward_stage.spectrum.points = cpu_backend()->spectrum_points({8, 8}, *own);
  forward_stage.spectrum.stored_rows = forward_stage.spectrum.points.rows;
  MultiplyStage multiply_stage;
  multiply_stage.input = multiply_stage.output = forward_stage.spectrum;
  multiply_stage.taps = Extent{1, 1};
  multiply_stage.output.normalized = is_product_normalized(multiply_stage);
  InverseStage inverse_stage;
  inverse_stage.spectrum = multiply_stage.output;
  inverse_stage.image = forward_stage.image;
  std::vector<float> spectrum(size_bytes(forward_stage.spectrum) / sizeof(float)),
      product(size_bytes(multiply_stage.output) / sizeof(float));
  const auto forward = cpu_backend()->compile(forward_stage, *own);
  expect_refusal([&] { forward->run(foreign, {input.data()}, {spectrum.data()}); });
  const auto multiply = cpu_backend()->compile(multiply_stage, *own);
  multiply->set_taps(std::vector<Taps>{{{1, 1}, {1.0}}});
  expect_refusal([&] { multiply->run(foreign, {spectrum.data()}, {}, {product.data()}); });
  const auto inverse = cpu_backend()->compile(inverse_stage, *own);
  expect_refusal([&] { inverse->run(foreign, {product.data()}, {output.data()}); });
}

}  // namespace cpu_queue_test
