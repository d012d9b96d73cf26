// SPDX-License-Identifier: LGPL-2.1-or-later
// Stages called as they must not be, with other strides, and with kernels that change while they
// run.
#include <atomic>
#include <cmath>
#include <complex>
#include <cstring>
#include <thread>

#include "spectrum_run.h"

namespace spectrum_calls_test {

using namespace fftcore;
using namespace stages;

namespace {

class StageCalls : public OnThisBackend<testing::Test> {};

template <class Call>
void expect_refused(Call call, std::initializer_list<std::string_view> words) {
  try {
    call();
    ADD_FAILURE() << "no error";
  } catch (const InvalidArgument& error) {
    for (const auto word : words)
      EXPECT_NE(std::string_view(error.what()).find(word), std::string_view::npos)
          << error.what() << "\nlacks " << word;
  }
}

}  // namespace

TEST_F(StageCalls, RefuseWrongBuffers) {
  const auto ready = compile("conv2d u8 30x41 k3x3 replicate same | rows to-rows");
  std::mt19937 random(1);
  const TestImage image = random_image(ready->chain.forward.image, random);
  TestSpectrum spectrum = ready->run_forward(image);
  const std::size_t bytes = size_bytes(ready->chain.forward.spectrum);
  void* const data = spectrum.buffer().data;
  const void* const pixels = image.const_buffer().data;
  const auto forward = [&](ConstBuffer from, Buffer to) {
    ready->forward->run(*ready->queue, from, to);
  };
  expect_refused([&] { forward({}, spectrum.buffer()); }, {"input", "null"});
  expect_refused([&] { forward(image.const_buffer(), {}); }, {"output", "null"});
  expect_refused(
      [&] {
        forward(image.const_buffer(), {data, 0, bytes - 1});
      },
      {std::to_string(bytes - 1), std::to_string(bytes)});
  expect_refused(
      [&] {
        forward(image.const_buffer(), {data, 64});
      },
      {"row stride", "64", "give 0"});
  expect_refused([&] { forward(image.const_buffer(), {static_cast<char*>(data) + 4}); },
                 {"aligned to 8 bytes"});
  expect_refused([&] { forward({pixels, 40}, spectrum.buffer()); }, {"40", "41"});
  expect_refused([&] { forward({pixels, 0, 1229}, spectrum.buffer()); }, {"1229", "1230"});
  expect_refused([&] { forward({static_cast<char*>(data) + 64}, spectrum.buffer()); }, {"overlap"});
  if (problems::on_cpu())
    expect_refused(
        [&] {
          forward({pixels, 0, 0, MemoryKind::device}, spectrum.buffer());
        },
        {"memory of a device", "host"});

  if (problems::on_cpu()) {
    const auto larger = problems::backend().create_queue({.threads = 3});
    expect_refused([&] { ready->forward->run(*larger, image.const_buffer(), spectrum.buffer()); },
                   {"2 threads", "3"});
  }

  TestImage result(ready->chain.inverse.image);
  const auto inverse = [&](ConstBuffer from, Buffer to) {
    ready->inverse->run(*ready->queue, from, to);
  };
  expect_refused([&] { inverse({}, result.buffer()); }, {"input", "null"});
  expect_refused([&] { inverse(spectrum.const_buffer(), {}); }, {"output", "null"});
  expect_refused([&] { inverse({data, 0, 100}, result.buffer()); }, {"100", "rows f32"});
  expect_refused(
      [&] {
        inverse(spectrum.const_buffer(), {result.buffer().data, 40});
      },
      {"40", "41"});
  expect_refused([&] { inverse(spectrum.const_buffer(), {data}); }, {"overlap"});
  expect_refused([&] { ready->inverse->set_gain(INFINITY, 0); }, {"gain", "finite"});
  expect_refused([&] { ready->forward->set_gain(2, 0); }, {"inverse"});
}

/// What lies before the first value is not touched.
TEST_F(StageCalls, SpectraBeginWithAnyValue) {
  const auto ready =
      compile("conv2d u8 30x41x4 k3x3 replicate same skip=8 | both to-both spectrum copies");
  std::mt19937 random(2);
  const TestImage image = random_image(ready->chain.forward.image, random);
  const TestSpectrum spectrum = ready->run_forward(image);
  const TestImage expected = ready->run_inverse(ready->run_multiply(spectrum, &spectrum), &image);

  const std::size_t bytes = size_bytes(ready->chain.forward.spectrum);
  std::vector<std::complex<float>> values(bytes / sizeof(std::complex<float>) + 3, NAN),
      products = values;
  ready->forward->run(*ready->queue, image.const_buffer(),
                      {values.data(), 0, 0, MemoryKind::host, 3});
  EXPECT_EQ(std::memcmp(values.data() + 3, spectrum.const_buffer().data, bytes), 0);
  ready->multiply->run(*ready->queue, {values.data(), 0, 0, MemoryKind::host, 3},
                       {values.data(), 0, 0, MemoryKind::host, 3},
                       {products.data(), 0, 0, MemoryKind::host, 1});
  TestImage result(ready->chain.inverse.image);
  ready->inverse->run(*ready->queue, {products.data(), 0, 0, MemoryKind::host, 1},
                      image.const_buffer(), result.buffer());
  EXPECT_EQ(result.get().values, expected.get().values);
  for (const auto& value : {values[0], values[1], values[2], products[0]})
    EXPECT_TRUE(std::isnan(value.real()));
  expect_refused(
      [&] {
        ready->forward->run(*ready->queue, image.const_buffer(),
                            {values.data(), 0, bytes + 8, MemoryKind::host, 2});
      },
      {std::to_string(bytes + 8), std::to_string(bytes + 16)});
}

TEST_F(StageCalls, RefuseWrongFactors) {
  const auto ready = compile("conv2d u8 30x41x2 k3x3 replicate same mix=diagonal | both to-both");
  const auto product = compile("conv2d u8 30x41 k1x1 constant same | both to-both spectrum");
  const TestSpectrum input(ready->chain.multiply.input), kernel(product->chain.multiply.input);
  TestSpectrum output(ready->chain.multiply.output);
  const Taps taps{{3, 3}, std::vector<double>(9, 0.1)},
      others{{5, 3}, std::vector<double>(15, 0.1)};
  const auto multiply = [&](Ready& with, ConstBuffer from, ConstBuffer by, Buffer to) {
    with.multiply->run(*with.queue, from, by, to);
  };
  expect_refused([&] { multiply(*ready, input.const_buffer(), {}, output.buffer()); },
                 {"set_taps"});
  expect_refused([&] { ready->multiply->set_taps(std::vector<Taps>{taps}); },
                 {"got 1 sets of taps", "takes 2"});
  expect_refused(
      [&] {
        ready->multiply->set_taps(std::vector<Taps>{taps, others});
      },
      {"5x3", "3x3"});
  ready->multiply->set_taps(std::vector<Taps>{taps, taps});
  expect_refused(
      [&] { multiply(*ready, input.const_buffer(), input.const_buffer(), output.buffer()); },
      {"taps", "give none"});
  expect_refused(
      [&] {
        multiply(*ready, input.const_buffer(), {}, {const_cast<void*>(input.const_buffer().data)});
      },
      {"overlap"});
  TestSpectrum one(product->chain.multiply.output);
  expect_refused([&] { product->multiply->set_taps(std::vector<Taps>{taps}); }, {"spectrum"});
  expect_refused([&] { multiply(*product, kernel.const_buffer(), {}, one.buffer()); },
                 {"factor", "null"});
  expect_refused(
      [&] {
        multiply(*product, kernel.const_buffer(), {kernel.const_buffer().data, 0, 8}, one.buffer());
      },
      {"8 bytes", "factor"});
  expect_refused(
      [&] { multiply(*product, kernel.const_buffer(), {one.buffer().data}, one.buffer()); },
      {"overlap"});
}

/// The spectrum of an image with itself: input and factor may be one.
TEST_F(StageCalls, InputAndFactorMayBeTheSame) {
  const auto ready =
      compile("conv2d u8 30x41 k1x1 constant same | both to-both spectrum conjugate");
  std::mt19937 random(2);
  const TestSpectrum spectrum =
      ready->run_forward(random_image(ready->chain.forward.image, random));
  for (const auto& value : ready->run_multiply(spectrum, &spectrum).get()) {
    ASSERT_GE(value.real(), 0);
    ASSERT_LE(std::abs(value.imag()), 1e-6L * value.real());
  }
}

TEST_F(StageCalls, RowStrideOfTheFrameInsteadOfTheLayouts) {
  const auto ready = compile("conv2d u8 30x41x3 k3x3 replicate same | rows to-rows");
  std::mt19937 random(3);
  const TestImage image = random_image(ready->chain.problem.input, random);
  TestImage wide(Layout::interleaved(SampleType::u8, {30, 41}, 3, 150)), result = wide;
  wide.set(image.get());
  ready->multiply->set_taps(oracle::averaging_kernels(ready->chain.problem, random));
  TestSpectrum spectrum(ready->chain.forward.spectrum);
  ready->forward->run(*ready->queue, {wide.const_buffer().data, 150}, spectrum.buffer());
  ready->queue->wait();
  ready->inverse->run(*ready->queue, ready->run_multiply(spectrum).const_buffer(),
                      {result.buffer().data, 150});
  ready->queue->wait();
  EXPECT_EQ(result.get().values, ready->run(image).get().values);
  EXPECT_TRUE(result.padding_is_untouched());
}

TEST_F(StageCalls, SourcesHaveARowStrideOfTheirOwn) {
  const auto ready = compile("conv2d u8 30x41x4 k1x1 constant same skip=8 | both to-both copies");
  std::mt19937 random(4);
  const Layout& layout = ready->chain.inverse.image;
  const TestImage image = random_image(layout, random);
  TestImage wide(Layout::interleaved(SampleType::u8, {30, 41}, 4, 200)), result(layout);
  wide.set(image.get());
  const TestSpectrum spectrum = ready->run_forward(image);
  ready->multiply->set_taps(std::vector<Taps>{{{1, 1}, {1.0}}});
  ready->inverse->run(*ready->queue, ready->run_multiply(spectrum).const_buffer(),
                      {wide.const_buffer().data, 200}, result.buffer());
  ready->queue->wait();
  EXPECT_EQ(result.get().values, image.get().values);
}

TEST_F(StageCalls, RefuseWrongSources) {
  const auto ready = compile("conv2d u8 30x41x4 k1x1 constant same skip=8 | rows to-rows copies");
  const auto plain = compile("conv2d u8 30x41x4 k1x1 constant same skip=8 | rows to-rows");
  const TestSpectrum spectrum(ready->chain.inverse.spectrum);
  const TestImage image(ready->chain.inverse.image);
  TestImage result(ready->chain.inverse.image);
  const auto inverse = [&](ConstBuffer source) {
    ready->inverse->run(*ready->queue, spectrum.const_buffer(), source, result.buffer());
  };
  expect_refused(
      [&] { ready->inverse->run(*ready->queue, spectrum.const_buffer(), result.buffer()); },
      {"source", "null"});
  expect_refused([&] { inverse({image.const_buffer().data, 160}); }, {"source", "160", "164"});
  expect_refused(
      [&] {
        inverse({image.const_buffer().data, 0, 4919});
      },
      {"source", "4919", "4920"});
  expect_refused([&] { inverse({result.buffer().data}); }, {"overlap"});
  expect_refused(
      [&] {
        plain->inverse->run(*plain->queue, spectrum.const_buffer(), image.const_buffer(),
                            result.buffer());
      },
      {"copies_skipped", "give none"});
  TestSpectrum output(ready->chain.forward.spectrum);
  expect_refused(
      [&] {
        ready->forward->run(*ready->queue, image.const_buffer(), image.const_buffer(),
                            output.buffer());
      },
      {"source", "InverseStage"});
  InverseStage all = ready->chain.inverse;
  all.skipped_channels = 0;
  all.spectrum.channels = 4;
  expect_refused([&] { problems::backend().compile(all, *ready->queue); },
                 {"copies_skipped", "skipped_channels"});
}

/// While one thread runs, another sets taps: every result is that of one set as a whole.
TEST_F(StageCalls, KernelsChangeBetweenRunsOnly) {
  const auto ready = compile("conv2d u8 60x70x2 k9x9 replicate same mix=full | rows to-rows");
  std::mt19937 random(8);
  const TestSpectrum spectrum =
      ready->run_forward(random_image(ready->chain.problem.input, random));
  std::vector<std::vector<Taps>> sets;
  std::vector<std::vector<oracle::Wide>> results;
  for (int i = 0; i < 3; ++i) {
    sets.push_back(oracle::random_kernels(ready->chain.problem, random));
    ready->multiply->set_taps(sets.back());
    results.push_back(ready->run_multiply(spectrum).get());
  }
  std::atomic<bool> stop = false;
  std::thread setter([&] {
    for (std::size_t i = 0; !stop; ++i) ready->multiply->set_taps(sets[i % 3]);
  });
  for (int i = 0; i < 100; ++i)
    EXPECT_TRUE(std::find(results.begin(), results.end(), ready->run_multiply(spectrum).get()) !=
                results.end());
  stop = true;
  setter.join();
}

TEST_F(StageCalls, RefuseStagesThatCannotBe) {
  const auto ready = compile("conv2d u8 30x41 k3x3 replicate same | rows to-rows");
  Backend& backend = problems::backend();
  ForwardStage forward = ready->chain.forward;
  forward.spectrum.stored_rows -= 1;
  expect_refused([&] { backend.compile(forward, *ready->queue); }, {"31 rows", "32"});
  MultiplyStage multiply = ready->chain.multiply;
  multiply.output.normalized = false;
  expect_refused([&] { backend.compile(multiply, *ready->queue); }, {"normalized"});
  InverseStage inverse = ready->chain.inverse;
  inverse.first_row = 1;
  expect_refused([&] { backend.compile(inverse, *ready->queue); }, {"first_row is 1"});
  expect_refused([&] { backend.spectrum_points({0, 4}, *ready->queue); }, {"0x4", "65536"});
}

TEST_F(StageCalls, SayTheirPlan) {
  const auto ready = compile("conv2d u8 30x41 k3x3 replicate same | rows to-rows");
  EXPECT_NE(ready->forward->plan_text().find(to_string(ready->chain.forward)), std::string::npos)
      << ready->forward->plan_text();
  EXPECT_NE(ready->multiply->plan_text().find(to_string(ready->chain.multiply)), std::string::npos)
      << ready->multiply->plan_text();
  EXPECT_NE(ready->inverse->plan_text().find(to_string(ready->chain.inverse)), std::string::npos)
      << ready->inverse->plan_text();
  EXPECT_EQ(ready->multiply->stage(), ready->chain.multiply);
}

}  // namespace spectrum_calls_test
