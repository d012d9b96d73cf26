// SPDX-License-Identifier: LGPL-2.1-or-later
// fftforward with frames or spectra in CUDA memory, with a driver that counts what it is asked for
// and runs no kernels.
#include <gtest/gtest.h>

#include "cuda_harness.h"
#include "fake_driver.h"
#include "spectra/spectrum_info.h"
#include "spectra/spectrum_meta.h"

namespace fftcore::test::forward_frames_test {
namespace {

constexpr Size kSize = {34, 18};
constexpr GstVideoFormat kFormat = GST_VIDEO_FORMAT_NV12;
constexpr char kOnDevice[] = "application/x-fft-spectrum(memory:CUDAMemory)";
constexpr char kOnHost[] = "application/x-fft-spectrum";

struct Counts {
  int up = fake_cuda_count("host to device");
  int down = fake_cuda_count("device to host");
  int launches = fake_cuda_count("launches");
  int waits = fake_cuda_count("waits");
  bool operator==(const Counts&) const = default;
};

Counts operator-(const Counts& a, const Counts& b) {
  return {a.up - b.up, a.down - b.down, a.launches - b.launches, a.waits - b.waits};
}

/// `frames`: where they lie, null: in system memory. `wanted`: caps downstream; empty: any.
class Forward : public CudaHarness {
 public:
  Forward(const std::string& line, const char* frames, const std::string& wanted)
      : CudaHarness(line), is_on_device_(frames != nullptr) {
    if (!wanted.empty()) gst_harness_set_sink_caps_str(get(), wanted.c_str());
    set_caps(kFormat, kSize, frames);
  }
  GstBuffer* next_frame() {
    const Picture picture = random_picture(kFormat, kSize);
    GstBuffer* const buffer = is_on_device_ ? frame(picture) : buffer_of(picture);
    GstMapInfo map;  // so that the frame is on the device before
    if (is_on_device_) {
      gst_buffer_map(buffer, &map, static_cast<GstMapFlags>(GST_MAP_READ | GST_MAP_CUDA));
      gst_buffer_unmap(buffer, &map);
    }
    return buffer;
  }
  Owned<GstBuffer> run() { return send(next_frame()); }
  Owned<GstBuffer> send(GstBuffer* input) {
    Owned<GstBuffer> output = push(input);
    for (const Report& error : errors()) ADD_FAILURE() << error.text;
    return output;
  }
  /// What a frame costs once the first is through.
  Counts cost() {
    EXPECT_NE(run(), nullptr);
    GstBuffer* const input = next_frame();
    const Counts before;
    const Owned<GstBuffer> output = send(input);
    EXPECT_NE(output, nullptr);
    return Counts() - before;
  }
  bool gives_device_memory() const {
    GstCaps* const caps = gst_pad_get_current_caps(get()->sinkpad);
    const bool is = caps != nullptr &&
                    gst_caps_features_contains(gst_caps_get_features(caps, 0), "memory:CUDAMemory");
    if (caps != nullptr) gst_caps_unref(caps);
    return is;
  }

