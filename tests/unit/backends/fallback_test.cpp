// SPDX-License-Identifier: LGPL-2.1-or-later
// `auto` with several backends: what the first refuses goes to the next.
#include <gtest/gtest.h>

#include <vector>

#include "cpu_backend.h"
#include "fallback_backend.h"
#include "fftcore/error.h"

namespace fallback_test {

using namespace fftcore;

namespace {

/// Does images of one channel, by another backend; refuses the rest.
class Choosy final : public Backend {
 public:
  std::string_view name() const override { return "choosy"; }
  std::string unavailable_reason() const override { return {}; }
  std::unique_ptr<Queue> create_queue(const QueueOptions& options) override {
    return cpu_backend()->create_queue(options);
  }
  std::unique_ptr<Executable> compile_any(const AnyWork& work, const Queue& queue,
                                          Workspace workspace) override {
    const auto* const problem = std::get_if<Convolution>(&work);
    const auto* const stage = std::get_if<InverseStage>(&work);
    if (problem == nullptr && stage == nullptr) return Backend::compile_any(work, queue, workspace);
    if ((problem != nullptr ? problem->input.channels.extent : stage->spectrum.channels) > 1)
      throw Unsupported("one channel only");
    ++compiled;
    return cpu_backend()->compile_any(work, queue, workspace);
  }
  Extent spectrum_points(Extent least, const Queue&) override {
    if (least.rows > 8) throw Unsupported("8 rows at most");
    return {8, 64};
  }
  std::size_t memory_bytes(const StreamConvolution&, const Queue&) override { return 1; }
  using Backend::memory_bytes;
  int compiled = 0;
};

std::vector<float> doubled(Backend& backend, const char* text, std::size_t samples) {
  const auto queue = backend.create_queue({.threads = 1});
  const auto executable = backend.compile(parse_convolution(text), *queue);
  executable->set_taps({{1, 1}, {2.0}});
  std::vector<float> input(samples, 3), output(samples);
  executable->run(*queue, {input.data()}, {output.data()});
  queue->wait();
  return output;
}

}  // namespace

TEST(Fallback, WhatTheFirstRefusesGoesToTheNext) {
  Choosy choosy;
  FallbackBackend backend({&choosy, cpu_backend()});
  EXPECT_EQ(doubled(backend, "conv2d f32 4x5 k1x1 wrap same", 20), std::vector<float>(20, 6));
  EXPECT_EQ(choosy.compiled, 1);
  EXPECT_EQ(doubled(backend, "conv2d f32 4x5x3 k1x1 wrap same", 60), std::vector<float>(60, 6));
  EXPECT_EQ(choosy.compiled, 1);
  const auto queue = backend.create_queue({.threads = 1});
  Transform transform;
  transform.axes = {{.extent = 8}};
  EXPECT_NE(backend.compile(with_dense_strides(transform), *queue), nullptr);
}

TEST(Fallback, StreamsGoToTheCpuUnlessTheyAreManyWithTime) {
  Choosy choosy;
  FallbackBackend backend({&choosy, cpu_backend()});
  const auto queue = backend.create_queue({.threads = 1});
  const auto goes_to_first = [&](const char* text) {
    return backend.memory_bytes(parse_stream(text), *queue) == 1;
  };
  EXPECT_TRUE(goes_to_first("stream 64x64 k8 latency=64 block=64"));
  EXPECT_FALSE(goes_to_first("stream 63x63 k8 latency=64 block=64"));
  EXPECT_FALSE(goes_to_first("stream 64x64 k8 latency=63 block=64"));
}

TEST(Fallback, WorkspacesAreOneBackends) {
  Choosy choosy;
  FallbackBackend backend({&choosy, cpu_backend()});
  const auto queue = backend.create_queue({.threads = 1});
  const Transform transform = parse_transform("c2r 12x35");
  EXPECT_EQ(backend.workspace_bytes(transform, *queue), 12U * 18 * 8);
  EXPECT_EQ(backend.compile(transform, *queue)->workspace_bytes(), 12U * 18 * 8);
  try {
    backend.compile(transform, *queue, Workspace::given);
    ADD_FAILURE();
  } catch (const InvalidArgument& error) {
    EXPECT_NE(std::string_view(error.what()).find("ask for backend cpu, cuda or opencl"),
              std::string_view::npos);
  }
}

TEST(Fallback, DenoisingGoesToTheFirstThatCanDoIt) {
  Choosy choosy;
  const Denoise denoise = parse_denoise("denoise f32 9x20 b8 step4 wiener sigma=0");
  try {
    choosy.compile(denoise, *choosy.create_queue({}));
    ADD_FAILURE();
  } catch (const Unsupported& error) {
    EXPECT_NE(std::string_view(error.what())
                  .find("'choosy' does not compile a Denoise (denoise f32 9x20"),
              std::string_view::npos);
  }
  FallbackBackend backend({&choosy, cpu_backend()});
  const auto queue = backend.create_queue({.threads = 1});
  const auto executable = backend.compile(denoise, *queue);
  EXPECT_EQ(executable->denoise(), denoise);
  EXPECT_FALSE(executable->plan_text().empty());
  DenoiseStrength strength = denoise.strength;
  strength.power = kMaxNoisePower;
  executable->set_strength(strength);  // all but the mean is gone
  std::vector<float> input(180, 3), output(180);
  executable->run(*queue, std::vector<ConstBuffer>{{input.data()}}, {output.data()});
  queue->wait();
  for (const float value : output) EXPECT_NEAR(value, 3, 1e-5);
}

TEST(Fallback, StagesGoToTheFirstThatCanDoThem) {
  Choosy choosy;
  FallbackBackend backend({&choosy, cpu_backend()});
  const auto queue = backend.create_queue({.threads = 1});
  EXPECT_EQ(backend.spectrum_points({5, 50}, *queue), (Extent{8, 64}));
  EXPECT_EQ(backend.spectrum_points({31, 50}, *queue),
            cpu_backend()->spectrum_points({31, 50}, *queue));

  const SpectrumLayout spectrum{.points = {8, 64}, .stored_rows = 8};
  const Layout image = Layout::interleaved(SampleType::f32, {5, 50});
  SpectrumLayout product = spectrum;
  product.normalized = true;
  const auto forward = backend.compile(ForwardStage{.image = image, .spectrum = spectrum}, *queue);
  const auto multiply = backend.compile(
      MultiplyStage{.input = spectrum, .output = product, .taps = Extent{1, 1}}, *queue);
  EXPECT_EQ(choosy.compiled, 0);
  const auto inverse = backend.compile(InverseStage{.spectrum = product, .image = image}, *queue);
  EXPECT_EQ(choosy.compiled, 1);

  std::vector<float> samples(250, 3), values(size_bytes(spectrum) / sizeof(float)),
      products(values.size()), result(250);
  multiply->set_taps(std::vector<Taps>{{{1, 1}, {2.0}}});
  inverse->set_gain(1, 10);
  forward->run(*queue, {samples.data()}, {values.data()});
  multiply->run(*queue, {values.data()}, {}, {products.data()});
  inverse->run(*queue, {products.data()}, {result.data()});
  queue->wait();
  for (const float value : result) EXPECT_NEAR(value, 16, 1e-4);
  EXPECT_EQ(multiply->stage().taps, (Extent{1, 1}));
  EXPECT_FALSE(forward->plan_text().empty());

  const Layout two = Layout::interleaved(SampleType::f32, {5, 50}, 2);
  const auto copying = backend.compile(
      InverseStage{
          .spectrum = product, .image = two, .skipped_channels = 2, .copies_skipped = true},
      *queue);
  std::vector<float> source(500, 7), both(500);
  copying->run(*queue, {products.data()}, {source.data()}, {both.data()});
  queue->wait();
  for (std::size_t i = 0; i < both.size(); ++i) EXPECT_NEAR(both[i], i % 2 == 0 ? 6 : 7, 1e-4);
}

TEST(Fallback, RefusesObjectsOfOneDriver) {
  Choosy choosy;
  FallbackBackend backend({&choosy});
  int object = 0;
  EXPECT_THROW(backend.create_queue({.native_context = &object}), InvalidArgument);
  EXPECT_THROW(backend.create_queue({.native_stream = &object}), InvalidArgument);
}

TEST(Fallback, RefusesQueuesOfOthersAndSaysWhyNobodyCan) {
  Choosy choosy;
  FallbackBackend backend({&choosy});
  const auto queue = backend.create_queue({}), other = choosy.create_queue({});
  EXPECT_THROW(backend.compile(parse_convolution("conv2d f32 4x5x3 k1x1 wrap same"), *queue),
               Unsupported);
  EXPECT_THROW(backend.compile(parse_convolution("conv2d f32 4x5 k1x1 wrap same"), *other),
               InvalidArgument);
}

}  // namespace fallback_test
