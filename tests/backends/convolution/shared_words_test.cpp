// SPDX-License-Identifier: LGPL-2.1-or-later
// Samples that share words: images that begin within one, several that share the same ones, and
// what is refused.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <thread>

#include "convolution_check.h"
#include "fftcore/error.h"
#include "test_backend.h"

namespace shared_words_test {

using namespace fftcore;

namespace {

constexpr Extent kImage = {13, 50};
constexpr std::int64_t kRow = 2 * 50 + 3 + 29;  // samples, in whole words

/// Brightness of v210, and its chroma.
Layout luma() {
  return {SampleType::u10_packed, {kImage.columns, 2}, {kImage.rows, kRow}, {}, {}, {}};
}
Layout chroma() {
  return {SampleType::u10_packed, {kImage.columns / 2, 4}, {kImage.rows, kRow}, {2, 2}, {}, {}};
}

class SharedWords : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string reason = problems::missing(); !reason.empty()) GTEST_SKIP() << reason;
    queue_ = problems::backend().create_queue({.threads = 2});
  }
  std::unique_ptr<ConvolutionExecutable> compile(const Convolution& problem) {
    return problems::backend().compile(problem, *queue_);
  }

  std::unique_ptr<Queue> queue_;
};

Convolution averaging(const Layout& layout, Extent taps) {
  Convolution problem = convolution(layout, taps, Operation::convolve, EdgeMode::reflect);
  problem.output = layout;
  return problem;
}

}  // namespace

TEST_F(SharedWords, ImagesBeginWithAnySample) {
  std::mt19937 random(1);
  for (const Layout& layout : {luma(), chroma()}) {
    const Convolution problem = averaging(layout, {3, 5});
    const auto executable = compile(problem);
    const auto taps = oracle::averaging_kernels(problem, random);
    for (const problems::Begins begins :
         {problems::Begins{1, 1}, {0, 2}, {2, 0}, {100, 7}, {4, 302}}) {
      SCOPED_TRACE(testing::Message() << begins.input << " to " << begins.output);
      problems::expect_right(*executable, *queue_, problem, taps, 1.4F, -20, 1, begins);
    }
  }
}

TEST_F(SharedWords, ImagesOfOtherSamplesBeginWithAnySample) {
  std::mt19937 random(2);
  for (const SampleType type : {SampleType::u8, SampleType::u10, SampleType::f32}) {
    const Convolution problem = averaging(Layout::interleaved(type, {9, 14}, 2), {3, 3});
    const auto executable = compile(problem);
    const auto taps = oracle::averaging_kernels(problem, random);
    for (const problems::Begins begins : {problems::Begins{1, 2}, {6, 3}})
      problems::expect_right(*executable, *queue_, problem, taps, 1, 0, 1, begins);
  }
}

// Brightness and chroma of one frame, by two threads at the same time.
TEST_F(SharedWords, AreWrittenByManyAtOnce) {
  std::mt19937 random(3);
  struct Part {
    Layout layout;
    std::int64_t first;
    oracle::Samples samples;
    std::unique_ptr<Queue> queue;
    std::unique_ptr<ConvolutionExecutable> executable;
  };
  std::vector<Part> parts;
  for (const auto& [layout, first] : {std::pair{luma(), 1}, std::pair{chroma(), 0}}) {
    Part part{layout, first, oracle::random_samples(layout, random),
              problems::backend().create_queue({.threads = 2}), nullptr};
    part.executable = problems::backend().compile(averaging(layout, {1, 1}), *part.queue);
    const Taps one{{1, 1}, {1}};
    part.executable->set_taps({&one, 1});
    parts.push_back(std::move(part));
  }
  const std::size_t words = kRow / 3 * kImage.rows;
  for (int turn = 0; turn < (problems::on_cpu() ? 200 : 3); ++turn) {
    std::vector<std::uint32_t> output(words, 0xC0000000U);
    // Memory of the host is copied as a whole elsewhere, so that it is nobody else's meanwhile.
    std::vector<std::thread> threads;
    for (Part& part : parts) {
      const auto run = [&] {
        oracle::TestImage input(part.layout, part.first);
        input.set(part.samples);
        part.executable->run(*part.queue, input.const_buffer(),
                             {output.data(), 0, 4 * output.size(), MemoryKind::host, part.first});
      };
      if (problems::on_cpu())
        threads.emplace_back(run);
      else
        run();
    }
    for (std::thread& thread : threads) thread.join();
    for (const Part& part : parts) {
      std::size_t i = 0;
      for (std::int64_t c = 0; c < part.layout.channels.extent; ++c)
        for (std::int64_t y = 0; y < part.layout.rows.extent; ++y)
          for (std::int64_t x = 0; x < part.layout.columns.extent; ++x) {
            const auto at = static_cast<std::size_t>(part.first + c * part.layout.channels.stride +
                                                     y * kRow + x * part.layout.columns.stride);
            ASSERT_EQ(output[at / 3] >> 10 * (at % 3) & 0x3ffU, part.samples.values[i++])
                << "turn " << turn << ", sample " << at;
          }
    }
    for (const std::uint32_t word : output) ASSERT_EQ(word >> 30, 3U);
  }
}

TEST_F(SharedWords, AreRefusedWhereTheyDoNotFit) {
  const auto message_of = [](const std::function<void()>& call) -> std::string {
    try {
      call();
    } catch (const InvalidArgument& error) {
      return error.what();
    }
    return "accepted";
  };
  const auto expect = [&](const std::function<void()>& call,
                          std::initializer_list<const char*> parts) {
    const std::string message = message_of(call);
    for (const char* part : parts) EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  const Convolution problem = averaging(luma(), {3, 3});
  const auto executable = compile(problem);
  const Taps taps{{3, 3}, std::vector<double>(9, 1.0 / 9)};
  executable->set_taps({&taps, 1});
  std::vector<std::uint32_t> input(kRow / 3 * kImage.rows + 9), output = input;
  const auto run = [&](ConstBuffer from, Buffer to) {
    return [&, from, to] { executable->run(*queue_, from, to); };
  };
  const std::size_t bytes = 4 * input.size();
  EXPECT_EQ(message_of(run({input.data()}, {output.data()})), "accepted");
  expect(run({input.data(), kRow + 1}, {output.data()}), {"row stride is 133", "multiples of 3"});
  expect(run({reinterpret_cast<std::byte*>(input.data()) + 2}, {output.data()}),
         {"input", "4 bytes", "u10-packed"});
  expect(run({input.data()}, {output.data(), 0, bytes, MemoryKind::host, -1}),
         {"output", "element -1", "0 to"});
  expect(run({input.data(), 99, bytes, MemoryKind::host, 2}, {output.data()}),
         {"sample 2", "101 samples", "strides from 102 on"});
  expect(run({input.data(), 0, bytes, MemoryKind::host, 99}, {output.data()}),
         {"bytes of input", "reach over"});

  Layout layout = luma();
  layout.rows.stride = 100;
  expect([&] { validate(averaging(layout, {3, 3})); }, {"row stride is 100", "multiples of 3"});
  expect(
      [&] {
        validate(averaging(Layout::planar(SampleType::u10_packed, {4, 9}, 3), {3, 3}));
      },
      {"rows reach over", "stride is 9", "interleave"});
}

}  // namespace shared_words_test
