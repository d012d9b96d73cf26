// SPDX-License-Identifier: LGPL-2.1-or-later
// The element: GObject and GstBaseTransform vmethods around a MultiplySession and a KernelPad. What is thrown below stops here.
#include "fftmultiply.h"

#include <memory>
#include <mutex>
#include <optional>

#include "../common/allocation.h"
#include "../common/element_shell.h"
#include "../common/errors.h"
#include "../common/spectrum_info.h"
#include "../common/stage_memory.h"
#include "kernel_pad.h"
#include "multiply_session.h"
#include "negotiation.h"
#include "properties.h"

GST_DEBUG_CATEGORY_STATIC(fftmultiply_debug);
#define GST_CAT_DEFAULT fftmultiply_debug

using namespace fftcore;
using namespace fftcore::gst;
using namespace fftcore::gst::multiply;

namespace {

struct State {
  explicit State(GstElement* element) : memories(element), kernel_pad([this](GstQuery* query) { return memories.answer(query); }) {}

  PublishedSettings<multiply::Settings> settings;
  StageMemories memories;
  KernelPad kernel_pad;

  std::mutex mutex;
  Factors factors;  // what caps are made of, in any thread; guarded by mutex

  // Of the streaming thread, or of the one that changes the element's state while there is none.
  Device device;
  std::unique_ptr<MultiplySession> session;  // from start to stop
  std::optional<SpectrumInfo> input;         // of the caps that came last
  std::optional<SpectrumLayout> output;      // of the caps in service
  MemoryKind input_memory = MemoryKind::host;
  MemoryKind output_memory = MemoryKind::host;
  std::optional<Factor> asked_for;  // caps for it, since the last ones came
  RepeatedWarning warning;
};

}  // namespace

struct _GstFftMultiply {
  GstBaseTransform parent;
  State* state;
};

G_DEFINE_FINAL_TYPE(GstFftMultiply, gst_fft_multiply, GST_TYPE_BASE_TRANSFORM)
GST_ELEMENT_REGISTER_DEFINE(fftmultiply, "fftmultiply", GST_RANK_NONE, gst_fft_multiply_get_type())

