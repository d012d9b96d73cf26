// SPDX-License-Identifier: LGPL-2.1-or-later
#include "element.h"

#include <fmt/format.h>
#include <gst/video/video.h>

#include "../frames/nearest_format.h"
#include "../gobject/published_settings.h"
#include "../spectra/spectrum_info.h"
#include "element_type.h"
#include "fftcore/error.h"
#include "nearest_audio.h"
#include "segment_time.h"

namespace fftcore::gst {
namespace {

GstBaseTransformClass* parent() {
  static gpointer const parent_class = g_type_class_ref(GST_TYPE_BASE_TRANSFORM);
  return GST_BASE_TRANSFORM_CLASS(parent_class);
}

}  // namespace

BaseElement::BaseElement(GstBaseTransform* transform, const ElementType& type)
    : memories_(GST_ELEMENT(transform)), transform_(transform), type_(type) {}

GstDebugCategory* BaseElement::category() const {
  return type_.category;
}

void BaseElement::set_context(GstContext* context) {
  const Device device = with_object_lock(transform_, [&] { return published_device(); });
  memories_.set_context(context, device);
}

void BaseElement::before_change(GstStateChange change) {
  if (change == GST_STATE_CHANGE_PAUSED_TO_READY) memories_.frames().interrupt();
}

void BaseElement::open(const Device& device) {
  device_ = device;
  memories_.start(device);
  warning_.forget();
  if (device.devices.empty()) return;
  const std::vector<int> devices = parse_devices(device.devices);
  if (device.cuda_id >= 0)
    throw InvalidArgument(
        fmt::format("cuda-device-id={} and devices={} are both set: the first names one GPU, the "
                    "second those to choose from; leave one of them out",
                    device.cuda_id, device.devices));
  if (!may_be(device.backend, kCudaBackend)) return;
  device_.share = share_.emplace(devices).device();
  GST_CAT_INFO_OBJECT(category(), transform_, "shares GPUs %s, its part is %d",
                      device.devices.c_str(), device_.share);
}

void BaseElement::follow_share() {
  const int device = memories_.frames().chosen().cuda_device();
  if (share_ && device >= 0 && device != share_->device()) share_->move_to(device);
}

void BaseElement::stop() {
  memories_.stop();
  share_.reset();
}

GstCaps* BaseElement::transform_caps(GstPadDirection direction, GstCaps* caps, GstCaps* filter) {
  return parent()->transform_caps(transform_, direction, caps, filter);
}

GstCaps* BaseElement::fixate_caps(GstPadDirection direction, GstCaps* caps, GstCaps* other_caps) {
  return parent()->fixate_caps(transform_, direction, caps, other_caps);
}

bool BaseElement::accept_caps(GstPadDirection direction, GstCaps* caps) {
  if (parent()->accept_caps(transform_, direction, caps)) return true;
  if (direction == GST_PAD_SINK) warn_of_format(caps);
  return false;
}

// Who sends such caps learns no more than that they are refused; a neighbour may ask often.
void BaseElement::warn_of_format(const GstCaps* caps) {
  std::string refusal = refusal_of(caps);
  if (refusal.empty()) {
    GstCaps* const taken = gst_pad_get_pad_template_caps(transform_->sinkpad);
    refusal = audio_refusal_of(caps, taken);
    gst_caps_unref(taken);
  }
  if (refusal.empty()) return;
  const std::lock_guard lock(refusal_mutex_);
  if (refusal == refusal_) return;
  refusal_ = refusal;
  GST_ELEMENT_WARNING(transform_, STREAM, FORMAT, ("%s", refusal.c_str()), (nullptr));
}

bool BaseElement::query(GstPadDirection direction, GstQuery* query) {
  if (memories_.answer(query)) return true;
  if (!parent()->query(transform_, direction, query)) return false;
  memories_.sort_caps(query);
  return true;
}

gsize BaseElement::unit_size(GstCaps* caps) {
  GstVideoInfo video;
  if (gst_video_info_from_caps(&video, caps)) return GST_VIDEO_INFO_SIZE(&video);
  return size_bytes(spectrum_info(caps).layout);
}

gsize BaseElement::transform_size(GstPadDirection /*direction*/, GstCaps* /*caps*/,
                                  GstCaps* other_caps) {
  return unit_size(other_caps);
}

bool BaseElement::propose_allocation(GstQuery* decided, GstQuery* query) {
  return parent()->propose_allocation(transform_, decided, query) != FALSE;
}

bool BaseElement::decide_allocation(GstQuery* query) {
  return parent()->decide_allocation(transform_, query) != FALSE;
}

bool BaseElement::transform_meta(GstBuffer* output, GstMeta* meta, GstBuffer* input) {
  return parent()->transform_meta(transform_, output, meta, input) != FALSE;
}

bool BaseElement::sink_event(GstEvent* event) {
  return parent()->sink_event(transform_, event) != FALSE;
}

bool BaseElement::src_event(GstEvent* event) {
  return parent()->src_event(transform_, event) != FALSE;
}

GstFlowReturn BaseElement::prepare_output_buffer(GstBuffer* input, GstBuffer** output) {
  return report_no_memory(element(), parent()->prepare_output_buffer(transform_, input, output),
                          output_name());
}

GstFlowReturn BaseElement::submit_input_buffer(bool is_discont, GstBuffer* input) {
  return parent()->submit_input_buffer(transform_, static_cast<gboolean>(is_discont), input);
}

GstFlowReturn BaseElement::generate_output(GstBuffer** output) {
  return parent()->generate_output(transform_, output);
}

void BaseElement::sync_controllers(GstBuffer* buffer) {
  const GstClockTime time = stream_time_of(transform_->segment, GST_BUFFER_TIMESTAMP(buffer));
  if (GST_CLOCK_TIME_IS_VALID(time)) gst_object_sync_values(GST_OBJECT(transform_), time);
}

GstFlowReturn report_no_memory(GstElement* element, GstFlowReturn result, const char* what) {
  if (result == GST_FLOW_ERROR) {
    GST_ELEMENT_ERROR(element, RESOURCE, NO_SPACE_LEFT,
                      ("there is no memory for another %s; end other programs that use it", what),
                      (nullptr));
  }
  return result;
}

GstCaps* filtered_caps(GstCaps* caps, GstCaps* filter) {
  if (filter == nullptr) return caps;
  GstCaps* const filtered = gst_caps_intersect_full(filter, caps, GST_CAPS_INTERSECT_FIRST);
  gst_caps_unref(caps);
  return filtered;
}

}  // namespace fftcore::gst
