// SPDX-License-Identifier: LGPL-2.1-or-later
// fftforward ! fftinverse gives back what went in, of video and of audio, whatever is between or
// beside them.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <random>
#include <stdexcept>

#include "filter_harness.h"

namespace fftcore::test::round_trip_test {
namespace {

constexpr Size kSize = {61, 47};

// What computes: FFTCORE_TEST_BACKEND, in the lanes that name one.
std::string forward() {
  const char* const backend = std::getenv("FFTCORE_TEST_BACKEND");
  return std::string("fftforward backend=") + (backend != nullptr ? backend : "cpu") + " ";
}
std::string inverse() {
  return "fftinverse" + forward().substr(10);
}

// A GPU's compiler takes a second or two for each.
std::vector<Size> sizes() {
  if (std::getenv("FFTCORE_TEST_BACKEND") != nullptr) return {kSize};
  return {kSize, {1, 1}, {2, 33}, {320, 8}};
}
std::vector<GstVideoFormat> formats() {
  if (std::getenv("FFTCORE_TEST_BACKEND") == nullptr) return all_formats();
  return {GST_VIDEO_FORMAT_GRAY8,     GST_VIDEO_FORMAT_NV12, GST_VIDEO_FORMAT_UYVY,
          GST_VIDEO_FORMAT_BGR,       GST_VIDEO_FORMAT_RGBA, GST_VIDEO_FORMAT_GBR,
          GST_VIDEO_FORMAT_RGBA64_LE, GST_VIDEO_FORMAT_xRGB};
}

class Line {
 public:
  explicit Line(const std::string& line) : harness_(gst_harness_new_parse(line.c_str())) {}
  ~Line() { gst_harness_teardown(harness_); }
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;

  GstHarness* get() const { return harness_; }

  Picture push(GstBuffer* input, GstVideoFormat format, Size size) {
    return push(input, format, size, format);
  }
  Picture push(GstBuffer* input, GstVideoFormat format, Size size, GstVideoFormat output_format) {
    gst_harness_set_src_caps(harness_, caps_of(info_of(format, size)));
    if (gst_harness_push(harness_, input) != GST_FLOW_OK)
      throw std::runtime_error("the frame is refused");
    const Owned<GstBuffer> output(gst_harness_try_pull(harness_));
    if (output == nullptr) throw std::runtime_error("no frame came out");
    return read(output_format, size, output.get());
  }

