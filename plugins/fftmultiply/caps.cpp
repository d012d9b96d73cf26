// SPDX-License-Identifier: LGPL-2.1-or-later
#include "element.h"

namespace fftcore::gst::multiply {

// Before caps are negotiated, the kernel's stream learns of them and the first kernel comes: the
// product's caps depend on it.
MultiplyElement::Taken MultiplyElement::take_caps(GstCaps* caps) {
  bool goes_on = false;
  const bool is_good = guard([&] {
    input_ = spectrum_info(caps);
    session_->expect(*input_);
    follow_changes();
    kernel_pad_.set_main(*input_, memory_kind(caps));
    goes_on = follow_kernel();
    if (!goes_on) return;
    publish_factors();
    factor_for(factors(), *input_);
  });
  if (!is_good) return Taken::refused;
  return goes_on ? Taken::negotiate : Taken::later;
}

GstCaps* MultiplyElement::transform_caps(GstPadDirection direction, GstCaps* caps,
                                         GstCaps* filter) {
  const Factors known = factors();
  GstCaps* result = nullptr;
  if (direction == GST_PAD_SRC) {
    result = caps_before(known.wanted, caps);
  } else {
    Factor factor = known.wanted;
    if (gst_caps_is_fixed(caps)) {
      try {
        factor = factor_for(known, spectrum_info(caps));
      } catch (const InvalidArgument&) {
        // take_caps() says it
      }
    }
    result = caps_behind(factor, caps);
  }
  return filtered_caps(result, filter);
}

// Rows before rows and columns, whatever the neighbours' order.
GstCaps* MultiplyElement::fixate_caps(GstPadDirection /*direction*/, GstCaps* /*caps*/,
                                      GstCaps* other_caps) {
  GstCaps* const result = gst_caps_truncate(gst_caps_make_writable(other_caps));
  gst_structure_fixate_field_string(gst_caps_get_structure(result, 0), "transformed", "rows");
  return gst_caps_fixate(result);
}

// What does not fit is told why when it comes.
bool MultiplyElement::accept_caps(GstPadDirection direction, GstCaps* caps) {
  GstCaps* const all =
      gst_pad_get_pad_template_caps(direction == GST_PAD_SINK ? base()->sinkpad : base()->srcpad);
  const bool result = gst_caps_is_subset(caps, all) != FALSE;
  gst_caps_unref(all);
  return result;
}

void MultiplyElement::set_caps(GstCaps* input_caps, GstCaps* output_caps) {
  const SpectrumInfo input = spectrum_info(input_caps), output = spectrum_info(output_caps);
  std::shared_ptr<Engine> engine = memories_.choose(input_caps, output_caps, device_);
  session_->serve(std::move(engine), factor_for(factors(), input), input, output);
  publish_factors();
  input_memory_ = memory_kind(input_caps);
  output_memory_ = memory_kind(output_caps);
  asked_for_.reset();
  GST_CAT_DEBUG_OBJECT(category(), base(), "%" GST_PTR_FORMAT " -> %" GST_PTR_FORMAT,
                       static_cast<void*>(input_caps), static_cast<void*>(output_caps));
  gst_base_transform_set_passthrough(base(), static_cast<gboolean>(session_->passes()));
}

bool MultiplyElement::sink_event(GstEvent* event) {
  switch (GST_EVENT_TYPE(event)) {
    case GST_EVENT_CAPS: {
      GstCaps* caps = nullptr;
      gst_event_parse_caps(event, &caps);
      const Taken taken = take_caps(caps);
      if (taken == Taken::negotiate) break;
      // A flush ended the wait: the next spectrum negotiates.
      if (taken == Taken::later) gst_base_transform_reconfigure_src(base());
      gst_event_unref(event);
      return taken == Taken::later;
    }
    case GST_EVENT_EOS: kernel_pad_.set_main_ended(true); break;
    case GST_EVENT_FLUSH_START: kernel_pad_.set_main_flushing(true); break;
    case GST_EVENT_FLUSH_STOP:
      kernel_pad_.set_main_flushing(false);
      kernel_pad_.set_main_ended(false);
      break;
    default: break;
  }
  return SpectrumElement::sink_event(event);
}

}  // namespace fftcore::gst::multiply
