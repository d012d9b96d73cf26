// SPDX-License-Identifier: LGPL-2.1-or-later
#include "wrong_metas.h"

#include <gst/gstbufferpool.h>

namespace fftcore::test {
namespace {

constexpr guint kPadding = 16;  // bytes of a row

struct SpoiledPool {
  GstBufferPool parent;
  GstVideoInfo info;
  const WrongMeta* wrong;
};
struct SpoiledPoolClass {
  GstBufferPoolClass parent;
};

G_DEFINE_TYPE(SpoiledPool, fftcore_test_spoiled_pool, GST_TYPE_BUFFER_POOL)

void fftcore_test_spoiled_pool_init(SpoiledPool* /*pool*/) {}

GstFlowReturn alloc_buffer(GstBufferPool* pool, GstBuffer** buffer,
                           GstBufferPoolAcquireParams* /*parameters*/) {
  const auto* const self = reinterpret_cast<SpoiledPool*>(pool);
  const GstVideoInfo& info = self->info;
  gsize offsets[GST_VIDEO_MAX_PLANES] = {};
  gint strides[GST_VIDEO_MAX_PLANES] = {};
  gsize end = 0;
  for (guint p = 0; p < GST_VIDEO_INFO_N_PLANES(&info); ++p) {
    offsets[p] = end;
    strides[p] = GST_VIDEO_INFO_PLANE_STRIDE(&info, p) + static_cast<gint>(kPadding);
    end +=
        static_cast<gsize>(strides[p]) * static_cast<gsize>(GST_VIDEO_INFO_COMP_HEIGHT(&info, p));
  }
  *buffer = gst_buffer_new_allocate(nullptr, end, nullptr);
  GstVideoMeta* const meta = gst_buffer_add_video_meta_full(
      *buffer, GST_VIDEO_FRAME_FLAG_NONE, GST_VIDEO_INFO_FORMAT(&info), GST_VIDEO_INFO_WIDTH(&info),
      GST_VIDEO_INFO_HEIGHT(&info), GST_VIDEO_INFO_N_PLANES(&info), offsets, strides);
  meta->meta.flags = static_cast<GstMetaFlags>(meta->meta.flags | GST_META_FLAG_POOLED);
  self->wrong->spoil(*meta);
  return GST_FLOW_OK;
}

void fftcore_test_spoiled_pool_class_init(SpoiledPoolClass* of_class) {
  of_class->parent.alloc_buffer = alloc_buffer;
}

GstPadProbeReturn offer(GstPad* /*pad*/, GstPadProbeInfo* probe, gpointer wrong) {
  GstQuery* const query = GST_PAD_PROBE_INFO_QUERY(probe);
  if (GST_QUERY_TYPE(query) != GST_QUERY_ALLOCATION) return GST_PAD_PROBE_OK;
  GstCaps* caps = nullptr;
  gst_query_parse_allocation(query, &caps, nullptr);
  auto* const pool =
      static_cast<SpoiledPool*>(g_object_new(fftcore_test_spoiled_pool_get_type(), nullptr));
  gst_video_info_from_caps(&pool->info, caps);
  pool->wrong = static_cast<const WrongMeta*>(wrong);
  gst_query_add_allocation_pool(query, &pool->parent,
                                static_cast<guint>(GST_VIDEO_INFO_SIZE(&pool->info)), 0, 0);
  gst_query_add_allocation_meta(query, GST_VIDEO_META_API_TYPE, nullptr);
  gst_object_unref(pool);
  return GST_PAD_PROBE_HANDLED;
}

}  // namespace

const std::vector<WrongMeta>& wrong_metas() {
  static const std::vector<WrongMeta> metas = {
      {"a stride beyond the buffer", [](GstVideoMeta& meta) { meta.stride[0] = 100000; }},
      {"the largest stride", [](GstVideoMeta& meta) { meta.stride[meta.n_planes - 1] = G_MAXINT; }},
      {"a stride of nothing", [](GstVideoMeta& meta) { meta.stride[0] = 0; }},
      {"rows from the bottom", [](GstVideoMeta& meta) { meta.stride[0] = -meta.stride[0]; }},
      {"the least stride", [](GstVideoMeta& meta) { meta.stride[0] = G_MININT; }},
      {"rows that overlap", [](GstVideoMeta& meta) { meta.stride[0] = 2; }},
      {"a plane twenty rows too far",
       [](GstVideoMeta& meta) {
         const guint last = meta.n_planes - 1;
         meta.offset[last] += 20 * static_cast<gsize>(meta.stride[last]);
       }},
      {"a plane beyond the end",
       [](GstVideoMeta& meta) { meta.offset[meta.n_planes - 1] = 1 << 20; }},
      {"the largest offset", [](GstVideoMeta& meta) { meta.offset[0] = G_MAXSIZE; }},
      {"a plane too many", [](GstVideoMeta& meta) { ++meta.n_planes; }},
      {"planes without end", [](GstVideoMeta& meta) { meta.n_planes = G_MAXUINT; }},
      {"no planes", [](GstVideoMeta& meta) { meta.n_planes = 0; }},
      {"a smaller width", [](GstVideoMeta& meta) { --meta.width; }},
      {"a smaller height", [](GstVideoMeta& meta) { meta.height = 1; }},
      {"no size", [](GstVideoMeta& meta) { meta.width = meta.height = 0; }},
      {"another format", [](GstVideoMeta& meta) { meta.format = GST_VIDEO_FORMAT_v308; }},
      {"a format that is none",
       [](GstVideoMeta& meta) { meta.format = static_cast<GstVideoFormat>(100000); }},
  };
  return metas;
}

void offer_spoiled_pool(GstHarness* harness, const WrongMeta& wrong) {
  gst_pad_add_probe(harness->sinkpad, GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM, offer,
                    const_cast<WrongMeta*>(&wrong), nullptr);
}

}  // namespace fftcore::test
