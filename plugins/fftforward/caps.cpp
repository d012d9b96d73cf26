// SPDX-License-Identifier: LGPL-2.1-or-later
#include "element.h"
#include "forward_caps.h"

namespace fftcore::gst::forward {
namespace {

struct FreeUniqueCaps {
  void operator()(GstCaps* caps) const { gst_caps_unref(caps); }
};
using UniqueCaps = std::unique_ptr<GstCaps, FreeUniqueCaps>;

}  // namespace

// Takes and returns ownership. Where a device cannot do what is too large for it, spectra in other
// memory are next. Throws where no backend can.
GstCaps* ForwardElement::fixate_output(const Settings& settings, const GstCaps* input,
                                       GstCaps* output) {
  const auto good_points = [&](const GstCaps* caps, Extent least) {
    const std::shared_ptr<Engine> engine = memories_.choose(input, caps, settings.device);
    return engine->backend().spectrum_points(least, engine->build_queue());
  };
  for (UniqueCaps possible(gst_caps_make_writable(memories_.sorted(output)));;
       gst_caps_remove_structure(possible.get(), 0)) {
    try {
      return fixate_spectrum(settings, input, gst_caps_ref(possible.get()), good_points);
    } catch (const Unsupported&) {
      if (gst_caps_get_size(possible.get()) == 1 || memory_kind(input) == MemoryKind::device) throw;
    }
  }
}

void ForwardElement::follow_stream() {
  const Stream& stream = *session_->stream();
  GST_CAT_INFO_OBJECT(category(), base(), "%s", to_string(stream.spectrum.layout).c_str());
  audio_.follow(stream);
}

// Throws where neighbours do not go along with the settings.
void ForwardElement::require_possible(const Settings& settings) {
  const UniqueCaps input(gst_pad_get_current_caps(GST_BASE_TRANSFORM_SINK_PAD(base())));
  if (input == nullptr) return;
  const UniqueCaps ours(forward::transform_caps(settings, GST_PAD_SINK, input.get()));
  UniqueCaps possible(gst_pad_peer_query_caps(GST_BASE_TRANSFORM_SRC_PAD(base()), ours.get()));
  if (gst_caps_is_empty(possible.get()))
    throw InvalidArgument("what is downstream does not take such spectra");
  const UniqueCaps output(fixate_output(settings, input.get(), possible.release()));
  stream_of(settings, input.get(), output.get());
}

// What was tried may have been in other memory.
void ForwardElement::choose_as_negotiated() {
  const UniqueCaps input(gst_pad_get_current_caps(GST_BASE_TRANSFORM_SINK_PAD(base())));
  const UniqueCaps output(gst_pad_get_current_caps(GST_BASE_TRANSFORM_SRC_PAD(base())));
  if (input == nullptr || output == nullptr) return;
  guard([&] { memories_.choose(input.get(), output.get(), settings().device); });
}

GstCaps* ForwardElement::transform_caps(GstPadDirection direction, GstCaps* caps, GstCaps* filter) {
  return filtered_caps(memories_.sorted(forward::transform_caps(settings(), direction, caps)),
                       filter);
}

GstCaps* ForwardElement::fixate_caps(GstPadDirection direction, GstCaps* caps,
                                     GstCaps* other_caps) {
  if (direction == GST_PAD_SRC) return SpectrumElement::fixate_caps(direction, caps, other_caps);
  GstCaps* fixed = nullptr;
  if (!guard([&] { fixed = fixate_output(settings(), caps, gst_caps_ref(other_caps)); }))
    return other_caps;
  gst_caps_unref(other_caps);
  return fixed;
}

void ForwardElement::set_caps(GstCaps* input_caps, GstCaps* output_caps) {
  const Settings used = settings();
  const Stream stream = stream_of(used, input_caps, output_caps);
  engine_ = memories_.choose(input_caps, output_caps, used.device);
  session_->prepare(engine_, stream, used);
  follow_stream();
}

void ForwardElement::change(const Settings& settings) {
  try {
    validate(settings);
    require_possible(settings);
  } catch (...) {
    choose_as_negotiated();
    throw;
  }
  use(settings);
}

// True where there are new settings, which caps will follow.
bool ForwardElement::follow_changed_settings() {
  if (!attempt_settings()) return false;
  gst_base_transform_reconfigure_src(base());
  return true;
}

}  // namespace fftcore::gst::forward
