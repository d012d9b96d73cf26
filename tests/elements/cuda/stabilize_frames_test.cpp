// SPDX-License-Identifier: LGPL-2.1-or-later
// Frames in CUDA memory through fftstabilize, with a driver that runs no kernels: they stay on the
// device. What comes out is tested on a GPU (gpu_check).
#include <gtest/gtest.h>

#include "cuda_harness.h"
#include "fake_driver.h"

namespace fftcore::test::stabilize_frames_test {
namespace {

// Of even size: 1.22 maps I420 of odd height wrongly into the host's memory, as the test does.
constexpr Size kSize = {96, 64};

TEST(CudaStabilize, KeepsFramesOfEveryFormatOnTheDevice) {
  for (const GstVideoFormat format : cuda_formats()) {
    SCOPED_TRACE(gst_video_format_to_string(format));
    CudaHarness harness("fftstabilize min-confidence=0");
    ASSERT_TRUE(harness.set_caps(format, kSize));
    const Picture picture = random_picture(format, kSize);
    for (int frame = 0; frame < 4; ++frame) {
      GstBuffer* const input = harness.frame(picture);
      GstMapInfo map;  // so that the frame is on the device before
      gst_buffer_map(input, &map, static_cast<GstMapFlags>(GST_MAP_READ | GST_MAP_CUDA));
      gst_buffer_unmap(input, &map);
      const int down = fake_cuda_count("device to host");
      const int across = fake_cuda_count("device to device");
      const int launches = fake_cuda_count("launches");
      const Owned<GstBuffer> output = harness.push(input);
      ASSERT_NE(output, nullptr);
      EXPECT_TRUE(gst_is_cuda_memory(gst_buffer_peek_memory(output.get(), 0)));
      EXPECT_LE(fake_cuda_count("device to host"), down + (has_planar_colours(format) ? 7 : 1))
          << "the peak at the most, and planes of colours for two images";
      EXPECT_EQ(fake_cuda_count("device to device"), across) << "no plane is copied";
      EXPECT_GT(fake_cuda_count("launches"), launches);
    }
    EXPECT_TRUE(harness.errors().empty());
  }
}

TEST(CudaStabilize, WarpsFramesOfEveryFormatOnTheDevice) {
  for (const GstVideoFormat format : cuda_formats()) {
    SCOPED_TRACE(gst_video_format_to_string(format));
    CudaHarness harness("fftstabilize model=similarity zoom=1.1");
    ASSERT_TRUE(harness.set_caps(format, kSize));
    const Picture picture = random_picture(format, kSize);
    for (int frame = 0; frame < 3; ++frame) {
      GstBuffer* const input = harness.frame(picture);
      GstMapInfo map;  // so that the frame is on the device before
      gst_buffer_map(input, &map, static_cast<GstMapFlags>(GST_MAP_READ | GST_MAP_CUDA));
      gst_buffer_unmap(input, &map);
      const int down = fake_cuda_count("device to host"), launches = fake_cuda_count("launches");
      const Owned<GstBuffer> output = harness.push(input);
      ASSERT_NE(output, nullptr);
      EXPECT_TRUE(gst_is_cuda_memory(gst_buffer_peek_memory(output.get(), 0)));
      EXPECT_LE(fake_cuda_count("device to host"), down + (has_planar_colours(format) ? 3 : 1))
          << "brightness alone is measured in the host's memory";
      EXPECT_GT(fake_cuda_count("launches"), launches);
    }
    EXPECT_TRUE(harness.errors().empty());
  }
}

TEST(CudaStabilize, FollowsFramesIntoAnotherContext) {
  CudaHarness harness("fftstabilize");
  ASSERT_TRUE(harness.set_caps(GST_VIDEO_FORMAT_NV12, kSize));
  const Picture picture = random_picture(GST_VIDEO_FORMAT_NV12, kSize);
  ASSERT_NE(harness.push(harness.frame(picture)), nullptr);
  const Context other(gst_cuda_context_new(1));
  for (int frame = 0; frame < 2; ++frame) {
    const Owned<GstBuffer> output = harness.push(harness.frame_in(other.get(), picture));
    ASSERT_NE(output, nullptr);
    EXPECT_EQ(GST_CUDA_MEMORY_CAST(gst_buffer_peek_memory(output.get(), 0))->context, other.get());
  }
  EXPECT_TRUE(harness.errors().empty());
}

TEST(CudaStabilize, RefusesABackendThatDoesNotReachTheFrames) {
  CudaHarness harness("fftstabilize backend=cpu");
  harness.set_caps(GST_VIDEO_FORMAT_NV12, kSize);
  EXPECT_EQ(harness.push(harness.frame(random_picture(GST_VIDEO_FORMAT_NV12, kSize))), nullptr);
  expect_error(harness, {"backend=cpu", "CUDAMemory"});
}

}  // namespace
}  // namespace fftcore::test::stabilize_frames_test
