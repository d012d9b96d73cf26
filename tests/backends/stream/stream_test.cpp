// SPDX-License-Identifier: LGPL-2.1-or-later
// Streams against their definition, in pushes of any size.
#include "stream_run.h"

#include <array>
#include <functional>
#include <limits>

namespace stream_test {

using namespace fftcore;
using namespace streams;

namespace {

template <class Real>
void expect_right(const std::string& text, std::int64_t count, std::int64_t places) {
  const StreamConvolution stream = parse_stream(text);
  const auto responses = random_responses(stream, 1);
  const auto in = random_signal<Real>(stream.inputs, count, 2);
  const auto executable = compiled(text);
  executable->set_impulse_responses(responses);
  const auto out = run(*executable, in, {stream.block});
  SCOPED_TRACE(executable->plan_text());
  expect_direct_sum(stream, responses, in, out, places);
}

}  // namespace

TEST(Streams, AreTheDirectSum) {
  for (const int taps : {1, 2, 3, 31, 64, 127, 997, 1000, 6007})
    for (const int latency : {0, 1, 64, 1000})
      for (const char* const rest : {" block=64", " block=1024"}) {
        const std::string text =
            "stream 1x1 k" + std::to_string(taps) + " latency=" + std::to_string(latency) + rest;
        expect_right<float>(text, 2 * taps + latency + 5000, 400);
        expect_right<double>(text + " f64", 2 * taps + latency + 5000, 400);
      }
}

TEST(Streams, LongResponses) {
  expect_right<float>("stream 1x1 k65537 block=64", 150000, 300);
  expect_right<float>("stream 1x1 k65537 block=1024 latency=1000", 150000, 300);
  expect_right<double>("stream 1x1 k65537 f64 block=480", 150000, 300);
}

TEST(Streams, Channels) {
  expect_right<float>("stream 2x2 k3001 mix=full block=64", 9000, 300);
  expect_right<float>("stream 3x1 k3001 mix=full block=480", 9000, 300);
  expect_right<float>("stream 14x14 k3001 mix=diagonal block=64", 9000, 100);
  expect_right<double>("stream 3x3 k3001 f64 block=64", 9000, 100);
  expect_right<double>("stream 1x5 k700 f64 mix=full block=64 latency=3", 9000, 100);
}

TEST(Streams, HaveTheSameBitsHoweverTheyAreCut) {
  std::mt19937 random(3);
  std::vector<std::int64_t> mixture;
  for (int i = 0; i < 97; ++i) mixture.push_back(static_cast<std::int64_t>(random() % 1500));
  for (const char* const text :
       {"stream 1x1 k9001 block=64", "stream 2x2 k2000 mix=full block=480 latency=64",
        "stream 1x1 k70", "stream 2x2 k9001 f64 block=1 latency=1"}) {
    const auto executable = compiled(text);
    const StreamConvolution& stream = executable->stream();
    executable->set_impulse_responses(random_responses(stream, 1));
    const auto check = [&](const auto& in) {
      const auto whole = run(*executable, in, {std::ssize(in.front())});
      for (const auto& sizes : {std::vector<std::int64_t>{1}, {7}, {64}, {480}, {1024}, mixture}) {
        executable->reset();
        EXPECT_EQ(run(*executable, in, sizes), whole) << text << ", pushes of " << sizes.front();
      }
    };
    if (stream.numbers == Numbers::f64)
      check(random_signal<double>(stream.inputs, 20011, 2));
    else
      check(random_signal<float>(stream.inputs, 20011, 2));
  }
}

TEST(Streams, InterleavedAndInPlace) {
  const auto executable = compiled("stream 2x2 k1500 mix=diagonal block=480");
  executable->set_impulse_responses(random_responses(executable->stream(), 1));
  const auto in = random_signal<float>(2, 6000, 2);
  const auto out = run(*executable, in, {480});
  std::vector<float> pairs(12002, 77);
  for (std::size_t t = 0; t < 6000; ++t)
    for (std::size_t channel = 0; channel < 2; ++channel) pairs[2 * t + channel] = in[channel][t];
  executable->reset();
  for (std::int64_t first = 0; first < 6000; first += 1000)
    executable->push(
        std::array<ConstChannel, 2>{{{&pairs[static_cast<std::size_t>(2 * first)], 2},
                                     {&pairs[static_cast<std::size_t>(2 * first + 1)], 2}}},
        std::array<Channel, 2>{{{&pairs[static_cast<std::size_t>(2 * first)], 2},
                                {&pairs[static_cast<std::size_t>(2 * first + 1)], 2}}},
        1000);
  for (std::size_t t = 0; t < 6000; ++t)
    for (std::size_t channel = 0; channel < 2; ++channel)
      ASSERT_EQ(pairs[2 * t + channel], out[channel][t]) << t;
  EXPECT_EQ(pairs[12000], 77);
}

TEST(Streams, PositionsBeyond32Bits) {
  const StreamConvolution stream = parse_stream("stream 1x1 k5003 block=64 latency=5");
  const auto executable = compiled(to_string(stream));
  const auto responses = random_responses(stream, 1);
  executable->set_impulse_responses(responses);
  const auto in = random_signal<float>(1, 20000, 2);
  run(*executable, in, {999});
  for (const std::int64_t begin :
       {(std::int64_t{1} << 40) - 7777, (std::int64_t{1} << 31) - 1, std::int64_t{1} << 62}) {
    executable->reset(begin);
    EXPECT_EQ(executable->position(), begin);
    const auto out = run(*executable, in, {480, 7});
    EXPECT_EQ(executable->position(), begin + 20000);
    expect_direct_sum(stream, responses, in, out, 1000);
  }
}

TEST(Streams, ZerosBringOutTheTail) {
  const auto executable = compiled("stream 1x1 k1000 block=64 latency=37");
  EXPECT_EQ(executable->tail(), 37 + 999);
  ImpulseResponse last(1000);
  last.back() = 1;
  executable->set_impulse_responses(std::array{last});
  Signal<float> in(1, std::vector<float>(1 + static_cast<std::size_t>(executable->tail())));
  in[0][0] = 1;
  const auto out = run(*executable, in, {64});
  EXPECT_NEAR(out[0].back(), 1, 1e-6);
}

TEST(Streams, WhatIsNotANumberDiesOut) {
  for (const float bad :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    const auto executable = compiled("stream 3x3 k2500 mix=diagonal block=64 latency=10");
    const auto responses = random_responses(executable->stream(), 1);
    executable->set_impulse_responses(responses);
    auto in = random_signal<float>(3, 20000, 2);
    const auto clean = run(*executable, in, {64});
    executable->reset();
    in[1][5000] = bad;
    const auto out = run(*executable, in, {64});
    EXPECT_EQ(out[0], clean[0]);
    EXPECT_EQ(out[2], clean[2]);
    const std::int64_t dead = 5000 + 10 + 2500 + 2 * executable->change_delay();
    ASSERT_LT(dead, 19000);
    EXPECT_FALSE(std::isfinite(out[1][5010]));
    for (std::int64_t t = 0; t < 20000; ++t)
      if (t < 5010 || t >= dead) {
        ASSERT_EQ(out[1][static_cast<std::size_t>(t)], clean[1][static_cast<std::size_t>(t)]) << t;
      }
  }
}

TEST(Streams, RefuseWrongCalls) {
  const auto executable = compiled("stream 2x2 k8");
  Signal<float> in(2, std::vector<float>(16)), out = in;
  EXPECT_THROW(push(*executable, in, out, 0, 16), InvalidArgument);  // no responses yet
  EXPECT_THROW(
      executable->set_impulse_responses(std::vector<ImpulseResponse>(2, ImpulseResponse{1})),
      InvalidArgument);
  EXPECT_THROW(executable->set_impulse_responses(std::array{ImpulseResponse(9)}), InvalidArgument);
  EXPECT_THROW(executable->set_impulse_responses(std::array{ImpulseResponse{NAN}}),
               InvalidArgument);
  EXPECT_THROW(executable->set_impulse_responses(std::array{ImpulseResponse{1e39}}),
               InvalidArgument);
  executable->set_impulse_responses(std::array{ImpulseResponse{1}});
  EXPECT_THROW(push(*executable, in, out, 0, -1), InvalidArgument);
  push(*executable, in, out, 0, 0);
  const std::array<ConstChannel, 2> inputs = {{{in[0].data()}, {in[1].data()}}};
  const std::array<Channel, 2> outputs = {{{out[0].data()}, {out[1].data()}}};
  EXPECT_THROW(executable->push(std::span(inputs).first(1), outputs, 16), InvalidArgument);
  EXPECT_THROW(executable->push(inputs, std::span(outputs).first(1), 16), InvalidArgument);
  EXPECT_THROW(
      executable->push(std::array<ConstChannel, 2>{{{in[0].data()}, {nullptr}}}, outputs, 16),
      InvalidArgument);
  EXPECT_THROW(
      executable->push(inputs, std::array<Channel, 2>{{{out[0].data(), 0}, outputs[1]}}, 16),
      InvalidArgument);
  executable->push(inputs, outputs, 16);
  EXPECT_THROW(executable->reset(-1), InvalidArgument);
  EXPECT_THROW(executable->reset((std::int64_t{1} << 62) + 1), InvalidArgument);
}

namespace {

/// A backend that says no more than it must.
class OtherBackend final : public Backend {
 public:
  std::string_view name() const override { return "other"; }
  std::string unavailable_reason() const override { return {}; }
  std::unique_ptr<Queue> create_queue(const QueueOptions&) override { return nullptr; }
};

}  // namespace

TEST(Streams, OtherBackendsNameTheOneThatCan) {
  OtherBackend other;
  Backend& backend = other;
  const auto queue = select_backend("cpu").create_queue({.threads = 1});
  const StreamConvolution stream = parse_stream("stream 1x1 k8");
  for (const auto& call : {std::function<void()>([&] { backend.compile(stream, *queue); }),
                           std::function<void()>([&] { backend.memory_bytes(stream, *queue); })}) {
    try {
      call();
      ADD_FAILURE() << "accepted";
    } catch (const Unsupported& error) {
      EXPECT_NE(std::string(error.what()).find("backend 'cpu' does"), std::string::npos);
    }
  }
  Backend& automatic = select_backend("auto");
  const auto any_queue = automatic.create_queue({});
  EXPECT_EQ(automatic.compile(stream, *any_queue)->stream(), stream);
  EXPECT_GT(automatic.memory_bytes(stream, *any_queue), 0U);
}

}  // namespace stream_test