 private:
  bool is_on_device_;
};

TEST(CudaForward, StaysOnTheDeviceAndDoesNotWait) {
  Forward rows("fftforward", "memory:CUDAMemory", "");
  EXPECT_EQ(rows.cost(), (Counts{0, 0, 1, 0})) << "along rows: one launch";
  EXPECT_TRUE(rows.gives_device_memory());
  Forward whole("fftforward", "memory:CUDAMemory",
                std::string(kOnDevice) + ",transformed=rows-and-columns");
  EXPECT_EQ(whole.cost(), (Counts{0, 0, 2, 0})) << "columns too: another one";
}

TEST(CudaForward, SaysWhoWritesTheSpectrumAndKeepsTheFrame) {
  Forward forward("fftforward", "memory:CUDAMemory", "");
  GstBuffer* const input = forward.next_frame();
  const Owned<GstBuffer> output = forward.push(gst_buffer_ref(input));
  ASSERT_NE(output, nullptr);
  EXPECT_NE(gst::writer_of(output.get()).engine, nullptr);
  EXPECT_EQ(gst::writer_of(output.get()).thread, std::this_thread::get_id());
  ASSERT_TRUE(gst::source_frame(output.get()).has_value());
  EXPECT_EQ(gst::source_frame(output.get())->buffer, input);
  gst_buffer_unref(input);
}

TEST(CudaForward, GivesSpectraInSystemMemoryToThoseWhoWantThem) {
  Forward forward("fftforward", "memory:CUDAMemory", kOnHost);
  const Counts cost = forward.cost();
  EXPECT_FALSE(forward.gives_device_memory());
  EXPECT_EQ(cost.up, 0);
  EXPECT_EQ(cost.down, 1);
  EXPECT_GE(cost.waits, 1);
  EXPECT_EQ(gst::writer_of(forward.run().get()).engine, nullptr) << "it is written";
}

TEST(CudaForward, PutsFramesOfSystemMemoryOnTheDevice) {
  for (const char* line : {"fftforward", "fftforward backend=cuda"}) {
    Forward forward(line, nullptr, "");
    const Counts cost = forward.cost();
    EXPECT_TRUE(forward.gives_device_memory()) << line;
    EXPECT_EQ(cost.up, 1);
    EXPECT_EQ(cost.down, 0);
  }
}

TEST(CudaForward, StaysInSystemMemoryWhereTheProcessorComputes) {
  Forward forward("fftforward backend=cpu", nullptr, "");
  EXPECT_EQ(forward.cost(), (Counts{0, 0, 0, 0}));
  EXPECT_FALSE(forward.gives_device_memory());
}

TEST(CudaForward, RefusesABackendThatDoesNotReachTheFrames) {
  Forward forward("fftforward backend=cpu", "memory:CUDAMemory", "");
  EXPECT_EQ(forward.push(forward.next_frame()), nullptr);
  expect_error(forward, {"backend=cpu", "CUDAMemory", "cudadownload"});
}

TEST(CudaForward, FollowsTheFramesContext) {
  Forward forward("fftforward name=f", "memory:CUDAMemory", "");
  const Context second(gst_cuda_context_new(0));
  for (GstCudaContext* const context : {forward.context(), second.get()}) {
    const Owned<GstBuffer> output =
        forward.send(forward.frame_in(context, random_picture(kFormat, kSize)));
    ASSERT_NE(output, nullptr);
    EXPECT_EQ(forward.context_of("f").get(), context);
    EXPECT_EQ(GST_CUDA_MEMORY_CAST(gst_buffer_peek_memory(output.get(), 0))->context, context)
        << "the pool, too";
  }
  EXPECT_TRUE(forward.errors().empty());
}

TEST(CudaForward, OffersAPoolForFramesInEitherMemory) {
  for (const char* memory : {"memory:CUDAMemory", static_cast<const char*>(nullptr)}) {
    Forward forward("fftforward", memory, kOnDevice);
    GstCaps* const caps = caps_in(memory, kFormat, kSize);
    const Owned<GstQuery> query(gst_query_new_allocation(caps, TRUE));
    gst_caps_unref(caps);
    ASSERT_TRUE(gst_pad_peer_query(forward.get()->srcpad, query.get()));
    ASSERT_EQ(gst_query_get_n_allocation_pools(query.get()), 1U);
    GstBufferPool* offered = nullptr;
    gst_query_parse_nth_allocation_pool(query.get(), 0, &offered, nullptr, nullptr, nullptr);
    EXPECT_EQ(GST_IS_CUDA_BUFFER_POOL(offered), memory != nullptr);
    gst_object_unref(offered);
  }
}

TEST(CudaForward, TakesAudioToTheDevice) {
  CudaHarness harness("fftforward block-size=64 hop=48");
  gst_harness_set_src_caps_str(harness.get(),
                               "audio/x-raw,format=F32LE,layout=interleaved,rate=8000,channels=1");
  const Owned<GstBuffer> output =
      harness.push(gst_buffer_new_allocate(nullptr, 50 * sizeof(float), nullptr));
  ASSERT_NE(output, nullptr);
  EXPECT_TRUE(gst_is_cuda_memory(gst_buffer_peek_memory(output.get(), 0)));
}

// By auto what is too long for a device is the processor's, as in fftfilter.
TEST(CudaForward, LeavesToTheProcessorWhatIsTooLong) {
  for (const auto& [line, is_possible] : {std::pair{"fftforward hop=60000", true},
                                          std::pair{"fftforward hop=60000 backend=cuda", false}}) {
    CudaHarness harness(line);
    gst_harness_set_src_caps_str(
        harness.get(), "audio/x-raw,format=F32LE,layout=interleaved,rate=8000,channels=1");
    const Owned<GstBuffer> output =
        harness.push(gst_buffer_new_allocate(nullptr, 65536 * sizeof(float), nullptr));
    ASSERT_EQ(output != nullptr, is_possible) << line;
    EXPECT_EQ(harness.errors().empty(), is_possible);
    EXPECT_FALSE(is_possible && gst_is_cuda_memory(gst_buffer_peek_memory(output.get(), 0)));
  }
}

TEST(CudaForward, LeavesNothingBehind) {
  const auto run = [] {
    Forward forward("fftforward name=f", "memory:CUDAMemory", "");
    for (const char* width : {"0", "64", "100"}) {
      set_property(forward.element("f").get(), "pad-width", width);
      ASSERT_NE(forward.run(), nullptr);
    }
  };
  run();  // what the library keeps for the program's lifetime
  const int before = fake_cuda_left();
  for (int i = 0; i < 3; ++i) run();
  EXPECT_EQ(fake_cuda_left(), before);
}

}  // namespace
}  // namespace fftcore::test::forward_frames_test
