// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda_pool.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>

#include "fftcore/error.h"

namespace fftcore::gst {
namespace {

struct UnrefCudaPool {
  void operator()(GstBufferPool* pool) const { gst_object_unref(pool); }
};
using CudaPoolPointer = std::unique_ptr<GstBufferPool, UnrefCudaPool>;

struct Counts {
  guint size = 0;
  guint least = 0;
  guint most = 0;
};

struct Frame {
  GstCaps* caps = nullptr;
  GstVideoInfo info;
};

// What the query is about; none where it does not say.
std::optional<Frame> frame_of(GstQuery* query) {
  Frame frame;
  gst_query_parse_allocation(query, &frame.caps, nullptr);
  if (frame.caps == nullptr || !gst_video_info_from_caps(&frame.info, frame.caps))
    return std::nullopt;
  return frame;
}

// Sets the pool up for frames on its own stream, else on `stream`. False where it cannot be
// changed, or has no memory: it takes some to learn how a frame lies. Then its size is the real
// one, padded rows included.
bool configure(GstBufferPool* pool, const Frame& frame, const CudaStream& stream, Counts& counts) {
  GstStructure* config = gst_buffer_pool_get_config(pool);
  counts.size = std::max(counts.size, static_cast<guint>(GST_VIDEO_INFO_SIZE(&frame.info)));
  gst_buffer_pool_config_set_params(config, frame.caps, counts.size, counts.least, counts.most);
  gst_buffer_pool_config_add_option(config, GST_BUFFER_POOL_OPTION_VIDEO_META);
  if (!CudaStream::of_pool(config)) stream.give_to_pool(config);
  if (!gst_buffer_pool_set_config(pool, config)) return false;

  config = gst_buffer_pool_get_config(pool);
  gst_buffer_pool_config_get_params(config, nullptr, &counts.size, nullptr, nullptr);
  gst_structure_free(config);
  return true;
}

// `what` is for the message.
CudaPoolPointer own_pool(GstCudaContext* context, const Frame& frame, const CudaStream& stream,
                         Counts& counts, const std::string& what) {
  CudaPoolPointer pool(gst_cuda_buffer_pool_new(context));
  if (!configure(pool.get(), frame, stream, counts))
    throw Error(fmt::format(
        "CUDA gives no memory for {}: end other programs that use the GPU (nvidia-smi)", what));
  return pool;
}

CudaPoolPointer own_pool(GstCudaContext* context, const Frame& frame, const CudaStream& stream,
                         Counts& counts) {
  return own_pool(
      context, frame, stream, counts,
      fmt::format("a {}x{} {} frame", GST_VIDEO_INFO_WIDTH(&frame.info),
                  GST_VIDEO_INFO_HEIGHT(&frame.info), GST_VIDEO_INFO_NAME(&frame.info)));
}

bool belongs_to(GstBufferPool* pool, GstCudaContext* context) {
  return pool != nullptr && GST_IS_CUDA_BUFFER_POOL(pool) &&
         GST_CUDA_BUFFER_POOL(pool)->context == context;
}

CudaStream stream_of_pool(GstBufferPool* pool, const CudaStream& otherwise) {
  GstStructure* const config = gst_buffer_pool_get_config(pool);
  const CudaStream stream = CudaStream::of_pool(config).value_or(otherwise);
  gst_structure_free(config);
  return stream;
}

}  // namespace

bool propose_cuda_pool(GstQuery* query, GstCudaContext* context, const CudaStream& stream) {
  const std::optional<Frame> frame = frame_of(query);
  if (!frame) return false;
  gboolean needs_pool = FALSE;
  gst_query_parse_allocation(query, nullptr, &needs_pool);
  if (needs_pool) {
    Counts counts;
    const CudaPoolPointer pool = own_pool(context, *frame, stream, counts);
    gst_query_add_allocation_pool(query, pool.get(), counts.size, 0, 0);
  }
  gst_query_add_allocation_meta(query, GST_VIDEO_META_API_TYPE, nullptr);
  return true;
}

// GStreamer 1.22 allocates by GstVideoInfo only: rows of a frame whose ends are where the device's
// rows may end anyway have no gaps. Each buffer has the GstVideoMeta of such a frame.
SizedPool plain_cuda_pool(std::size_t bytes, GstCudaContext* context, const CudaStream& stream) {
  constexpr std::size_t kPixelBytes = 4;
  constexpr std::size_t kRowUnit = 128;     // pixels: 512 bytes, CUDA's pitch
  constexpr std::size_t kMostRows = 16384;  // well below what a frame may have
  const auto divide_up = [](std::size_t a, std::size_t b) { return (a + b - 1) / b; };
  const std::size_t width =
      std::max<std::size_t>(1, divide_up(bytes, kPixelBytes * kMostRows * kRowUnit)) * kRowUnit;
  const std::size_t height = divide_up(bytes, kPixelBytes * width);
  if (width > kMostRows)
    throw Error(
        fmt::format("a buffer of {} bytes is more than one in CUDA memory can have", bytes));

  Frame frame;
  gst_video_info_set_format(&frame.info, GST_VIDEO_FORMAT_RGBA, static_cast<guint>(width),
                            static_cast<guint>(height));
  frame.caps = gst_video_info_to_caps(&frame.info);
  gst_caps_set_features_simple(frame.caps,
                               gst_caps_features_new(GST_CAPS_FEATURE_MEMORY_CUDA_MEMORY, nullptr));
  const std::unique_ptr<GstCaps, decltype(&gst_caps_unref)> owned(frame.caps, gst_caps_unref);
  Counts counts;
  CudaPoolPointer pool =
      own_pool(context, frame, stream, counts, fmt::format("a spectrum of {} bytes", bytes));
  return {pool.release(), counts.size};
}

std::optional<CudaStream> decide_cuda_pool(GstQuery* query, GstCudaContext* context,
                                           const CudaStream& stream) {
  const std::optional<Frame> frame = frame_of(query);
  if (!frame) return std::nullopt;
  const bool has_entry = gst_query_get_n_allocation_pools(query) > 0;
  GstBufferPool* offered = nullptr;
  Counts counts;
  if (has_entry)
    gst_query_parse_nth_allocation_pool(query, 0, &offered, &counts.size, &counts.least,
                                        &counts.most);
  CudaPoolPointer pool(offered);
  if (!belongs_to(offered, context) || !configure(offered, *frame, stream, counts))
    pool = own_pool(context, *frame, stream, counts);

  if (has_entry) {
    gst_query_set_nth_allocation_pool(query, 0, pool.get(), counts.size, counts.least, counts.most);
  } else {
    gst_query_add_allocation_pool(query, pool.get(), counts.size, counts.least, counts.most);
  }
  return stream_of_pool(pool.get(), stream);
}

}  // namespace fftcore::gst
