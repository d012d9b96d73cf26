// SPDX-License-Identifier: LGPL-2.1-or-later
// The element: GObject and GstBaseTransform vmethods around a StabilizerSession. What is thrown
// below stops here.
#include "fftstabilize.h"

#include <gst/video/video.h>

#include <memory>

#include "../common/allocation.h"
#include "../common/element_shell.h"
#include "../common/errors.h"
#include "../common/frame_memory.h"
#include "properties.h"
#include "report.h"
#include "stabilizer_session.h"

GST_DEBUG_CATEGORY_STATIC(fftstabilize_debug);
#define GST_CAT_DEFAULT fftstabilize_debug

using namespace fftcore::gst;
using namespace fftcore::gst::stabilize;

namespace {

struct State {
  explicit State(GstElement* element) : memories(element) {}

  PublishedSettings<Settings> settings;
  FrameMemories memories;

  // Of the streaming thread, or of the one that changes the element's state while there is none.
  Settings in_use;
  std::unique_ptr<StabilizerSession> session;  // from start to stop
  GstVideoInfo info;
  RepeatedWarning warning;
};

}  // namespace

struct _GstFftStabilize {
  GstBaseTransform parent;
  State* state;
};

G_DEFINE_FINAL_TYPE(GstFftStabilize, gst_fft_stabilize, GST_TYPE_BASE_TRANSFORM)
GST_ELEMENT_REGISTER_DEFINE(fftstabilize, "fftstabilize", GST_RANK_NONE,
                            gst_fft_stabilize_get_type())

namespace {

struct Stabilize {
  using State = ::State;
  static State& state(void* instance) { return *GST_FFT_STABILIZE(instance)->state; }
  static gpointer parent_class() { return gst_fft_stabilize_parent_class; }
  static void store(Settings& settings, guint id, const GValue* value) {
    stabilize::store(settings, static_cast<Property>(id), value);
  }
  static void load(const Settings& settings, guint id, GValue* value) {
    stabilize::load(settings, static_cast<Property>(id), value);
  }
};
using Shell = ElementShell<Stabilize>;

State& state_of(void* instance) {
  return Stabilize::state(instance);
}

GstBaseTransformClass* parent() {
  return GST_BASE_TRANSFORM_CLASS(gst_fft_stabilize_parent_class);
}

// -- state and caps
// ---------------------------------------------------------------------------------

gboolean start(GstBaseTransform* transform) {
  State& state = state_of(transform);
  return guarded(GST_ELEMENT(transform), [&] {
    state.in_use = Shell::take_settings(transform);
    state.memories.start(state.in_use.device);
    state.session = std::make_unique<StabilizerSession>(state.in_use);
    state.warning.forget();
  });
}

gboolean stop(GstBaseTransform* transform) {
  State& state = state_of(transform);
  state.session.reset();
  state.memories.stop();
  return TRUE;
}

void follow_settings(GstBaseTransform* transform) noexcept {
  State& state = state_of(transform);
  const auto change = [&] {
    if (Shell::has_new_settings(transform)) {
      state.in_use = Shell::take_settings(transform);
      state.session->change(state.in_use);
      state.warning.forget();
    }
    state.session->poll();
  };
  attempt_change(GST_ELEMENT(transform), state.warning, change,
                 [] { return "; the last max-shift and edge-mode that worked stay in use"; });
}

bool take_input(GstBaseTransform* transform) {
  State& state = state_of(transform);
  return guarded(GST_ELEMENT(transform), [&] {
    state.session->set_input(state.memories.chosen().engine(state.in_use.device), state.info);
  });
}

gboolean set_caps(GstBaseTransform* transform, GstCaps* input_caps, GstCaps* /*output_caps*/) {
  State& state = state_of(transform);
  if (!gst_video_info_from_caps(&state.info, input_caps)) return FALSE;
  state.memories.choose(input_caps);
  follow_settings(transform);
  return take_input(transform);
}

gboolean get_unit_size(GstBaseTransform* /*transform*/, GstCaps* caps, gsize* size) {
  GstVideoInfo info;
  if (!gst_video_info_from_caps(&info, caps)) return FALSE;
  *size = GST_VIDEO_INFO_SIZE(&info);
  return TRUE;
}

// Input with strides of its own may have any size; the output's is that of the caps.
gboolean transform_size(GstBaseTransform* transform, GstPadDirection /*direction*/,
                        GstCaps* /*caps*/, gsize /*size*/, GstCaps* other_caps, gsize* other_size) {
  return get_unit_size(transform, other_caps, other_size);
}

gboolean sink_event(GstBaseTransform* transform, GstEvent* event) {
  // Both are serialized with the frames.
  const GstEventType type = GST_EVENT_TYPE(event);
  const bool is_new_stream = type == GST_EVENT_FLUSH_STOP || type == GST_EVENT_STREAM_START;
  if (is_new_stream && state_of(transform).session != nullptr)
    state_of(transform).session->restart();
  return parent()->sink_event(transform, event);
}

// -- memory
// ---------------------------------------------------------------------------------

gboolean propose_allocation(GstBaseTransform* transform, GstQuery* decided, GstQuery* query) {
  if (!parent()->propose_allocation(transform, decided, query)) return FALSE;
  bool is_answered = false;
  return guarded(
             GST_ELEMENT(transform),
             [&] { is_answered = state_of(transform).memories.chosen().propose_pool(query); }) &&
         is_answered;
}

gboolean decide_allocation(GstBaseTransform* transform, GstQuery* query) {
  bool is_decided = false;
  if (!guarded(GST_ELEMENT(transform),
               [&] { is_decided = state_of(transform).memories.chosen().decide_pool(query); }) ||
      !is_decided)
    return FALSE;
  return parent()->decide_allocation(transform, query);
}

// A frame of the same size: what describes the picture stays true, but for what an element like
// this one said of its own output.
gboolean transform_meta(GstBaseTransform* transform, GstBuffer* output, GstMeta* meta,
                        GstBuffer* input) {
  if (is_report(meta)) return FALSE;
  if (describes_picture(meta->info->api)) return TRUE;
  return parent()->transform_meta(transform, output, meta, input);
}

// -- frames
// ---------------------------------------------------------------------------------

void before_transform(GstBaseTransform* transform, GstBuffer* buffer) {
  State& state = state_of(transform);
  sync_controllers(transform, buffer);
  follow_settings(transform);
  // Its context may be another one than the neighbours said: their pools are another question then,
  // too.
  if (state.memories.chosen().follow(buffer, state.in_use.device) && take_input(transform))
    gst_base_transform_reconfigure_src(transform);
}

GstFlowReturn transform_frame(GstBaseTransform* transform, GstBuffer* input, GstBuffer* output) {
  State& state = state_of(transform);
  const bool is_done = guarded(GST_ELEMENT(transform), [&] {
    const Outcome outcome =
        state.session->run(input, output, GST_BUFFER_FLAG_IS_SET(input, GST_BUFFER_FLAG_DISCONT));
    GST_LOG_OBJECT(transform, "moved by %g, %g; confidence %g; moved back by %g, %g",
                   outcome.motion.x, outcome.motion.y, outcome.confidence, outcome.correction.x,
                   outcome.correction.y);
    if (state.in_use.attach_meta) attach_report(output, outcome);
    if (state.in_use.post_messages) post_report(transform, input, outcome);
  });
  return is_done ? GST_FLOW_OK : GST_FLOW_ERROR;
}

GstFlowReturn prepare_output_buffer(GstBaseTransform* transform, GstBuffer* input,
                                    GstBuffer** output) {
  return report_no_memory(GST_ELEMENT(transform),
                          parent()->prepare_output_buffer(transform, input, output), "frame");
}

}  // namespace

