// SPDX-License-Identifier: LGPL-2.1-or-later
// The property `devices`, with a driver that pretends to have two GPUs: frames in system memory go
// to the one with the fewest elements, frames in CUDA memory stay where they are.
#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <tuple>

#include "cuda_harness.h"
#include "fake_driver.h"

namespace fftcore::test::devices_test {
namespace {

constexpr Size kSize = {48, 32};
constexpr GstVideoFormat kFormat = GST_VIDEO_FORMAT_NV12;
constexpr const char* kLine = "fftfilter filter=lowpass backend=cuda devices=0,1";

std::array<int, 2> launches() {
  return {fake_cuda_count("launches on 0"), fake_cuda_count("launches on 1")};
}

/// The device that a frame in system memory is worked on.
int device_of_next_frame(CudaHarness& harness) {
  const std::array<int, 2> before = launches();
  const Owned<GstBuffer> output(harness.push(buffer_of(random_picture(kFormat, kSize))));
  EXPECT_NE(output, nullptr);
  const std::array<int, 2> after = launches();
  EXPECT_NE(after[0] > before[0], after[1] > before[1]) << "on one device";
  return after[1] > before[1] ? 1 : 0;
}

}  // namespace

TEST(CudaDevices, AreSharedByFramesInSystemMemory) {
  std::deque<CudaHarness> harnesses;
  std::array<int, 2> elements{};
  for (int i = 0; i < 4; ++i) {
    CudaHarness& harness = harnesses.emplace_back(kLine);
    ASSERT_TRUE(harness.set_caps(kFormat, kSize, nullptr));
    ++elements[static_cast<std::size_t>(device_of_next_frame(harness))];
    EXPECT_TRUE(harness.errors().empty());
  }
  EXPECT_EQ(elements, (std::array{2, 2}));
  for (CudaHarness& harness : harnesses) device_of_next_frame(harness);
}

TEST(CudaDevices, FramesInCudaMemoryStayAndCount) {
  CudaHarness first(kLine);
  const Context other(gst_cuda_context_new(1));
  const Picture picture = random_picture(kFormat, kSize);
  ASSERT_TRUE(first.set_caps(kFormat, kSize));
  for (int frame = 0; frame < 2; ++frame) {
    const Owned<GstBuffer> output = first.push(first.frame_in(other.get(), picture));
    ASSERT_NE(output, nullptr);
    EXPECT_EQ(GST_CUDA_MEMORY_CAST(gst_buffer_peek_memory(output.get(), 0))->context, other.get());
  }
  CudaHarness second(kLine);
  ASSERT_TRUE(second.set_caps(kFormat, kSize, nullptr));
  EXPECT_EQ(device_of_next_frame(second), 0) << "the first one is on 1";
}

TEST(CudaDevices, WrongListsAreErrorsAtTheStart) {
  for (const auto& [devices, id, words] : {std::tuple{"0,x", "-1", "such as 0,1,3"},
                                           {"0,1", "1", "cuda-device-id=1 and devices=0,1"}}) {
    const Owned<GstBus> bus(gst_bus_new());
    const Owned<GstElement> filter(
        GST_ELEMENT(gst_object_ref_sink(gst_element_factory_make("fftfilter", nullptr))));
    gst_element_set_bus(filter.get(), bus.get());
    set_property(filter.get(), "devices", devices);
    set_property(filter.get(), "cuda-device-id", id);
    EXPECT_EQ(gst_element_set_state(filter.get(), GST_STATE_PAUSED), GST_STATE_CHANGE_FAILURE);
    gst_element_set_state(filter.get(), GST_STATE_NULL);
    gst_element_set_bus(filter.get(), nullptr);
    const std::vector<Report> errors = reports(bus.get(), GST_MESSAGE_ERROR);
    ASSERT_EQ(errors.size(), 1U);
    EXPECT_NE(errors[0].text.find(words), std::string::npos) << errors[0].text;
  }
}

TEST(CudaDevices, AGpuThatIsNotThereIsAnErrorThatNamesThoseThatAre) {
  CudaHarness harness("fftfilter filter=lowpass backend=cuda devices=7");
  harness.set_caps(kFormat, kSize, nullptr);
  EXPECT_EQ(harness.push(buffer_of(random_picture(kFormat, kSize))), nullptr);
  expect_error(harness, {"7", "0"});
}

}  // namespace fftcore::test::devices_test
