// SPDX-License-Identifier: LGPL-2.1-or-later
#include "frame_element.h"

#include "../memory/allocation.h"
#include "element_type.h"

namespace fftcore::gst {

FrameElement::FrameElement(GstBaseTransform* transform, const ElementType& type)
    : BaseElement(transform, type) {
  gst_video_info_init(&info_);
}

std::vector<GstPadTemplate*> FrameElement::pads() {
  return {always_pad(GST_PAD_SINK, frame_caps()), always_pad(GST_PAD_SRC, frame_caps())};
}

void FrameElement::has_begun() {
  downstream_takes_strides_ = true;
  if (!type().texts.works_in_place)
    gst_base_transform_set_passthrough(base(), static_cast<gboolean>(passes()));
}

std::string FrameElement::consequence() const {
  return "; the last settings that worked stay in use";
}

void FrameElement::follow_changes() noexcept {
  const auto change = [&] {
    follow_settings();
    poll();
  };
  attempt_change(element(), warning_, change, [&] { return consequence(); });
}

bool FrameElement::take_info() {
  return guard([&] {
    set_info(memories_.frames().chosen().engine(device_), info_);
    follow_share();
  });
}

void FrameElement::set_caps(GstCaps* input_caps, GstCaps* /*output_caps*/) {
  if (!gst_video_info_from_caps(&info_, input_caps))
    throw InvalidArgument("the input's caps are not those of video");
  memories_.frames().choose(input_caps);
  follow_changes();
  set_info(memories_.frames().chosen().engine(device_), info_);
  follow_share();
}

bool FrameElement::propose_allocation(GstQuery* decided, GstQuery* query) {
  const bool is_answered = BaseElement::propose_allocation(decided, query);
  FrameMemory& memory = memories_.frames().chosen();
  if (type().texts.works_in_place) return memory.propose_allocator(query) || is_answered;
  const bool is_forwarded = decided == nullptr;
  return is_answered && (is_forwarded || memory.propose_pool(query));
}

bool FrameElement::decide_allocation(GstQuery* query) {
  if (type().texts.works_in_place) return BaseElement::decide_allocation(query);
  FrameMemory& memory = memories_.frames().chosen();
  downstream_takes_strides_ =
      memory.is_strided() ||
      gst_query_find_allocation_meta(query, GST_VIDEO_META_API_TYPE, nullptr) != FALSE;
  return memory.decide_pool(query) && BaseElement::decide_allocation(query);
}

bool FrameElement::transform_meta(GstBuffer* output, GstMeta* meta, GstBuffer* input) {
  return describes_picture(meta->info->api) || BaseElement::transform_meta(output, meta, input);
}

// While this element worked, upstream was free to choose strides; downstream may not understand
// them when frames begin to pass.
bool FrameElement::may_pass(GstBuffer* buffer) const {
  return passes() && (downstream_takes_strides_ || has_default_layout(info_, buffer));
}

void FrameElement::before_transform(GstBuffer* input) {
  sync_controllers(input);
  follow_changes();
  const bool works_in_place = type().texts.works_in_place;
  // A frame's context may be another one than the neighbours said: their pools are another question
  // then, too.
  if (memories_.frames().chosen().follow(input, device_) && take_info() && !works_in_place)
    gst_base_transform_reconfigure_src(base());
  if (works_in_place) return;

  const bool passes = may_pass(input);
  if (passes == (gst_base_transform_is_passthrough(base()) != FALSE)) return;
  GST_CAT_DEBUG_OBJECT(category(), base(), "frames %s",
                       passes ? "pass unchanged from here on" : "are worked on from here on");
  gst_base_transform_set_passthrough(base(), static_cast<gboolean>(passes));
  // Whose buffers are used where is another question now: ask again on both sides.
  gst_base_transform_reconfigure_src(base());
  gst_base_transform_reconfigure_sink(base());
}

}  // namespace fftcore::gst