static void gst_fft_stabilize_init(GstFftStabilize* self) {
  self->state = new State(GST_ELEMENT(self));
  gst_video_info_init(&self->state->info);
  gst_base_transform_set_qos_enabled(GST_BASE_TRANSFORM(self), TRUE);
}

static void gst_fft_stabilize_class_init(GstFftStabilizeClass* klass) {
  GST_DEBUG_CATEGORY_INIT(fftstabilize_debug, "fftstabilize", 0, "Video stabilizer");
  register_report_meta();

  auto* object_class = G_OBJECT_CLASS(klass);
  auto* element_class = GST_ELEMENT_CLASS(klass);
  Shell::override_vmethods(object_class, element_class);
  install_properties(object_class);

  gst_element_class_set_static_metadata(element_class, "FFT stabilizer", "Filter/Effect/Video",
                                        "Takes shaking out of video, without latency: measures "
                                        "each frame's motion by phase correlation and "
                                        "moves the picture back, by parts of a pixel too",
                                        "gst-fftcore developers");
  GstCaps* caps = frame_caps();
  gst_element_class_add_pad_template(
      element_class, gst_pad_template_new("sink", GST_PAD_SINK, GST_PAD_ALWAYS, caps));
  gst_element_class_add_pad_template(
      element_class, gst_pad_template_new("src", GST_PAD_SRC, GST_PAD_ALWAYS, caps));
  gst_caps_unref(caps);

  auto* transform_class = GST_BASE_TRANSFORM_CLASS(klass);
  transform_class->start = GST_DEBUG_FUNCPTR(start);
  transform_class->stop = GST_DEBUG_FUNCPTR(stop);
  transform_class->set_caps = GST_DEBUG_FUNCPTR(set_caps);
  transform_class->get_unit_size = GST_DEBUG_FUNCPTR(get_unit_size);
  transform_class->transform_size = GST_DEBUG_FUNCPTR(transform_size);
  transform_class->sink_event = GST_DEBUG_FUNCPTR(sink_event);
  transform_class->propose_allocation = GST_DEBUG_FUNCPTR(propose_allocation);
  transform_class->decide_allocation = GST_DEBUG_FUNCPTR(decide_allocation);
  transform_class->transform_meta = GST_DEBUG_FUNCPTR(transform_meta);
  transform_class->before_transform = GST_DEBUG_FUNCPTR(before_transform);
  transform_class->transform = GST_DEBUG_FUNCPTR(transform_frame);
  transform_class->prepare_output_buffer = GST_DEBUG_FUNCPTR(prepare_output_buffer);
  transform_class->query = GST_DEBUG_FUNCPTR(Shell::query);
}
