// SPDX-License-Identifier: LGPL-2.1-or-later
// The element: GObject and GstBaseTransform vmethods around a ViewSession. What is thrown below
// stops here.
#include "fftview.h"

#include <gst/video/video.h>

#include <memory>

#include "../common/element_shell.h"
#include "../common/spectrum_meta.h"
#include "properties.h"
#include "view_caps.h"
#include "view_session.h"

GST_DEBUG_CATEGORY_STATIC(fftview_debug);
#define GST_CAT_DEFAULT fftview_debug

using namespace fftcore::gst;
using namespace fftcore::gst::view;

namespace {

struct ViewState {
  explicit ViewState(GstElement* element) : memories(element) {}

  PublishedSettings<Settings> settings;
  StageMemories memories;

  // Of the streaming thread, or of the one that changes the element's state while there is none.
  std::unique_ptr<ViewSession> session;  // from start to stop
  RepeatedWarning warning;
};

}  // namespace

struct _GstFftView {
  GstBaseTransform parent;
  ViewState* state;
};

G_DEFINE_FINAL_TYPE(GstFftView, gst_fft_view, GST_TYPE_BASE_TRANSFORM)
GST_ELEMENT_REGISTER_DEFINE(fftview, "fftview", GST_RANK_NONE, gst_fft_view_get_type())

namespace {

struct View {
  using State = ViewState;
  static State& state(void* instance) { return *GST_FFT_VIEW(instance)->state; }
  static gpointer parent_class() { return gst_fft_view_parent_class; }
  static void store(Settings& settings, guint id, const GValue* value) {
    view::store(settings, static_cast<Property>(id), value);
  }
  static void load(const Settings& settings, guint id, GValue* value) {
    view::load(settings, static_cast<Property>(id), value);
  }
};
using Shell = ElementShell<View>;

GstBaseTransformClass* parent() {
  return GST_BASE_TRANSFORM_CLASS(gst_fft_view_parent_class);
}

gboolean start(GstBaseTransform* transform) {
  ViewState& state = View::state(transform);
  return guarded(GST_ELEMENT(transform), [&] {
    state.session = std::make_unique<ViewSession>(Shell::take_settings(transform));
    state.memories.start(Settings::device);
    state.warning.forget();
  });
}

gboolean stop(GstBaseTransform* transform) {
  ViewState& state = View::state(transform);
  state.session.reset();
  state.memories.stop();
  return TRUE;
}

GstCaps* transform_caps(GstBaseTransform* /*transform*/, GstPadDirection direction, GstCaps* caps,
                        GstCaps* filter) {
  return filtered_caps(direction == GST_PAD_SINK ? to_pictures(caps) : to_spectra(caps), filter);
}

// Any caps of spectra: what is wrong with them is said when they come (sink_event()), not by a
// refusal without words.
gboolean accept_caps(GstBaseTransform* transform, GstPadDirection direction, GstCaps* caps) {
  if (direction == GST_PAD_SINK &&
      gst_structure_has_name(gst_caps_get_structure(caps, 0), kSpectrumMediaType))
    return TRUE;
  return parent()->accept_caps(transform, direction, caps);
}

gboolean set_caps(GstBaseTransform* transform, GstCaps* input_caps, GstCaps* output_caps) {
  ViewState& state = View::state(transform);
  return guarded(GST_ELEMENT(transform), [&] {
    GstVideoInfo output;
    if (!gst_video_info_from_caps(&output, output_caps))
      throw fftcore::InvalidArgument("the picture's caps are not those of video");
    state.session->set_caps(spectrum_info(input_caps), output);
    // The picture is drawn by the processor: a device is needed for a pool in its memory only.
    if (memory_kind(output_caps) == fftcore::MemoryKind::device)
      state.memories.choose(output_caps, output_caps, Settings::device);
  });
}

gboolean get_unit_size(GstBaseTransform* /*transform*/, GstCaps* caps, gsize* size) {
  GstVideoInfo info;
  if (gst_video_info_from_caps(&info, caps)) {
    *size = GST_VIDEO_INFO_SIZE(&info);
    return TRUE;
  }
  try {
    *size = size_bytes(spectrum_info(caps).layout);
    return TRUE;
  } catch (const fftcore::Error&) {
    return FALSE;
  }
}

// Buffers of spectra may be longer than the spectrum.
gboolean transform_size(GstBaseTransform* transform, GstPadDirection /*direction*/,
                        GstCaps* /*caps*/, gsize /*size*/, GstCaps* other_caps, gsize* other_size) {
  return get_unit_size(transform, other_caps, other_size);
}

gboolean decide_allocation(GstBaseTransform* transform, GstQuery* query) {
  bool is_decided = false;
  if (!guarded(GST_ELEMENT(transform),
               [&] { is_decided = View::state(transform).memories.decide_frames(query); }) ||
      !is_decided)
    return FALSE;
  return parent()->decide_allocation(transform, query);
}

// What describes the frame does not describe its spectrum's picture, and the frame itself need not
// be held any more.
gboolean transform_meta(GstBaseTransform* transform, GstBuffer* output, GstMeta* meta,
                        GstBuffer* input) {
  if (is_source_frame(meta->info->api)) return FALSE;
  return parent()->transform_meta(transform, output, meta, input);
}

gboolean sink_event(GstBaseTransform* transform, GstEvent* event) {
  ViewState& state = View::state(transform);
  if (GST_EVENT_TYPE(event) == GST_EVENT_CAPS) {
    GstCaps* caps = nullptr;
    gst_event_parse_caps(event, &caps);
    if (!guarded(GST_ELEMENT(transform), [&] { check_spectrum(spectrum_info(caps)); })) {
      gst_event_unref(event);
      return FALSE;
    }
  }
  if (GST_EVENT_TYPE(event) == GST_EVENT_FLUSH_STOP && state.session != nullptr)
    state.session->forget_range();
  return parent()->sink_event(transform, event);
}

void before_transform(GstBaseTransform* transform, GstBuffer* buffer) {
  ViewState& state = View::state(transform);
  sync_controllers(transform, buffer);
  if (!Shell::has_new_settings(transform)) return;
  attempt_change(GST_ELEMENT(transform), state.warning, [&] {
    state.session->change(Shell::take_settings(transform));
    state.warning.forget();
  });
}

GstFlowReturn transform_spectrum(GstBaseTransform* transform, GstBuffer* input, GstBuffer* output) {
  return guarded(GST_ELEMENT(transform),
                 [&] { View::state(transform).session->draw(input, output); })
             ? GST_FLOW_OK
             : GST_FLOW_ERROR;
}

}  // namespace

