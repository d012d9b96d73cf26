// SPDX-License-Identifier: LGPL-2.1-or-later
// The element: GObject and GstBaseTransform vmethods around a ForwardSession; of audio, around AudioBlocks besides. What is thrown below stops here.
#include "fftforward.h"

#include <memory>
#include <optional>

#include "../common/allocation.h"
#include "../common/element_shell.h"
#include "audio_blocks.h"
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
  explicit State(GstElement* element) : memories(element) {}

  StageMemories memories;

  // Guarded by the object lock.
  PublishedSettings<Settings> settings;
  std::optional<Settings> in_use;  // from start to stop: the last ones that worked
  GstClockTime latency = 0;        // of our own

  // Of the streaming thread, or of the one that changes the element's state while there is none.
  std::shared_ptr<Engine> engine;
  std::unique_ptr<ForwardSession> session;  // from start to stop
  AudioBlocks blocks;
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
  state.blocks.reset();
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

void set_latency(GstBaseTransform* transform, GstClockTime latency) {
  State& state = state_of(transform);
  const bool is_new = with_object_lock(transform, [&] { return std::exchange(state.latency, latency) != latency; });
  if (is_new) gst_element_post_message(GST_ELEMENT(transform), gst_message_new_latency(GST_OBJECT(transform)));
}

