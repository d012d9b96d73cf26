// SPDX-License-Identifier: LGPL-2.1-or-later
// Spectra in CUDA memory between stages: pools of them, whose queue a stage runs on, and who waits
// for what. The driver only pretends.
#include <gtest/gtest.h>

#include <thread>

#include "cuda_harness.h"
#include "fake_driver.h"
#include "fftcore/error.h"
#include "spectra/mapped_spectrum.h"
#include "spectra/spectrum_info.h"
#include "spectra/spectrum_meta.h"
#include "spectra/stage_memory.h"

namespace fftcore::gst::spectrum_memory_test {
namespace {

using test::Context;
using test::Owned;
using test::Pool;

const Device kAnyDevice = {};

SpectrumInfo spectrum_of(std::int64_t rows, std::int64_t columns) {
  SpectrumInfo info;
  info.layout.points = {rows, columns};
  info.layout.stored_rows = rows;
  info.width = static_cast<int>(columns);
  info.height = static_cast<int>(rows);
  return info;
}

GstCaps* caps_on_device(const SpectrumInfo& info) {
  GstCaps* const caps = caps_of(info);
  gst_caps_set_features_simple(caps, gst_caps_features_new("memory:CUDAMemory", nullptr));
  return caps;
}

/// An element that takes spectra and gives spectra, all in CUDA memory.
class Stage {
 public:
  explicit Stage(GstCudaContext* context, const SpectrumInfo& info = spectrum_of(16, 64))
      : layout(info.layout),
        element_(GST_ELEMENT(gst_object_ref_sink(gst_bin_new(nullptr)))),
        memories(element_.get()) {
    memories.start(kAnyDevice);
    GstContext* const offer = gst_context_new_cuda_context(context);
    memories.set_context(offer, kAnyDevice);
    gst_context_unref(offer);
    GstCaps* const caps = caps_on_device(info);
    engine = memories.choose(caps, caps, kAnyDevice);
    const Owned<GstQuery> query(gst_query_new_allocation(caps, TRUE));
    EXPECT_TRUE(memories.decide_spectra(query.get(), layout));
    GstBufferPool* found = nullptr;
    gst_query_parse_nth_allocation_pool(query.get(), 0, &found, nullptr, nullptr, nullptr);
    pool_.reset(found);
    EXPECT_TRUE(gst_buffer_pool_set_active(found, TRUE));
    gst_caps_unref(caps);
  }
  ~Stage() {
    gst_buffer_pool_set_active(pool_.get(), FALSE);
    memories.stop();
  }

  Owned<GstBuffer> acquire() {
    GstBuffer* buffer = nullptr;
    EXPECT_EQ(gst_buffer_pool_acquire_buffer(pool_.get(), &buffer, nullptr), GST_FLOW_OK);
    return Owned<GstBuffer>(buffer);
  }
  /// A spectrum that this stage writes, or would: whose queue it says.
  Owned<GstBuffer> write(std::initializer_list<StageBuffer> inputs) {
    Owned<GstBuffer> output = acquire();
    StageRun run(memories, inputs, {output.get(), MemoryKind::device});
    queue = &run.queue();
    run.finish_spectrum();
    return output;
  }

  SpectrumLayout layout;

 private:
  Owned<GstElement> element_;

 public:
  StageMemories memories;
  std::shared_ptr<Engine> engine;
  Queue* queue = nullptr;

