// SPDX-License-Identifier: LGPL-2.1-or-later
// The element: GObject and GstBaseTransform vmethods around a ForwardSession; of audio, around an AudioStream besides. What is thrown below stops here.
#include "fftforward.h"

#include <memory>
#include <optional>
#include <utility>

#include "../common/allocation.h"
#include "../common/element_shell.h"
#include "audio_stream.h"
#include "forward_caps.h"
#include "forward_session.h"
#include "properties.h"

GST_DEBUG_CATEGORY_STATIC(fftforward_debug);
#define GST_CAT_DEFAULT fftforward_debug

using namespace fftcore;
using namespace fftcore::gst;
using namespace fftcore::gst::forward;

namespace {

struct State {
  explicit State(GstBaseTransform* transform) : memories(GST_ELEMENT(transform)), audio(transform) {}

  StageMemories memories;

  // Guarded by the object lock.
  PublishedSettings<Settings> settings;
  std::optional<Settings> in_use;  // from start to stop: the last ones that worked

  // Of the streaming thread, or of the one that changes the element's state while there is none.
  std::shared_ptr<Engine> engine;
  std::unique_ptr<ForwardSession> session;  // from start to stop
  AudioStream audio;
  RepeatedWarning warning;
};

}  // namespace

struct _GstFftForward {
  GstBaseTransform parent;
  State* state;
};

G_DEFINE_FINAL_TYPE(GstFftForward, gst_fft_forward, GST_TYPE_BASE_TRANSFORM)
GST_ELEMENT_REGISTER_DEFINE(fftforward, "fftforward", GST_RANK_NONE, gst_fft_forward_get_type())

