// SPDX-License-Identifier: LGPL-2.1-or-later
// Properties of fftfir that change while sound flows: responses fade over, factors go in straight
// lines, and what does not work leaves all as it was.
#include <gst/controller/gstdirectcontrolbinding.h>
#include <gst/controller/gstinterpolationcontrolsource.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "fir_harness.h"
#include "forward_harness.h"

namespace fftcore::test::fir_changes_test {
namespace {

constexpr int kFade = 256;
constexpr double kF32 = 5e-7;

const AudioKind kMono{.channels = 1};

FilterHarness::Properties fading(const ResponseFile& file,
                                 const FilterHarness::Properties& more = {}) {
  FilterHarness::Properties properties{{"response-location", file.path()},
                                       {"fade", std::to_string(kFade)}};
  properties.insert(properties.end(), more.begin(), more.end());
  return properties;
}

/// Weight of the new one at sample `i` of a change.
double weight(std::ptrdiff_t i) {
  return std::clamp((static_cast<double>(i) + 0.5) / kFade, 0.0, 1.0);
}
Sound faded(const Sound& before, const Sound& after, std::size_t begin) {
  Sound result = before;
  for (std::size_t c = 0; c < before.size(); ++c)
    for (std::size_t i = 0; i < length(before); ++i) {
      const double w = weight(static_cast<std::ptrdiff_t>(i) - static_cast<std::ptrdiff_t>(begin));
      result[c][i] = before[c][i] * (1 - w) + after[c][i] * w;
    }
  return result;
}

/// Pushes noise in buffers of 100 samples, from where it was on, until `is_done` says so of all
/// that went in. What came out is added to `output`.
class Pusher {
 public:
  explicit Pusher(FirHarness& harness) : harness_(harness) {}

  Sound until(Sound& output, auto&& is_done) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (std::chrono::steady_clock::now() < deadline && at_ + 100 <= length(all_)) {
      harness_.push(part(all_, at_, 100), at_);
      at_ += 100;
      append(output, harness_.pull());
      if (is_done(part(all_, 0, at_))) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return part(all_, 0, at_);
  }

