// SPDX-License-Identifier: LGPL-2.1-or-later
#include "caps_vmethods.h"

#include "element.h"
#include "forward_caps.h"

namespace fftcore::gst::forward {
namespace {

struct Unref {
  void operator()(GstCaps* caps) const { gst_caps_unref(caps); }
};
using Caps = std::unique_ptr<GstCaps, Unref>;

// Takes and returns ownership. Where a device cannot do what is too large for it, spectra in other
// memory are next. Throws where no backend can.
GstCaps* fixate_output(GstBaseTransform* transform, const Settings& settings, const GstCaps* input,
                       GstCaps* output) {
  State& state = state_of(transform);
  const auto good_points = [&](const GstCaps* caps, Extent least) {
    const std::shared_ptr<Engine> engine = state.memories.choose(input, caps, settings.device);
    return engine->backend().spectrum_points(least, engine->build_queue());
  };
  for (Caps possible(gst_caps_make_writable(state.memories.sorted(output)));;
       gst_caps_remove_structure(possible.get(), 0)) {
    try {
      return fixate_spectrum(settings, input, gst_caps_ref(possible.get()), good_points);
    } catch (const Unsupported&) {
      if (gst_caps_get_size(possible.get()) == 1 || memory_kind(input) == MemoryKind::device) throw;
    }
  }
}

void follow_stream(GstBaseTransform* transform) {
  State& state = state_of(transform);
  const Stream& stream = *state.session->stream();
  GST_INFO_OBJECT(transform, "%s", to_string(stream.spectrum.layout).c_str());
  state.audio.follow(stream);
}

// Throws where neighbours do not go along with the settings.
void require_possible(GstBaseTransform* transform, const Settings& settings) {
  const Caps input(gst_pad_get_current_caps(GST_BASE_TRANSFORM_SINK_PAD(transform)));
  if (input == nullptr) return;
  const Caps ours(transform_caps(settings, GST_PAD_SINK, input.get()));
  Caps possible(gst_pad_peer_query_caps(GST_BASE_TRANSFORM_SRC_PAD(transform), ours.get()));
  if (gst_caps_is_empty(possible.get()))
    throw InvalidArgument("what is downstream does not take such spectra");
  const Caps output(fixate_output(transform, settings, input.get(), possible.release()));
  stream_of(settings, input.get(), output.get());
}

// What was tried may have been in other memory.
void choose_as_negotiated(GstBaseTransform* transform) {
  const Caps input(gst_pad_get_current_caps(GST_BASE_TRANSFORM_SINK_PAD(transform)));
  const Caps output(gst_pad_get_current_caps(GST_BASE_TRANSFORM_SRC_PAD(transform)));
  if (input == nullptr || output == nullptr) return;
  guarded(GST_ELEMENT(transform), [&] {
    state_of(transform).memories.choose(input.get(), output.get(), settings_of(transform).device);
  });
}

}  // namespace

GstCaps* transform_caps_of(GstBaseTransform* transform, GstPadDirection direction, GstCaps* caps,
                           GstCaps* filter) {
  return filtered_caps(
      state_of(transform).memories.sorted(transform_caps(settings_of(transform), direction, caps)),
      filter);
}

GstCaps* fixate_caps(GstBaseTransform* transform, GstPadDirection direction, GstCaps* caps,
                     GstCaps* other_caps) {
  if (direction == GST_PAD_SRC)
    return parent_class()->fixate_caps(transform, direction, caps, other_caps);
  GstCaps* fixed = nullptr;
  if (!guarded(GST_ELEMENT(transform), [&] {
        fixed = fixate_output(transform, settings_of(transform), caps, gst_caps_ref(other_caps));
      }))
    return other_caps;
  gst_caps_unref(other_caps);
  return fixed;
}

gboolean set_caps(GstBaseTransform* transform, GstCaps* input_caps, GstCaps* output_caps) {
  State& state = state_of(transform);
  return guarded(GST_ELEMENT(transform), [&] {
    const Settings settings = settings_of(transform);
    const Stream stream = stream_of(settings, input_caps, output_caps);
    state.engine = state.memories.choose(input_caps, output_caps, settings.device);
    state.session->prepare(state.engine, stream, settings);
    follow_stream(transform);
  });
}

bool follow_settings(GstBaseTransform* transform) {
  State& state = state_of(transform);
  if (!Shell::has_new_settings(transform)) return false;
  bool is_changed = false;
  attempt_change(GST_ELEMENT(transform), state.warning, [&] {
    const Settings settings = Shell::take_settings(transform);
    validate(settings);
    require_possible(transform, settings);
    use(transform, settings);
    state.warning.forget();
    is_changed = true;
  });
  if (is_changed) {
    gst_base_transform_reconfigure_src(transform);
  } else {
    choose_as_negotiated(transform);
  }
  return is_changed;
}

}  // namespace fftcore::gst::forward
