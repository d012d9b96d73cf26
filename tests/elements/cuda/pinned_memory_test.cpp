// SPDX-License-Identifier: LGPL-2.1-or-later
// Frames in system memory that a GPU works on: their memory is pinned wherever the elements have a
// say, so that no frame is copied by the processor. By a driver that knows what it has pinned.
#include <gst/check/gstharness.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>

#include "cuda_harness.h"
#include "fake_driver.h"

namespace fftcore::test::pinned_memory_test {
namespace {

constexpr Size kSize = {320, 64};

bool is_pinned(GstBuffer* buffer) {
  GstMapInfo map;
  if (!gst_buffer_map(buffer, &map, GST_MAP_READ)) return false;
  const bool is = fake_cuda_has_pinned(map.data) && fake_cuda_has_pinned(map.data + map.size - 1);
  gst_buffer_unmap(buffer, &map);
  return is;
}

using Allocator = std::unique_ptr<GstAllocator, UnrefObject>;

/// What the element offers to upstream: a pool's frame, and the allocator; nulls where nothing.
struct Offer {
  explicit Offer(CudaHarness& harness) {
    GstCaps* const caps = gst_pad_get_current_caps(harness.get()->srcpad);
    GstQuery* const query = gst_query_new_allocation(caps, TRUE);
    gst_caps_unref(caps);
    gst_pad_peer_query(harness.get()->srcpad, query);
    if (gst_query_get_n_allocation_pools(query) > 0) {
      GstBufferPool* pool = nullptr;
      GstBuffer* buffer = nullptr;
      gst_query_parse_nth_allocation_pool(query, 0, &pool, nullptr, nullptr, nullptr);
      gst_buffer_pool_set_active(pool, TRUE);
      gst_buffer_pool_acquire_buffer(pool, &buffer, nullptr);
      gst_buffer_pool_set_active(pool, FALSE);
      gst_object_unref(pool);
      frame.reset(buffer);
    }
    if (gst_query_get_n_allocation_params(query) > 0) {
      GstAllocator* named = nullptr;
      gst_query_parse_nth_allocation_param(query, 0, &named, nullptr);
      allocator.reset(named);
    }
    gst_query_unref(query);
  }
  Owned<GstBuffer> frame;
  Allocator allocator;
};

Owned<GstBuffer> offered_frame(CudaHarness& harness) {
  return std::move(Offer(harness).frame);
}

void fill(GstBuffer* buffer) {
  gst_buffer_memset(buffer, 0, 9, gst_buffer_get_size(buffer));
  GST_BUFFER_PTS(buffer) = 0;
}

enum class Downstream { has_no_pool, has_ordinary_pool };

GstPadProbeReturn offer_pool(GstPad* /*pad*/, GstPadProbeInfo* info, gpointer /*unused*/) {
  GstQuery* const query = GST_PAD_PROBE_INFO_QUERY(info);
  if (GST_QUERY_TYPE(query) != GST_QUERY_ALLOCATION) return GST_PAD_PROBE_OK;
  GstBufferPool* const pool = gst_video_buffer_pool_new();
  gst_query_add_allocation_pool(query, pool, 0, 0, 0);
  gst_object_unref(pool);
  return GST_PAD_PROBE_HANDLED;
}

class PinnedFrames : public testing::TestWithParam<Downstream> {};

TEST_P(PinnedFrames, AreCopiedOnceUpAndOnceDown) {
  CudaHarness harness("fftfilter filter=lowpass backend=cuda");
  if (GetParam() == Downstream::has_ordinary_pool)
    gst_pad_add_probe(harness.get()->sinkpad, GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM, offer_pool,
                      nullptr, nullptr);
  ASSERT_TRUE(harness.set_caps(GST_VIDEO_FORMAT_GRAY8, kSize, nullptr));
  for (int frame = 0; frame < 3; ++frame) {
    Owned<GstBuffer> input = offered_frame(harness);
    ASSERT_NE(input, nullptr);
    EXPECT_TRUE(is_pinned(input.get()));
    fill(input.get());
    const int up = fake_cuda_count("host to device"), down = fake_cuda_count("device to host");
    const Owned<GstBuffer> output = harness.push(input.release());
    ASSERT_NE(output, nullptr);
    EXPECT_TRUE(is_pinned(output.get()));
    if (frame == 0) continue;  // with taps
    EXPECT_EQ(fake_cuda_count("host to device") - up, 1);
    EXPECT_EQ(fake_cuda_count("device to host") - down, 1);
  }
}

INSTANTIATE_TEST_SUITE_P(All, PinnedFrames,
                         testing::Values(Downstream::has_no_pool, Downstream::has_ordinary_pool));

// Its frames are upstream's, which may take them from anywhere.
TEST(PinnedMemory, IsOfferedByAnElementThatWorksInPlace) {
  for (const bool is_gpu : {true, false}) {
    CudaHarness harness(std::string("fftcorrelate method=phase backend=") +
                        (is_gpu ? "cuda" : "cpu"));
    ASSERT_TRUE(harness.set_caps(GST_VIDEO_FORMAT_GRAY8, kSize, nullptr));
    EXPECT_EQ(Offer(harness).allocator != nullptr, is_gpu);
  }
}

GstPadProbeReturn offer_pool_of_a_kind(GstPad* /*pad*/, GstPadProbeInfo* info, gpointer pool) {
  GstQuery* const query = GST_PAD_PROBE_INFO_QUERY(info);
  if (GST_QUERY_TYPE(query) != GST_QUERY_ALLOCATION) return GST_PAD_PROBE_OK;
  gst_query_add_allocation_pool(query, GST_BUFFER_POOL(pool), 0, 0, 0);
  return GST_PAD_PROBE_HANDLED;
}

TEST(PinnedMemory, IsNotForPoolsOfAKindOfTheirOwn) {
  CudaHarness harness("fftcorrelate method=phase backend=cuda");
  const Pool pool(gst_cuda_buffer_pool_new(harness.context()));
  gst_pad_add_probe(harness.get()->sinkpad, GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM,
                    offer_pool_of_a_kind, pool.get(), nullptr);
  ASSERT_TRUE(harness.set_caps(GST_VIDEO_FORMAT_GRAY8, kSize, nullptr));
  EXPECT_EQ(Offer(harness).allocator, nullptr);
}

TEST(PinnedMemory, IsNotForTheProcessor) {
  CudaHarness harness("fftfilter filter=lowpass backend=cpu");
  ASSERT_TRUE(harness.set_caps(GST_VIDEO_FORMAT_GRAY8, kSize, nullptr));
  Owned<GstBuffer> input = offered_frame(harness);
  ASSERT_NE(input, nullptr);
  EXPECT_FALSE(is_pinned(input.get()));
  fill(input.get());
  const Owned<GstBuffer> output = harness.push(input.release());
  ASSERT_NE(output, nullptr);
  EXPECT_FALSE(is_pinned(output.get()));
}

/// Of an element that is gone.
Allocator some_allocator() {
  CudaHarness harness("fftfilter filter=lowpass backend=cuda");
  harness.set_caps(GST_VIDEO_FORMAT_GRAY8, kSize, nullptr);
  return std::move(Offer(harness).allocator);
}

TEST(PinnedMemory, KeepsToItsParameters) {
  const Allocator allocator = some_allocator();
  ASSERT_NE(allocator, nullptr);
  GstAllocationParams parameters;
  gst_allocation_params_init(&parameters);
  parameters.align = 255;
  parameters.prefix = 3;
  parameters.padding = 5;
  parameters.flags =
      static_cast<GstMemoryFlags>(GST_MEMORY_FLAG_ZERO_PREFIXED | GST_MEMORY_FLAG_ZERO_PADDED);
  for (const gsize size : {1, 100, 4096}) {
    GstMemory* const memory = gst_allocator_alloc(allocator.get(), size, &parameters);
    ASSERT_NE(memory, nullptr);
    GstMapInfo map;
    ASSERT_TRUE(gst_memory_map(memory, &map, GST_MAP_WRITE));
    EXPECT_EQ(map.size, size);
    EXPECT_GE(map.maxsize, size + 5);
    EXPECT_EQ((reinterpret_cast<std::uintptr_t>(map.data) - 3) % 256, 0U);
    EXPECT_TRUE(fake_cuda_has_pinned(map.data - 3) && fake_cuda_has_pinned(map.data + size + 4));
    for (int i = 1; i <= 3; ++i) EXPECT_EQ(map.data[-i], 0);
    for (gsize i = 0; i < 5; ++i) EXPECT_EQ(map.data[size + i], 0);
    std::memset(map.data, 1, size);
    gst_memory_unmap(memory, &map);
    gst_memory_unref(memory);
  }
}

TEST(PinnedMemory, OutlivesElementAndAllocatorAndIsGivenBack) {
  some_allocator();  // a primary context is kept
  const int before = fake_cuda_left();
  Allocator allocator = some_allocator();
  ASSERT_NE(allocator, nullptr);
  GstMemory* const memory = gst_allocator_alloc(allocator.get(), 1000, nullptr);
  allocator.reset();
  GstMapInfo map;
  ASSERT_TRUE(gst_memory_map(memory, &map, GST_MAP_WRITE));
  EXPECT_TRUE(fake_cuda_has_pinned(map.data));
  std::memset(map.data, 1, map.size);
  gst_memory_unmap(memory, &map);
  const void* const data = map.data;
  gst_memory_unref(memory);
  EXPECT_FALSE(fake_cuda_has_pinned(data));
  EXPECT_EQ(fake_cuda_left(), before);
}

TEST(PinnedMemory, IsOrdinaryWhereThereIsNoMore) {
  const Allocator allocator = some_allocator();
  ASSERT_NE(allocator, nullptr);
  const std::string before = std::getenv("FFTCORE_FAKE_CUDA");
  setenv("FFTCORE_FAKE_CUDA", (before + " pinned=500").c_str(), 1);
  GstMemory* const memory = gst_allocator_alloc(allocator.get(), 1000, nullptr);
  setenv("FFTCORE_FAKE_CUDA", before.c_str(), 1);
  ASSERT_NE(memory, nullptr);
  GstMapInfo map;
  ASSERT_TRUE(gst_memory_map(memory, &map, GST_MAP_WRITE));
  EXPECT_FALSE(fake_cuda_has_pinned(map.data));
  gst_memory_unmap(memory, &map);
  gst_memory_unref(memory);
}

}  // namespace
}  // namespace fftcore::test::pinned_memory_test