 private:
  Pool pool_;
};

StageBuffer on_device(const Owned<GstBuffer>& buffer, bool is_held = false) {
  return {buffer.get(), MemoryKind::device, is_held};
}

class CudaSpectra : public testing::Test {
 protected:
  CudaSpectra() {
    gst_cuda_load_library();
    gst_cuda_memory_init_once();
    context.reset(gst_cuda_context_new(0));
  }
  Context context;
};

TEST_F(CudaSpectra, LieInOnePiece) {
  for (const auto& [rows, columns] : {std::pair{1, 2}, {1, 4096}, {7, 30}, {1152, 2048}}) {
    Stage stage(context.get(), spectrum_of(rows, columns));
    const Owned<GstBuffer> buffer = stage.acquire();
    EXPECT_TRUE(gst_is_cuda_memory(gst_buffer_peek_memory(buffer.get(), 0)));
    const MappedSpectrum spectrum(stage.layout, buffer.get(), GST_MAP_READ, MemoryKind::device);
    EXPECT_EQ(spectrum.source().memory, MemoryKind::device);
    EXPECT_GE(spectrum.source().size_bytes, size_bytes(stage.layout));
    EXPECT_LE(spectrum.source().size_bytes, size_bytes(stage.layout) + 64 * 1024)
        << "little is wasted";
    const GstVideoInfo& frame = GST_CUDA_MEMORY_CAST(gst_buffer_peek_memory(buffer.get(), 0))->info;
    EXPECT_EQ(GST_VIDEO_INFO_PLANE_STRIDE(&frame, 0), GST_VIDEO_INFO_WIDTH(&frame) * 4)
        << "rows without gaps";
  }
}

TEST_F(CudaSpectra, AreHandedOnOnOneThreadWithoutAWait) {
  Stage first(context.get());
  Stage second(context.get());
  Stage third(context.get());
  const int before = test::fake_cuda_count("waits");
  const Owned<GstBuffer> a = first.write({});
  const Owned<GstBuffer> b = second.write({on_device(a)});
  const Owned<GstBuffer> c = third.write({on_device(b)});
  EXPECT_EQ(test::fake_cuda_count("waits"), before);
  EXPECT_EQ(first.queue, &first.engine->queue());
  EXPECT_EQ(second.queue, first.queue);
  EXPECT_EQ(third.queue, first.queue);
  EXPECT_EQ(writer_of(c.get()).engine, first.engine);
}

TEST_F(CudaSpectra, OfAnotherThreadAreWaitedForBeforeAndAfter) {
  Stage first(context.get());
  Stage second(context.get());
  const Owned<GstBuffer> a = first.write({});
  const int before = test::fake_cuda_count("waits");
  Owned<GstBuffer> b;
  std::thread([&] { b = second.write({on_device(a)}); }).join();
  EXPECT_EQ(test::fake_cuda_count("waits") - before, 2)
      << "for the writer, and before the input goes back";
  EXPECT_EQ(second.queue, &second.engine->queue());
  EXPECT_EQ(writer_of(b.get()).engine, second.engine);
}

TEST_F(CudaSpectra, OfTwoWritersAreWaitedFor) {
  Stage left(context.get());
  Stage right(context.get());
  Stage both(context.get());
  const Owned<GstBuffer> a = left.write({});
  const Owned<GstBuffer> b = right.write({});
  const int before = test::fake_cuda_count("waits");
  both.write({on_device(a), on_device(b)});
  EXPECT_EQ(both.queue, left.queue);
  EXPECT_EQ(test::fake_cuda_count("waits") - before, 2);
}

TEST_F(CudaSpectra, ThatAreHeldAreNotWaitedForAgain) {
  Stage video(context.get());
  Stage kernel(context.get());
  Stage product(context.get());
  const Owned<GstBuffer> k = kernel.write({});
  wait_for_writer(k.get());
  product.write({on_device(video.write({})), on_device(k, true)});
  const int before = test::fake_cuda_count("waits");
  product.write({on_device(video.write({})), on_device(k, true)});
  EXPECT_EQ(test::fake_cuda_count("waits"), before);
}

// What an executable keeps between its launches is used by one queue at a time.
TEST_F(CudaSpectra, OfAnotherWriterThanTheLastAreNotBegunBeforeThoseAreDone) {
  Stage old_source(context.get());
  Stage new_source(context.get());
  Stage stage(context.get());
  stage.write({on_device(old_source.write({}))});
  const Owned<GstBuffer> next = new_source.write({});
  const int before = test::fake_cuda_count("waits");
  stage.write({on_device(next)});
  EXPECT_EQ(test::fake_cuda_count("waits") - before, 1);
}

TEST_F(CudaSpectra, WhoseRunFailedAreWaitedFor) {
  Stage stage(context.get());
  const Owned<GstBuffer> output = stage.acquire();
  const int before = test::fake_cuda_count("waits");
  { const StageRun run(stage.memories, {}, on_device(output)); }
  EXPECT_EQ(test::fake_cuda_count("waits") - before, 1);
  EXPECT_EQ(writer_of(output.get()).engine, nullptr);
}

TEST_F(CudaSpectra, InSystemMemoryAreRefusedWhereTheCapsSayOtherwise) {
  Stage stage(context.get());
  const Owned<GstBuffer> input(gst_buffer_new_allocate(nullptr, size_bytes(stage.layout), nullptr));
  EXPECT_THROW(stage.write({on_device(input)}), InvalidArgument);
}

}  // namespace
}  // namespace fftcore::gst::spectrum_memory_test
