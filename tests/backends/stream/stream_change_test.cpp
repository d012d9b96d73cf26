// SPDX-License-Identifier: LGPL-2.1-or-later
// Responses of streams that change while samples are pushed.
#include <algorithm>
#include <atomic>
#include <thread>

#include "stream_run.h"

namespace stream_change_test {

using namespace fftcore;
using namespace streams;

namespace {

class StreamChanges : public testing::TestWithParam<const char*> {};

/// The whole signal by one set of responses.
Signal<double> alone(std::string_view text, const std::vector<ImpulseResponse>& responses,
                     const Signal<double>& in) {
  const auto executable = compiled(text);
  executable->set_impulse_responses(responses);
  return run(*executable, in, {64});
}

}  // namespace

TEST_P(StreamChanges, FadeFromOneToTheOther) {
  const std::string text = GetParam();
  const auto executable = compiled(text);
  const StreamConvolution& stream = executable->stream();
  const auto old_responses = random_responses(stream, 1),
             new_responses = random_responses(stream, 5);
  const auto in = random_signal<double>(stream.inputs, 30000, 2);
  const auto before = alone(text, old_responses, in), after = alone(text, new_responses, in);

  executable->set_impulse_responses(old_responses);
  Signal<double> out(before.size(), std::vector<double>(30000));
  constexpr std::int64_t kChange = 64 * 101 + 5;
  push(*executable, in, out, 0, kChange);
  executable->set_impulse_responses(random_responses(stream, 6));  // which nobody hears
  executable->set_impulse_responses(new_responses);
  for (std::int64_t t = kChange; t < 30000; t += 107)
    push(*executable, in, out, t, std::min<std::int64_t>(107, 30000 - t));

  std::int64_t first = 0;
  while (first < 30000 &&
         out[0][static_cast<std::size_t>(first)] == before[0][static_cast<std::size_t>(first)])
    ++first;
  EXPECT_GE(first, kChange);
  ASSERT_LE(first, kChange + executable->change_delay());
  for (std::size_t output = 0; output < out.size(); ++output)
    for (std::int64_t t = 0; t < 30000; ++t) {
      const auto at = static_cast<std::size_t>(t);
      const double w = t < first                  ? 0
                       : t >= first + stream.fade ? 1
                                                  : (static_cast<double>(t - first) + 0.5) /
                                                        static_cast<double>(stream.fade);
      ASSERT_NEAR(out[output][at], before[output][at] * (1 - w) + after[output][at] * w, 1e-11)
          << t << " of " << first;
    }
}

INSTANTIATE_TEST_SUITE_P(, StreamChanges,
                         testing::Values("stream 1x1 k5000 f64 block=64",
                                         "stream 1x1 k5000 f64 block=64 fade=0",
                                         "stream 1x1 k20 f64 fade=1",
                                         "stream 2x2 k3000 f64 mix=full block=64 fade=5000",
                                         "stream 2x2 k3000 f64 block=1024 latency=300 fade=77"));

TEST(StreamChange, EachOfManyIsHeardInTurn) {
  // Set while the one before fades: it waits.
  const auto executable = compiled("stream 1x1 k3000 f64 block=64 fade=300");
  // A thousand samples for each, and then enough for the last one.
  Signal<double> in(1, std::vector<double>(70000, 1.0)), out = in;
  for (int i = 0; i < 60; ++i) {
    ImpulseResponse response(3000);
    response[static_cast<std::size_t>(i * 49)] = i;
    executable->set_impulse_responses(std::array{response});
    push(*executable, in, out, i * 1000, 1000);
  }
  push(*executable, in, out, 60000, 10000);
  // A constant through responses whose sums grow: never less than before, no step above a fade's.
  for (std::size_t t = 3001; t < out[0].size(); ++t) {
    ASSERT_GE(out[0][t], out[0][t - 1] - 1e-9) << t;
    ASSERT_LE(out[0][t], out[0][t - 1] + 59.0 / 300) << t;
  }
  for (int i = 3; i < 60; ++i)
    EXPECT_TRUE(
        std::ranges::any_of(out[0], [&](double value) { return std::abs(value - i) < 1e-9; }))
        << "change " << i << " was never heard alone";
  EXPECT_NEAR(out[0].back(), 59, 1e-9);
}

TEST(StreamChange, BeginsAnewAfterReset) {
  const std::string text = "stream 1x1 k3000 f64 block=64";
  const auto executable = compiled(text);
  const auto one = random_responses(executable->stream(), 1),
             two = random_responses(executable->stream(), 2);
  const auto in = random_signal<double>(1, 10000, 2);
  executable->set_impulse_responses(one);
  run(*executable, in, {64});
  executable->set_impulse_responses(two);
  run(*executable, in, {64, 10000});  // in the midst of a change, or after it
  executable->set_impulse_responses(one);
  executable->reset();
  EXPECT_EQ(run(*executable, in, {64}), alone(text, one, in));
  // Reset while the old responses still sound: the new ones are there at once.
  executable->set_impulse_responses(two);
  Signal<double> out(1, std::vector<double>(10000));
  push(*executable, in, out, 0, 1);
  executable->reset();
  EXPECT_EQ(run(*executable, in, {64}), alone(text, two, in));
}

TEST(StreamChange, FromAnotherThreadWhileSamplesArePushed) {
  const auto executable = compiled("stream 2x2 k2000 block=64 fade=100");
  const auto response = [](int i) {
    ImpulseResponse taps(2000);
    taps[static_cast<std::size_t>(i * 37 % 2000)] = 1 + i % 3;
    return std::vector<ImpulseResponse>{taps};
  };
  executable->set_impulse_responses(response(0));
  Signal<float> in(2, std::vector<float>(64, 1.0F)), out = in;
  for (int i = 0; i < 40; ++i) push(*executable, in, out, 0, 64);
  std::atomic<bool> is_done = false;
  std::thread setter([&] {
    for (int i = 1; i <= 200; ++i) executable->set_impulse_responses(response(i));
    is_done = true;
  });
  // Of a constant the results are between the responses' sums.
  const auto check = [&] {
    push(*executable, in, out, 0, 64);
    for (const auto& channel : out)
      for (const float sample : channel) {
        ASSERT_GE(sample, 0.999F);
        ASSERT_LE(sample, 3.001F);
      }
  };
  while (!is_done) check();
  setter.join();
  for (int i = 0; i < 400; ++i) check();
  EXPECT_NEAR(out[0].back(), 1 + 200 % 3, 1e-5);
}

}  // namespace stream_change_test
