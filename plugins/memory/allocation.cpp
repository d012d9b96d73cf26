// SPDX-License-Identifier: LGPL-2.1-or-later
#include "allocation.h"

#include <algorithm>
#include <memory>

namespace fftcore::gst {
namespace {

struct UnrefPool {
  void operator()(GstBufferPool* pool) const { gst_object_unref(pool); }
};
using PoolPointer = std::unique_ptr<GstBufferPool, UnrefPool>;

// How memory of `allocator` is asked for: from a multiple of 64 bytes on.
const GstAllocationParams kFrameMemory = [] {
  GstAllocationParams parameters;
  gst_allocation_params_init(&parameters);
  parameters.align = 63;
  return parameters;
}();

// Pools of GStreamer's own have no wishes where their memory comes from.
bool is_ordinary(GstBufferPool* pool) {
  return G_OBJECT_TYPE(pool) == gst_video_buffer_pool_get_type() ||
         G_OBJECT_TYPE(pool) == GST_TYPE_BUFFER_POOL;
}

// Whether downstream asks for memory of a kind, or has a pool that may.
bool has_wishes(GstQuery* query) {
  for (guint i = 0; i < gst_query_get_n_allocation_pools(query); ++i) {
    GstBufferPool* offered = nullptr;
    gst_query_parse_nth_allocation_pool(query, i, &offered, nullptr, nullptr, nullptr);
    const PoolPointer pool(offered);
    if (pool != nullptr && !is_ordinary(pool.get())) return true;
  }
  if (gst_query_get_n_allocation_params(query) == 0) return false;
  GstAllocator* named = nullptr;
  gst_query_parse_nth_allocation_param(query, 0, &named, nullptr);
  if (named == nullptr) return false;
  gst_object_unref(named);
  return true;
}

}  // namespace

bool propose_video_pool(GstQuery* query, GstAllocator* allocator) {
  GstCaps* caps = nullptr;
  gboolean needs_pool = FALSE;
  gst_query_parse_allocation(query, &caps, &needs_pool);
  GstVideoInfo info;
  if (caps == nullptr || !gst_video_info_from_caps(&info, caps)) return false;

  const auto size = static_cast<guint>(GST_VIDEO_INFO_SIZE(&info));
  PoolPointer pool;
  if (needs_pool) {
    pool.reset(gst_video_buffer_pool_new());
    GstStructure* config = gst_buffer_pool_get_config(pool.get());
    gst_buffer_pool_config_set_params(config, caps, size, 0, 0);
    gst_buffer_pool_config_add_option(config, GST_BUFFER_POOL_OPTION_VIDEO_META);
    if (allocator != nullptr)
      gst_buffer_pool_config_set_allocator(config, allocator, &kFrameMemory);
    if (!gst_buffer_pool_set_config(pool.get(), config)) return false;
  }
  gst_query_add_allocation_pool(query, pool.get(), size, 0, 0);
  if (allocator != nullptr) gst_query_add_allocation_param(query, allocator, &kFrameMemory);
  gst_query_add_allocation_meta(query, GST_VIDEO_META_API_TYPE, nullptr);
  return true;
}

bool decide_video_pool(GstQuery* query, GstAllocator* allocator) {
  GstCaps* caps = nullptr;
  gst_query_parse_allocation(query, &caps, nullptr);
  GstVideoInfo info;
  if (caps == nullptr || !gst_video_info_from_caps(&info, caps)) return false;

  const bool has_entry = gst_query_get_n_allocation_pools(query) > 0;
  GstBufferPool* offered = nullptr;
  guint size = 0;
  guint least = 0;
  guint most = 0;
  if (has_entry) gst_query_parse_nth_allocation_pool(query, 0, &offered, &size, &least, &most);
  const PoolPointer pool(offered != nullptr ? offered : gst_video_buffer_pool_new());
  size = std::max(size, static_cast<guint>(GST_VIDEO_INFO_SIZE(&info)));

  GstStructure* config = gst_buffer_pool_get_config(pool.get());
  gst_buffer_pool_config_set_params(config, caps, size, least, most);
  if (gst_query_find_allocation_meta(query, GST_VIDEO_META_API_TYPE, nullptr)) {
    gst_buffer_pool_config_add_option(config, GST_BUFFER_POOL_OPTION_VIDEO_META);
  }
  // GstBaseTransform sets the pool's allocator anew, to the one that is named.
  if (name_allocator(query, allocator))
    gst_buffer_pool_config_set_allocator(config, allocator, &kFrameMemory);
  // Where a pool refuses, GstBaseTransform finds a way when it sets the parameters itself.
  gst_buffer_pool_set_config(pool.get(), config);

  if (has_entry) {
    gst_query_set_nth_allocation_pool(query, 0, pool.get(), size, least, most);
  } else {
    gst_query_add_allocation_pool(query, pool.get(), size, least, most);
  }
  return true;
}

bool name_allocator(GstQuery* query, GstAllocator* allocator) {
  if (allocator == nullptr || has_wishes(query)) return false;
  if (gst_query_get_n_allocation_params(query) > 0) {
    gst_query_set_nth_allocation_param(query, 0, allocator, &kFrameMemory);
  } else {
    gst_query_add_allocation_param(query, allocator, &kFrameMemory);
  }
  return true;
}

bool has_default_layout(const GstVideoInfo& info, GstBuffer* buffer) {
  const GstVideoMeta* meta = gst_buffer_get_video_meta(buffer);
  if (meta == nullptr) return true;
  const guint planes = GST_VIDEO_INFO_N_PLANES(&info);
  return meta->n_planes == planes && std::equal(meta->stride, meta->stride + planes, info.stride) &&
         std::equal(meta->offset, meta->offset + planes, info.offset);
}

bool describes_picture(GType meta_api) {
  static const gchar* kPictureTags[] = {GST_META_TAG_VIDEO_STR, GST_META_TAG_VIDEO_SIZE_STR,
                                        GST_META_TAG_VIDEO_ORIENTATION_STR,
                                        GST_META_TAG_VIDEO_COLORSPACE_STR, nullptr};
  const gchar* const* tags = gst_meta_api_type_get_tags(meta_api);
  if (tags == nullptr) return false;
  return std::all_of(tags, tags + g_strv_length(const_cast<gchar**>(tags)),
                     [](const gchar* tag) { return g_strv_contains(kPictureTags, tag) != FALSE; });
}

}  // namespace fftcore::gst