namespace {

struct Forward {
  using State = ::State;
  static State& state(void* instance) { return *GST_FFT_FORWARD(instance)->state; }
  static gpointer parent_class() { return gst_fft_forward_parent_class; }
  static void store(Settings& settings, guint id, const GValue* value) { forward::store(settings, id, value); }
  static void load(const Settings& settings, guint id, GValue* value) { forward::load(settings, id, value); }
};
using Shell = ElementShell<Forward>;

State& state_of(void* instance) { return Forward::state(instance); }
GstBaseTransformClass* parent_class() { return GST_BASE_TRANSFORM_CLASS(gst_fft_forward_parent_class); }

// From any thread.
Settings settings_of(void* instance) {
  State& state = state_of(instance);
  return with_object_lock(instance, [&] { return state.in_use.value_or(state.settings.published()); });
}

void use(void* instance, std::optional<Settings> settings) {
  with_object_lock(instance, [&] { state_of(instance).in_use = std::move(settings); });
}

bool is_audio(const State& state) { return state.session != nullptr && state.session->stream() && !state.session->stream()->video; }

// -- state and caps --------------------------------------------------------------------------------------------------

gboolean start(GstBaseTransform* transform) {
  State& state = state_of(transform);
  return guarded(GST_ELEMENT(transform), [&] {
    const Settings settings = Shell::take_settings(transform);
    validate(settings);
    state.memories.start(settings.device);
    use(transform, settings);
    state.session = std::make_unique<ForwardSession>(state.memories);
    state.warning.forget();
  });
}

gboolean stop(GstBaseTransform* transform) {
  State& state = state_of(transform);
  state.session.reset();
  state.engine.reset();
  state.memories.stop();
  state.audio.reset();
  use(transform, std::nullopt);
  return TRUE;
}

GstCaps* transform_caps_of(GstBaseTransform* transform, GstPadDirection direction, GstCaps* caps, GstCaps* filter) {
  GstCaps* result = state_of(transform).memories.sorted(transform_caps(settings_of(transform), direction, caps));
  if (filter != nullptr) {
    GstCaps* const filtered = gst_caps_intersect_full(filter, result, GST_CAPS_INTERSECT_FIRST);
    gst_caps_unref(result);
    result = filtered;
  }
  return result;
}

struct Unref {
  void operator()(GstCaps* caps) const { gst_caps_unref(caps); }
};
using Caps = std::unique_ptr<GstCaps, Unref>;

// Takes and returns ownership. Where a device cannot do what is too large for it, spectra in other memory are next. Throws where no backend can.
GstCaps* fixate_output(GstBaseTransform* transform, const Settings& settings, const GstCaps* input, GstCaps* output) {
  State& state = state_of(transform);
  const auto good_points = [&](const GstCaps* caps, Extent least) {
    const std::shared_ptr<Engine> engine = state.memories.choose(input, caps, settings.device);
    return engine->backend().spectrum_points(least, engine->build_queue());
  };
  for (Caps possible(gst_caps_make_writable(state.memories.sorted(output)));; gst_caps_remove_structure(possible.get(), 0)) {
    try {
      return fixate_spectrum(settings, input, gst_caps_ref(possible.get()), good_points);
    } catch (const Unsupported&) {
      if (gst_caps_get_size(possible.get()) == 1 || memory_kind(input) == MemoryKind::device) throw;
    }
  }
}

GstCaps* fixate_caps(GstBaseTransform* transform, GstPadDirection direction, GstCaps* caps, GstCaps* other_caps) {
  if (direction == GST_PAD_SRC) return parent_class()->fixate_caps(transform, direction, caps, other_caps);
  GstCaps* fixed = nullptr;
  if (!guarded(GST_ELEMENT(transform), [&] { fixed = fixate_output(transform, settings_of(transform), caps, gst_caps_ref(other_caps)); }))
    return other_caps;
  gst_caps_unref(other_caps);
  return fixed;
}

void follow_stream(GstBaseTransform* transform) {
  State& state = state_of(transform);
  const Stream& stream = *state.session->stream();
  GST_INFO_OBJECT(transform, "%s", to_string(stream.spectrum.layout).c_str());
  state.audio.follow(stream);
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

// Throws where neighbours do not go along with the settings.
void require_possible(GstBaseTransform* transform, const Settings& settings) {
  const Caps input(gst_pad_get_current_caps(GST_BASE_TRANSFORM_SINK_PAD(transform)));
  if (input == nullptr) return;
  const Caps ours(transform_caps(settings, GST_PAD_SINK, input.get()));
  Caps possible(gst_pad_peer_query_caps(GST_BASE_TRANSFORM_SRC_PAD(transform), ours.get()));
  if (gst_caps_is_empty(possible.get())) throw InvalidArgument("what is downstream does not take such spectra");
  const Caps output(fixate_output(transform, settings, input.get(), possible.release()));
  stream_of(settings, input.get(), output.get());
}

// What was tried may have been in other memory.
void choose_as_negotiated(GstBaseTransform* transform) {
  const Caps input(gst_pad_get_current_caps(GST_BASE_TRANSFORM_SINK_PAD(transform)));
  const Caps output(gst_pad_get_current_caps(GST_BASE_TRANSFORM_SRC_PAD(transform)));
  if (input == nullptr || output == nullptr) return;
  guarded(GST_ELEMENT(transform), [&] { state_of(transform).memories.choose(input.get(), output.get(), settings_of(transform).device); });
}

// True where there are new ones.
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

// -- memory ----------------------------------------------------------------------------------------------------------

gboolean transform_size(GstBaseTransform* /*transform*/, GstPadDirection /*direction*/, GstCaps* /*caps*/, gsize /*size*/, GstCaps* other_caps,
                        gsize* other_size) {
  try {
    *other_size = size_bytes(spectrum_info(other_caps).layout);
    return TRUE;
  } catch (const Error&) {
    return FALSE;
  }
}

gboolean propose_allocation(GstBaseTransform* transform, GstQuery* decided, GstQuery* query) {
  if (!parent_class()->propose_allocation(transform, decided, query)) return FALSE;
  State& state = state_of(transform);
  if (is_audio(state)) return TRUE;
  bool is_answered = false;
  return guarded(GST_ELEMENT(transform), [&] { is_answered = state.memories.propose_frames(query); }) && is_answered;
}

gboolean decide_allocation(GstBaseTransform* transform, GstQuery* query) {
  State& state = state_of(transform);
  bool is_decided = false;
  return guarded(GST_ELEMENT(transform),
                 [&] { is_decided = state.memories.decide_spectra(query, state.session->stream()->spectrum.layout); }) &&
         is_decided;
}

// The picture that a spectrum is of keeps its size and geometry: what describes it comes to hold again when it is transformed back.
gboolean transform_meta(GstBaseTransform* transform, GstBuffer* output, GstMeta* meta, GstBuffer* input) {
  if (describes_picture(meta->info->api)) return TRUE;
  return parent_class()->transform_meta(transform, output, meta, input);
}

GstFlowReturn prepare_output_buffer(GstBaseTransform* transform, GstBuffer* input, GstBuffer** output) {
  return report_no_memory(GST_ELEMENT(transform), parent_class()->prepare_output_buffer(transform, input, output), "spectrum");
}

// -- frames ----------------------------------------------------------------------------------------------------------

GstFlowReturn transform_frame(GstBaseTransform* transform, GstBuffer* input, GstBuffer* output) {
  return guarded(GST_ELEMENT(transform), [&] { state_of(transform).session->run(input, output); }) ? GST_FLOW_OK : GST_FLOW_ERROR;
}

void drain(GstBaseTransform* transform) {
  State& state = state_of(transform);
  if (is_audio(state)) state.audio.drain(*state.session);
}

gboolean sink_event(GstBaseTransform* transform, GstEvent* event) {
  switch (GST_EVENT_TYPE(event)) {
    case GST_EVENT_CAPS:
    case GST_EVENT_SEGMENT:
    case GST_EVENT_GAP:
    case GST_EVENT_EOS: drain(transform); break;
    case GST_EVENT_FLUSH_STOP: state_of(transform).audio.reset(); break;
    default: break;
  }
  return parent_class()->sink_event(transform, event);
}

// Audio that is left out because it is late would be heard: that is nothing for the base class.
gboolean src_event(GstBaseTransform* transform, GstEvent* event) {
  if (GST_EVENT_TYPE(event) == GST_EVENT_QOS && state_of(transform).audio.is_in_use())
    return gst_pad_push_event(GST_BASE_TRANSFORM_SINK_PAD(transform), event);
  return parent_class()->src_event(transform, event);
}

GstFlowReturn submit_input_buffer(GstBaseTransform* transform, gboolean is_discont, GstBuffer* input) {
  State& state = state_of(transform);
  if (GST_BUFFER_IS_DISCONT(input)) drain(transform);  // is_discont holds on until there is output
  bool must_prepare = follow_settings(transform);
  const bool is_ready = guarded(GST_ELEMENT(transform), [&] {
    // Its context may be another one than the neighbours said: pools are another question then, too.
    if (!state.session->stream()) return;
    if (std::shared_ptr<Engine> engine = state.memories.follow(input, settings_of(transform).device)) {
      state.engine = std::move(engine);
      must_prepare = true;
      gst_base_transform_reconfigure_src(transform);
    }
  });
  if (!is_ready) {
    gst_buffer_unref(input);
    return GST_FLOW_ERROR;
  }
  if (const GstFlowReturn result = parent_class()->submit_input_buffer(transform, is_discont, input); result != GST_FLOW_OK) return result;
  // Where the caps stay as they are, nobody else asks for it.
  const auto prepare = [&] { state.session->prepare(state.engine, Stream(*state.session->stream()), settings_of(transform)); };
  if (must_prepare && state.session->stream() && !guarded(GST_ELEMENT(transform), prepare)) {
    gst_clear_buffer(&transform->queued_buf);
    return GST_FLOW_ERROR;
  }
  return is_audio(state) && transform->queued_buf != nullptr ? state.audio.take(std::exchange(transform->queued_buf, nullptr)) : GST_FLOW_OK;
}

GstFlowReturn generate_output(GstBaseTransform* transform, GstBuffer** output) {
  State& state = state_of(transform);
  return is_audio(state) ? state.audio.give(*state.session, output) : parent_class()->generate_output(transform, output);
}

// -- queries ---------------------------------------------------------------------------------------------------------

gboolean query(GstBaseTransform* transform, GstPadDirection direction, GstQuery* query) {
  if (!Shell::query(transform, direction, query)) return FALSE;
  if (direction == GST_PAD_SRC && GST_QUERY_TYPE(query) == GST_QUERY_LATENCY) state_of(transform).audio.add_latency(query);
  return TRUE;
}

}  // namespace

static void gst_fft_forward_init(GstFftForward* self) {
  self->state = new State(GST_BASE_TRANSFORM(self));
  gst_base_transform_set_qos_enabled(GST_BASE_TRANSFORM(self), TRUE);
}

static void gst_fft_forward_class_init(GstFftForwardClass* klass) {
  GST_DEBUG_CATEGORY_INIT(fftforward_debug, "fftforward", 0, "Forward FFT of video and audio");

  auto* object_class = G_OBJECT_CLASS(klass);
  auto* element_class = GST_ELEMENT_CLASS(klass);
  Shell::override_vmethods(object_class, element_class);
  install_properties(object_class);

  gst_element_class_set_static_metadata(
      element_class, "FFT forward", "Filter/Converter/Video/Audio",
      "Transforms video frames, or audio in overlapping blocks, into their frequency spectra (real FFT), for fftmultiply to filter, fftview to show "
      "and fftinverse to transform back. Of YUV video the brightness is transformed, of RGB every colour",
      "gst-fftcore developers");
  GstCaps* const sink_caps = input_caps();
  GstCaps* const src_caps = all_spectrum_caps();
  gst_element_class_add_pad_template(element_class, gst_pad_template_new("sink", GST_PAD_SINK, GST_PAD_ALWAYS, sink_caps));
  gst_element_class_add_pad_template(element_class, gst_pad_template_new("src", GST_PAD_SRC, GST_PAD_ALWAYS, src_caps));
  gst_caps_unref(sink_caps);
  gst_caps_unref(src_caps);

  auto* transform_class = GST_BASE_TRANSFORM_CLASS(klass);
  transform_class->start = GST_DEBUG_FUNCPTR(start);
  transform_class->stop = GST_DEBUG_FUNCPTR(stop);
  transform_class->transform_caps = GST_DEBUG_FUNCPTR(transform_caps_of);
  transform_class->fixate_caps = GST_DEBUG_FUNCPTR(fixate_caps);
  transform_class->set_caps = GST_DEBUG_FUNCPTR(set_caps);
  transform_class->transform_size = GST_DEBUG_FUNCPTR(transform_size);
  transform_class->propose_allocation = GST_DEBUG_FUNCPTR(propose_allocation);
  transform_class->decide_allocation = GST_DEBUG_FUNCPTR(decide_allocation);
  transform_class->transform_meta = GST_DEBUG_FUNCPTR(transform_meta);
  transform_class->prepare_output_buffer = GST_DEBUG_FUNCPTR(prepare_output_buffer);
  transform_class->submit_input_buffer = GST_DEBUG_FUNCPTR(submit_input_buffer);
  transform_class->generate_output = GST_DEBUG_FUNCPTR(generate_output);
  transform_class->transform = GST_DEBUG_FUNCPTR(transform_frame);
  transform_class->src_event = GST_DEBUG_FUNCPTR(src_event);
  transform_class->sink_event = GST_DEBUG_FUNCPTR(sink_event);
  transform_class->query = GST_DEBUG_FUNCPTR(query);
}
