// SPDX-License-Identifier: LGPL-2.1-or-later
// Executables, queues and the registry: changes while running, and what is refused.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <thread>

#include "fftcore/error.h"
#include "test_backend.h"
#include "test_image.h"

namespace executable_test {

using namespace fftcore;

namespace {

Backend& cpu() {
  return select_backend("cpu");
}

/// Tests of what every backend does alike.
class AnyBackend : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string reason = problems::missing(); !reason.empty()) GTEST_SKIP() << reason;
  }
  Backend& backend() { return problems::backend(); }
};

/// One value everywhere, so that a filter of sum s gives s times that value.
Taps constant_taps(Extent extent, double value) {
  return {extent,
          std::vector<double>(static_cast<std::size_t>(extent.rows * extent.columns), value)};
}

template <class ExpectedError, class Call>
void expect_error(Call call, std::initializer_list<std::string_view> words) {
  try {
    call();
    ADD_FAILURE() << "no error";
  } catch (const ExpectedError& error) {
    for (const auto word : words)
      EXPECT_NE(std::string_view(error.what()).find(word), std::string_view::npos)
          << error.what() << "\nlacks " << word;
  }
}

}  // namespace

TEST(Registry, CpuAlwaysWorks) {
  EXPECT_EQ(select_backend("cpu").name(), "cpu");
  EXPECT_EQ(cpu().unavailable_reason(), "");
  EXPECT_NO_THROW(select_backend("auto"));
  EXPECT_EQ(backends().back()->name(), "cpu");
  expect_error<BackendUnavailable>([] { select_backend("abacus"); }, {"'abacus'", "auto", "cpu"});
}

TEST(Queue, Threads) {
  EXPECT_EQ(cpu().create_queue({.threads = 3})->threads(), 3);
  EXPECT_GE(cpu().create_queue({})->threads(), 1);
  setenv("FFTCORE_THREADS", "4", 1);
  EXPECT_EQ(cpu().create_queue({})->threads(), 4);
  setenv("FFTCORE_THREADS", "many", 1);
  expect_error<InvalidArgument>([] { cpu().create_queue({}); }, {"many", "1 to 256"});
  unsetenv("FFTCORE_THREADS");
  expect_error<InvalidArgument>([] { cpu().create_queue({.threads = -1}); }, {"-1"});
}

TEST_F(AnyBackend, RefusesWrongCalls) {
  const auto queue = backend().create_queue({.threads = 1});
  const Convolution problem = parse_convolution("conv2d u8 20x30 k3x3 wrap same");
  const auto executable = backend().compile(problem, *queue);
  oracle::TestImage in(problem.input), out(problem.output);
  const auto run = [&](ConstBuffer input, Buffer output) {
    executable->run(*queue, input, output);
  };
  expect_error<InvalidArgument>([&] { run(in.const_buffer(), out.buffer()); }, {"set_taps"});
  expect_error<InvalidArgument>(
      [&] {
        executable->set_taps(constant_taps({3, 4}, 1));
      },
      {"3x4", "3x3"});
  expect_error<InvalidArgument>([&] { executable->set_taps(constant_taps({3, 3}, NAN)); }, {"nan"});
  expect_error<InvalidArgument>([&] { executable->set_gain(INFINITY, 0); }, {"finite"});
  executable->set_taps(constant_taps({3, 3}, 1));
  expect_error<InvalidArgument>([&] { run({}, out.buffer()); }, {"input", "null"});
  expect_error<InvalidArgument>([&] { run(in.const_buffer(), {}); }, {"output", "null"});
  expect_error<InvalidArgument>(
      [&] {
        run({in.const_buffer().data, 29}, out.buffer());
      },
      {"29", "30"});
  expect_error<InvalidArgument>([&] { run(out.const_buffer(), out.buffer()); }, {"overlap"});
  expect_error<InvalidArgument>(
      [&] {
        run({in.const_buffer().data, 0, 599}, out.buffer());
      },
      {"599 bytes of input", "600"});
  expect_error<InvalidArgument>(
      [&] {
        run(in.const_buffer(), {out.buffer().data, 64, 600});
      },
      {"600 bytes of output", "1246"});
  if (problems::on_cpu()) {
    const auto wide = backend().create_queue({.threads = 2});
    expect_error<InvalidArgument>([&] { executable->run(*wide, in.const_buffer(), out.buffer()); },
                                  {"1 threads", "2"});
  } else {
    const auto other = cpu().create_queue({.threads = 1});
    expect_error<InvalidArgument>([&] { executable->run(*other, in.const_buffer(), out.buffer()); },
                                  {"queue of another backend"});
  }
  expect_error<InvalidArgument>([&] { backend().compile(Convolution{}, *queue); }, {"rows"});
  EXPECT_NO_THROW(run(in.const_buffer(), out.buffer()));
}

TEST_F(AnyBackend, ComplexTapsNeedComplexResults) {
  const auto queue = backend().create_queue({.threads = 1});
  const Taps taps{{1, 2}, {1, 0}, {0, 1}};
  const auto real = backend().compile(parse_convolution("conv1d f32 30 k2 wrap same"), *queue);
  expect_error<InvalidArgument>([&] { real->set_taps(taps); },
                                {"imaginary parts", "f32", "complex64 or complex128 as output"});
  const auto complex =
      backend().compile(parse_convolution("conv1d f32>complex64 30 k2 wrap same"), *queue);
  EXPECT_NO_THROW(complex->set_taps(taps));
}

