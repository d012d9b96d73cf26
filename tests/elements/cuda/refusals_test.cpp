// SPDX-License-Identifier: LGPL-2.1-or-later
// What cannot be done with frames in CUDA memory: one error that says what is possible, and an end,
// never a hang or a crash.
#include <gtest/gtest.h>

#include <cstdlib>

#include "criticals.h"
#include "cuda_harness.h"
#include "wrong_metas.h"

namespace fftcore::test::refusals_test {
namespace {

constexpr Size kSize = {33, 17};
constexpr GstVideoFormat kFormat = GST_VIDEO_FORMAT_NV12;

// Makes the driver pretend something for as long as this lives.
class Pretence {
 public:
  explicit Pretence(const std::string& what) {
    const char* const set = std::getenv(kVariable);
    before_ = set != nullptr ? set : "";
    setenv(kVariable, (what + " " + before_).c_str(), 1);
  }
  ~Pretence() { setenv(kVariable, before_.c_str(), 1); }
  Pretence(const Pretence&) = delete;
  Pretence& operator=(const Pretence&) = delete;

 private:
  static constexpr const char* kVariable = "FFTCORE_FAKE_CUDA";
  std::string before_;
};

// What fftfilter says when it starts with this backend.
std::vector<Report> errors_at_start(const std::string& backend) {
  const Owned<GstBus> bus(gst_bus_new());
  const Owned<GstElement> filter(
      GST_ELEMENT(gst_object_ref_sink(gst_element_factory_make("fftfilter", nullptr))));
  gst_element_set_bus(filter.get(), bus.get());
  set_property(filter.get(), "backend", backend);
  gst_element_set_state(filter.get(), GST_STATE_PAUSED);
  gst_element_set_state(filter.get(), GST_STATE_NULL);
  gst_element_set_bus(filter.get(), nullptr);
  return reports(bus.get(), GST_MESSAGE_ERROR);
}

TEST(CudaRefusal, OfBackendsThatCannotReachTheFrames) {
  for (const char* backend : {"cpu", "opencl"}) {
    if (!errors_at_start(backend).empty()) continue;  // OpenCL, where there is none
    CudaHarness harness(std::string("fftfilter filter=lowpass backend=") + backend);
    EXPECT_FALSE(harness.set_caps(kFormat, kSize));
    expect_error(harness, {std::string("backend=") + backend, "memory:CUDAMemory", "backend=cuda",
                           "cudadownload"});
  }
}

TEST(CudaRefusal, OfADeviceThatIsNotThere) {
  CudaHarness harness("fftfilter filter=lowpass cuda-device-id=7");
  EXPECT_FALSE(harness.set_caps(kFormat, kSize));
  expect_error(harness, {"cuda-device-id=7", "0 (Fake 0), 1 (Fake 1)"});
}

TEST(CudaRefusal, OfAContextThatTheDeviceDoesNotGive) {
  CudaHarness harness("fftfilter filter=lowpass");
  const Pretence pretence("context=2");
  EXPECT_FALSE(harness.set_caps(kFormat, kSize));
  expect_error(harness, {"CUDA device 0", "no context"});
}

TEST(CudaRefusal, OfFramesThatAreNotWhereTheCapsSay) {
  CudaHarness harness("fftfilter filter=lowpass");
  ASSERT_TRUE(harness.set_caps(kFormat, kSize));
  EXPECT_EQ(harness.push(buffer_of(random_picture(kFormat, kSize))), nullptr);
  expect_error(harness, {"memory:CUDAMemory", "SystemMemory", "cudaupload"});
}

// An even height: GStreamer 1.26 allots NV21 of odd heights a row of chroma too little.
constexpr Size kWholeChroma = {33, 18};

class CudaWrongMetas : public testing::TestWithParam<GstVideoFormat> {};

TEST_P(CudaWrongMetas, AreErrors) {
  for (const char* line : {"fftfilter filter=lowpass", "fftcorrelate template-rect=\"<4,4,8,8>\"",
                           "fftstabilize", "fftforward"}) {
    const Criticals criticals;
    CudaHarness harness(line);
    harness.set_caps(GetParam(), kWholeChroma);
    for (const WrongMeta& wrong : wrong_metas()) {
      SCOPED_TRACE(testing::Message() << line << ": " << wrong.name);
      // An error is posted again once a frame has worked.
      EXPECT_NE(harness.push(harness.frame(random_picture(GetParam(), kWholeChroma))), nullptr);
      GstBuffer* const frame = harness.frame(random_picture(GetParam(), kWholeChroma));
      wrong.spoil(*gst_buffer_get_video_meta(frame));
      EXPECT_EQ(harness.push(frame), nullptr);
      expect_error(harness, {"GstVideoMeta", gst_video_format_to_string(GetParam())});
    }
    EXPECT_EQ(criticals.texts(), std::vector<std::string>());
  }
}

INSTANTIATE_TEST_SUITE_P(, CudaWrongMetas, testing::ValuesIn(cuda_formats()));

TEST(CudaRefusal, OfFramesOnAnotherDevice) {
  CudaHarness harness("fftfilter name=f filter=lowpass cuda-device-id=1");
  ASSERT_TRUE(harness.set_caps(kFormat, kSize));
  EXPECT_EQ(harness.push(harness.frame(random_picture(kFormat, kSize))), nullptr);
  expect_error(harness, {"CUDA device 0", "device 1", "cuda-device-id"});
}

// The frames are in a context that the element follows, but there it cannot begin.
TEST(CudaRefusal, OfAContextWithoutMemoryForTheFilter) {
  CudaHarness harness("fftfilter name=f filter=lowpass");
  ASSERT_TRUE(harness.set_caps(kFormat, kSize));
  GstBuffer* const frame = harness.frame(random_picture(kFormat, kSize));
  const Pretence pretence("free=1000");
  EXPECT_EQ(gst_harness_push(harness.get(), frame), GST_FLOW_ERROR);
  const std::vector<Report> errors = harness.errors();
  ASSERT_FALSE(errors.empty());
  EXPECT_NE(errors[0].text.find("1000"), std::string::npos) << errors[0].text;
}

TEST(CudaRefusal, OfASecondDeviceWhileFramesFlow) {
  CudaHarness harness("fftfilter name=f filter=lowpass");
  ASSERT_TRUE(harness.set_caps(kFormat, kSize));
  set_property(harness.element("f").get(), "cuda-device-id", "1");
  EXPECT_EQ(harness.warnings().size(), 1U);
  EXPECT_NE(harness.push(harness.frame(random_picture(kFormat, kSize))), nullptr);
}

TEST(CudaRefusal, OfAPoolWithoutMemory) {
  CudaHarness harness("fftfilter filter=lowpass");
  ASSERT_TRUE(harness.set_caps(kFormat, kSize));
  const Pretence pretence("free=1000");
  GstCaps* const caps = caps_in("memory:CUDAMemory", kFormat, kSize);
  const Owned<GstQuery> query(gst_query_new_allocation(caps, TRUE));
  gst_caps_unref(caps);
  EXPECT_FALSE(gst_pad_peer_query(harness.get()->srcpad, query.get()));
  expect_error(harness, {"no memory", "33x17 NV12"});
}

TEST(CudaRefusal, OfAnotherSpectrumWithoutMemory) {
  CudaHarness harness("fftforward");
  harness.set_caps(kFormat, kSize);
  const Picture picture = random_picture(kFormat, kSize);
  const Owned<GstBuffer> kept = harness.push(harness.frame(picture));
  ASSERT_NE(kept, nullptr);
  GstBuffer* const next = harness.frame(picture);
  const Pretence pretence("free=1000");
  EXPECT_EQ(harness.push(next), nullptr);
  expect_error(harness, {"memory for another spectrum"});
}

TEST(CudaRefusal, OfAnotherFrameWithoutMemory) {
  CudaHarness harness("fftfilter filter=lowpass");
  ASSERT_TRUE(harness.set_caps(kFormat, kSize));
  const Picture picture = random_picture(kFormat, kSize);
  harness.offer_context(harness.context());
  const Owned<GstBuffer> kept = harness.push(harness.frame(picture));  // its memory is in use
  ASSERT_NE(kept, nullptr);
  GstBuffer* const next = harness.frame(picture);
  const Pretence pretence("free=1000");
  EXPECT_EQ(harness.push(next), nullptr);
  expect_error(harness, {"memory for another frame"});
}

TEST(CudaRefusal, OfADeviceThatIsLost) {
  CudaHarness harness("fftfilter name=f filter=lowpass");
  ASSERT_TRUE(harness.set_caps(kFormat, kSize));
  const Picture picture = random_picture(kFormat, kSize);
  ASSERT_NE(harness.push(harness.frame(picture)), nullptr);
  GstBuffer* const next = harness.frame(picture);
  {
    const Pretence pretence("launch=719");
    EXPECT_EQ(gst_harness_push(harness.get(), next), GST_FLOW_ERROR);
  }
  expect_error(harness, {"cuLaunchKernelEx"});
  EXPECT_EQ(gst_element_set_state(harness.get()->element, GST_STATE_NULL),
            GST_STATE_CHANGE_SUCCESS);
}

// Machines that backend cuda does not work on, or has no kernels for. What works is found out once
// a process, so each has its own, with the name of the test and what the driver pretends in
// meson.build.
class CudaMachine : public testing::Test {
 protected:
  /// The element starts, but cannot have the kernels for a frame.
  static void expect_refusal_of_frames(const std::vector<std::string>& words) {
    EXPECT_TRUE(errors_at_start("cuda").empty());
    CudaHarness in_cuda_memory("fftfilter filter=lowpass");
    EXPECT_FALSE(in_cuda_memory.set_caps(kFormat, kSize));
    expect_error(in_cuda_memory, words);
    expect_others_work();
  }
  static void expect_refusal(const std::vector<std::string>& words) {
    const std::vector<Report> errors = errors_at_start("cuda");
    ASSERT_EQ(errors.size(), 1U);
    CudaHarness in_cuda_memory("fftfilter filter=lowpass");
    EXPECT_FALSE(in_cuda_memory.set_caps(kFormat, kSize));
    expect_error(in_cuda_memory, words);
    for (const std::string& word : words)
      EXPECT_NE(errors[0].text.find(word), std::string::npos) << errors[0].text;
    expect_others_work();
  }

 private:
  static void expect_others_work() {
    CudaHarness harness("fftfilter filter=lowpass");  // in system memory another backend does it
    EXPECT_TRUE(harness.set_caps(kFormat, kSize, nullptr));
    EXPECT_NE(harness.push(buffer_of(random_picture(kFormat, kSize))), nullptr);
    CudaHarness spectra("fftforward");  // which lie in system memory then
    spectra.set_caps(kFormat, kSize, nullptr);
    EXPECT_NE(spectra.push(buffer_of(random_picture(kFormat, kSize))), nullptr);
  }
};

TEST_F(CudaMachine, OldDriver) {
  expect_refusal_of_frames({"driver", "11.4", "NVRTC", "sm_90"});
}

TEST_F(CudaMachine, OldGpu) {
  expect_refusal({"compute capability 6.1"});
}

TEST_F(CudaMachine, NoCompiler) {
  expect_refusal_of_frames({"NVRTC", "/no/such/nvrtc.so", "sm_90", "conv2d u8 17x33"});
}

}  // namespace
}  // namespace fftcore::test::refusals_test
