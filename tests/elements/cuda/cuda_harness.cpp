// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda_harness.h"

#include <gtest/gtest.h>

namespace fftcore::test {
namespace {

Context new_context() {
  if (!gst_cuda_load_library())
    throw std::runtime_error("there is no CUDA driver, not even one that pretends");
  gst_cuda_memory_init_once();
  return Context(gst_cuda_context_new(0));
}

// GStreamer itself does not look where the planes of a pool's buffer end.
void require_room(GstBuffer* buffer, const GstVideoInfo& info) {
  const GstVideoMeta* const meta = gst_buffer_get_video_meta(buffer);
  for (guint plane = 0; meta != nullptr && plane < meta->n_planes; ++plane) {
    const auto bytes = static_cast<gsize>(meta->stride[plane]) *
                       static_cast<gsize>(GST_VIDEO_INFO_COMP_HEIGHT(&info, plane));
    if (meta->offset[plane] + bytes > gst_buffer_get_size(buffer))
      throw std::runtime_error(std::string("a pool's buffer is too small for its frame in ") +
                               gst_video_format_to_string(GST_VIDEO_INFO_FORMAT(&info)));
  }
}

}  // namespace

const std::vector<GstVideoFormat>& cuda_formats() {
  static const std::vector<GstVideoFormat> formats = {
      GST_VIDEO_FORMAT_NV12,      GST_VIDEO_FORMAT_NV21,      GST_VIDEO_FORMAT_I420,
      GST_VIDEO_FORMAT_YV12,      GST_VIDEO_FORMAT_Y42B,      GST_VIDEO_FORMAT_Y444,
      GST_VIDEO_FORMAT_P016_LE,   GST_VIDEO_FORMAT_Y444_16LE, GST_VIDEO_FORMAT_YUY2,
      GST_VIDEO_FORMAT_UYVY,      GST_VIDEO_FORMAT_RGB,       GST_VIDEO_FORMAT_BGR,
      GST_VIDEO_FORMAT_RGBA,      GST_VIDEO_FORMAT_BGRA,      GST_VIDEO_FORMAT_RGBx,
      GST_VIDEO_FORMAT_BGRx,      GST_VIDEO_FORMAT_ARGB,      GST_VIDEO_FORMAT_ABGR,
      GST_VIDEO_FORMAT_RGBP,      GST_VIDEO_FORMAT_BGRP,      GST_VIDEO_FORMAT_GBR,
      GST_VIDEO_FORMAT_GBRA,      GST_VIDEO_FORMAT_P010_10LE, GST_VIDEO_FORMAT_I420_10LE,
      GST_VIDEO_FORMAT_I422_10LE, GST_VIDEO_FORMAT_I422_12LE};
  return formats;
}

bool has_planar_colours(GstVideoFormat format) {
  return format == GST_VIDEO_FORMAT_RGBP || format == GST_VIDEO_FORMAT_BGRP ||
         format == GST_VIDEO_FORMAT_GBR || format == GST_VIDEO_FORMAT_GBRA;
}

GstCaps* caps_in(const char* feature, GstVideoFormat format, Size size) {
  GstCaps* const caps = caps_of(info_of(format, size));
  if (feature != nullptr)
    gst_caps_set_features_simple(caps, gst_caps_features_new(feature, nullptr));
  return caps;
}

Pool pool_in(GstCudaContext* context, GstVideoFormat format, Size size) {
  Pool pool(context != nullptr ? gst_cuda_buffer_pool_new(context) : gst_video_buffer_pool_new());
  GstCaps* const caps = caps_in(context != nullptr ? "memory:CUDAMemory" : nullptr, format, size);
  const GstVideoInfo info = info_of(format, size);
  GstStructure* const config = gst_buffer_pool_get_config(pool.get());
  gst_buffer_pool_config_set_params(config, caps, static_cast<guint>(GST_VIDEO_INFO_SIZE(&info)), 0,
                                    0);
  gst_buffer_pool_config_add_option(config, GST_BUFFER_POOL_OPTION_VIDEO_META);
  EXPECT_TRUE(gst_buffer_pool_set_config(pool.get(), config));
  gst_caps_unref(caps);
  return pool;
}

CudaHarness::CudaHarness(const std::string& line) : context_(new_context()), bus_(gst_bus_new()) {
  GError* error = nullptr;
  GstElement* const bin = gst_parse_bin_from_description(line.c_str(), TRUE, &error);
  if (error != nullptr) throw std::runtime_error(error->message);
  const Owned<GstElement> owned(GST_ELEMENT(gst_object_ref_sink(bin)));
  gst_element_set_bus(bin, bus_.get());
  harness_ = gst_harness_new_with_element(bin, "sink", "src");
}

CudaHarness::~CudaHarness() {
  gst_element_set_bus(harness_->element, nullptr);
  gst_harness_teardown(harness_);
}

Owned<GstElement> CudaHarness::element(const std::string& name) const {
  return Owned<GstElement>(gst_bin_get_by_name(GST_BIN(harness_->element), name.c_str()));
}

void CudaHarness::offer_context(GstCudaContext* context) {
  GstContext* const offer = gst_context_new_cuda_context(context);
  gst_element_set_context(harness_->element, offer);
  gst_context_unref(offer);
}

Context CudaHarness::context_of(const std::string& name) const {
  const Owned<GstElement> asked = element(name);
  GstPad* const pad = gst_element_get_static_pad(asked.get(), "src");
  const Owned<GstQuery> query(gst_query_new_context(GST_CUDA_CONTEXT_TYPE));
  const bool is_answered = gst_pad_query(pad, query.get()) != FALSE;
  gst_object_unref(pad);
  if (!is_answered) return nullptr;
  GstContext* answer = nullptr;
  gst_query_parse_context(query.get(), &answer);
  GstCudaContext* context = nullptr;
  gst_structure_get(gst_context_get_structure(answer), GST_CUDA_CONTEXT_TYPE, GST_TYPE_CUDA_CONTEXT,
                    &context, nullptr);
  return Context(context);
}

// Events that stay on a pad count as sent even where they are refused: what comes out tells.
bool CudaHarness::set_caps(GstVideoFormat format, Size size, const char* feature) {
  gst_harness_play(harness_);
  GstCaps* const caps = caps_in(feature, format, size);
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  gst_harness_push_event(harness_, gst_event_new_stream_start("test"));
  gst_harness_push_event(harness_, gst_event_new_caps(caps));
  gst_harness_push_event(harness_, gst_event_new_segment(&segment));
  GstCaps* const arrived = gst_pad_get_current_caps(harness_->sinkpad);
  const bool is_taken = arrived != nullptr && gst_caps_is_equal(arrived, caps);
  if (arrived != nullptr) gst_caps_unref(arrived);
  gst_caps_unref(caps);
  return is_taken;
}

GstBuffer* CudaHarness::frame_in(GstCudaContext* context, const Picture& picture) {
  const Size size = {picture.planes[0].columns, picture.planes[0].rows};
  const Pool pool = pool_in(context, picture.format, size);
  gst_buffer_pool_set_active(pool.get(), TRUE);
  GstBuffer* buffer = nullptr;
  EXPECT_EQ(gst_buffer_pool_acquire_buffer(pool.get(), &buffer, nullptr), GST_FLOW_OK);
  const Owned<GstBuffer> in_system(buffer_of(picture, index_++));
  const GstVideoInfo info = info_of(picture.format, size);
  require_room(buffer, info);
  GstVideoFrame from;
  GstVideoFrame to;
  EXPECT_TRUE(gst_video_frame_map(&from, &info, in_system.get(), GST_MAP_READ));
  EXPECT_TRUE(gst_video_frame_map(&to, &info, buffer, GST_MAP_WRITE));
  gst_video_frame_copy(&to, &from);
  gst_video_frame_unmap(&to);
  gst_video_frame_unmap(&from);
  GST_BUFFER_PTS(buffer) = GST_BUFFER_PTS(in_system.get());
  GST_BUFFER_DURATION(buffer) = GST_BUFFER_DURATION(in_system.get());
  gst_buffer_pool_set_active(pool.get(), FALSE);
  return buffer;
}

Owned<GstBuffer> CudaHarness::push(GstBuffer* input) {
  if (gst_harness_push(harness_, input) != GST_FLOW_OK) return nullptr;
  return Owned<GstBuffer>(gst_harness_try_pull(harness_));
}

void expect_error(CudaHarness& harness, const std::vector<std::string>& words) {
  const std::vector<Report> errors = harness.errors();
  ASSERT_FALSE(errors.empty());
  for (const Report& error : errors) EXPECT_EQ(error.text, errors[0].text);
  for (const std::string& word : words)
    EXPECT_NE(errors[0].text.find(word), std::string::npos) << word << " in " << errors[0].text;
}

}  // namespace fftcore::test
