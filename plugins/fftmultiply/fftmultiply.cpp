// SPDX-License-Identifier: LGPL-2.1-or-later
// The element: GObject and GstBaseTransform vmethods around a MultiplySession and a KernelPad. What
// is thrown below stops here.
#include "fftmultiply.h"

#include <memory>

#include "../common/allocation.h"
#include "caps_vmethods.h"
#include "element.h"
#include "follow_changes.h"

GST_DEBUG_CATEGORY(fftmultiply_debug);

using namespace fftcore;
using namespace fftcore::gst;
using namespace fftcore::gst::multiply;

G_DEFINE_FINAL_TYPE(GstFftMultiply, gst_fft_multiply, GST_TYPE_BASE_TRANSFORM)
GST_ELEMENT_REGISTER_DEFINE(fftmultiply, "fftmultiply", GST_RANK_NONE, gst_fft_multiply_get_type())

gpointer Multiply::parent_class() {
  return gst_fft_multiply_parent_class;
}

namespace {

// -- state
// ---------------------------------------------------------------------------------

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

// -- memory
// ---------------------------------------------------------------------------------

gboolean get_unit_size(GstBaseTransform* transform, GstCaps* caps, gsize* size) {
  return guarded(GST_ELEMENT(transform), [&] { *size = size_bytes(spectrum_info(caps).layout); });
}

// Input in a device's memory may be longer than its spectrum.
gboolean transform_size(GstBaseTransform* transform, GstPadDirection /*direction*/,
                        GstCaps* /*caps*/, gsize /*size*/, GstCaps* other_caps, gsize* other_size) {
  return get_unit_size(transform, other_caps, other_size);
}

gboolean decide_allocation(GstBaseTransform* transform, GstQuery* query) {
  State& state = state_of(transform);
  bool is_decided = false;
  return guarded(GST_ELEMENT(transform),
                 [&] { is_decided = state.memories.decide_spectra(query, *state.output); }) &&
         is_decided;
}

gboolean transform_meta(GstBaseTransform* transform, GstBuffer* output, GstMeta* meta,
                        GstBuffer* input) {
  return static_cast<gboolean>(describes_picture(meta->info->api) ||
                               parent()->transform_meta(transform, output, meta, input));
}

// -- spectra
// ---------------------------------------------------------------------------------

GstFlowReturn submit_input_buffer(GstBaseTransform* transform, gboolean is_discont,
                                  GstBuffer* buffer) {
  State& state = state_of(transform);
  sync_controllers(transform, buffer);
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
    // Its context may be another one than the neighbours said: their pools are another question
    // then, too.
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
  return guarded(GST_ELEMENT(transform),
                 [&] {
                   state.session->run({input, state.input_memory}, {output, state.output_memory});
                 })
             ? GST_FLOW_OK
             : GST_FLOW_ERROR;
}

GstFlowReturn prepare_output_buffer(GstBaseTransform* transform, GstBuffer* input,
                                    GstBuffer** output) {
  return report_no_memory(GST_ELEMENT(transform),
                          parent()->prepare_output_buffer(transform, input, output), "spectrum");
}

// -- the kernel's pad
// ---------------------------------------------------------------------------------

GstPad* request_new_pad(GstElement* element, GstPadTemplate* pad_template, const gchar* /*name*/,
                        const GstCaps* /*caps*/) {
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
                                        "Multiplies spectra (of fftforward) by a filter's, a "
                                        "kernel's, or those of a second stream: the middle of "
                                        "convolution and correlation",
                                        "gst-fftcore developers");
  GstCaps* const caps = all_spectrum_caps();
  gst_element_class_add_pad_template(
      element_class, gst_pad_template_new("sink", GST_PAD_SINK, GST_PAD_ALWAYS, caps));
  gst_element_class_add_pad_template(
      element_class, gst_pad_template_new("src", GST_PAD_SRC, GST_PAD_ALWAYS, caps));
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
