// SPDX-License-Identifier: LGPL-2.1-or-later
#include "template_pad.h"

#include <utility>

namespace fftcore::gst::correlate {
namespace {

TemplatePad& template_pad_of(GstPad* pad) {
  return *static_cast<TemplatePad*>(gst_pad_get_element_private(pad));
}

}  // namespace

GstPadTemplate* TemplatePad::pad_template() {
  GstCaps* caps = gst_caps_from_string(GST_VIDEO_CAPS_MAKE(GST_VIDEO_FORMATS_ALL));
  GstPadTemplate* result = gst_pad_template_new(kName, GST_PAD_SINK, GST_PAD_REQUEST, caps);
  gst_caps_unref(caps);
  return result;
}

GstPad* TemplatePad::add(GstElement* element, GstPadTemplate* pad_template) {
  if (exists()) return nullptr;
  GstPad* const pad = gst_pad_new_from_template(pad_template, kName);
  gst_pad_set_element_private(pad, this);
  gst_pad_set_chain_function(pad, GST_DEBUG_FUNCPTR(chain));
  gst_pad_set_event_function(pad, GST_DEBUG_FUNCPTR(event));
  gst_pad_set_activatemode_function(pad, GST_DEBUG_FUNCPTR(activate));
  {
    const std::lock_guard lock(mutex_);
    pad_ = pad;
  }
  // One that is added while the element runs must run too.
  if (GST_STATE(element) > GST_STATE_READY || GST_STATE_PENDING(element) > GST_STATE_READY)
    gst_pad_set_active(pad, TRUE);
  gst_element_add_pad(element, pad);
  return pad;
}

void TemplatePad::remove(GstElement* element, GstPad* pad) {
  gst_pad_set_active(pad, FALSE);
  {
    const std::lock_guard lock(mutex_);
    pad_ = nullptr;
  }
  gst_element_remove_pad(element, pad);
}

bool TemplatePad::exists() const {
  const std::lock_guard lock(mutex_);
  return pad_ != nullptr;
}

std::shared_ptr<const TemplateImage> TemplatePad::take() {
  const std::lock_guard lock(mutex_);
  taken_.notify_all();
  return std::exchange(waiting_, nullptr);
}

void TemplatePad::set_video_ended(bool has_ended) {
  const std::lock_guard lock(mutex_);
  has_video_ended_ = has_ended;
  taken_.notify_all();
}

// What waits is dropped.
void TemplatePad::set_flushing(bool is_flushing) {
  const std::lock_guard lock(mutex_);
  if (is_flushing) waiting_.reset();
  is_flushing_ = is_flushing;
  taken_.notify_all();
}

// A source that is not live is held back: it gives one frame for each of the video's at most.
GstFlowReturn TemplatePad::put(GstBuffer* buffer) {
  if (!has_caps_) return GST_FLOW_NOT_NEGOTIATED;
  auto image = std::make_shared<const TemplateImage>(info_, buffer);
  std::unique_lock lock(mutex_);
  taken_.wait(lock, [this] { return waiting_ == nullptr || is_flushing_ || has_video_ended_; });
  if (is_flushing_) return GST_FLOW_FLUSHING;
  if (has_video_ended_) return GST_FLOW_EOS;
  waiting_ = std::move(image);
  return GST_FLOW_OK;
}

GstFlowReturn TemplatePad::chain(GstPad* pad, GstObject* /*parent*/, GstBuffer* buffer) {
  const GstFlowReturn result = template_pad_of(pad).put(buffer);
  gst_buffer_unref(buffer);
  return result;
}

// Nothing of this goes downstream: the video has its own.
gboolean TemplatePad::event(GstPad* pad, GstObject* /*parent*/, GstEvent* event) {
  TemplatePad& self = template_pad_of(pad);
  gboolean is_good = TRUE;
  switch (GST_EVENT_TYPE(event)) {
    case GST_EVENT_CAPS: {
      GstCaps* caps = nullptr;
      gst_event_parse_caps(event, &caps);
      is_good = gst_video_info_from_caps(&self.info_, caps);
      self.has_caps_ = is_good != FALSE;
      break;
    }
    case GST_EVENT_FLUSH_START: self.set_flushing(true); break;
    case GST_EVENT_FLUSH_STOP: self.set_flushing(false); break;
    default: break;
  }
  gst_event_unref(event);
  return is_good;
}

gboolean TemplatePad::activate(GstPad* pad, GstObject* /*parent*/, GstPadMode /*mode*/,
                               gboolean active) {
  template_pad_of(pad).set_flushing(active == FALSE);
  return TRUE;
}

}  // namespace fftcore::gst::correlate