namespace {

State& state_of(void* instance) {
  return *GST_FFT_MULTIPLY(instance)->state;
}

GstBaseTransformClass* parent() {
  return GST_BASE_TRANSFORM_CLASS(gst_fft_multiply_parent_class);
}

struct Multiply {
  using State = ::State;
  static State& state(void* instance) { return state_of(instance); }
  static gpointer parent_class() { return gst_fft_multiply_parent_class; }
  static void store(multiply::Settings& settings, guint id, const GValue* value) {
    multiply::store(settings, static_cast<Property>(id), value);
  }
  static void load(const multiply::Settings& settings, guint id, GValue* value) {
    multiply::load(settings, static_cast<Property>(id), value);
  }
};
using Shell = ElementShell<Multiply>;

// -- what is multiplied by ---------------------------------------------------------------------------------------------

Factors factors_of(State& state) {
  const std::lock_guard lock(state.mutex);
  return state.factors;
}

// A pad on which nothing has come makes a difference to caps already.
void publish_factors(State& state) {
  Factors factors{state.session->wanted(), state.session->in_service()};
  if (state.kernel_pad.exists() && !std::holds_alternative<SpectrumFactor>(factors.wanted)) factors.wanted = SpectrumFactor{};
  const std::lock_guard lock(state.mutex);
  state.factors = std::move(factors);
}

void follow_settings(GstBaseTransform* transform) noexcept {
  State& state = state_of(transform);
  attempt_change(GST_ELEMENT(transform), state.warning, [&] {
    if (Shell::has_new_settings(transform)) {
      state.session->change(Shell::take_settings(transform));
      state.warning.forget();
    }
    state.session->poll();
  });
}

// False where the wait for a kernel was ended. Throws where none can come.
bool follow_kernel(State& state) {
  std::shared_ptr<const KernelSpectrum> kernel;
  while (state.kernel_pad.exists()) {
    kernel = state.kernel_pad.newest();
    if (kernel != nullptr) break;
    if (state.kernel_pad.exists()) return false;
  }
  state.session->set_kernel(std::move(kernel));
  return true;
}

// Whether upstream can give spectra that the factor needs, seen with what downstream takes.
bool can_be_had(GstBaseTransform* transform, const Factor& factor) {
  GstCaps* const downstream = gst_pad_peer_query_caps(transform->srcpad, nullptr);
  GstCaps* const own = gst_pad_get_pad_template_caps(transform->srcpad);
  GstCaps* const behind = gst_caps_intersect(downstream, own);
  GstCaps* const before = caps_before(factor, behind);
  GstCaps* const upstream = gst_pad_peer_query_caps(transform->sinkpad, before);
  const bool result = gst_caps_can_intersect(upstream, before) != FALSE;
  for (GstCaps* const caps : {downstream, own, behind, before, upstream}) gst_caps_unref(caps);
  return result;
}

// At once where the spectra that come have all that is needed, else as soon as upstream gives it.
void ask_for_caps(GstBaseTransform* transform) noexcept {
  State& state = state_of(transform);
  const Factor wanted = state.session->wanted();
  if (!state.session->wants_caps() || state.asked_for == wanted) return;
  attempt_change(GST_ELEMENT(transform), state.warning, [&] {
    if (fits(wanted, *state.input)) {
      gst_base_transform_reconfigure_src(transform);
    } else if (!can_be_had(transform, wanted)) {
      state.session->give_up();
      publish_factors(state);
      require_fit(wanted, *state.input);
    }
    state.asked_for = wanted;
    gst_base_transform_reconfigure_sink(transform);
  });
}

// -- state and caps ----------------------------------------------------------------------------------------------------

gboolean start(GstBaseTransform* transform) {
  State& state = state_of(transform);
  return guarded(GST_ELEMENT(transform), [&] {
    const multiply::Settings settings = Shell::take_settings(transform);
    state.device = settings.device;
    state.memories.start(state.device);
    state.session = std::make_unique<MultiplySession>(state.memories, settings);
    state.kernel_pad.reset();
    state.asked_for.reset();
    state.warning.forget();
    publish_factors(state);
  });
}

gboolean stop(GstBaseTransform* transform) {
  State& state = state_of(transform);
  state.session.reset();
  state.kernel_pad.reset();
  state.memories.stop();
  state.input.reset();
  const std::lock_guard lock(state.mutex);
  state.factors = {};
  return TRUE;
}

GstStateChangeReturn change_state(GstElement* element, GstStateChange change) {
  KernelPad& kernel_pad = state_of(element).kernel_pad;
  if (change == GST_STATE_CHANGE_READY_TO_PAUSED) kernel_pad.set_main_flushing(false);
  if (change == GST_STATE_CHANGE_PAUSED_TO_READY) kernel_pad.set_main_flushing(true);
  return GST_ELEMENT_CLASS(gst_fft_multiply_parent_class)->change_state(element, change);
}

GstCaps* transform_caps(GstBaseTransform* transform, GstPadDirection direction, GstCaps* caps, GstCaps* filter) {
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
  if (filter != nullptr) {
    GstCaps* const common = gst_caps_intersect_full(filter, result, GST_CAPS_INTERSECT_FIRST);
    gst_caps_unref(result);
    result = common;
  }
  return result;
}

// Rows before rows and columns, whatever the neighbours' order.
GstCaps* fixate_caps(GstBaseTransform* /*transform*/, GstPadDirection /*direction*/, GstCaps* /*caps*/, GstCaps* other_caps) {
  GstCaps* const result = gst_caps_truncate(gst_caps_make_writable(other_caps));
  gst_structure_fixate_field_string(gst_caps_get_structure(result, 0), "transformed", "rows");
  return gst_caps_fixate(result);
}

// What does not fit is told why when it comes.
gboolean accept_caps(GstBaseTransform* transform, GstPadDirection direction, GstCaps* caps) {
  GstCaps* const all = gst_pad_get_pad_template_caps(direction == GST_PAD_SINK ? transform->sinkpad : transform->srcpad);
  const gboolean result = gst_caps_is_subset(caps, all);
  gst_caps_unref(all);
  return result;
}

enum class Taken { negotiate, later, refused };

// Before caps are negotiated, the kernel's stream learns of them and the first kernel comes: the product's caps depend on it.
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
    GST_DEBUG_OBJECT(transform, "%" GST_PTR_FORMAT " -> %" GST_PTR_FORMAT, static_cast<void*>(input_caps), static_cast<void*>(output_caps));
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

// -- memory ------------------------------------------------------------------------------------------------------------

gboolean get_unit_size(GstBaseTransform* transform, GstCaps* caps, gsize* size) {
  return guarded(GST_ELEMENT(transform), [&] { *size = size_bytes(spectrum_info(caps).layout); });
}

// Input in a device's memory may be longer than its spectrum.
gboolean transform_size(GstBaseTransform* transform, GstPadDirection /*direction*/, GstCaps* /*caps*/, gsize /*size*/, GstCaps* other_caps,
                        gsize* other_size) {
  return get_unit_size(transform, other_caps, other_size);
}

gboolean decide_allocation(GstBaseTransform* transform, GstQuery* query) {
  State& state = state_of(transform);
  bool is_decided = false;
  return guarded(GST_ELEMENT(transform), [&] { is_decided = state.memories.decide_spectra(query, *state.output); }) && is_decided;
}

gboolean transform_meta(GstBaseTransform* transform, GstBuffer* output, GstMeta* meta, GstBuffer* input) {
  return static_cast<gboolean>(describes_picture(meta->info->api) || parent()->transform_meta(transform, output, meta, input));
}

// -- spectra -----------------------------------------------------------------------------------------------------------

GstFlowReturn submit_input_buffer(GstBaseTransform* transform, gboolean is_discont, GstBuffer* buffer) {
  State& state = state_of(transform);
  const GstClockTime time = gst_segment_to_stream_time(&transform->segment, GST_FORMAT_TIME, GST_BUFFER_TIMESTAMP(buffer));
  if (GST_CLOCK_TIME_IS_VALID(time)) gst_object_sync_values(GST_OBJECT(transform), time);

  follow_settings(transform);
  bool goes_on = true;
  const bool is_good = guarded(GST_ELEMENT(transform), [&] {
    goes_on = follow_kernel(state);
    if (!goes_on) return;
    publish_factors(state);
    if (!state.session->in_service()) {
      if (state.input) factor_for(factors_of(state), *state.input);  // says why not
      return;
    }
    // Its context may be another one than the neighbours said: their pools are another question then, too.
    if (std::shared_ptr<Engine> engine = state.memories.follow(buffer, state.device)) {
      state.session->move_to(std::move(engine));
      gst_base_transform_reconfigure_src(transform);
    }
  });
  if (!is_good || !goes_on) {
    gst_buffer_unref(buffer);
    return is_good ? GST_FLOW_FLUSHING : GST_FLOW_ERROR;
  }
  ask_for_caps(transform);
  return parent()->submit_input_buffer(transform, is_discont, buffer);
}

GstFlowReturn transform_spectrum(GstBaseTransform* transform, GstBuffer* input, GstBuffer* output) {
  State& state = state_of(transform);
  return guarded(GST_ELEMENT(transform), [&] { state.session->run({input, state.input_memory}, {output, state.output_memory}); }) ? GST_FLOW_OK
                                                                                                                                   : GST_FLOW_ERROR;
}

// A pool says in the log only that it has no memory left.
GstFlowReturn prepare_output_buffer(GstBaseTransform* transform, GstBuffer* input, GstBuffer** output) {
  const GstFlowReturn result = parent()->prepare_output_buffer(transform, input, output);
  if (result == GST_FLOW_ERROR) {
    GST_ELEMENT_ERROR(transform, RESOURCE, NO_SPACE_LEFT, ("there is no memory for another spectrum; end other programs that use it"), (nullptr));
  }
  return result;
}

// -- the kernel's pad --------------------------------------------------------------------------------------------------

GstPad* request_new_pad(GstElement* element, GstPadTemplate* pad_template, const gchar* /*name*/, const GstCaps* /*caps*/) {
  return state_of(element).kernel_pad.add(element, pad_template);
}

void release_pad(GstElement* element, GstPad* pad) {
  state_of(element).kernel_pad.remove(element, pad);
}

}  // namespace

