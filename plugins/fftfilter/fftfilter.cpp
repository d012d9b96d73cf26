// SPDX-License-Identifier: LGPL-2.1-or-later
// The element: GObject and GstBaseTransform vmethods around a FilterSession. What is thrown below stops here.
#include "fftfilter.h"

#include <gst/video/video.h>

#include <memory>

#include "../common/allocation.h"
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

  FrameMemories memories;

  // Guarded by the object lock.
  Settings stored;     // what each setter has stored so far
  Settings published;  // the same once the caller has set all that it sets at once
  bool is_changed = false;

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

State& state_of(void* instance) {
  return *GST_FFT_FILTER(instance)->state;
}

Settings take_published(GstBaseTransform* transform) {
  State& state = state_of(transform);
  GST_OBJECT_LOCK(transform);
  state.is_changed = false;
  Settings settings = state.published;
  GST_OBJECT_UNLOCK(transform);
  return settings;
}

// -- properties ------------------------------------------------------------------------------------------------------

void set_property(GObject* object, guint id, const GValue* value, GParamSpec* spec) {
  const auto property = static_cast<Property>(id);
  if (!is_mutable_in_playing(spec) && GST_STATE(object) > GST_STATE_READY) {
    GST_ELEMENT_WARNING(object, LIBRARY, SETTINGS, ("%s can only be set in state NULL or READY; it stays as it is", spec->name),
                        (nullptr));
    return;
  }
  GST_OBJECT_LOCK(object);
  store(state_of(object).stored, property, value);
  GST_OBJECT_UNLOCK(object);
}

void get_property(GObject* object, guint id, GValue* value, GParamSpec* /*spec*/) {
  GST_OBJECT_LOCK(object);
  load(state_of(object).stored, static_cast<Property>(id), value);
  GST_OBJECT_UNLOCK(object);
}

// GObject calls this once after all the properties of one g_object_set(), or of all until g_object_thaw_notify(). So they take
// effect together: to go from `filter` to `kernel` never passes through a state where both or neither are set.
void dispatch_properties_changed(GObject* object, guint count, GParamSpec** specs) {
  State& state = state_of(object);
  GST_OBJECT_LOCK(object);
  if (state.published != state.stored) {
    state.published = state.stored;
    state.is_changed = true;
  }
  GST_OBJECT_UNLOCK(object);
  G_OBJECT_CLASS(gst_fft_filter_parent_class)->dispatch_properties_changed(object, count, specs);
}

// -- state and caps --------------------------------------------------------------------------------------------------

