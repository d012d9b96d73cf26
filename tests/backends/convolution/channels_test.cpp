// SPDX-License-Identifier: LGPL-2.1-or-later
// Channels, frames and filters beside others that are a million times as bright, or not finite:
// each is held to the bound that it has by itself.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "channel_bits.h"
#include "fftcore/error.h"
#include "test_backend.h"
#include "test_image.h"

namespace channels_test {

using namespace fftcore;
using oracle::Samples;

namespace {

constexpr double kBright = 1e6, kNaN = std::numeric_limits<double>::quiet_NaN();

/// Work in which several channels, frames or filters could share a transform: many tiles, one tile,
/// an odd number of them, one row, one column, samples in pairs, volumes.
const std::vector<std::string> kWork = {
    "conv2d f32 96x80x2 k9x9 reflect same planar",
    "conv2d f32 20x24x3 k5x5 constant same",
    "corr2d f32 97x101x3 k7x6 replicate full",
    "conv2d f32 33x29x2 k3x3 wrap same frames=3",
    "conv2d f32 33x29x3 k3x4 reflect same filters=2",
    "conv2d f32 33x29x3 k3x4 reflect same mix=diagonal",
    "conv2d f32 1x300x4 k1x31 reflect-101 same skip=4",
    "conv2d f32 41x1x2 k5x1 replicate valid",
    "conv1d f32 301x3 k17 constant full",
    "conv2d f32 3x512x2 k1x400 wrap same",
    "conv3d f32 5x6x7x3 k3x3x3 reflect same",
    "conv2d complex64 33x29x2 k3x4 reflect same frames=2",
};

class Channels : public problems::ByRule {
 protected:
  /// Runs `work` where the rule has a plan for it.
  bool prepare(const std::string& work) {
    problem_ = parse_convolution(work);
    queue_ = problems::backend().create_queue({.threads = 2});
    try {
      executable_ = problems::backend().compile(problem_, *queue_);
    } catch (const Unsupported&) {
      return false;
    }
    taps_ = oracle::random_kernels(problem_, random_);
    input_ = oracle::random_samples(problem_.input, random_);
    executable_->set_taps(taps_);
    return true;
  }

  /// Fails the test where the rule left works out: one is of a volume, which has a rule of its own.
  void expect_planned(int planned, int images, int volumes) const {
    const bool is_of_volumes = std::string_view(GetParam()) == "five-pass";
    if (problems::on_cpu())
      EXPECT_EQ(planned, is_of_volumes ? volumes : images);
    else
      EXPECT_GT(planned, 0);
  }

  Samples run(const Samples& input) {
    oracle::TestImage in(problem_.input), out(problem_.output);
    in.set(input);
    executable_->run(*queue_, in.const_buffer(), out.buffer());
    return out.get();
  }

  /// Multiplies every sample of a frame's channel.
  static void scale(Samples& samples, std::int64_t frame, std::int64_t channel, double by) {
    const auto at = samples.values.begin();
    std::for_each(at + static_cast<std::ptrdiff_t>(samples.index(frame, channel, 0, 0, 0)),
                  at + static_cast<std::ptrdiff_t>(samples.index(frame, channel + 1, 0, 0, 0)),
                  [&](double& value) { value = static_cast<float>(value * by); });
  }

  /// The error of an output frame's channel and what it may be. Frames and channels are those of
  /// the oracle, which sums each channel by itself.
  void expect_right(const Samples& got, const Samples& input, std::int64_t frame,
                    std::int64_t channel) {
    const Samples want = oracle::direct_sum(problem_, input, taps_);
    double squares = 0;
    for (std::size_t i = want.index(frame, channel, 0, 0, 0);
         i < want.index(frame, channel + 1, 0, 0, 0); ++i)
      squares += std::pow(got.values[i] - want.values[i], 2) +
                 (want.imaginary.empty() ? 0 : std::pow(got.imaginary[i] - want.imaginary[i], 2));
    const Extent taps = problem_.taps;
    const double padded =
        4.0 * static_cast<double>((want.slices + taps.slices) * (want.rows + taps.rows) *
                                  (want.columns + taps.columns));
    EXPECT_LE(std::sqrt(squares),
              oracle::error_bound(problem_, input, taps_, padded, frame, channel))
        << to_string(problem_) << ": frame " << frame << ", channel " << channel;
  }

  bool is_copied(std::int64_t channel) const {
    return oracle::names(problem_.skipped_channels, channel);
  }

  /// All but what comes of frame 0's channel `changed`.
  void expect_others_right(const Samples& input, std::int64_t changed) {
    const Samples got = run(input);
    for (std::int64_t frame = 0; frame < got.frames; ++frame)
      for (std::int64_t channel = 0; channel < got.channels; ++channel) {
        const bool is_its = problem_.input.frames.extent == 1 || frame == 0;
        if (!is_copied(channel) && !(is_its && channel == changed))
          expect_right(got, input, frame, channel);
      }
  }

  std::mt19937 random_{11};
  Convolution problem_;
  std::unique_ptr<Queue> queue_;
  std::unique_ptr<ConvolutionExecutable> executable_;
  std::vector<Taps> taps_;
  Samples input_;
};

}  // namespace

TEST_P(Channels, ABrightOneHidesNoOther) {
  int planned = 0;
  for (const std::string& work : kWork) {
    if (!prepare(work)) continue;
    ++planned;
    Samples bright = input_;
    scale(bright, 0, 0, kBright);
    const Samples got = run(bright);
    for (std::int64_t frame = 0; frame < got.frames; ++frame)
      for (std::int64_t channel = 0; channel < got.channels; ++channel)
        if (!is_copied(channel)) expect_right(got, bright, frame, channel);
  }
  expect_planned(planned, 11, 1);
}

TEST_P(Channels, WhatIsNotFiniteStaysInItsChannel) {
  int planned = 0;
  for (const std::string& work : kWork) {
    if (!prepare(work)) continue;
    ++planned;
    const Samples before = run(input_);
    for (const double bad : {kNaN, -std::numeric_limits<double>::infinity(), 3e38})
      for (const std::int64_t channel : {std::int64_t{0}, problem_.input.channels.extent - 1}) {
        Samples hurt = input_;
        hurt.at(0, channel, input_.slices / 2, input_.rows / 2, input_.columns / 2) = bad;
        expect_others_right(hurt, channel);
      }
    EXPECT_EQ(run(input_).values, before.values) << work << ": something is left of it";
  }
  expect_planned(planned, 11, 1);
}

TEST_P(Channels, ALargeFilterHidesNoOther) {
  int planned = 0;
  for (const char* work : {"conv2d f32 96x80x2 k9x9 reflect same filters=3",
                           "conv2d f32 33x29x3 k3x4 reflect same mix=diagonal",
                           "conv2d f32 33x29 k3x3 wrap same frames=3 filters=3",
                           "conv1d f32 449 k449 wrap same filters=4"}) {
    if (!prepare(work)) continue;
    ++planned;
    for (double& tap : taps_.front().values) tap *= kBright;
    executable_->set_taps(taps_);
    const Samples got = run(input_);
    for (std::int64_t frame = 0; frame < got.frames; ++frame)
      for (std::int64_t channel = 0; channel < got.channels; ++channel)
        expect_right(got, input_, frame, channel);
  }
  expect_planned(planned, 4, 0);
}

INSTANTIATE_TEST_SUITE_P(Rule, Channels,
                         testing::Values("tile", "partitions", "three-pass", "five-pass"),
                         [](const auto& parameter) {
                           std::string name = parameter.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace channels_test
