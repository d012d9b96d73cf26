// SPDX-License-Identifier: LGPL-2.1-or-later
// The element: GObject and GstBaseTransform vmethods around a ForwardSession; of audio, around an
// AudioStream besides. What is thrown below stops here.
#include "fftforward.h"

#include <memory>
#include <utility>

#include "../common/allocation.h"
#include "caps_vmethods.h"
#include "element.h"
#include "forward_caps.h"

GST_DEBUG_CATEGORY(fftforward_debug);

using namespace fftcore;
using namespace fftcore::gst;
using namespace fftcore::gst::forward;

G_DEFINE_FINAL_TYPE(GstFftForward, gst_fft_forward, GST_TYPE_BASE_TRANSFORM)
GST_ELEMENT_REGISTER_DEFINE(fftforward, "fftforward", GST_RANK_NONE, gst_fft_forward_get_type())

gpointer Forward::parent_class() {
  return gst_fft_forward_parent_class;
}

namespace {

bool is_audio(const State& state) {
  return state.session != nullptr && state.session->stream() && !state.session->stream()->video;
}

// -- state
// ---------------------------------------------------------------------------------

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

// -- memory
// ---------------------------------------------------------------------------------

gboolean transform_size(GstBaseTransform* /*transform*/, GstPadDirection /*direction*/,
                        GstCaps* /*caps*/, gsize /*size*/, GstCaps* other_caps, gsize* other_size) {
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
  return guarded(GST_ELEMENT(transform),
                 [&] { is_answered = state.memories.propose_frames(query); }) &&
         is_answered;
}

gboolean decide_allocation(GstBaseTransform* transform, GstQuery* query) {
  State& state = state_of(transform);
  bool is_decided = false;
  return guarded(GST_ELEMENT(transform),
                 [&] {
                   is_decided = state.memories.decide_spectra(
                       query, state.session->stream()->spectrum.layout);
                 }) &&
         is_decided;
}

// The picture that a spectrum is of keeps its size and geometry: what describes it comes to hold
// again when it is transformed back.
gboolean transform_meta(GstBaseTransform* transform, GstBuffer* output, GstMeta* meta,
                        GstBuffer* input) {
  if (describes_picture(meta->info->api)) return TRUE;
  return parent_class()->transform_meta(transform, output, meta, input);
}

GstFlowReturn prepare_output_buffer(GstBaseTransform* transform, GstBuffer* input,
                                    GstBuffer** output) {
  return report_no_memory(GST_ELEMENT(transform),
                          parent_class()->prepare_output_buffer(transform, input, output),
                          "spectrum");
}

// -- frames
// ---------------------------------------------------------------------------------

GstFlowReturn transform_frame(GstBaseTransform* transform, GstBuffer* input, GstBuffer* output) {
  return guarded(GST_ELEMENT(transform), [&] { state_of(transform).session->run(input, output); })
             ? GST_FLOW_OK
             : GST_FLOW_ERROR;
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

GstFlowReturn submit_input_buffer(GstBaseTransform* transform, gboolean is_discont,
                                  GstBuffer* input) {
  State& state = state_of(transform);
  if (GST_BUFFER_IS_DISCONT(input)) drain(transform);  // is_discont holds on until there is output
  bool must_prepare = follow_settings(transform);
  const bool is_ready = guarded(GST_ELEMENT(transform), [&] {
    // Its context may be another one than the neighbours said: pools are another question then,
    // too.
    if (!state.session->stream()) return;
    if (std::shared_ptr<Engine> engine =
            state.memories.follow(input, settings_of(transform).device)) {
      state.engine = std::move(engine);
      must_prepare = true;
      gst_base_transform_reconfigure_src(transform);
    }
  });
  if (!is_ready) {
    gst_buffer_unref(input);
    return GST_FLOW_ERROR;
  }
  if (const GstFlowReturn result =
          parent_class()->submit_input_buffer(transform, is_discont, input);
      result != GST_FLOW_OK)
    return result;
  // Where the caps stay as they are, nobody else asks for it.
  const auto prepare = [&] {
    state.session->prepare(state.engine, Stream(*state.session->stream()), settings_of(transform));
  };
  if (must_prepare && state.session->stream() && !guarded(GST_ELEMENT(transform), prepare)) {
    gst_clear_buffer(&transform->queued_buf);
    return GST_FLOW_ERROR;
  }
  return is_audio(state) && transform->queued_buf != nullptr
             ? state.audio.take(std::exchange(transform->queued_buf, nullptr))
             : GST_FLOW_OK;
}

GstFlowReturn generate_output(GstBaseTransform* transform, GstBuffer** output) {
  State& state = state_of(transform);
  return is_audio(state) ? state.audio.give(*state.session, output)
                         : parent_class()->generate_output(transform, output);
}

// -- queries
// ---------------------------------------------------------------------------------

gboolean query(GstBaseTransform* transform, GstPadDirection direction, GstQuery* query) {
  if (!Shell::query(transform, direction, query)) return FALSE;
  if (direction == GST_PAD_SRC && GST_QUERY_TYPE(query) == GST_QUERY_LATENCY)
    state_of(transform).audio.add_latency(query);
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
      "Transforms video frames, or audio in overlapping blocks, into their frequency spectra (real "
      "FFT), for fftmultiply to filter, fftview to show "
      "and fftinverse to transform back. Of YUV video the brightness is transformed, of RGB every "
      "colour",
      "gst-fftcore developers");
  GstCaps* const sink_caps = input_caps();
  GstCaps* const src_caps = all_spectrum_caps();
  gst_element_class_add_pad_template(
      element_class, gst_pad_template_new("sink", GST_PAD_SINK, GST_PAD_ALWAYS, sink_caps));
  gst_element_class_add_pad_template(
      element_class, gst_pad_template_new("src", GST_PAD_SRC, GST_PAD_ALWAYS, src_caps));
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
