// SPDX-License-Identifier: LGPL-2.1-or-later
// The element: GObject and GstBaseTransform vmethods around a FilterSession. What is thrown below
// stops here.
#include "fftfilter.h"

#include <gst/video/video.h>

#include <memory>

#include "../common/allocation.h"
#include "../common/element_shell.h"
#include "../common/errors.h"
#include "../common/frame_memory.h"
#include "filter_session.h"
#include "properties.h"

GST_DEBUG_CATEGORY_STATIC(fftfilter_debug);
#define GST_CAT_DEFAULT fftfilter_debug

using namespace fftcore::gst;

namespace {

struct State {
  explicit State(GstElement* element) : memories(element) {}

  // Published: to go from `filter` to `kernel` never passes through a state where both or neither
  // are set.
  PublishedSettings<Settings> settings;
  FrameMemories memories;

  // Of the streaming thread, or of the one that changes the element's state while there is none.
  Device device;
  std::unique_ptr<FilterSession> session;  // from start to stop
  GstVideoInfo info;
  bool downstream_takes_strides = true;  // that is, GstVideoMeta
  RepeatedWarning warning;
};

}  // namespace

struct _GstFftFilter {
  GstBaseTransform parent;
  State* state;
};

G_DEFINE_FINAL_TYPE(GstFftFilter, gst_fft_filter, GST_TYPE_BASE_TRANSFORM)
GST_ELEMENT_REGISTER_DEFINE(fftfilter, "fftfilter", GST_RANK_NONE, gst_fft_filter_get_type())

