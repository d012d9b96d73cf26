// SPDX-License-Identifier: LGPL-2.1-or-later
// Frames in CUDA memory through fftfilter, with a driver that counts what it is asked for and runs
// no kernels: what is copied and waited for, and that everything is given back. What the kernels
// make of the pixels is tested on a GPU (gpu_check).
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "cuda_harness.h"
#include "fake_driver.h"

namespace fftcore::test::frames_test {
namespace {

constexpr Size kSize = {33, 17};

struct Counts {
  int up = fake_cuda_count("host to device");
  int down = fake_cuda_count("device to host");
  int across = fake_cuda_count("device to device");
  int launches = fake_cuda_count("launches");
  int waits = fake_cuda_count("waits");
};

Counts operator-(const Counts& a, const Counts& b) {
  return {a.up - b.up, a.down - b.down, a.across - b.across, a.launches - b.launches,
          a.waits - b.waits};
}

// What one frame costs once the first is through. `planes` are copied.
void expect_all_on_the_device(const std::string& line, GstVideoFormat format, int filters,
                              int planes) {
  SCOPED_TRACE(testing::Message() << line << " " << gst_video_format_to_string(format));
  CudaHarness harness(line);
  ASSERT_TRUE(harness.set_caps(format, kSize));
  const Picture picture = random_picture(format, kSize);
  ASSERT_NE(harness.push(harness.frame(picture)), nullptr);

  GstBuffer* const input = harness.frame(picture);
  GstMapInfo map;  // so that the frame is on the device before
  gst_buffer_map(input, &map, static_cast<GstMapFlags>(GST_MAP_READ | GST_MAP_CUDA));
  gst_buffer_unmap(input, &map);
  const Counts before;
  const Owned<GstBuffer> output = harness.push(input);
  const Counts cost = Counts() - before;
  ASSERT_NE(output, nullptr);
  EXPECT_TRUE(gst_is_cuda_memory(gst_buffer_peek_memory(output.get(), 0)));
  EXPECT_EQ(cost.up, 0);
  EXPECT_EQ(cost.down, 0);
  EXPECT_EQ(cost.across, planes);
  EXPECT_GE(cost.launches, filters);
  // From 1.24 on frames carry the stream that they are written on: the next filter goes on there,
  // and only the last one is waited for.
  EXPECT_EQ(cost.waits, GST_CHECK_VERSION(1, 24, 0) ? 1 : filters) << "one a frame";
}

TEST(CudaFrames, StayOnTheDevice) {
  expect_all_on_the_device("fftfilter filter=lowpass", GST_VIDEO_FORMAT_NV12, 1, 1);
  expect_all_on_the_device("fftfilter filter=lowpass", GST_VIDEO_FORMAT_I420, 1, 2);
  expect_all_on_the_device("fftfilter filter=lowpass planes=all", GST_VIDEO_FORMAT_Y444, 1, 0);
  expect_all_on_the_device("fftfilter filter=lowpass ! fftfilter filter=highpass",
                           GST_VIDEO_FORMAT_NV12, 2, 2);
}

// Wherever frames lie: the same library waits.
TEST(CudaFrames, AreWaitedForAsThePropertySays) {
  for (const char* feature : {static_cast<const char*>(nullptr), "memory:CUDAMemory"}) {
    CudaHarness harness("fftfilter filter=lowpass backend=cuda cuda-wait=sleep");
    ASSERT_TRUE(harness.set_caps(GST_VIDEO_FORMAT_NV12, kSize, feature));
    const Picture picture = random_picture(GST_VIDEO_FORMAT_NV12, kSize);
    for (int frame = 0; frame < 2; ++frame) {
      GstBuffer* const input = feature == nullptr ? buffer_of(picture) : harness.frame(picture);
      const int questions = fake_cuda_count("questions"), sleeps = fake_cuda_count("sleeps");
      ASSERT_NE(harness.push(input), nullptr);
      if (frame == 0) continue;  // compiled and set up
      EXPECT_EQ(fake_cuda_count("questions"), questions);
      EXPECT_GT(fake_cuda_count("sleeps"), sleeps);
    }
  }
}

TEST(CudaFrames, OfColourAreFilteredInOnePiece) {
  CudaHarness harness("fftfilter filter=lowpass");
  ASSERT_TRUE(harness.set_caps(GST_VIDEO_FORMAT_RGBA, kSize));
  EXPECT_NE(harness.push(harness.frame(random_picture(GST_VIDEO_FORMAT_RGBA, kSize))), nullptr);
}

// Of even size: 1.22 maps I420 of odd height wrongly into the host's memory, as the test does.
constexpr Size kEvenSize = {34, 18};

class EachPlanarFormat : public testing::TestWithParam<GstVideoFormat> {};

TEST_P(EachPlanarFormat, HasItsColoursCopied) {
  CudaHarness harness("fftfilter filter=lowpass");
  ASSERT_TRUE(harness.set_caps(GetParam(), kEvenSize));
  const Picture picture = random_picture(GetParam(), kEvenSize);
  const Owned<GstBuffer> output = harness.push(harness.frame(picture));
  ASSERT_NE(output, nullptr);
  const Picture result = read(GetParam(), kEvenSize, output.get());
  for (std::size_t plane = 1; plane < picture.planes.size(); ++plane) {
    EXPECT_EQ(result.planes[plane].samples, picture.planes[plane].samples) << plane;
  }
}

std::string format_name(const testing::TestParamInfo<GstVideoFormat>& info) {
  return gst_video_format_to_string(info.param);
}
INSTANTIATE_TEST_SUITE_P(, EachPlanarFormat,
                         testing::Values(GST_VIDEO_FORMAT_NV12, GST_VIDEO_FORMAT_I420,
                                         GST_VIDEO_FORMAT_Y444),
                         format_name);

TEST(CudaPassthrough, HandsOnTheVeryBuffer) {
  for (const char* line : {"fftfilter", "fftfilter gain=1 offset=0", "fftfilter ! fftfilter"}) {
    CudaHarness harness(line);
    ASSERT_TRUE(harness.set_caps(GST_VIDEO_FORMAT_NV12, kSize));
    GstBuffer* const input = harness.frame(random_picture(GST_VIDEO_FORMAT_NV12, kSize));
    const Counts before;
    EXPECT_EQ(harness.push(input).get(), input) << line;
    const Counts cost = Counts() - before;
    EXPECT_EQ(cost.launches + cost.across + cost.up + cost.down, 0);
  }
}

TEST(CudaPassthrough, ComesAndGoes) {
  CudaHarness harness("fftfilter name=f filter=lowpass");
  ASSERT_TRUE(harness.set_caps(GST_VIDEO_FORMAT_NV12, kSize));
  const Picture picture = random_picture(GST_VIDEO_FORMAT_NV12, kSize);
  for (const char* filter : {"none", "lowpass", "none"}) {
    set_property(harness.element("f").get(), "filter", filter);
    bool passes = false;
    for (int i = 0; i < 20000; ++i) {  // a filter comes into service when it is built
      GstBuffer* const input = harness.frame(picture);
      const Owned<GstBuffer> output = harness.push(input);
      ASSERT_NE(output, nullptr);
      passes = output.get() == input;
      if (passes == (std::string(filter) == "none")) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    EXPECT_EQ(passes, std::string(filter) == "none");
  }
}

TEST(CudaFrames, KeepTheirTimes) {
  CudaHarness harness("fftfilter filter=lowpass");
  ASSERT_TRUE(harness.set_caps(GST_VIDEO_FORMAT_NV12, kSize));
  GstBuffer* const input = harness.frame(random_picture(GST_VIDEO_FORMAT_NV12, kSize));
  GST_BUFFER_PTS(input) = 7 * GST_SECOND;
  const Owned<GstBuffer> output = harness.push(input);
  ASSERT_NE(output, nullptr);
  EXPECT_EQ(GST_BUFFER_PTS(output.get()), 7 * GST_SECOND);
}

TEST(CudaFrames, GoOnWhileKernelsChange) {
  CudaHarness harness("fftfilter name=f kernel=<<1.0,0.5>>");
  ASSERT_TRUE(harness.set_caps(GST_VIDEO_FORMAT_NV12, kSize));
  const Picture picture = random_picture(GST_VIDEO_FORMAT_NV12, kSize);
  for (int columns = 2; columns < 20; ++columns) {
    set_property(
        harness.element("f").get(), "kernel",
        as_kernel_text({std::vector<double>(static_cast<std::size_t>(columns), 1.0 / columns)}));
    for (int i = 0; i < 3; ++i) ASSERT_NE(harness.push(harness.frame(picture)), nullptr);
  }
  EXPECT_TRUE(harness.warnings().empty());
  EXPECT_TRUE(harness.errors().empty());
}

TEST(CudaFrames, LeaveNothingBehind) {
  const auto run = [] {
    CudaHarness harness("fftfilter name=f filter=lowpass ! fftfilter filter=highpass planes=all");
    for (const Size size : {kSize, Size{64, 48}}) {
      ASSERT_TRUE(harness.set_caps(GST_VIDEO_FORMAT_I420, size));
      const Picture picture = random_picture(GST_VIDEO_FORMAT_I420, size);
      for (const char* cutoff : {"0.1", "0.2", "0.3"}) {
        set_property(harness.element("f").get(), "cutoff", cutoff);
        ASSERT_NE(harness.push(harness.frame(picture)), nullptr);
      }
    }
  };
  run();  // what the library keeps for the program's lifetime
  const int before = fake_cuda_left();
  for (int i = 0; i < 3; ++i) run();
  EXPECT_EQ(fake_cuda_left(), before);
}

TEST(CudaFrames, StartAnewAfterAStop) {
  CudaHarness harness("fftfilter name=f filter=lowpass");
  const Picture picture = random_picture(GST_VIDEO_FORMAT_NV12, kSize);
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(harness.set_caps(GST_VIDEO_FORMAT_NV12, kSize));
    ASSERT_NE(harness.push(harness.frame(picture)), nullptr);
    gst_element_set_state(harness.get()->element, GST_STATE_NULL);
    EXPECT_EQ(harness.context_of("f"), nullptr) << "the context went with the frames";
    gst_element_set_state(harness.get()->element, GST_STATE_PLAYING);
  }
}

}  // namespace
}  // namespace fftcore::test::frames_test