 private:
  FirHarness& harness_;
  Sound all_ = noise(harness_.kind().channels, 400000);
  std::size_t at_ = 0;
};

/// Where the output ceases to be `before`.
std::size_t begin_of_change(const Sound& output, const Sound& before) {
  for (std::size_t i = 0; i < length(output); ++i)
    if (std::abs(output[0][i] - before[0][i]) > 1e-6) return i;
  return length(output);
}

TEST(FirChanges, OfTheResponseFadeOver) {
  const std::vector<double> old_response = decaying(300, 2), new_response = decaying(250, 3);
  const ResponseFile old_file = ResponseFile::of(old_response),
                     new_file = ResponseFile::of(new_response);
  FirHarness harness(fading(old_file), kMono);
  Sound output;
  Pusher pusher(harness);
  pusher.until(output, [](const Sound& input) { return length(input) >= 1000; });
  harness.set("response-location", new_file.path());
  std::size_t left = 0;
  const Sound input = pusher.until(output, [&](const Sound& so_far) {
    const Sound before = direct_convolution(so_far, old_response, length(so_far));
    if (left == 0 && begin_of_change(output, before) < length(output)) left = 10;
    return left > 0 && --left == 0;
  });
  const std::size_t samples = length(input);
  const Sound before = direct_convolution(input, old_response, samples),
              after = direct_convolution(input, new_response, samples);
  // The weight of the first samples of a fade is small.
  const std::size_t seen = begin_of_change(output, before);
  double least = 1;
  for (std::size_t begin = seen - 20; begin <= seen; ++begin)
    least = std::min(least, distance(output, faded(before, after, begin)));
  EXPECT_LT(least, kF32) << "old, then a fade over " << kFade << " samples, then new";
  EXPECT_TRUE(harness.warnings().empty());
}

// A longer one is another convolution, which begins without a history.
TEST(FirChanges, ToALongerResponseFadeOverToo) {
  const std::vector<double> old_response = decaying(300, 2), new_response = decaying(700, 3);
  const ResponseFile old_file = ResponseFile::of(old_response),
                     new_file = ResponseFile::of(new_response);
  FirHarness harness(fading(old_file, {{"latency", "90"}}), kMono);
  Sound output;
  Pusher pusher(harness);
  pusher.until(output, [](const Sound& input) { return length(input) >= 1000; });
  harness.set("response-location", new_file.path());
  int left = 0;
  // Results are 90 samples late.
  const auto of = [](const Sound& input, const std::vector<double>& response) {
    return direct_convolution(input, response, length(input));
  };
  pusher.until(output, [&](const Sound& so_far) {
    const Sound before = of(part(so_far, 0, length(output)), old_response);
    if (left == 0 && begin_of_change(output, before) < length(output)) left = 15;
    return left > 0 && --left == 0;
  });
  harness.send(gst_event_new_eos());
  for (Sound one = harness.pull(); !one.empty(); one = harness.pull()) append(output, one);
  const std::size_t samples = length(output) - 699;
  const Sound input = part(noise(1, 400000), 0, samples);
  const Sound before = direct_convolution(input, old_response, length(output));
  const std::size_t seen = begin_of_change(output, before);
  double least = 1;
  // It begins with a buffer; the first output that knows of it is as late as all are.
  for (std::size_t start = 0; start <= seen + 100; start += 100) {
    Sound heard = input;
    std::fill_n(heard[0].begin(), start, 0.0);
    const Sound after = direct_convolution(heard, new_response, length(output));
    if (start < 90) continue;
    least = std::min(least, distance(output, faded(before, after, start - 90)));
  }
  EXPECT_LT(least, kF32);
}

TEST(FirChanges, ThatDoNotWorkAreWarningsAndLeaveAllAsItWas) {
  const std::vector<double> response = decaying(300, 2);
  const ResponseFile file = ResponseFile::of(response),
                     wrong = ResponseFile::npy("3, 10", noise(3, 10));
  FirHarness harness(fading(file), kMono);
  for (const auto& [location, text] : std::vector<std::pair<std::string, std::string>>{
           {"/nowhere", "there is no file"}, {wrong.path(), "3 responses"}}) {
    harness.set("response-location", location);
    std::vector<Report> warnings;
    Sound output;
    Pusher pusher(harness);
    harness.send(gst_event_new_flush_start());
    harness.send(gst_event_new_flush_stop(TRUE));
    GstSegment segment;
    gst_segment_init(&segment, GST_FORMAT_TIME);
    harness.send(gst_event_new_segment(&segment));
    const Sound input = pusher.until(output, [&](const Sound&) {
      for (const Report& one : harness.warnings()) warnings.push_back(one);
      return !warnings.empty() && length(output) > 1000;
    });
    expect_one(warnings, {text, "the last settings that worked stay in use"});
    EXPECT_LT(distance(output, direct_convolution(input, response, length(input))), kF32);
  }
  EXPECT_TRUE(harness.errors().empty());
}

TEST(FirChanges, ToAnotherNumberOfResponsesFadeOver) {
  const std::vector<double> one = decaying(100, 2);
  const Sound each{decaying(100, 3), decaying(100, 4)};
  const ResponseFile file = ResponseFile::of(one), other = ResponseFile::npy("2, 100", each);
  FirHarness harness(fading(file));
  Sound output;
  Pusher pusher(harness);
  pusher.until(output, [](const Sound& input) { return length(input) >= 500; });
  harness.set("response-location", other.path());
  const Matrix responses{{each[0], {}}, {{}, each[1]}};
  bool has_come = false;
  const Sound input = pusher.until(output, [&](const Sound& so_far) {
    const Sound expected = direct_convolution(so_far, responses, length(so_far));
    const std::size_t samples = length(so_far);
    has_come = samples >= 800 && distance(part(output, samples - 100, 100),
                                          part(expected, samples - 100, 100)) < kF32;
    return has_come;
  });
  EXPECT_TRUE(has_come);
}

TEST(FirChanges, OfFactorsGoInStraightLines) {
  const std::vector<double> response = decaying(100, 2);
  const ResponseFile file = ResponseFile::of(response);
  const Sound input = noise(1, 2000);
  for (const char* const latency : {"0", "70"}) {
    FirHarness harness(fading(file, {{"gain", "0.5"}, {"dry", "0.25"}, {"latency", latency}}),
                       kMono);
    harness.push(part(input, 0, 1000), 0);
    harness.set("wet", "0.5");
    harness.set("dry", "1");
    harness.push(part(input, 1000, 1000), 1000);
    harness.send(gst_event_new_eos());
    const Sound wet = direct_convolution(input, response, 2099),
                dry = direct_convolution(input, std::vector<double>{1.0}, 2099);
    // Late results are changed as they come out.
    const std::ptrdiff_t begin = 1000 - std::stoi(latency);
    Sound expected = wet;
    for (std::size_t i = 0; i < 2099; ++i) {
      const double w = weight(static_cast<std::ptrdiff_t>(i) - begin);
      expected[0][i] = 0.5 * (wet[0][i] * (1 - 0.5 * w) + dry[0][i] * (0.25 + 0.75 * w));
    }
    EXPECT_LT(distance(harness.pull_all(0), expected), kF32) << latency;
  }
}

TEST(FirChanges, AtOnceWithoutAFade) {
  FirHarness harness(FilterHarness::Properties{{"fade", "0"}}, kMono);
  harness.push({{0.5, 0.5}}, 0);
  harness.set("gain", "0.5");
  harness.push({{0.5, 0.5}}, 2);
  EXPECT_EQ(harness.pull_all(0), (Sound{{0.5, 0.5, 0.25, 0.25}}));
}

TEST(FirChanges, FollowAController) {
  FirHarness harness(FilterHarness::Properties{{"fade", "100"}, {"wet", "0"}}, kMono);
  GstControlSource* const source = gst_interpolation_control_source_new();
  g_object_set(source, "mode", GST_INTERPOLATION_MODE_LINEAR, nullptr);
  // wet from 0 to 1 within 1000 samples
  gst_timed_value_control_source_set(GST_TIMED_VALUE_CONTROL_SOURCE(source), 0, 0);
  gst_timed_value_control_source_set(GST_TIMED_VALUE_CONTROL_SOURCE(source), GST_SECOND / 8, 1);
  gst_object_add_control_binding(
      GST_OBJECT(harness.element()),
      gst_direct_control_binding_new(GST_OBJECT(harness.element()), "wet", source));
  gst_object_unref(source);
  const Sound input{std::vector<double>(1000, 0.5)};
  harness.push_all(input, {100});
  const Sound output = harness.pull_all(0);
  for (std::size_t i = 0; i < 1000; ++i) {
    // A buffer goes to its own value, from that of the one before.
    const double own = static_cast<double>(i / 100) / 10, before = std::max(own - 0.1, 0.0);
    const double w = (static_cast<double>(i % 100) + 0.5) / 100;
    EXPECT_NEAR(output[0][i], 0.5 * (before + (own - before) * w), 1e-6) << i;
  }
}

TEST(FirChanges, OfLatencyWaitForAStop) {
  FirHarness harness(FilterHarness::Properties{}, kMono);
  harness.set("latency", "10");
  expect_one(harness.warnings(), {"latency can only be set in state NULL or READY"});
}

}  // namespace
}  // namespace fftcore::test::fir_changes_test
