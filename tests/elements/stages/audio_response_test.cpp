// SPDX-License-Identifier: LGPL-2.1-or-later
// fftforward ! fftmultiply ! fftinverse on sound, with filters that are given by frequencies.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "filter_harness.h"

namespace fftcore::test::audio_response_test {
namespace {

constexpr int kRate = 48000;
constexpr std::size_t kSamples = 12000;

class SoundChain {
 public:
  explicit SoundChain(const std::string& properties) : bus_(gst_bus_new()) {
    harness_ = gst_harness_new_parse(
        fmt::format("fftforward ! fftmultiply {} ! fftinverse", properties).c_str());
    gst_element_set_bus(harness_->element, bus_.get());
    gst_harness_set_src_caps_str(
        harness_, "audio/x-raw,format=F32LE,layout=interleaved,rate=48000,channels=1");
  }
  ~SoundChain() {
    gst_element_set_bus(harness_->element, nullptr);
    gst_harness_teardown(harness_);
  }
  SoundChain(const SoundChain&) = delete;
  SoundChain& operator=(const SoundChain&) = delete;

  GstFlowReturn push(const std::vector<float>& samples) {
    GstBuffer* const buffer = gst_buffer_new_memdup(samples.data(), samples.size() * sizeof(float));
    GST_BUFFER_PTS(buffer) = 0;
    GST_BUFFER_DURATION(buffer) = gst_util_uint64_scale(samples.size(), GST_SECOND, kRate);
    return gst_harness_push(harness_, buffer);
  }
  std::vector<float> pull_all() {
    gst_harness_push_event(harness_, gst_event_new_eos());
    std::vector<float> result;
    while (const Owned<GstBuffer> buffer{gst_harness_try_pull(harness_)}) {
      std::vector<float> samples(gst_buffer_get_size(buffer.get()) / sizeof(float));
      gst_buffer_extract(buffer.get(), 0, samples.data(), samples.size() * sizeof(float));
      result.insert(result.end(), samples.begin(), samples.end());
    }
    return result;
  }
  std::vector<Report> errors() const { return reports(bus_.get(), GST_MESSAGE_ERROR); }

 private:
  Owned<GstBus> bus_;
  GstHarness* harness_ = nullptr;
};

std::vector<float> sine(double frequency) {
  std::vector<float> samples(kSamples);
  for (std::size_t i = 0; i < kSamples; ++i)
    samples[i] =
        static_cast<float>(std::sin(2 * std::numbers::pi * frequency * static_cast<double>(i)));
  return samples;
}

// In the middle, where nothing is left of how it began. The part is a whole number of periods of
// all frequencies here.
double amplitude(const std::vector<float>& samples) {
  double sum = 0;
  for (std::size_t i = 6000; i < 8000; ++i) sum += static_cast<double>(samples.at(i)) * samples[i];
  return std::sqrt(2 * sum / 2000);
}

TEST(AudioResponse, MultipliesFrequenciesOfSound) {
  struct Case {
    const char* properties;
    double (*response)(double frequency);
    double tolerance;
  };
  const Case cases[] = {
      {"response=\"exp(-(fx/0.1)^2)\"", [](double f) { return std::exp(-f * f / 0.01); }, 1e-3},
      {"response=\"exp(-(f/0.1)^2)\"", [](double f) { return std::exp(-f * f / 0.01); }, 1e-3},
      // 511 rows of taps, were they of a picture
      {"response=\"if(abs(fx)<0.125,1,0.1)\"", [](double f) { return f < 0.125 ? 1 : 0.1; }, 0.02},
      {"notches=\"<<0.05,0.0>>\"", [](double f) { return f == 0.05 ? 0.0 : 1.0; }, 0.02},
  };
  for (const Case& each : cases) {
    for (const double frequency : {0.05, 0.2}) {
      SCOPED_TRACE(fmt::format("{} at {}", each.properties, frequency));
      SoundChain chain(each.properties);
      ASSERT_EQ(chain.push(sine(frequency)), GST_FLOW_OK);
      const std::vector<float> output = chain.pull_all();
      ASSERT_EQ(output.size(), kSamples);
      EXPECT_NEAR(amplitude(output), each.response(frequency), each.tolerance);
    }
  }
}

// Upstream sends the caps that were refused again with each buffer.
TEST(AudioResponse, SaysOnceThatTapsOfSeveralRowsDoNotFit) {
  SoundChain chain("kernel=\"<<1.0,2.0>,<3.0,4.0>>\"");
  for (int times = 0; times < 5; ++times) EXPECT_NE(chain.push(sine(0.05)), GST_FLOW_OK);
  const std::vector<Report> errors = chain.errors();
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_NE(errors[0].text.find("a response"), std::string::npos) << errors[0].text;
}

}  // namespace
}  // namespace fftcore::test::audio_response_test