gboolean start(GstBaseTransform* transform) {
  State& state = state_of(transform);
  return guarded(GST_ELEMENT(transform), [&] {
    const Settings settings = take_published(transform);
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
  try {
    GST_OBJECT_LOCK(transform);
    const bool is_changed = state.is_changed;
    GST_OBJECT_UNLOCK(transform);
    if (is_changed) {
      state.session->change(take_published(transform));
      state.warning.forget();
    }
    state.session->poll();
  } catch (...) {
    Trouble trouble = describe(std::current_exception());
    trouble.text += "; the last settings that worked stay in use";
    state.warning.post(GST_ELEMENT(transform), trouble);
  }
}

bool take_input(GstBaseTransform* transform) {
  State& state = state_of(transform);
  return guarded(GST_ELEMENT(transform),
                 [&] { state.session->set_input(state.memories.chosen().engine(state.device), state.info); });
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
gboolean transform_size(GstBaseTransform* transform, GstPadDirection /*direction*/, GstCaps* /*caps*/, gsize /*size*/,
                        GstCaps* other_caps, gsize* other_size) {
  return get_unit_size(transform, other_caps, other_size);
}

// -- memory ----------------------------------------------------------------------------------------------------------

gboolean propose_allocation(GstBaseTransform* transform, GstQuery* decided, GstQuery* query) {
  if (!GST_BASE_TRANSFORM_CLASS(gst_fft_filter_parent_class)->propose_allocation(transform, decided, query)) return FALSE;
  const bool is_forwarded = decided == nullptr;
  if (is_forwarded) return TRUE;
  bool is_answered = false;
  return guarded(GST_ELEMENT(transform), [&] { is_answered = state_of(transform).memories.chosen().propose_pool(query); }) &&
         is_answered;
}

gboolean decide_allocation(GstBaseTransform* transform, GstQuery* query) {
  State& state = state_of(transform);
  state.downstream_takes_strides =
      state.memories.chosen().is_strided() || gst_query_find_allocation_meta(query, GST_VIDEO_META_API_TYPE, nullptr) != FALSE;
  bool is_decided = false;
  if (!guarded(GST_ELEMENT(transform), [&] { is_decided = state.memories.chosen().decide_pool(query); }) || !is_decided)
    return FALSE;
  return GST_BASE_TRANSFORM_CLASS(gst_fft_filter_parent_class)->decide_allocation(transform, query);
}

// A frame of the same size and geometry: what describes the picture stays true.
gboolean transform_meta(GstBaseTransform* transform, GstBuffer* output, GstMeta* meta, GstBuffer* input) {
  if (describes_picture(meta->info->api)) return TRUE;
  return GST_BASE_TRANSFORM_CLASS(gst_fft_filter_parent_class)->transform_meta(transform, output, meta, input);
}

// -- frames ----------------------------------------------------------------------------------------------------------

// While this element filtered, upstream was free to choose strides; downstream may not understand them when frames begin to pass.
bool may_pass(const State& state, GstBuffer* buffer) {
  return state.session->passes() && (state.downstream_takes_strides || has_default_layout(state.info, buffer));
}

void before_transform(GstBaseTransform* transform, GstBuffer* buffer) {
  State& state = state_of(transform);
  const GstClockTime time = gst_segment_to_stream_time(&transform->segment, GST_FORMAT_TIME, GST_BUFFER_TIMESTAMP(buffer));
  if (GST_CLOCK_TIME_IS_VALID(time)) gst_object_sync_values(GST_OBJECT(transform), time);

  follow_settings(transform);
  // Its context may be another one than the neighbours said: their pools are another question then, too.
  if (state.memories.chosen().follow(buffer, state.device) && take_input(transform)) gst_base_transform_reconfigure_src(transform);

  const bool passes = may_pass(state, buffer);
  if (passes == (gst_base_transform_is_passthrough(transform) != FALSE)) return;
  GST_DEBUG_OBJECT(transform, "frames %s", passes ? "pass unchanged from here on" : "are filtered from here on");
  gst_base_transform_set_passthrough(transform, passes);
  // Whose buffers are used where is another question now: ask again on both sides.
  gst_base_transform_reconfigure_src(transform);
  gst_base_transform_reconfigure_sink(transform);
}

GstFlowReturn transform_frame(GstBaseTransform* transform, GstBuffer* input, GstBuffer* output) {
  State& state = state_of(transform);
  return guarded(GST_ELEMENT(transform), [&] { state.session->run(input, output); }) ? GST_FLOW_OK : GST_FLOW_ERROR;
}

// A pool says in the log only that it has no memory left.
GstFlowReturn prepare_output_buffer(GstBaseTransform* transform, GstBuffer* input, GstBuffer** output) {
  const GstFlowReturn result =
      GST_BASE_TRANSFORM_CLASS(gst_fft_filter_parent_class)->prepare_output_buffer(transform, input, output);
  if (result == GST_FLOW_ERROR) {
    GST_ELEMENT_ERROR(transform, RESOURCE, NO_SPACE_LEFT, ("there is no memory for another frame; end other programs that use it"),
                      (nullptr));
  }
  return result;
}

// -- devices shared with other elements ------------------------------------------------------------------------------

void set_context(GstElement* element, GstContext* context) {
  State& state = state_of(element);
  GST_OBJECT_LOCK(element);
  const Device device = state.published.device;
  GST_OBJECT_UNLOCK(element);
  state.memories.set_context(context, device);
  GST_ELEMENT_CLASS(gst_fft_filter_parent_class)->set_context(element, context);
}

gboolean query(GstBaseTransform* transform, GstPadDirection direction, GstQuery* query) {
  FrameMemories& memories = state_of(transform).memories;
  if (memories.answer(query)) return TRUE;
  if (!GST_BASE_TRANSFORM_CLASS(gst_fft_filter_parent_class)->query(transform, direction, query)) return FALSE;
  memories.sort_caps(query);
  return TRUE;
}

void finalize(GObject* object) {
  delete GST_FFT_FILTER(object)->state;
  G_OBJECT_CLASS(gst_fft_filter_parent_class)->finalize(object);
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
  object_class->set_property = GST_DEBUG_FUNCPTR(set_property);
  object_class->get_property = GST_DEBUG_FUNCPTR(get_property);
  object_class->dispatch_properties_changed = GST_DEBUG_FUNCPTR(dispatch_properties_changed);
  object_class->finalize = GST_DEBUG_FUNCPTR(finalize);
  install_properties(object_class);

  auto* element_class = GST_ELEMENT_CLASS(klass);
  gst_element_class_set_static_metadata(element_class, "FFT filter", "Filter/Effect/Video",
                                        "Filters video by spatial frequency or with any kernel, large ones too, by fast Fourier "
                                        "transforms",
                                        "gst-fftcore developers");
  GstCaps* caps = frame_caps();
  gst_element_class_add_pad_template(element_class, gst_pad_template_new("sink", GST_PAD_SINK, GST_PAD_ALWAYS, caps));
  gst_element_class_add_pad_template(element_class, gst_pad_template_new("src", GST_PAD_SRC, GST_PAD_ALWAYS, caps));
  gst_caps_unref(caps);

  element_class->set_context = GST_DEBUG_FUNCPTR(set_context);

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
  transform_class->query = GST_DEBUG_FUNCPTR(query);
}