TEST(ConvolutionExecutable, RefusesWrongNumbersOfKernels) {
  const auto queue = cpu().create_queue({.threads = 1});
  const Taps taps = constant_taps({3, 3}, 1);
  const auto executable = cpu().compile(
      parse_convolution("conv2d u8 20x30x4 k3x3 wrap same skip=8 filters=2 mix=symmetric"), *queue);
  expect_error<InvalidArgument>([&] { executable->set_taps(taps); }, {"1 sets of taps", "12"});
  expect_error<InvalidArgument>([&] { executable->set_taps(std::vector<Taps>(18, taps)); },
                                {"18 sets of taps", "12"});
  EXPECT_NO_THROW(executable->set_taps(std::vector<Taps>(12, taps)));
  std::vector<Taps> one_differs(12, taps);
  one_differs[7] = constant_taps({3, 4}, 1);
  expect_error<InvalidArgument>([&] { executable->set_taps(one_differs); }, {"1x3x4", "1x3x3"});
  const auto plain = cpu().compile(parse_convolution("conv2d u8 20x30 k3x3 wrap same"), *queue);
  expect_error<InvalidArgument>([&] { plain->set_taps(std::span<const Taps>{}); },
                                {"0 sets of taps", "takes 1"});
}

/// A row stride of the caller's must fit between slices and frames too.
TEST(ConvolutionExecutable, RowStrideMustFitTheLayout) {
  const auto queue = cpu().create_queue({.threads = 1});
  const Convolution problem = parse_convolution("conv2d f32 20x30 k3x3 wrap same frames=2");
  const auto executable = cpu().compile(problem, *queue);
  executable->set_taps(constant_taps({3, 3}, 1));
  oracle::TestImage in(problem.input), out(problem.output);
  expect_error<InvalidArgument>(
      [&] {
        executable->run(*queue, {in.const_buffer().data, 32}, out.buffer());
      },
      {"input frame stride", "600", "638"});
}

TEST_F(AnyBackend, RowStrideOfTheFrameInsteadOfTheLayouts) {
  const auto queue = backend().create_queue({.threads = 2});
  const Convolution tight = parse_convolution("corr2d u8 20x30 k5x5 reflect same");
  const Convolution pitched = parse_convolution("corr2d u8 20x30 k5x5 reflect same pitch=64,48");
  std::mt19937 random(3);
  const Taps taps = oracle::averaging_taps({5, 5}, random);
  const auto samples = oracle::random_samples(tight.input, random);
  oracle::TestImage in(tight.input), in_pitched(pitched.input), out(tight.output),
      out_pitched(pitched.output);
  in.set(samples);
  in_pitched.set(samples);
  const auto executable = backend().compile(tight, *queue);
  executable->set_taps(taps);
  executable->run(*queue, in.const_buffer(), out.buffer());
  executable->run(*queue, {in_pitched.const_buffer().data, 64}, {out_pitched.buffer().data, 48});
  EXPECT_EQ(out.get().values, out_pitched.get().values);
  EXPECT_TRUE(out_pitched.padding_is_untouched());
}

/// While one thread runs, another sets taps: every result is that of one set as a whole.
TEST_F(AnyBackend, KernelsChangeBetweenRunsOnly) {
  for (const char* plan : {"direct", "separable", "tile", "three-pass"}) {
    if (!problems::on_cpu() && std::string_view(plan) != "three-pass") continue;
    setenv("FFTCORE_PLAN", plan, 1);
    const auto queue = backend().create_queue({.threads = 2});
    const Convolution problem = parse_convolution("conv2d f32 100x120 k7x7 replicate same");
    const auto executable = backend().compile(problem, *queue);
    unsetenv("FFTCORE_PLAN");
    oracle::TestImage in(problem.input), out(problem.output);
    oracle::Samples ones{1, 100, 120, std::vector<double>(12000, 1.0)};
    in.set(ones);
    executable->set_taps(constant_taps({7, 7}, 1.0 / 49));
    std::atomic<bool> stop = false;
    std::thread setter([&] {
      for (int i = 0; !stop; ++i) executable->set_taps(constant_taps({7, 7}, (1.0 + i % 3) / 49));
    });
    std::vector<int> seen(4);
    for (int i = 0; i < 300; ++i) {
      executable->run(*queue, in.const_buffer(), out.buffer());
      const auto values = out.get().values;
      const double first = values.front();
      ++seen.at(static_cast<std::size_t>(std::lround(first)));
      for (const double value : values) ASSERT_NEAR(value, std::round(first), 1e-5);
    }
    stop = true;
    setter.join();
    EXPECT_EQ(seen[0], 0);
    EXPECT_GT(seen[1] + seen[2] + seen[3], 299);
  }
}

TEST_F(AnyBackend, SaysItsPlan) {
  const auto queue = backend().create_queue({.threads = 1});
  const auto executable =
      backend().compile(parse_convolution("conv2d u8 200x300 k3x3 wrap same"), *queue);
  EXPECT_NE(executable->plan_text().find(problems::on_cpu() ? "direct" : "to set the spectrum"),
            std::string::npos);
  EXPECT_EQ(to_string(executable->convolution()), "conv2d u8 200x300 k3x3 wrap same");
}

}  // namespace executable_test
