// SPDX-License-Identifier: LGPL-2.1-or-later
// Streams whose latency has time for a block, on the backend that the run is about.
#include "stream_run.h"
#include "test_backend.h"

namespace block_stream_test {

using namespace fftcore;
using namespace streams;

namespace {

std::unique_ptr<StreamExecutable> compiled_here(std::string_view text) {
  Backend& backend = problems::backend();
  return backend.compile(parse_stream(text), *backend.create_queue({}));
}

template <class Real>
void expect_right(const std::string& text, std::int64_t count,
                  const std::vector<std::int64_t>& sizes) {
  const StreamConvolution stream = parse_stream(text);
  const auto responses = random_responses(stream, 1);
  const auto in = random_signal<Real>(stream.inputs, count, 2);
  const auto executable = compiled_here(text);
  executable->set_impulse_responses(responses);
  SCOPED_TRACE(executable->plan_text());
  expect_direct_sum(stream, responses, in, run(*executable, in, sizes), 300, problems::on_cpu());
}

class BlockStreams : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string reason = problems::missing(); !reason.empty()) GTEST_SKIP() << reason;
  }
};

class BlockStreamChanges : public BlockStreams, public testing::WithParamInterface<const char*> {};

}  // namespace

TEST_F(BlockStreams, AreTheDirectSum) {
  // A block and the wait for it, and blocks that are longer or shorter than pushes.
  for (const char* const text :
       {"stream 1x1 k1 latency=64 block=64", "stream 1x1 k1000 latency=100 block=64",
        "stream 1x1 k64 latency=1000 block=64", "stream 1x1 k6007 latency=1024 block=480"})
    expect_right<float>(text, 9000, {64});
  expect_right<double>("stream 1x1 k997 f64 latency=200 block=64", 9000, {480, 7, 1500});
}

TEST_F(BlockStreams, Channels) {
  expect_right<float>("stream 64x64 k300 mix=diagonal latency=64 block=64", 1000, {64});
  expect_right<float>("stream 5x5 k300 latency=128 block=64", 1000, {64});
  expect_right<float>("stream 3x1 k700 mix=full latency=256 block=128", 4000, {100});
  expect_right<double>("stream 1x4 k700 f64 mix=full latency=256 block=256", 4000, {256});
}

TEST_F(BlockStreams, HaveTheSameBitsHoweverTheyAreCut) {
  const auto executable = compiled_here("stream 2x2 k900 mix=full latency=200 block=64");
  executable->set_impulse_responses(random_responses(executable->stream(), 1));
  const auto in = random_signal<float>(2, 5011, 2);
  const auto whole = run(*executable, in, {5011});
  for (const auto& sizes : {std::vector<std::int64_t>{1}, {7}, {64}, {480}, {1, 300, 0, 64}}) {
    executable->reset();
    EXPECT_EQ(run(*executable, in, sizes), whole) << "pushes of " << sizes.front();
  }
}

TEST_F(BlockStreams, InterleavedAndInPlace) {
  const auto executable = compiled_here("stream 2x2 k500 mix=diagonal latency=64 block=64");
  executable->set_impulse_responses(random_responses(executable->stream(), 1));
  const auto in = random_signal<float>(2, 3000, 2);
  const auto out = run(*executable, in, {64});
  std::vector<float> pairs(6001, 77);
  for (std::size_t t = 0; t < 3000; ++t)
    for (std::size_t channel = 0; channel < 2; ++channel) pairs[2 * t + channel] = in[channel][t];
  executable->reset();
  for (std::size_t first = 0; first < 6000; first += 2000) {
    float* const left = &pairs[first];
    executable->push(std::array<ConstChannel, 2>{{{left, 2}, {left + 1, 2}}},
                     std::array<Channel, 2>{{{left, 2}, {left + 1, 2}}}, 1000);
  }
  for (std::size_t t = 0; t < 3000; ++t)
    for (std::size_t channel = 0; channel < 2; ++channel)
      ASSERT_EQ(pairs[2 * t + channel], out[channel][t]) << t;
  EXPECT_EQ(pairs[6000], 77);
}

TEST_F(BlockStreams, BeginAnywhereAndAnew) {
  const StreamConvolution stream = parse_stream("stream 1x1 k503 latency=150 block=64");
  const auto executable = compiled_here(to_string(stream));
  const auto responses = random_responses(stream, 1);
  executable->set_impulse_responses(responses);
  const auto in = random_signal<float>(1, 3000, 2);
  run(*executable, in, {999});
  for (const std::int64_t begin :
       {std::int64_t{0}, (std::int64_t{1} << 40) - 777, std::int64_t{1} << 62}) {
    executable->reset(begin);
    EXPECT_EQ(executable->position(), begin);
    const auto out = run(*executable, in, {480, 7});
    EXPECT_EQ(executable->position(), begin + 3000);
    expect_direct_sum(stream, responses, in, out, 500, problems::on_cpu());
  }
  EXPECT_EQ(executable->tail(), 150 + 502);
}

