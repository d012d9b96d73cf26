// SPDX-License-Identifier: LGPL-2.1-or-later
#include "caps_vmethods.h"

#include "follow_changes.h"

namespace fftcore::gst::multiply {
namespace {

enum class Taken { negotiate, later, refused };

// Before caps are negotiated, the kernel's stream learns of them and the first kernel comes: the
// product's caps depend on it.
Taken take_caps(GstBaseTransform* transform, GstCaps* caps) {
  State& state = state_of(transform);
  bool goes_on = false;
  const bool is_good = guarded(GST_ELEMENT(transform), [&] {
    state.input = spectrum_info(caps);
    state.session->expect(*state.input);
    follow_settings(transform);
    state.kernel_pad.set_main(*state.input, memory_kind(caps));
    goes_on = follow_kernel(state);
    if (!goes_on) return;
    publish_factors(state);
    factor_for(factors_of(state), *state.input);
  });
  if (!is_good) return Taken::refused;
  return goes_on ? Taken::negotiate : Taken::later;
}

}  // namespace

GstCaps* transform_caps(GstBaseTransform* transform, GstPadDirection direction, GstCaps* caps,
                        GstCaps* filter) {
  State& state = state_of(transform);
  const Factors factors = factors_of(state);
  GstCaps* result = nullptr;
  if (direction == GST_PAD_SRC) {
    result = caps_before(factors.wanted, caps);
  } else {
    Factor factor = factors.wanted;
    if (gst_caps_is_fixed(caps)) {
      try {
        factor = factor_for(factors, spectrum_info(caps));
      } catch (const InvalidArgument&) {
        // take_caps() says it
      }
    }
    result = caps_behind(factor, caps);
  }
  return filtered_caps(result, filter);
}

// Rows before rows and columns, whatever the neighbours' order.
GstCaps* fixate_caps(GstBaseTransform* /*transform*/, GstPadDirection /*direction*/,
                     GstCaps* /*caps*/, GstCaps* other_caps) {
  GstCaps* const result = gst_caps_truncate(gst_caps_make_writable(other_caps));
  gst_structure_fixate_field_string(gst_caps_get_structure(result, 0), "transformed", "rows");
  return gst_caps_fixate(result);
}

// What does not fit is told why when it comes.
gboolean accept_caps(GstBaseTransform* transform, GstPadDirection direction, GstCaps* caps) {
  GstCaps* const all = gst_pad_get_pad_template_caps(direction == GST_PAD_SINK ? transform->sinkpad
                                                                               : transform->srcpad);
  const gboolean result = gst_caps_is_subset(caps, all);
  gst_caps_unref(all);
  return result;
}

gboolean set_caps(GstBaseTransform* transform, GstCaps* input_caps, GstCaps* output_caps) {
  State& state = state_of(transform);
  return guarded(GST_ELEMENT(transform), [&] {
    const SpectrumInfo input = spectrum_info(input_caps), output = spectrum_info(output_caps);
    std::shared_ptr<Engine> engine = state.memories.choose(input_caps, output_caps, state.device);
    state.session->serve(std::move(engine), factor_for(factors_of(state), input), input, output);
    publish_factors(state);
    state.input_memory = memory_kind(input_caps);
    state.output_memory = memory_kind(output_caps);
    state.output = output.layout;
    state.asked_for.reset();
    GST_DEBUG_OBJECT(transform, "%" GST_PTR_FORMAT " -> %" GST_PTR_FORMAT,
                     static_cast<void*>(input_caps), static_cast<void*>(output_caps));
    gst_base_transform_set_passthrough(transform, static_cast<gboolean>(state.session->passes()));
  });
}

gboolean sink_event(GstBaseTransform* transform, GstEvent* event) {
  State& state = state_of(transform);
  switch (GST_EVENT_TYPE(event)) {
    case GST_EVENT_CAPS: {
      GstCaps* caps = nullptr;
      gst_event_parse_caps(event, &caps);
      const Taken taken = take_caps(transform, caps);
      if (taken == Taken::negotiate) break;
      // A flush ended the wait: the next spectrum negotiates.
      if (taken == Taken::later) gst_base_transform_reconfigure_src(transform);
      gst_event_unref(event);
      return static_cast<gboolean>(taken == Taken::later);
    }
    case GST_EVENT_EOS: state.kernel_pad.set_main_ended(true); break;
    case GST_EVENT_FLUSH_START: state.kernel_pad.set_main_flushing(true); break;
    case GST_EVENT_FLUSH_STOP:
      state.kernel_pad.set_main_flushing(false);
      state.kernel_pad.set_main_ended(false);
      break;
    default: break;
  }
  return parent()->sink_event(transform, event);
}

}  // namespace fftcore::gst::multiply
