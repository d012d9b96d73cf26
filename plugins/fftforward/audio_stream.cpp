// SPDX-License-Identifier: LGPL-2.1-or-later
#include "audio_stream.h"

#include <fmt/format.h>

#include "../base/element.h"

namespace fftcore::gst::forward {

void AudioStream::follow(const Stream& stream) {
  if (stream.video) {
    latency_.set(0);
    return;
  }
  const SpectrumInfo& info = stream.spectrum;
  sample_bytes_ = static_cast<std::size_t>(info.layout.channels) * sizeof(float);
  blocks_.set_shape({info.rate, static_cast<int>(info.layout.channels),
                     static_cast<int>(info.layout.points.columns), info.width});
  latency_.set(gst_util_uint64_scale_int(GST_SECOND, info.width, info.rate));
}

GstFlowReturn AudioStream::take(GstBuffer* samples) {
  const bool is_taken = guarded(GST_ELEMENT(element_), [&] {
    const gsize bytes = gst_buffer_get_size(samples);
    GstMapInfo map;
    if (bytes % sample_bytes_ != 0 || !gst_buffer_map(samples, &map, GST_MAP_READ))
      throw WrongBuffer(
          fmt::format("a buffer of {} bytes cannot be read as audio of {} bytes a sample", bytes,
                      sample_bytes_));
    blocks_.add({reinterpret_cast<const float*>(map.data), map.size / sizeof(float)},
                GST_BUFFER_PTS(samples));
    gst_buffer_unmap(samples, &map);
  });
  gst_buffer_unref(samples);
  return is_taken ? GST_FLOW_OK : GST_FLOW_ERROR;
}

GstFlowReturn AudioStream::acquire(GstBuffer** spectrum) {
  GstBufferPool* const pool = gst_base_transform_get_buffer_pool(element_);
  if (pool == nullptr) return GST_FLOW_NOT_NEGOTIATED;
  gst_buffer_pool_set_active(pool, TRUE);
  const GstFlowReturn result = gst_buffer_pool_acquire_buffer(pool, spectrum, nullptr);
  gst_object_unref(pool);
  return report_no_memory(GST_ELEMENT(element_), result, "spectrum");
}

GstFlowReturn AudioStream::next(ForwardSession& session, GstBuffer** spectrum) {
  if (const GstFlowReturn result = acquire(spectrum); result != GST_FLOW_OK) return result;
  const AudioBlocks::Block block = blocks_.next();
  GstBuffer* const buffer = *spectrum;
  GST_BUFFER_PTS(buffer) = block.pts;
  GST_BUFFER_DURATION(buffer) = block.duration;
  GST_BUFFER_OFFSET(buffer) = block.offset;
  GST_BUFFER_OFFSET_END(buffer) = block.offset + static_cast<guint64>(block.new_samples);
  if (block.offset == 0) GST_BUFFER_FLAG_SET(buffer, GST_BUFFER_FLAG_DISCONT);
  if (guarded(GST_ELEMENT(element_), [&] { session.run(block.samples, buffer); }))
    return GST_FLOW_OK;
  gst_clear_buffer(spectrum);
  return GST_FLOW_ERROR;
}

GstFlowReturn AudioStream::give(ForwardSession& session, GstBuffer** spectrum) {
  *spectrum = nullptr;
  return blocks_.has_block() ? next(session, spectrum) : GST_FLOW_OK;
}

void AudioStream::drain(ForwardSession& session) {
  GstBuffer* spectrum = nullptr;
  while (blocks_.pending() > 0 && next(session, &spectrum) == GST_FLOW_OK)
    if (gst_pad_push(GST_BASE_TRANSFORM_SRC_PAD(element_), spectrum) != GST_FLOW_OK) break;
  reset();
}

}  // namespace fftcore::gst::forward