 private:
  GstHarness* harness_;
};

TEST(RoundTrip, GivesBackFramesOfEveryFormatAndSize) {
  for (const char* between :
       {"", "capsfilter caps=application/x-fft-spectrum,transformed=rows-and-columns ! "}) {
    Line line(forward() + "! " + between + inverse());
    for (const GstVideoFormat format : formats()) {
      for (const Size size : sizes()) {
        SCOPED_TRACE(testing::Message() << between << gst_video_format_to_string(format) << " "
                                        << size.width << "x" << size.height);
        const Picture input = random_picture(format, size);
        EXPECT_EQ(largest_difference(line.push(buffer_of(input), format, size), input), 0);
        EXPECT_EQ(largest_difference(line.push(strided_buffer_of(input, 24), format, size), input),
                  0)
            << "strided";
      }
    }
  }
}

TEST(RoundTrip, InHalfPrecisionIsOffByOneAtMost) {
  Line line(forward() + "precision=fast ! " + inverse());
  for (const GstVideoFormat format :
       {GST_VIDEO_FORMAT_GRAY8, GST_VIDEO_FORMAT_I420, GST_VIDEO_FORMAT_RGBA}) {
    const Picture input = random_picture(format, kSize);
    EXPECT_LE(largest_difference(line.push(buffer_of(input), format, kSize), input), 1)
        << gst_video_format_to_string(format);
  }
}

TEST(RoundTrip, ChangesTheOrderOfColours) {
  constexpr std::array kFrom = {GST_VIDEO_FORMAT_RGB, GST_VIDEO_FORMAT_BGRA};
  for (const char* precision : {"full", "fast"}) {
    for (const GstVideoFormat format : kFrom) {
      Line line(forward() + "precision=" + precision + " ! " + inverse() +
                "! capsfilter caps=video/x-raw,format=" +
                (format == GST_VIDEO_FORMAT_RGB ? "BGRx" : "RGBA"));
      const Picture input = random_picture(format, kSize);
      const Picture output =
          line.push(buffer_of(input), format, kSize,
                    format == GST_VIDEO_FORMAT_RGB ? GST_VIDEO_FORMAT_BGRx : GST_VIDEO_FORMAT_RGBA);
      for (int y = 0; y < kSize.height; ++y) {
        for (int x = 0; x < kSize.width; ++x) {
          EXPECT_EQ(output.planes[0].at(y, x, 3), 255);
          for (int c = 0; c < 3; ++c)
            EXPECT_NEAR(output.planes[0].at(y, x, 2 - c), input.planes[0].at(y, x, c),
                        precision[1] == 'a' ? 1 : 0);
        }
      }
    }
  }
}

TEST(RoundTrip, CopiesNothingFromTheOutsideOfTheFrame) {
  Line line(forward() + "pad-width=200 pad-height=120 ! " + inverse());
  const Picture input = random_picture(GST_VIDEO_FORMAT_BGRA, kSize);
  EXPECT_EQ(largest_difference(line.push(buffer_of(input), GST_VIDEO_FORMAT_BGRA, kSize), input),
            0);
}

void keep(GstElement* pipeline, const char* name, std::vector<Picture>& pictures) {
  const Owned<GstElement> element(gst_bin_get_by_name(GST_BIN(pipeline), name));
  g_signal_connect(
      element.get(), "handoff",
      G_CALLBACK(+[](GstElement*, GstBuffer* buffer, void*, std::vector<Picture>* seen) {
        seen->push_back(read(GST_VIDEO_FORMAT_I420, {64, 36}, buffer));
      }),
      &pictures);
}

// One transform for a view and for the way back.
TEST(RoundTrip, WithAViewBeside) {
  GError* error = nullptr;
  const Owned<GstElement> pipeline(gst_parse_launch(
      "videotestsrc pattern=circular num-buffers=4 ! video/x-raw,format=I420,width=64,height=36 ! "
      "tee name=before ! queue ! "
      "fakesink name=in sync=false async=false signal-handoffs=true  before. ! queue ! fftforward "
      "! tee name=spectra "
      "spectra. ! queue ! fftinverse ! fakesink name=back sync=false signal-handoffs=true "
      "spectra. ! queue ! fftview ! video/x-raw,format=NV12 ! fakesink sync=false",
      &error));
  ASSERT_EQ(error, nullptr) << error->message;
  std::vector<Picture> in, back;
  keep(pipeline.get(), "in", in);
  keep(pipeline.get(), "back", back);
  gst_element_set_state(pipeline.get(), GST_STATE_PLAYING);
  const Owned<GstBus> bus(gst_element_get_bus(pipeline.get()));
  const Owned<GstMessage> message(
      gst_bus_timed_pop_filtered(bus.get(), 20 * GST_SECOND,
                                 static_cast<GstMessageType>(GST_MESSAGE_EOS | GST_MESSAGE_ERROR)));
  ASSERT_NE(message, nullptr);
  EXPECT_EQ(GST_MESSAGE_TYPE(message.get()), GST_MESSAGE_EOS);
  gst_element_set_state(pipeline.get(), GST_STATE_NULL);
  ASSERT_EQ(back.size(), 4U);
  for (std::size_t i = 0; i < back.size(); ++i)
    EXPECT_EQ(largest_difference(back[i], in.at(i)), 0) << i;
}

std::vector<float> samples_through(const std::string& line, const std::vector<float>& input,
                                   int channels, int rate, std::size_t block) {
  GstHarness* const harness = gst_harness_new_parse(line.c_str());
  const std::string caps =
      "audio/x-raw,format=F32LE,layout=interleaved,rate=" + std::to_string(rate) +
      ",channels=" + std::to_string(channels);
  gst_harness_set_src_caps_str(harness, caps.c_str());
  std::vector<float> output;
  GstClockTime expected = 0;
  const auto pull_all = [&] {
    while (const Owned<GstBuffer> buffer{gst_harness_try_pull(harness)}) {
      EXPECT_NEAR(static_cast<double>(GST_BUFFER_PTS(buffer.get())), static_cast<double>(expected),
                  1.0 * GST_SECOND / rate / 2);
      std::vector<float> samples(gst_buffer_get_size(buffer.get()) / sizeof(float));
      gst_buffer_extract(buffer.get(), 0, samples.data(), samples.size() * sizeof(float));
      output.insert(output.end(), samples.begin(), samples.end());
      expected = gst_util_uint64_scale(output.size() / static_cast<std::size_t>(channels),
                                       GST_SECOND, static_cast<guint64>(rate));
    }
  };
  const std::size_t frame = static_cast<std::size_t>(channels);
  for (std::size_t first = 0; first < input.size() / frame; first += block) {
    const std::size_t count = std::min(block, input.size() / frame - first);
    GstBuffer* const buffer =
        gst_buffer_new_memdup(input.data() + first * frame, count * frame * sizeof(float));
    GST_BUFFER_PTS(buffer) = gst_util_uint64_scale(first, GST_SECOND, static_cast<guint64>(rate));
    GST_BUFFER_DURATION(buffer) =
        gst_util_uint64_scale(count, GST_SECOND, static_cast<guint64>(rate));
    EXPECT_EQ(gst_harness_push(harness, buffer), GST_FLOW_OK);
    pull_all();
  }
  gst_harness_push_event(harness, gst_event_new_eos());
  pull_all();
  gst_harness_teardown(harness);
  return output;
}

TEST(RoundTrip, GivesBackSamplesToTheLast) {
  for (const int channels : {1, 2}) {
    std::mt19937 random(5);
    std::uniform_real_distribution<float> values(-1, 1);
    std::vector<float> input(static_cast<std::size_t>(channels) * 10007);
    for (float& value : input) value = values(random);
    const std::vector<float> output = samples_through(
        forward() + "block-size=1024 hop=700 ! " + inverse(), input, channels, 44100, 441);
    ASSERT_EQ(output.size(), input.size());
    for (std::size_t i = 0; i < input.size(); ++i) ASSERT_NEAR(output[i], input[i], 1e-5) << i;
  }
}

}  // namespace
}  // namespace fftcore::test::round_trip_test
