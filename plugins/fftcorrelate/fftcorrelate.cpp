// SPDX-License-Identifier: LGPL-2.1-or-later
// The element: GObject and GstBaseTransform vmethods around a CorrelateSession. What is thrown
// below stops here. Frames pass through, with what was found attached; pools are between the
// neighbours.
#include "fftcorrelate.h"

#include <gst/video/video.h>

#include <memory>

#include "../common/element_shell.h"
#include "../common/errors.h"
#include "../common/frame_memory.h"
#include "correlate_session.h"
#include "drawing.h"
#include "properties.h"
#include "report.h"
#include "template_pad.h"

GST_DEBUG_CATEGORY_STATIC(fftcorrelate_debug);
#define GST_CAT_DEFAULT fftcorrelate_debug

using namespace fftcore::gst;
using namespace fftcore::gst::correlate;

namespace {

struct State {
  explicit State(GstElement* element) : memories(element) {}

  PublishedSettings<Settings> settings;
  FrameMemories memories;
  TemplatePad template_pad;

  // Of the streaming thread, or of the one that changes the element's state while there is none.
  Device device;
  std::unique_ptr<CorrelateSession> session;  // from start to stop
  GstVideoInfo info;
  RepeatedWarning settings_warning;
  RepeatedWarning template_warning;
};

}  // namespace

struct _GstFftCorrelate {
  GstBaseTransform parent;
  State* state;
};

G_DEFINE_FINAL_TYPE(GstFftCorrelate, gst_fft_correlate, GST_TYPE_BASE_TRANSFORM)
GST_ELEMENT_REGISTER_DEFINE(fftcorrelate, "fftcorrelate", GST_RANK_NONE,
                            gst_fft_correlate_get_type())

namespace {

struct Correlate {
  using State = ::State;
  static State& state(void* instance) { return *GST_FFT_CORRELATE(instance)->state; }
  static gpointer parent_class() { return gst_fft_correlate_parent_class; }
  static void store(Settings& settings, guint id, const GValue* value) {
    correlate::store(settings, static_cast<Property>(id), value);
  }
  static void load(const Settings& settings, guint id, GValue* value) {
    correlate::load(settings, static_cast<Property>(id), value);
  }
};
using Shell = ElementShell<Correlate>;

State& state_of(void* instance) {
  return Correlate::state(instance);
}

// -- state and caps
// ---------------------------------------------------------------------------------

gboolean start(GstBaseTransform* transform) {
  State& state = state_of(transform);
  return guarded(GST_ELEMENT(transform), [&] {
    const Settings settings = Shell::take_settings(transform);
    state.device = settings.device;
    state.memories.start(state.device);
    state.session = std::make_unique<CorrelateSession>(settings);
    state.template_pad.set_video_ended(false);
    state.settings_warning.forget();
    state.template_warning.forget();
  });
}

gboolean stop(GstBaseTransform* transform) {
  State& state = state_of(transform);
  state.session.reset();
  state.memories.stop();
  return TRUE;
}

// `change`, of settings or of the template.
void attempt(GstBaseTransform* transform, RepeatedWarning& warning, auto&& change) noexcept {
  attempt_change(GST_ELEMENT(transform), warning, change, [&] {
    return state_of(transform).session->can_search() ? "; the last settings that worked stay in use"
                                                     : "; frames pass unsearched";
  });
}

void follow_settings(GstBaseTransform* transform) noexcept {
  State& state = state_of(transform);
  if (!Shell::has_new_settings(transform)) return;
  attempt(transform, state.settings_warning, [&] {
    state.session->change(Shell::take_settings(transform));
    state.settings_warning.forget();
    state.template_warning.forget();
  });
}

bool take_input(GstBaseTransform* transform) {
  State& state = state_of(transform);
  return guarded(GST_ELEMENT(transform), [&] {
    state.session->set_input(state.memories.chosen().engine(state.device), state.info);
  });
}

gboolean set_caps(GstBaseTransform* transform, GstCaps* input_caps, GstCaps* /*output_caps*/) {
  State& state = state_of(transform);
  if (!gst_video_info_from_caps(&state.info, input_caps)) return FALSE;
  state.memories.choose(input_caps);
  follow_settings(transform);
  return take_input(transform);
}

gboolean sink_event(GstBaseTransform* transform, GstEvent* event) {
  State& state = state_of(transform);
  switch (GST_EVENT_TYPE(event)) {
    case GST_EVENT_EOS: state.template_pad.set_video_ended(true); break;
    case GST_EVENT_FLUSH_STOP:
      state.template_pad.set_video_ended(false);
      if (state.session != nullptr) state.session->forget_place();
      break;
    default: break;
  }
  return GST_BASE_TRANSFORM_CLASS(gst_fft_correlate_parent_class)->sink_event(transform, event);
}

// -- frames
// ---------------------------------------------------------------------------------

void before_transform(GstBaseTransform* transform, GstBuffer* buffer) {
  State& state = state_of(transform);
  sync_controllers(transform, buffer);
  follow_settings(transform);
  // Its context may be another one than the neighbours said.
  if (state.memories.chosen().follow(buffer, state.device)) take_input(transform);
  if (std::shared_ptr<const TemplateImage> image = state.template_pad.take())
    attempt(transform, state.template_warning,
            [&] { state.session->set_template(std::move(image)); });
}

// The frame itself, or one that shares its pixels where others hold it too: who draws into those
// gets a copy of them.
GstFlowReturn prepare_output_buffer(GstBaseTransform* transform, GstBuffer* input,
                                    GstBuffer** output) {
  const Settings& settings = state_of(transform).session->settings();
  const bool is_changed = settings.output != Drawing::none || settings.attach_meta;
  *output = is_changed && !gst_buffer_is_writable(input) ? gst_buffer_copy(input) : input;
  return report_no_memory(GST_ELEMENT(transform), *output != nullptr ? GST_FLOW_OK : GST_FLOW_ERROR,
                          "frame");
}

void draw(const State& state, GstBuffer* frame, const std::vector<Match>& matches) {
  const Settings& settings = state.session->settings();
  if (settings.output == Drawing::boxes && !matches.empty())
    draw_boxes(state.info, frame, matches, state.session->is_phase());
  if (settings.output == Drawing::surface && state.session->surface() != nullptr)
    draw_surface(state.info, frame, *state.session->surface(), settings.method);
}

void warn_without_template(GstBaseTransform* transform) {
  State& state = state_of(transform);
  if (state.template_pad.exists() || state.session->awaits_frame()) return;  // one may come
  state.template_warning.post(GST_ELEMENT(transform),
                              {GST_LIBRARY_ERROR, GST_LIBRARY_ERROR_SETTINGS,
                               "there is no template, so nothing is searched and frames pass: set "
                               "template-location or template-rect, link the "
                               "pad template, or use method=phase"});
}

GstFlowReturn transform_frame(GstBaseTransform* transform, GstBuffer* frame) {
  State& state = state_of(transform);
  CorrelateSession& session = *state.session;
  attempt(transform, state.template_warning, [&] { session.prepare(frame); });
  if (!session.can_search()) {
    warn_without_template(transform);
    return GST_FLOW_OK;
  }
  return guarded(GST_ELEMENT(transform),
                 [&] {
                   const std::vector<Match> matches = session.run(frame);
                   if (!matches.empty() && session.settings().post_messages)
                     post_matches(transform, frame, matches);
                   if (session.settings().attach_meta) attach_matches(frame, matches);
                   draw(state, frame, matches);
                 })
             ? GST_FLOW_OK
             : GST_FLOW_ERROR;
}

// -- the template's pad
// ---------------------------------------------------------------------------------

GstPad* request_new_pad(GstElement* element, GstPadTemplate* pad_template, const gchar* /*name*/,
                        const GstCaps* /*caps*/) {
  return state_of(element).template_pad.add(element, pad_template);
}

void release_pad(GstElement* element, GstPad* pad) {
  state_of(element).template_pad.remove(element, pad);
}

}  // namespace

