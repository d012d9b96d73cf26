// SPDX-License-Identifier: LGPL-2.1-or-later
#include "delayed_element.h"

#include <utility>

namespace fftcore::gst {

GstClockTime frame_duration(const GstVideoInfo& info) {
  constexpr GstClockTime kIfUnknown = 40 * GST_MSECOND;
  const int rate = GST_VIDEO_INFO_FPS_N(&info), per = GST_VIDEO_INFO_FPS_D(&info);
  return rate > 0 ? gst_util_uint64_scale_int(GST_SECOND, per, rate) : kIfUnknown;
}

void DelayedElement::stop() {
  window_.clear();
  has_input_ = false;
  FrameElement::stop();
}

void DelayedElement::set_info(std::shared_ptr<Engine> engine, const GstVideoInfo& info) {
  has_input_ = false;
  set_input(std::move(engine), info);
  has_input_ = true;
  follow_latency();
}

void DelayedElement::poll() {
  poll_session();
  follow_latency();
}

void DelayedElement::follow_latency() {
  if (!has_input_) return;
  latency_.set(static_cast<GstClockTime>(after()) * frame_duration(info()));
}

void DelayedElement::forget() {
  window_.clear();
  restart();
}

bool DelayedElement::query(GstPadDirection direction, GstQuery* query) {
  if (!FrameElement::query(direction, query)) return false;
  if (direction == GST_PAD_SRC && GST_QUERY_TYPE(query) == GST_QUERY_LATENCY)
    latency_.add_to(query);
  return true;
}

bool DelayedElement::propose_allocation(GstQuery* decided, GstQuery* query) {
  if (!FrameElement::propose_allocation(decided, query)) return false;
  const guint held = has_input_ ? static_cast<guint>(most_before() + after()) : 0;
  for (guint i = 0; held > 0 && i < gst_query_get_n_allocation_pools(query); ++i) {
    GstBufferPool* pool = nullptr;
    guint size = 0, least = 0, most = 0;
    gst_query_parse_nth_allocation_pool(query, i, &pool, &size, &least, &most);
    gst_query_set_nth_allocation_pool(query, i, pool, size, least + held,
                                      most == 0 ? 0 : most + held);
    if (pool != nullptr) gst_object_unref(pool);
  }
  return true;
}

bool DelayedElement::are_new(GstEvent* event) const {
  GstCaps* caps = nullptr;
  gst_event_parse_caps(event, &caps);
  GstVideoInfo new_info;
  return !gst_video_info_from_caps(&new_info, caps) ||
         gst_video_info_is_equal(&new_info, &info()) == FALSE;
}

// All of these are serialized with the frames, which come out before them.
bool DelayedElement::sink_event(GstEvent* event) {
  switch (GST_EVENT_TYPE(event)) {
    case GST_EVENT_STREAM_START:
      drain();
      restart();
      break;
    case GST_EVENT_CAPS:
      if (are_new(event)) drain();
      break;
    case GST_EVENT_SEGMENT:
    case GST_EVENT_GAP:
    case GST_EVENT_EOS: drain(); break;
    case GST_EVENT_FLUSH_STOP: forget(); break;
    default: break;
  }
  return FrameElement::sink_event(event);
}

void DelayedElement::before_transform(GstBuffer* input) {
  GstBuffer* const first = window_.first_to_come();
  const bool is_of_first = first != nullptr && has_input_ && window_.is_due(after(), 1);
  FrameElement::before_transform(is_of_first ? first : input);
}

GstFlowReturn DelayedElement::submit_input_buffer(bool is_discont, GstBuffer* input) {
  // What was held, and lies in another context, is of no use to the frames to come.
  GstBuffer* const last = window_.last();
  if (GST_BUFFER_FLAG_IS_SET(input, GST_BUFFER_FLAG_DISCONT) ||
      (last != nullptr && !memories_.frames().chosen().are_together(last, input))) {
    if (const GstFlowReturn result = drain(); result != GST_FLOW_OK) {
      gst_buffer_unref(input);
      return result;
    }
  }
  return FrameElement::submit_input_buffer(is_discont, input);
}

GstFlowReturn DelayedElement::generate_output(GstBuffer** output) {
  *output = nullptr;
  if (GstBuffer* const input = std::exchange(base()->queued_buf, nullptr); input != nullptr) {
    if (!has_input_) {  // as an error on the bus says
      gst_buffer_unref(input);
      return GST_FLOW_OK;
    }
    window_.add(input, most_before());
    if (!guard([&] { arrive(input); })) {
      forget();
      return GST_FLOW_ERROR;
    }
  }
  return give(output);
}

/// The next frame that is due, or null.
GstFlowReturn DelayedElement::give(GstBuffer** output) {
  *output = nullptr;
  if (!has_input_ || !window_.is_due(after())) return GST_FLOW_OK;
  const DueFrame due = window_.take(before(), after());
  GstBuffer* made = nullptr;
  if (const GstFlowReturn result = prepare_output_buffer(due.frame(), &made); result != GST_FLOW_OK)
    return result;
  if (!guard([&] { work_on(due, made); })) {
    gst_buffer_unref(made);
    return GST_FLOW_ERROR;
  }
  *output = made;
  return GST_FLOW_OK;
}

/// Brings out all frames that are held, since no other comes that has to do with them.
GstFlowReturn DelayedElement::drain() {
  window_.end();
  while (window_.first_to_come() != nullptr) {
    FrameElement::before_transform(window_.first_to_come());
    GstBuffer* output = nullptr;
    GstFlowReturn result = GST_FLOW_ERROR;
    guard([&] { result = give(&output); });
    if (result == GST_FLOW_OK && output != nullptr)
      result = gst_pad_push(GST_BASE_TRANSFORM_SRC_PAD(base()), output);
    if (result != GST_FLOW_OK || output == nullptr) {
      forget();
      return result;
    }
  }
  return GST_FLOW_OK;
}

}  // namespace fftcore::gst
