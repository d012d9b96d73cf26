// SPDX-License-Identifier: LGPL-2.1-or-later
// Buffers with spectra: the pool they come from, what their metas pass on, and what is refused.
#include <gtest/gtest.h>

#include "fftcore/error.h"
#include "filter_harness.h"
#include "spectra/mapped_spectrum.h"
#include "spectra/spectrum_info.h"
#include "spectra/spectrum_meta.h"
#include "spectra/stage_memory.h"

namespace fftcore::gst::spectrum_memory_test {
namespace {

using test::Owned;

SpectrumInfo info_of(std::int64_t rows, std::int64_t columns) {
  SpectrumInfo info;
  info.layout.points = {rows, columns};
  info.layout.stored_rows = rows;
  info.width = static_cast<int>(columns);
  info.height = static_cast<int>(rows);
  return info;
}

TEST(SpectrumPool, GivesAlignedBuffersThatAreLargeEnough) {
  const Owned<GstElement> element(GST_ELEMENT(gst_object_ref_sink(gst_bin_new(nullptr))));
  StageMemories memories(element.get());
  memories.start({BackendChoice::cpu, -1});
  const SpectrumInfo info = info_of(7, 30);
  GstCaps* const caps = caps_of(info);
  memories.choose(caps, caps, {BackendChoice::cpu, -1});
  const Owned<GstQuery> query(gst_query_new_allocation(caps, TRUE));
  ASSERT_TRUE(memories.decide_spectra(query.get(), info.layout));
  GstBufferPool* pool = nullptr;
  gst_query_parse_nth_allocation_pool(query.get(), 0, &pool, nullptr, nullptr, nullptr);
  ASSERT_TRUE(gst_buffer_pool_set_active(pool, TRUE));
  std::vector<Owned<GstBuffer>> buffers;
  for (int i = 0; i < 5; ++i) {
    GstBuffer* buffer = nullptr;
    ASSERT_EQ(gst_buffer_pool_acquire_buffer(pool, &buffer, nullptr), GST_FLOW_OK);
    buffers.emplace_back(buffer);
    MappedSpectrum spectrum(info.layout, buffer, GST_MAP_WRITE, MemoryKind::host);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(spectrum.target().data) % 64, 0U);
    EXPECT_GE(spectrum.target().size_bytes, size_bytes(info.layout));
  }
  buffers.clear();
  gst_buffer_pool_set_active(pool, FALSE);
  gst_object_unref(pool);
  gst_caps_unref(caps);
  memories.stop();
}

TEST(SpectrumBuffer, TooSmallForItsCapsIsRefused) {
  const SpectrumInfo info = info_of(7, 30);
  const Owned<GstBuffer> buffer(
      gst_buffer_new_allocate(nullptr, size_bytes(info.layout) - 1, nullptr));
  EXPECT_THROW(MappedSpectrum(info.layout, buffer.get(), GST_MAP_READ, MemoryKind::host), Error);
}

TEST(SourceFrame, GoesWithCopiesAndEndsWithTheSpectrum) {
  GstVideoInfo info;
  gst_video_info_set_format(&info, GST_VIDEO_FORMAT_NV12, 16, 8);
  GstBuffer* const frame = gst_buffer_new();
  Owned<GstBuffer> spectrum(gst_buffer_new());
  EXPECT_FALSE(source_frame(spectrum.get()).has_value());
  set_source_frame(spectrum.get(), info, frame);
  Owned<GstBuffer> copy(gst_buffer_copy(spectrum.get()));
  spectrum.reset();
  ASSERT_TRUE(source_frame(copy.get()).has_value());
  EXPECT_EQ(source_frame(copy.get())->buffer, frame);
  EXPECT_EQ(GST_VIDEO_INFO_FORMAT(&source_frame(copy.get())->info), GST_VIDEO_FORMAT_NV12);
  EXPECT_EQ(GST_MINI_OBJECT_REFCOUNT_VALUE(frame), 2);
  copy.reset();
  EXPECT_EQ(GST_MINI_OBJECT_REFCOUNT_VALUE(frame), 1);
  gst_buffer_unref(frame);
}

TEST(SpectrumWriter, StaysWithTheMemoryItWrote) {
  const std::shared_ptr<Engine> engine = system_engine(select_backend("cpu"), {});
  const Owned<GstBuffer> spectrum(gst_buffer_new_allocate(nullptr, 16, nullptr));
  EXPECT_EQ(writer_of(spectrum.get()).engine, nullptr);
  set_writer(spectrum.get(), {engine, std::this_thread::get_id()});
  const Owned<GstBuffer> copy(gst_buffer_copy(spectrum.get()));
  EXPECT_EQ(writer_of(copy.get()).engine, engine) << "the same memory";
  EXPECT_EQ(writer_of(copy.get()).thread, std::this_thread::get_id());
  const Owned<GstBuffer> only_times(gst_buffer_new());
  gst_buffer_copy_into(only_times.get(), spectrum.get(), GST_BUFFER_COPY_METADATA, 0,
                       static_cast<gsize>(-1));
  EXPECT_EQ(writer_of(only_times.get()).engine, nullptr) << "other memory";
}

}  // namespace
}  // namespace fftcore::gst::spectrum_memory_test