namespace {

struct Filter {
  using State = ::State;
  static State& state(void* instance) { return *GST_FFT_FILTER(instance)->state; }
  static gpointer parent_class() { return gst_fft_filter_parent_class; }
  static void store(Settings& settings, guint id, const GValue* value) {
    fftcore::gst::store(settings, static_cast<Property>(id), value);
  }
  static void load(const Settings& settings, guint id, GValue* value) {
    fftcore::gst::load(settings, static_cast<Property>(id), value);
  }
};
using Shell = ElementShell<Filter>;

State& state_of(void* instance) {
  return Filter::state(instance);
}

GstBaseTransformClass* parent() {
  return GST_BASE_TRANSFORM_CLASS(gst_fft_filter_parent_class);
}

// -- state and caps
// ---------------------------------------------------------------------------------

gboolean start(GstBaseTransform* transform) {
  State& state = state_of(transform);
  return guarded(GST_ELEMENT(transform), [&] {
    const Settings settings = Shell::take_settings(transform);
    state.device = settings.device;
    state.memories.start(state.device);
    state.session = std::make_unique<FilterSession>(settings);
    state.downstream_takes_strides = true;
    state.warning.forget();
    gst_base_transform_set_passthrough(transform, state.session->passes());
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
  attempt_change(GST_ELEMENT(transform), state.warning, [&] {
    if (Shell::has_new_settings(transform)) {
      state.session->change(Shell::take_settings(transform));
      state.warning.forget();
    }
    state.session->poll();
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

// -- memory
// ---------------------------------------------------------------------------------

gboolean propose_allocation(GstBaseTransform* transform, GstQuery* decided, GstQuery* query) {
  if (!parent()->propose_allocation(transform, decided, query)) return FALSE;
  const bool is_forwarded = decided == nullptr;
  if (is_forwarded) return TRUE;
  bool is_answered = false;
  return guarded(
             GST_ELEMENT(transform),
             [&] { is_answered = state_of(transform).memories.chosen().propose_pool(query); }) &&
         is_answered;
}

gboolean decide_allocation(GstBaseTransform* transform, GstQuery* query) {
  State& state = state_of(transform);
  state.downstream_takes_strides =
      state.memories.chosen().is_strided() ||
      gst_query_find_allocation_meta(query, GST_VIDEO_META_API_TYPE, nullptr) != FALSE;
  bool is_decided = false;
  if (!guarded(GST_ELEMENT(transform),
               [&] { is_decided = state.memories.chosen().decide_pool(query); }) ||
      !is_decided)
    return FALSE;
  return parent()->decide_allocation(transform, query);
}

// A frame of the same size and geometry: what describes the picture stays true.
gboolean transform_meta(GstBaseTransform* transform, GstBuffer* output, GstMeta* meta,
                        GstBuffer* input) {
  if (describes_picture(meta->info->api)) return TRUE;
  return parent()->transform_meta(transform, output, meta, input);
}

// -- frames
// ---------------------------------------------------------------------------------

// While this element filtered, upstream was free to choose strides; downstream may not understand
// them when frames begin to pass.
bool may_pass(const State& state, GstBuffer* buffer) {
  return state.session->passes() &&
         (state.downstream_takes_strides || has_default_layout(state.info, buffer));
}

void before_transform(GstBaseTransform* transform, GstBuffer* buffer) {
  State& state = state_of(transform);
  sync_controllers(transform, buffer);
  follow_settings(transform);
  // Its context may be another one than the neighbours said: their pools are another question then,
  // too.
  if (state.memories.chosen().follow(buffer, state.device) && take_input(transform))
    gst_base_transform_reconfigure_src(transform);

  const bool passes = may_pass(state, buffer);
  if (passes == (gst_base_transform_is_passthrough(transform) != FALSE)) return;
  GST_DEBUG_OBJECT(transform, "frames %s",
                   passes ? "pass unchanged from here on" : "are filtered from here on");
  gst_base_transform_set_passthrough(transform, passes);
  // Whose buffers are used where is another question now: ask again on both sides.
  gst_base_transform_reconfigure_src(transform);
  gst_base_transform_reconfigure_sink(transform);
}

GstFlowReturn transform_frame(GstBaseTransform* transform, GstBuffer* input, GstBuffer* output) {
  State& state = state_of(transform);
  return guarded(GST_ELEMENT(transform), [&] { state.session->run(input, output); })
             ? GST_FLOW_OK
             : GST_FLOW_ERROR;
}

GstFlowReturn prepare_output_buffer(GstBaseTransform* transform, GstBuffer* input,
                                    GstBuffer** output) {
  return report_no_memory(GST_ELEMENT(transform),
                          parent()->prepare_output_buffer(transform, input, output), "frame");
}

}  // namespace

static void gst_fft_filter_init(GstFftFilter* self) {
  self->state = new State(GST_ELEMENT(self));
  gst_video_info_init(&self->state->info);
  gst_base_transform_set_qos_enabled(GST_BASE_TRANSFORM(self), TRUE);
}

static void gst_fft_filter_class_init(GstFftFilterClass* klass) {
  GST_DEBUG_CATEGORY_INIT(fftfilter_debug, "fftfilter", 0, "FFT filter for video");

  auto* object_class = G_OBJECT_CLASS(klass);
  auto* element_class = GST_ELEMENT_CLASS(klass);
  Shell::override_vmethods(object_class, element_class);
  install_properties(object_class);

  gst_element_class_set_static_metadata(
      element_class, "FFT filter", "Filter/Effect/Video",
      "Filters video by spatial frequency or with any kernel, large ones too, by fast Fourier "
      "transforms",
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
  transform_class->propose_allocation = GST_DEBUG_FUNCPTR(propose_allocation);
  transform_class->decide_allocation = GST_DEBUG_FUNCPTR(decide_allocation);
  transform_class->transform_meta = GST_DEBUG_FUNCPTR(transform_meta);
  transform_class->before_transform = GST_DEBUG_FUNCPTR(before_transform);
  transform_class->transform = GST_DEBUG_FUNCPTR(transform_frame);
  transform_class->prepare_output_buffer = GST_DEBUG_FUNCPTR(prepare_output_buffer);
  transform_class->query = GST_DEBUG_FUNCPTR(Shell::query);
}