TEST_F(BlockStreams, WhatIsNotANumberDiesOut) {
  const auto executable = compiled_here("stream 3x3 k250 mix=diagonal latency=64 block=64");
  executable->set_impulse_responses(random_responses(executable->stream(), 1));
  auto in = random_signal<float>(3, 3000, 2);
  const auto clean = run(*executable, in, {64});
  executable->reset();
  in[1][1000] = NAN;
  const auto out = run(*executable, in, {64});
  EXPECT_EQ(out[0], clean[0]);
  EXPECT_EQ(out[2], clean[2]);
  EXPECT_FALSE(std::isfinite(out[1][1064]));
  const std::int64_t dead = 1000 + 64 + 250 + 2 * executable->change_delay();
  for (std::int64_t t = 0; t < 3000; ++t)
    if (t < 1000 || t >= dead) {
      ASSERT_EQ(out[1][static_cast<std::size_t>(t)], clean[1][static_cast<std::size_t>(t)]) << t;
    }
}

TEST_P(BlockStreamChanges, FadeFromOneToTheOther) {
  const auto executable = compiled_here(GetParam());
  const StreamConvolution& stream = executable->stream();
  const auto old_responses = random_responses(stream, 1),
             new_responses = random_responses(stream, 5);
  constexpr std::int64_t kCount = 4000, kChange = 64 * 11 + 5;
  const auto in = random_signal<float>(stream.inputs, kCount, 2);
  const auto alone = [&](const std::vector<ImpulseResponse>& responses) {
    executable->reset();
    executable->set_impulse_responses(responses);
    return run(*executable, in, {64});
  };
  const auto before = alone(old_responses), after = alone(new_responses);

  executable->reset();
  executable->set_impulse_responses(old_responses);
  Signal<float> out(before.size(), std::vector<float>(kCount));
  push(*executable, in, out, 0, kChange);
  executable->set_impulse_responses(random_responses(stream, 6));  // which nobody hears
  executable->set_impulse_responses(new_responses);
  for (std::int64_t t = kChange; t < kCount; t += 107)
    push(*executable, in, out, t, std::min<std::int64_t>(107, kCount - t));

  std::int64_t first = 0;
  while (first < kCount &&
         out[0][static_cast<std::size_t>(first)] == before[0][static_cast<std::size_t>(first)])
    ++first;
  EXPECT_GE(first, kChange);
  ASSERT_LE(first, kChange + executable->change_delay());
  for (std::size_t output = 0; output < out.size(); ++output)
    for (std::int64_t t = 0; t < kCount; ++t) {
      const auto at = static_cast<std::size_t>(t);
      const double w = std::clamp(
          (static_cast<double>(t - first) + 0.5) / static_cast<double>(stream.fade), 0.0, 1.0);
      ASSERT_NEAR(out[output][at], before[output][at] * (1 - w) + after[output][at] * w, 2e-4)
          << t << " of " << first;
    }
}

INSTANTIATE_TEST_SUITE_P(
    , BlockStreamChanges,
    testing::Values("stream 1x1 k500 latency=64 block=64 fade=100",
                    "stream 2x2 k300 mix=full latency=150 block=64 fade=1000"));

TEST_F(BlockStreams, RefuseWrongCalls) {
  const auto executable = compiled_here("stream 2x2 k8 latency=64");
  Signal<float> in(2, std::vector<float>(16)), out = in;
  EXPECT_THROW(push(*executable, in, out, 0, 16), InvalidArgument);  // no responses yet
  EXPECT_THROW(
      executable->set_impulse_responses(std::vector<ImpulseResponse>(2, ImpulseResponse{1})),
      InvalidArgument);
  EXPECT_THROW(executable->set_impulse_responses(std::array{ImpulseResponse(9)}), InvalidArgument);
  EXPECT_THROW(executable->set_impulse_responses(std::array{ImpulseResponse{NAN}}),
               InvalidArgument);
  executable->set_impulse_responses(std::array{ImpulseResponse{1}});
  EXPECT_THROW(push(*executable, in, out, 0, -1), InvalidArgument);
  EXPECT_THROW(executable->reset(-1), InvalidArgument);
  push(*executable, in, out, 0, 16);
}

TEST_F(BlockStreams, TakeTheMemoryThatTheySay) {
  Backend& backend = problems::backend();
  const auto queue = backend.create_queue({});
  const auto bytes = [&](const char* text) {
    return backend.memory_bytes(parse_stream(text), *queue);
  };
  // The spectrum of the taps and the samples that they reach, at least.
  EXPECT_GT(bytes("stream 2x2 k65536 mix=diagonal latency=1024"), 2U * 2 * 4 * 65536);
  EXPECT_LT(bytes("stream 2x2 k65536 mix=diagonal latency=1024"), 64U << 20);
}

TEST_F(BlockStreams, GpusSayWhatTheyNeed) {
  if (problems::on_cpu()) GTEST_SKIP() << "the CPU takes any";
  for (const auto& [text, word] : {std::pair{"stream 2x2 k8", "latency is 0"},
                                   {"stream 2x2 k8 latency=31", "32 samples"},
                                   {"stream 17x2 k8 mix=full latency=64", "up to 16"}})
    try {
      compiled_here(text);
      ADD_FAILURE() << text << " is accepted";
    } catch (const Unsupported& error) {
      EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
    }
}

}  // namespace block_stream_test