static void gst_fft_view_init(GstFftView* self) {
  self->state = new ViewState(GST_ELEMENT(self));
  gst_base_transform_set_qos_enabled(GST_BASE_TRANSFORM(self), TRUE);
}

static void gst_fft_view_class_init(GstFftViewClass* klass) {
  GST_DEBUG_CATEGORY_INIT(fftview_debug, "fftview", 0, "Pictures of spectra");

  auto* object_class = G_OBJECT_CLASS(klass);
  auto* element_class = GST_ELEMENT_CLASS(klass);
  Shell::override_vmethods(object_class, element_class);
  install_properties(object_class);

  gst_element_class_set_static_metadata(element_class, "FFT view", "Filter/Converter/Video",
                                        "Shows the spectrum that fftforward makes: magnitude or "
                                        "phase of each frequency, frequency 0 in the middle",
                                        "gst-fftcore developers");
  GstCaps* const spectra = all_spectrum_caps("rows-and-columns");
  GstCaps* const pictures = picture_caps();
  gst_element_class_add_pad_template(
      element_class, gst_pad_template_new("sink", GST_PAD_SINK, GST_PAD_ALWAYS, spectra));
  gst_element_class_add_pad_template(
      element_class, gst_pad_template_new("src", GST_PAD_SRC, GST_PAD_ALWAYS, pictures));
  gst_caps_unref(spectra);
  gst_caps_unref(pictures);

  auto* transform_class = GST_BASE_TRANSFORM_CLASS(klass);
  transform_class->start = GST_DEBUG_FUNCPTR(start);
  transform_class->stop = GST_DEBUG_FUNCPTR(stop);
  transform_class->transform_caps = GST_DEBUG_FUNCPTR(transform_caps);
  transform_class->accept_caps = GST_DEBUG_FUNCPTR(accept_caps);
  transform_class->set_caps = GST_DEBUG_FUNCPTR(set_caps);
  transform_class->get_unit_size = GST_DEBUG_FUNCPTR(get_unit_size);
  transform_class->transform_size = GST_DEBUG_FUNCPTR(transform_size);
  transform_class->decide_allocation = GST_DEBUG_FUNCPTR(decide_allocation);
  transform_class->transform_meta = GST_DEBUG_FUNCPTR(transform_meta);
  transform_class->sink_event = GST_DEBUG_FUNCPTR(sink_event);
  transform_class->before_transform = GST_DEBUG_FUNCPTR(before_transform);
  transform_class->transform = GST_DEBUG_FUNCPTR(transform_spectrum);
  transform_class->query = GST_DEBUG_FUNCPTR(Shell::query);
}
