// SPDX-License-Identifier: LGPL-2.1-or-later
// Spectra and frames in CUDA memory through fftinverse and fftview, with a driver that counts what
// it is asked for and runs no kernels: what is copied and waited for, where colours come from, and
// that everything is given back.
#include <gtest/gtest.h>

#include <algorithm>

#include "cuda_harness.h"
#include "fake_driver.h"
#include "spectrum_harness.h"

namespace fftcore::test::inverse_frames_test {
namespace {

using gst::SpectrumInfo;

// even: 1.22 maps I420 of odd height wrongly into the host's memory, as the tests do
constexpr Size kSize = {34, 18};
constexpr Extent kPoints = {20, 36};

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

// What a frame costs once the first is through.
Counts cost_of(const std::string& line, GstVideoFormat format) {
  CudaHarness harness(line);
  harness.set_caps(format, kSize);
  const Picture picture = random_picture(format, kSize);
  EXPECT_NE(harness.push(harness.frame(picture)), nullptr);
  GstBuffer* const input = harness.frame(picture);
  GstMapInfo map;  // so that the frame is on the device before
  gst_buffer_map(input, &map, static_cast<GstMapFlags>(GST_MAP_READ | GST_MAP_CUDA));
  gst_buffer_unmap(input, &map);
  const Counts before;
  EXPECT_NE(harness.push(input), nullptr);
  const Counts cost = Counts() - before;
  for (const Report& error : harness.errors()) ADD_FAILURE() << error.text;
  return cost;
}

void expect_on_device(const Counts& cost, int launches, int planes) {
  EXPECT_EQ(cost.up, 0);
  EXPECT_EQ(cost.down, 0);
  EXPECT_EQ(cost.across, planes);
  EXPECT_EQ(cost.launches, launches);
  EXPECT_EQ(cost.waits, 1) << "one a frame, at its end";
}

TEST(CudaInverse, KeepsAllOnTheDevice) {
  expect_on_device(cost_of("fftforward ! fftinverse", GST_VIDEO_FORMAT_NV12), 2, 1);
  expect_on_device(cost_of("fftforward ! fftinverse", GST_VIDEO_FORMAT_I420), 2, 2);
  for (const GstVideoFormat format : {GST_VIDEO_FORMAT_RGBA, GST_VIDEO_FORMAT_BGRx}) {
    SCOPED_TRACE("the launch copies alpha");
    expect_on_device(cost_of("fftforward ! fftinverse", format), 2, 0);
    expect_on_device(
        cost_of("fftforward ! "
                "application/x-fft-spectrum(memory:CUDAMemory),transformed=rows-and-columns ! "
                "fftinverse",
                format),
        4, 0);
  }
  expect_on_device(
      cost_of(
          "fftforward ! application/x-fft-spectrum(memory:CUDAMemory),transformed=rows-and-columns "
          "! fftinverse",
          GST_VIDEO_FORMAT_NV12),
      4, 1);
}

TEST(CudaInverse, ReadsASpectrumThatAViewShows) {
  const Counts cost =
      cost_of("fftforward ! fftview ! capsfilter caps=video/x-raw", GST_VIDEO_FORMAT_NV12);
  EXPECT_EQ(cost.up, 0);
  EXPECT_EQ(cost.down, 1) << "the spectrum";
}

class EachCudaFormat : public testing::TestWithParam<GstVideoFormat> {};

TEST_P(EachCudaFormat, HasItsColoursFromTheFrame) {
  for (const char* line :
       {"fftforward ! fftinverse",
        "fftforward ! application/x-fft-spectrum ! fftinverse ! capsfilter caps=video/x-raw"}) {
    SCOPED_TRACE(line);
    CudaHarness harness(line);
    harness.set_caps(GetParam(), kSize);
    const Picture picture = random_picture(GetParam(), kSize);
    const Owned<GstBuffer> output = harness.push(harness.frame(picture));
    for (const Report& error : harness.errors()) ADD_FAILURE() << error.text;
    ASSERT_NE(output, nullptr);
    const Picture result = read(GetParam(), kSize, output.get());
    for (std::size_t plane = 1; plane < picture.planes.size(); ++plane)
      EXPECT_EQ(result.planes[plane].samples, picture.planes[plane].samples) << plane;
  }
}

std::string format_name(const testing::TestParamInfo<GstVideoFormat>& each) {
  return gst_video_format_to_string(each.param);
}
INSTANTIATE_TEST_SUITE_P(, EachCudaFormat,
                         testing::Values(GST_VIDEO_FORMAT_NV12, GST_VIDEO_FORMAT_I420,
                                         GST_VIDEO_FORMAT_Y444),
                         format_name);

// From system memory into CUDA memory: spectra from a file, or frames that were never there.
TEST(CudaInverse, WritesColoursOfSpectraInSystemMemory) {
  for (const bool has_frame : {false, true}) {
    const Picture picture = random_picture(GST_VIDEO_FORMAT_NV12, kSize);
    const SpectrumInfo info = spectrum_of_video(GST_VIDEO_FORMAT_NV12, kSize, kPoints);
    SpectrumHarness harness("fftinverse", {}, "video/x-raw(memory:CUDAMemory),format=NV12");
    harness.set_caps(info);
    const Owned<GstBuffer> frame(buffer_of(picture));
    const Owned<GstBuffer> output =
        harness.push(spectrum_buffer(picture, info, 0, has_frame ? frame.get() : nullptr));
    for (const Report& error : harness.errors()) ADD_FAILURE() << error.text;
    ASSERT_NE(output, nullptr);
    EXPECT_TRUE(gst_is_cuda_memory(gst_buffer_peek_memory(output.get(), 0)));
    std::vector<int> expected = picture.planes[1].samples;
    if (!has_frame) std::ranges::fill(expected, 128);
    EXPECT_EQ(read(GST_VIDEO_FORMAT_NV12, kSize, output.get()).planes[1].samples, expected)
        << has_frame;
  }
}

TEST(CudaView, DrawsIntoCudaMemoryToo) {
  const SpectrumInfo info = spectrum_of_video(GST_VIDEO_FORMAT_GRAY8, kSize, kPoints);
  const Picture picture = random_picture(GST_VIDEO_FORMAT_GRAY8, kSize);
  for (const char* format : {"RGBA", "NV12"}) {
    SpectrumHarness here("fftview", {}, (std::string("video/x-raw,format=") + format).c_str());
    SpectrumHarness there("fftview", {},
                          (std::string("video/x-raw(memory:CUDAMemory),format=") + format).c_str());
    for (SpectrumHarness* each : {&here, &there}) each->set_caps(info);
    const Owned<GstBuffer> expected = here.push(spectrum_buffer(picture, info)),
                           view = there.push(spectrum_buffer(picture, info));
    for (const Report& error : there.errors()) ADD_FAILURE() << error.text;
    ASSERT_NE(view, nullptr);
    EXPECT_TRUE(gst_is_cuda_memory(gst_buffer_peek_memory(view.get(), 0)));
    const GstVideoFormat parsed = gst_video_format_from_string(format);
    GstMapInfo map;  // by way of the device
    gst_buffer_map(view.get(), &map, static_cast<GstMapFlags>(GST_MAP_READ | GST_MAP_CUDA));
    gst_buffer_unmap(view.get(), &map);
    EXPECT_EQ(largest_difference(read(parsed, {36, 20}, view.get()),
                                 read(parsed, {36, 20}, expected.get())),
              0)
        << format;
  }
}

TEST(CudaInverse, LeavesNothingBehind) {
  const auto run = [] {
    CudaHarness harness(
        "fftforward ! tee name=t ! fftinverse ! fakesink async=false sync=false  t. ! fftview ! "
        "capsfilter caps=video/x-raw");
    for (const Size size : {kSize, Size{64, 48}}) {
      harness.set_caps(GST_VIDEO_FORMAT_I420, size);
      const Picture picture = random_picture(GST_VIDEO_FORMAT_I420, size);
      for (int i = 0; i < 3; ++i) ASSERT_NE(harness.push(harness.frame(picture)), nullptr);
    }
    for (const Report& error : harness.errors()) ADD_FAILURE() << error.text;
  };
  run();  // what the library keeps for the program's lifetime
  const int before = fake_cuda_left();
  for (int i = 0; i < 3; ++i) run();
  EXPECT_EQ(fake_cuda_left(), before);
}

}  // namespace
}  // namespace fftcore::test::inverse_frames_test