static void gst_fft_correlate_init(GstFftCorrelate* self) {
  self->state = new State(GST_ELEMENT(self));
  gst_video_info_init(&self->state->info);
  auto* const transform = GST_BASE_TRANSFORM(self);
  gst_base_transform_set_passthrough(transform, TRUE);
  gst_base_transform_set_qos_enabled(transform, TRUE);
}

static void gst_fft_correlate_class_init(GstFftCorrelateClass* klass) {
  GST_DEBUG_CATEGORY_INIT(fftcorrelate_debug, "fftcorrelate", 0,
                          "Template matching and phase correlation for video");

  auto* object_class = G_OBJECT_CLASS(klass);
  auto* element_class = GST_ELEMENT_CLASS(klass);
  Shell::override_vmethods(object_class, element_class);
  install_properties(object_class);

  gst_element_class_set_static_metadata(element_class, "FFT correlation", "Filter/Analyzer/Video",
                                        "Finds a picture in video (template matching) and follows "
                                        "it, or measures how the video moves (phase "
                                        "correlation); reports places by messages and metas",
                                        "gst-fftcore developers");
  GstCaps* caps = frame_caps();
  gst_element_class_add_pad_template(
      element_class, gst_pad_template_new("sink", GST_PAD_SINK, GST_PAD_ALWAYS, caps));
  gst_element_class_add_pad_template(
      element_class, gst_pad_template_new("src", GST_PAD_SRC, GST_PAD_ALWAYS, caps));
  gst_caps_unref(caps);
  gst_element_class_add_pad_template(element_class, TemplatePad::pad_template());

  element_class->request_new_pad = GST_DEBUG_FUNCPTR(request_new_pad);
  element_class->release_pad = GST_DEBUG_FUNCPTR(release_pad);

  auto* transform_class = GST_BASE_TRANSFORM_CLASS(klass);
  transform_class->transform_ip_on_passthrough = TRUE;
  transform_class->start = GST_DEBUG_FUNCPTR(start);
  transform_class->stop = GST_DEBUG_FUNCPTR(stop);
  transform_class->set_caps = GST_DEBUG_FUNCPTR(set_caps);
  transform_class->sink_event = GST_DEBUG_FUNCPTR(sink_event);
  transform_class->before_transform = GST_DEBUG_FUNCPTR(before_transform);
  transform_class->prepare_output_buffer = GST_DEBUG_FUNCPTR(prepare_output_buffer);
  transform_class->transform_ip = GST_DEBUG_FUNCPTR(transform_frame);
  transform_class->query = GST_DEBUG_FUNCPTR(Shell::query);
}