void follow_stream(GstBaseTransform* transform) {
  State& state = state_of(transform);
  const Stream& stream = *state.session->stream();
  GST_INFO_OBJECT(transform, "%s", to_string(stream.spectrum.layout).c_str());
  gst_base_transform_set_qos_enabled(transform, stream.video.has_value());  // audio that is left out would be heard
  if (stream.video) {
    set_latency(transform, 0);
    return;
  }
  const SpectrumInfo& info = stream.spectrum;
  state.blocks.set_shape({info.rate, static_cast<int>(info.layout.channels), static_cast<int>(info.layout.points.columns), info.width});
  set_latency(transform, gst_util_uint64_scale_int(GST_SECOND, info.width, info.rate));
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
  if (is_changed) gst_base_transform_reconfigure_src(transform);
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

GstFlowReturn report_no_memory(GstBaseTransform* transform, GstFlowReturn result) {
  if (result == GST_FLOW_ERROR) {
    GST_ELEMENT_ERROR(transform, RESOURCE, NO_SPACE_LEFT, ("there is no memory for another spectrum; end other programs that use it"),
                      (nullptr));
  }
  return result;
}

GstFlowReturn prepare_output_buffer(GstBaseTransform* transform, GstBuffer* input, GstBuffer** output) {
  return report_no_memory(transform, parent_class()->prepare_output_buffer(transform, input, output));
}

// -- frames ----------------------------------------------------------------------------------------------------------

GstFlowReturn transform_frame(GstBaseTransform* transform, GstBuffer* input, GstBuffer* output) {
  return guarded(GST_ELEMENT(transform), [&] { state_of(transform).session->run(input, output); }) ? GST_FLOW_OK : GST_FLOW_ERROR;
}

// -- audio -----------------------------------------------------------------------------------------------------------

GstFlowReturn acquire(GstBaseTransform* transform, GstBuffer** output) {
  GstBufferPool* const pool = gst_base_transform_get_buffer_pool(transform);
  if (pool == nullptr) return GST_FLOW_NOT_NEGOTIATED;
  gst_buffer_pool_set_active(pool, TRUE);
  const GstFlowReturn result = gst_buffer_pool_acquire_buffer(pool, output, nullptr);
  gst_object_unref(pool);
  return report_no_memory(transform, result);
}

GstFlowReturn next_block(GstBaseTransform* transform, GstBuffer** output) {
  State& state = state_of(transform);
  if (const GstFlowReturn result = acquire(transform, output); result != GST_FLOW_OK) return result;
  const AudioBlocks::Block block = state.blocks.next();
  GstBuffer* const buffer = *output;
  GST_BUFFER_PTS(buffer) = block.pts;
  GST_BUFFER_DURATION(buffer) = block.duration;
  GST_BUFFER_OFFSET(buffer) = block.offset;
  GST_BUFFER_OFFSET_END(buffer) = block.offset + static_cast<guint64>(block.new_samples);
  if (block.offset == 0) GST_BUFFER_FLAG_SET(buffer, GST_BUFFER_FLAG_DISCONT);
  if (guarded(GST_ELEMENT(transform), [&] { state.session->run(block.samples, buffer); })) return GST_FLOW_OK;
  gst_clear_buffer(output);
  return GST_FLOW_ERROR;
}

// What waits goes out, with zeros behind it; then everything begins anew.
void drain(GstBaseTransform* transform) {
  State& state = state_of(transform);
  GstBuffer* output = nullptr;
  while (is_audio(state) && state.blocks.pending() > 0 && next_block(transform, &output) == GST_FLOW_OK) {
    if (gst_pad_push(GST_BASE_TRANSFORM_SRC_PAD(transform), output) != GST_FLOW_OK) break;
  }
  state.blocks.reset();
}

gboolean sink_event(GstBaseTransform* transform, GstEvent* event) {
  switch (GST_EVENT_TYPE(event)) {
    case GST_EVENT_CAPS:
    case GST_EVENT_SEGMENT:
    case GST_EVENT_GAP:
    case GST_EVENT_EOS: drain(transform); break;
    case GST_EVENT_FLUSH_STOP: state_of(transform).blocks.reset(); break;
    default: break;
  }
  return parent_class()->sink_event(transform, event);
}

GstFlowReturn take_samples(GstBaseTransform* transform) {
  GstBuffer* const buffer = std::exchange(transform->queued_buf, nullptr);
  if (buffer == nullptr) return GST_FLOW_OK;
  GstMapInfo map;
  const bool is_mapped = gst_buffer_map(buffer, &map, GST_MAP_READ) != FALSE;
  if (is_mapped) {
    state_of(transform).blocks.add({reinterpret_cast<const float*>(map.data), map.size / sizeof(float)}, GST_BUFFER_PTS(buffer));
    gst_buffer_unmap(buffer, &map);
  } else {
    GST_ELEMENT_ERROR(transform, RESOURCE, READ, ("a buffer with audio cannot be read"), (nullptr));
  }
  gst_buffer_unref(buffer);
  return is_mapped ? GST_FLOW_OK : GST_FLOW_ERROR;
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
  return is_audio(state) ? take_samples(transform) : GST_FLOW_OK;
}

GstFlowReturn generate_output(GstBaseTransform* transform, GstBuffer** output) {
  State& state = state_of(transform);
  if (!is_audio(state)) return parent_class()->generate_output(transform, output);
  *output = nullptr;
  return state.blocks.has_block() ? next_block(transform, output) : GST_FLOW_OK;
}

// -- queries ---------------------------------------------------------------------------------------------------------

// A block is complete when its last sample is there.
void add_latency(GstBaseTransform* transform, GstQuery* query) {
  const GstClockTime ours = with_object_lock(transform, [&] { return state_of(transform).latency; });
  gboolean is_live = FALSE;
  GstClockTime least = 0;
  GstClockTime most = 0;
  gst_query_parse_latency(query, &is_live, &least, &most);
  if (GST_CLOCK_TIME_IS_VALID(most)) most += ours;
  gst_query_set_latency(query, is_live, least + ours, most);
}

gboolean query(GstBaseTransform* transform, GstPadDirection direction, GstQuery* query) {
  if (!Shell::query(transform, direction, query)) return FALSE;
  if (direction == GST_PAD_SRC && GST_QUERY_TYPE(query) == GST_QUERY_LATENCY) add_latency(transform, query);
  return TRUE;
}

}  // namespace

static void gst_fft_forward_init(GstFftForward* self) {
  self->state = new State(GST_ELEMENT(self));
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
  transform_class->sink_event = GST_DEBUG_FUNCPTR(sink_event);
  transform_class->query = GST_DEBUG_FUNCPTR(query);
}
