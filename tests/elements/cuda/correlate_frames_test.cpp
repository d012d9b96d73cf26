// SPDX-License-Identifier: LGPL-2.1-or-later
// Frames in CUDA memory through fftcorrelate, with a driver that runs no kernels: where frames lie,
// and what is copied for what. What is found is tested on a GPU (gpu_check).
#include <gtest/gtest.h>

#include "cuda_harness.h"
#include "fake_driver.h"

namespace fftcore::test::correlate_frames_test {
namespace {

constexpr Size kSize = {96, 64};

GstBuffer* frame_on_the_device(CudaHarness& harness, const Picture& picture) {
  GstBuffer* const frame = harness.frame(picture);
  GstMapInfo map;
  gst_buffer_map(frame, &map, static_cast<GstMapFlags>(GST_MAP_READ | GST_MAP_CUDA));
  gst_buffer_unmap(frame, &map);
  return frame;
}

TEST(CudaCorrelate, PassesFramesOfEveryFormat) {
  for (const GstVideoFormat format : cuda_formats()) {
    SCOPED_TRACE(gst_video_format_to_string(format));
    CudaHarness harness("fftcorrelate method=phase");
    ASSERT_TRUE(harness.set_caps(format, kSize));
    const Picture picture = random_picture(format, kSize);
    for (int i = 0; i < 3; ++i) {
      GstBuffer* const input = frame_on_the_device(harness, picture);
      GstMemory* const memory = gst_buffer_peek_memory(input, 0);
      const int up = fake_cuda_count("host to device");
      const Owned<GstBuffer> output = harness.push(input);
      ASSERT_NE(output, nullptr);
      EXPECT_EQ(gst_buffer_peek_memory(output.get(), 0), memory) << "the frame itself";
      if (i > 0 && !has_planar_colours(format)) {
        EXPECT_EQ(fake_cuda_count("host to device"), up) << "no frame is copied up";
      }
    }
    EXPECT_TRUE(harness.errors().empty());
  }
}

TEST(CudaCorrelate, LooksAtFramesWhereTheyLie) {
  CudaHarness harness("fftcorrelate method=phase post-messages=false");
  ASSERT_TRUE(harness.set_caps(GST_VIDEO_FORMAT_NV12, kSize));
  const Picture picture = random_picture(GST_VIDEO_FORMAT_NV12, kSize);
  for (int i = 0; i < 2; ++i) harness.push(frame_on_the_device(harness, picture));
  GstBuffer* const input = frame_on_the_device(harness, picture);
  const int launches = fake_cuda_count("launches");
  const int down = fake_cuda_count("device to host");
  ASSERT_NE(harness.push(input), nullptr);
  EXPECT_GT(fake_cuda_count("launches"), launches);
  EXPECT_LE(fake_cuda_count("device to host"), down + 1) << "the peaks";
}

TEST(CudaCorrelate, TakesATemplateByItsOwnPixels) {
  for (const GstVideoFormat format : cuda_formats()) {
    SCOPED_TRACE(gst_video_format_to_string(format));
    CudaHarness harness("fftcorrelate template-rect=\"<20,10,16,12>\"");
    ASSERT_TRUE(harness.set_caps(format, kSize));
    GstBuffer* const input = frame_on_the_device(harness, random_picture(format, kSize));
    const int down = fake_cuda_count("device to host");
    ASSERT_NE(harness.push(input), nullptr);
    EXPECT_EQ(fake_cuda_count("device to host"), down + (has_planar_colours(format) ? 6 : 1));
    EXPECT_TRUE(harness.warnings().empty()) << "it has structure";
    EXPECT_TRUE(harness.errors().empty());
  }
}

TEST(CudaCorrelate, DrawsIntoFramesOnTheDevice) {
  CudaHarness harness("fftcorrelate method=phase threshold=-1 output=overlay");
  ASSERT_TRUE(harness.set_caps(GST_VIDEO_FORMAT_NV12, kSize));
  const Picture picture = random_picture(GST_VIDEO_FORMAT_NV12, kSize);
  for (int i = 0; i < 3; ++i) {
    const Owned<GstBuffer> output = harness.push(frame_on_the_device(harness, picture));
    ASSERT_NE(output, nullptr);
    EXPECT_TRUE(gst_is_cuda_memory(gst_buffer_peek_memory(output.get(), 0)));
  }
}

TEST(CudaCorrelate, RefusesABackendThatDoesNotReachTheFrames) {
  CudaHarness harness("fftcorrelate method=phase backend=cpu");
  harness.set_caps(GST_VIDEO_FORMAT_NV12, kSize);
  EXPECT_EQ(harness.push(harness.frame(random_picture(GST_VIDEO_FORMAT_NV12, kSize))), nullptr);
  expect_error(harness, {"backend=cpu", "CUDAMemory"});
}

}  // namespace
}  // namespace fftcore::test::correlate_frames_test
