// SPDX-License-Identifier: LGPL-2.1-or-later
// Frames in CUDA memory through fftdenoise, with a driver that runs no kernels: they stay on the
// device, and neighbours are of one context. What comes out is tested on a GPU (gpu_check).
#include <gtest/gtest.h>

#include "cuda_harness.h"
#include "fake_driver.h"

namespace fftcore::test::denoise_frames_test {
namespace {

constexpr Size kSize = {96, 64};
// Small blocks, whose kernels are soon written.
constexpr const char* kThree = "fftdenoise sigma=4 block=8 step=4 before=1 after=1";

void expect_on_device(const GstBuffer* output, GstCudaContext* context) {
  ASSERT_NE(output, nullptr);
  GstMemory* const memory = gst_buffer_peek_memory(const_cast<GstBuffer*>(output), 0);
  ASSERT_TRUE(gst_is_cuda_memory(memory));
  EXPECT_EQ(GST_CUDA_MEMORY_CAST(memory)->context, context);
}

/// What has come out and was not taken.
Owned<GstBuffer> pulled(CudaHarness& harness) {
  return Owned<GstBuffer>(gst_harness_try_pull(harness.get()));
}

}  // namespace

TEST(CudaDenoise, KeepsFramesOfEveryFormatOnTheDevice) {
  for (const GstVideoFormat format : cuda_formats()) {
    SCOPED_TRACE(gst_video_format_to_string(format));
    CudaHarness harness(kThree);
    ASSERT_TRUE(harness.set_caps(format, kSize));
    const Picture picture = random_picture(format, kSize);
    EXPECT_EQ(harness.push(harness.frame(picture)), nullptr) << "it waits for the next one";
    for (int frame = 0; frame < 2; ++frame) {
      GstBuffer* const input = harness.frame(picture);
      GstMapInfo map;  // so that the frame is on the device before
      gst_buffer_map(input, &map, static_cast<GstMapFlags>(GST_MAP_READ | GST_MAP_CUDA));
      gst_buffer_unmap(input, &map);
      const int up = fake_cuda_count("host to device"), down = fake_cuda_count("device to host");
      const int launches = fake_cuda_count("launches");
      const Owned<GstBuffer> output = harness.push(input);
      expect_on_device(output.get(), harness.context());
      EXPECT_EQ(fake_cuda_count("device to host"), down);
      // The first frame of all may still be on its way up.
      if (frame > 0) {
        EXPECT_EQ(fake_cuda_count("host to device"), up);
      }
      EXPECT_GT(fake_cuda_count("launches"), launches);
    }
    EXPECT_TRUE(harness.errors().empty());
  }
}

TEST(CudaDenoise, FramesOfAnotherContextBringOutThoseOfTheFirst) {
  CudaHarness harness("fftdenoise before=2 after=2");
  ASSERT_TRUE(harness.set_caps(GST_VIDEO_FORMAT_NV12, kSize));
  const Picture picture = random_picture(GST_VIDEO_FORMAT_NV12, kSize);
  const Context other(gst_cuda_context_new(1));
  for (int frame = 0; frame < 3; ++frame) {
    const Owned<GstBuffer> output = harness.push(harness.frame(picture));
    EXPECT_EQ(output != nullptr, frame == 2);
  }
  const Owned<GstBuffer> second = harness.push(harness.frame_in(other.get(), picture));
  expect_on_device(second.get(), harness.context());
  expect_on_device(pulled(harness).get(), harness.context());
  EXPECT_EQ(pulled(harness), nullptr) << "that of the other context waits for its neighbours";
  EXPECT_EQ(harness.push(harness.frame_in(other.get(), picture)), nullptr);
  const Owned<GstBuffer> fourth = harness.push(harness.frame_in(other.get(), picture));
  expect_on_device(fourth.get(), other.get());
  gst_harness_push_event(harness.get(), gst_event_new_eos());
  for (int frame = 0; frame < 2; ++frame) expect_on_device(pulled(harness).get(), other.get());
  EXPECT_EQ(pulled(harness), nullptr);
  EXPECT_TRUE(harness.errors().empty());
}

TEST(CudaDenoise, MeasuresNoiseInFramesOnTheDevice) {
  for (const auto& [planes, copies] :
       std::initializer_list<std::pair<std::string, int>>{{"luma", 1}, {"all", 2}}) {
    CudaHarness harness("fftdenoise auto-noise=true planes=" + planes);
    ASSERT_TRUE(harness.set_caps(GST_VIDEO_FORMAT_NV12, kSize));
    GstBuffer* const input = harness.frame(random_picture(GST_VIDEO_FORMAT_NV12, kSize));
    const int down = fake_cuda_count("device to host");
    const Owned<GstBuffer> output = harness.push(input);
    expect_on_device(output.get(), harness.context());
    EXPECT_EQ(fake_cuda_count("device to host"), down + copies) << planes;
    EXPECT_TRUE(harness.errors().empty());
  }
}

TEST(CudaDenoise, CopiesHardlyAFrameWhereNoiseStays) {
  CudaHarness harness("fftdenoise block=8 step=4");
  ASSERT_TRUE(harness.set_caps(GST_VIDEO_FORMAT_NV12, kSize));
  const Picture picture = random_picture(GST_VIDEO_FORMAT_NV12, kSize);
  std::vector<int> copies;  // of frames that have any
  constexpr int kSeconds = 8, kFrames = 25 * kSeconds;
  for (int frame = 0; frame < kFrames; ++frame) {
    GstBuffer* const input = harness.frame(picture);
    const int down = fake_cuda_count("device to host");
    EXPECT_NE(harness.push(input), nullptr);
    if (const int more = fake_cuda_count("device to host") - down; more > 0) copies.push_back(more);
  }
  // Two planes of the first frame, and of those after 1, 3 and 7 seconds.
  EXPECT_EQ(copies, (std::vector{2, 2, 2, 2}));
  EXPECT_TRUE(harness.errors().empty());
}

TEST(CudaDenoise, TakesTheLargestBlocks) {
  CudaHarness harness("fftdenoise block=64");
  ASSERT_TRUE(harness.set_caps(GST_VIDEO_FORMAT_NV12, kSize));
  const Owned<GstBuffer> output =
      harness.push(harness.frame(random_picture(GST_VIDEO_FORMAT_NV12, kSize)));
  expect_on_device(output.get(), harness.context());
  EXPECT_TRUE(harness.errors().empty());
}

TEST(CudaDenoise, RefusesABackendThatDoesNotReachTheFrames) {
  CudaHarness harness("fftdenoise backend=cpu");
  harness.set_caps(GST_VIDEO_FORMAT_NV12, kSize);
  EXPECT_EQ(harness.push(harness.frame(random_picture(GST_VIDEO_FORMAT_NV12, kSize))), nullptr);
  expect_error(harness, {"backend=cpu", "CUDAMemory"});
}

}  // namespace fftcore::test::denoise_frames_test