static void gst_fft_multiply_init(GstFftMultiply* self) {
  self->state = new State(GST_ELEMENT(self));
  gst_base_transform_set_qos_enabled(GST_BASE_TRANSFORM(self), TRUE);
}

static void gst_fft_multiply_class_init(GstFftMultiplyClass* klass) {
  GST_DEBUG_CATEGORY_INIT(fftmultiply_debug, "fftmultiply", 0, "Products of spectra");

  auto* object_class = G_OBJECT_CLASS(klass);
  auto* element_class = GST_ELEMENT_CLASS(klass);
  Shell::override_vmethods(object_class, element_class);
  install_properties(object_class);

  gst_element_class_set_static_metadata(element_class, "FFT multiplication", "Filter/Effect",
                                        "Multiplies spectra (of fftforward) by a filter's, a kernel's, or those of a second stream: the middle of "
                                        "convolution and correlation",
                                        "gst-fftcore developers");
  GstCaps* const caps = all_spectrum_caps();
  gst_element_class_add_pad_template(element_class, gst_pad_template_new("sink", GST_PAD_SINK, GST_PAD_ALWAYS, caps));
  gst_element_class_add_pad_template(element_class, gst_pad_template_new("src", GST_PAD_SRC, GST_PAD_ALWAYS, caps));
  gst_caps_unref(caps);
  gst_element_class_add_pad_template(element_class, KernelPad::pad_template());

  element_class->change_state = GST_DEBUG_FUNCPTR(change_state);
  element_class->request_new_pad = GST_DEBUG_FUNCPTR(request_new_pad);
  element_class->release_pad = GST_DEBUG_FUNCPTR(release_pad);

  auto* transform_class = GST_BASE_TRANSFORM_CLASS(klass);
  transform_class->start = GST_DEBUG_FUNCPTR(start);
  transform_class->stop = GST_DEBUG_FUNCPTR(stop);
  transform_class->transform_caps = GST_DEBUG_FUNCPTR(transform_caps);
  transform_class->fixate_caps = GST_DEBUG_FUNCPTR(fixate_caps);
  transform_class->accept_caps = GST_DEBUG_FUNCPTR(accept_caps);
  transform_class->set_caps = GST_DEBUG_FUNCPTR(set_caps);
  transform_class->sink_event = GST_DEBUG_FUNCPTR(sink_event);
  transform_class->get_unit_size = GST_DEBUG_FUNCPTR(get_unit_size);
  transform_class->transform_size = GST_DEBUG_FUNCPTR(transform_size);
  transform_class->decide_allocation = GST_DEBUG_FUNCPTR(decide_allocation);
  transform_class->transform_meta = GST_DEBUG_FUNCPTR(transform_meta);
  transform_class->submit_input_buffer = GST_DEBUG_FUNCPTR(submit_input_buffer);
  transform_class->prepare_output_buffer = GST_DEBUG_FUNCPTR(prepare_output_buffer);
  transform_class->transform = GST_DEBUG_FUNCPTR(transform_spectrum);
  transform_class->query = GST_DEBUG_FUNCPTR(Shell::query);
}
