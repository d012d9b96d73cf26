// SPDX-License-Identifier: LGPL-2.1-or-later
#include "spectrum_element.h"

#include "../memory/allocation.h"
#include "../spectra/spectrum_meta.h"

namespace fftcore::gst {
namespace {

bool is_of(const GstCaps* caps, const char* media_type) {
  return caps != nullptr && gst_structure_has_name(gst_caps_get_structure(caps, 0), media_type);
}

GstCaps* caps_of(GstQuery* query) {
  GstCaps* caps = nullptr;
  gst_query_parse_allocation(query, &caps, nullptr);
  return caps;
}

}  // namespace

bool SpectrumElement::accept_caps(GstPadDirection direction, GstCaps* caps) {
  return (direction == GST_PAD_SINK && is_of(caps, kSpectrumMediaType)) ||
         BaseElement::accept_caps(direction, caps);
}

bool SpectrumElement::sink_event(GstEvent* event) {
  GstCaps* caps = nullptr;
  if (GST_EVENT_TYPE(event) == GST_EVENT_CAPS) gst_event_parse_caps(event, &caps);
  if (is_of(caps, kSpectrumMediaType) && !guard([&] { check_input(spectrum_info(caps)); })) {
    gst_event_unref(event);
    return false;
  }
  return BaseElement::sink_event(event);
}

bool SpectrumElement::propose_allocation(GstQuery* decided, GstQuery* query) {
  if (!BaseElement::propose_allocation(decided, query)) return false;
  return !is_of(caps_of(query), "video/x-raw") || memories_.propose_frames(query);
}

bool SpectrumElement::decide_allocation(GstQuery* query) {
  GstCaps* const caps = caps_of(query);
  if (is_of(caps, kSpectrumMediaType))
    return memories_.decide_spectra(query, spectrum_info(caps).layout);
  if (is_of(caps, "video/x-raw") && !memories_.decide_frames(query)) return false;
  return BaseElement::decide_allocation(query);
}

bool SpectrumElement::transform_meta(GstBuffer* output, GstMeta* meta, GstBuffer* input) {
  if (is_source_frame(meta->info->api) && !gives_spectra()) return false;
  return describes_picture(meta->info->api) || BaseElement::transform_meta(output, meta, input);
}

bool SpectrumElement::attempt_settings() noexcept {
  bool is_changed = false;
  return attempt([&] { is_changed = follow_settings(); }) && is_changed;
}

void SpectrumElement::before_transform(GstBuffer* input) {
  sync_controllers(input);
  attempt_settings();
  // A buffer's context may be another one than the neighbours said: pools are another question
  // then, too.
  if (std::shared_ptr<Engine> engine = memories_.follow(input, device_)) {
    set_engine(std::move(engine));
    gst_base_transform_reconfigure_src(base());
  }
}

}  // namespace fftcore::gst
