// SPDX-License-Identifier: LGPL-2.1-or-later
// The element: GObject and GstBaseTransform vmethods around an InverseSession. What is thrown below
// stops here.
#include "fftinverse.h"

#include <gst/video/video.h>

#include <memory>

#include "../common/allocation.h"
#include "../common/element_shell.h"
#include "../common/spectrum_meta.h"
#include "inverse_caps.h"
#include "inverse_session.h"
#include "properties.h"

GST_DEBUG_CATEGORY_STATIC(fftinverse_debug);
#define GST_CAT_DEFAULT fftinverse_debug

using namespace fftcore::gst;
using namespace fftcore::gst::inverse;
using fftcore::MemoryKind;

namespace {

struct InverseState {
  explicit InverseState(GstElement* element) : memories(element) {}

  PublishedSettings<Settings> settings;
  StageMemories memories;

  // Of the streaming thread, or of the one that changes the element's state while there is none.
  Device device;
  std::unique_ptr<InverseSession> session;  // from start to stop
};

}  // namespace

struct _GstFftInverse {
  GstBaseTransform parent;
  InverseState* state;
};

G_DEFINE_FINAL_TYPE(GstFftInverse, gst_fft_inverse, GST_TYPE_BASE_TRANSFORM)
GST_ELEMENT_REGISTER_DEFINE(fftinverse, "fftinverse", GST_RANK_NONE, gst_fft_inverse_get_type())

namespace {

struct Inverse {
  using State = InverseState;
  static State& state(void* instance) { return *GST_FFT_INVERSE(instance)->state; }
  static gpointer parent_class() { return gst_fft_inverse_parent_class; }
  static void store(Settings& settings, guint id, const GValue* value) {
    inverse::store(settings, static_cast<Property>(id), value);
  }
  static void load(const Settings& settings, guint id, GValue* value) {
    inverse::load(settings, static_cast<Property>(id), value);
  }
};
using Shell = ElementShell<Inverse>;

GstBaseTransformClass* parent() {
  return GST_BASE_TRANSFORM_CLASS(gst_fft_inverse_parent_class);
}

gboolean start(GstBaseTransform* transform) {
  InverseState& state = Inverse::state(transform);
  return guarded(GST_ELEMENT(transform), [&] {
    const Settings settings = Shell::take_settings(transform);
    state.device = settings.device;
    state.memories.start(state.device);
    state.session = std::make_unique<InverseSession>(state.memories);
    state.session->set_gain(settings);
  });
}

gboolean stop(GstBaseTransform* transform) {
  InverseState& state = Inverse::state(transform);
  state.session.reset();
  state.memories.stop();
  return TRUE;
}

// -- caps
// ---------------------------------------------------------------------------------

GstCaps* transform_caps(GstBaseTransform* /*transform*/, GstPadDirection direction, GstCaps* caps,
                        GstCaps* filter) {
  return filtered_caps(direction == GST_PAD_SINK ? to_images(caps) : to_spectra(caps), filter);
}

// Any caps of spectra: what is wrong with them is said when they come (sink_event()), not by a
// refusal without words.
gboolean accept_caps(GstBaseTransform* transform, GstPadDirection direction, GstCaps* caps) {
  if (direction == GST_PAD_SINK &&
      gst_structure_has_name(gst_caps_get_structure(caps, 0), kSpectrumMediaType))
    return TRUE;
  return parent()->accept_caps(transform, direction, caps);
}

GstCaps* fixate_caps(GstBaseTransform* transform, GstPadDirection direction, GstCaps* caps,
                     GstCaps* other) {
  if (direction == GST_PAD_SRC) return parent()->fixate_caps(transform, direction, caps, other);
  GstCaps* image = nullptr;
  if (!guarded(GST_ELEMENT(transform), [&] { image = preferred_image(caps, other); }))
    return gst_caps_new_empty();
  return gst_caps_fixate(image);
}

gboolean set_caps(GstBaseTransform* transform, GstCaps* input_caps, GstCaps* output_caps) {
  InverseState& state = Inverse::state(transform);
  return guarded(GST_ELEMENT(transform), [&] {
    const SpectrumInfo info = spectrum_info(input_caps);
    std::optional<GstVideoInfo> video;
    if (info.rate == 0 && !gst_video_info_from_caps(&video.emplace(), output_caps))
      throw fftcore::InvalidArgument("the output's caps are not those of video");
    state.session->set_caps(state.memories.choose(input_caps, output_caps, state.device), info,
                            video, memory_kind(input_caps), memory_kind(output_caps));
  });
}

gboolean sink_event(GstBaseTransform* transform, GstEvent* event) {
  if (GST_EVENT_TYPE(event) == GST_EVENT_CAPS) {
    GstCaps* caps = nullptr;
    gst_event_parse_caps(event, &caps);
    if (!guarded(GST_ELEMENT(transform), [&] { check_spectrum(spectrum_info(caps)); })) {
      gst_event_unref(event);
      return FALSE;
    }
  }
  return parent()->sink_event(transform, event);
}

gsize spectrum_bytes(GstCaps* caps) {
  return size_bytes(spectrum_info(caps).layout);
}

gboolean get_unit_size(GstBaseTransform* transform, GstCaps* caps, gsize* size) {
  GstVideoInfo video;
  if (gst_video_info_from_caps(&video, caps)) {
    *size = GST_VIDEO_INFO_SIZE(&video);
    return TRUE;
  }
  return guarded(GST_ELEMENT(transform), [&] { *size = spectrum_bytes(caps); });
}

// Buffers of spectra may be longer than the spectrum; a block of audio is as long as the spectrum's
// caps say.
gboolean transform_size(GstBaseTransform* transform, GstPadDirection direction, GstCaps* caps,
                        gsize /*size*/, GstCaps* other_caps, gsize* other_size) {
  const bool is_audio =
      direction == GST_PAD_SINK &&
      gst_structure_has_name(gst_caps_get_structure(other_caps, 0), "audio/x-raw");
  if (!is_audio) return get_unit_size(transform, other_caps, other_size);
  return guarded(GST_ELEMENT(transform), [&] {
    const SpectrumInfo info = spectrum_info(caps);
    *other_size =
        static_cast<gsize>(info.width) * static_cast<gsize>(info.layout.channels) * sizeof(float);
  });
}

// -- memory
// ---------------------------------------------------------------------------------

gboolean decide_allocation(GstBaseTransform* transform, GstQuery* query) {
  GstCaps* caps = nullptr;
  gst_query_parse_allocation(query, &caps, nullptr);
  const bool is_video =
      caps != nullptr && gst_structure_has_name(gst_caps_get_structure(caps, 0), "video/x-raw");
  bool is_decided = !is_video;
  if (is_video && !guarded(GST_ELEMENT(transform), [&] {
        is_decided = Inverse::state(transform).memories.decide_frames(query);
      }))
    return FALSE;
  return is_decided && parent()->decide_allocation(transform, query);
}

// The frame is of the size and geometry that the spectrum is of: what describes its picture stays
// true.
gboolean transform_meta(GstBaseTransform* transform, GstBuffer* output, GstMeta* meta,
                        GstBuffer* input) {
  if (is_source_frame(meta->info->api)) return FALSE;
  if (describes_picture(meta->info->api)) return TRUE;
  return parent()->transform_meta(transform, output, meta, input);
}

GstFlowReturn prepare_output_buffer(GstBaseTransform* transform, GstBuffer* input,
                                    GstBuffer** output) {
  return report_no_memory(GST_ELEMENT(transform),
                          parent()->prepare_output_buffer(transform, input, output), "frame");
}

// -- spectra
// ---------------------------------------------------------------------------------

void before_transform(GstBaseTransform* transform, GstBuffer* buffer) {
  InverseState& state = Inverse::state(transform);
  sync_controllers(transform, buffer);
  if (Shell::has_new_settings(transform)) state.session->set_gain(Shell::take_settings(transform));
  // Its context may be another one than the neighbours said: pools are another question then, too.
  guarded(GST_ELEMENT(transform), [&] {
    std::shared_ptr<Engine> engine = state.memories.follow(buffer, state.device);
    if (engine == nullptr) return;
    state.session->set_engine(std::move(engine));
    gst_base_transform_reconfigure_src(transform);
  });
}

GstFlowReturn transform_spectrum(GstBaseTransform* transform, GstBuffer* input, GstBuffer* output) {
  return guarded(GST_ELEMENT(transform),
                 [&] { Inverse::state(transform).session->run(input, output); })
             ? GST_FLOW_OK
             : GST_FLOW_ERROR;
}

}  // namespace

static void gst_fft_inverse_init(GstFftInverse* self) {
  self->state = new InverseState(GST_ELEMENT(self));
  gst_base_transform_set_qos_enabled(GST_BASE_TRANSFORM(self), TRUE);
}

static void gst_fft_inverse_class_init(GstFftInverseClass* klass) {
  GST_DEBUG_CATEGORY_INIT(fftinverse_debug, "fftinverse", 0, "Spectra to video or audio");

  auto* object_class = G_OBJECT_CLASS(klass);
  auto* element_class = GST_ELEMENT_CLASS(klass);
  Shell::override_vmethods(object_class, element_class);
  install_properties(object_class);

  gst_element_class_set_static_metadata(
      element_class, "FFT inverse", "Filter/Converter/Video/Audio",
      "Makes video or audio of the spectra that fftforward makes", "gst-fftcore developers");
  GstCaps* const spectra = all_spectrum_caps();
  GstCaps* const images = image_caps();
  gst_element_class_add_pad_template(
      element_class, gst_pad_template_new("sink", GST_PAD_SINK, GST_PAD_ALWAYS, spectra));
  gst_element_class_add_pad_template(
      element_class, gst_pad_template_new("src", GST_PAD_SRC, GST_PAD_ALWAYS, images));
  gst_caps_unref(spectra);
  gst_caps_unref(images);

  auto* transform_class = GST_BASE_TRANSFORM_CLASS(klass);
  transform_class->start = GST_DEBUG_FUNCPTR(start);
  transform_class->stop = GST_DEBUG_FUNCPTR(stop);
  transform_class->transform_caps = GST_DEBUG_FUNCPTR(transform_caps);
  transform_class->accept_caps = GST_DEBUG_FUNCPTR(accept_caps);
  transform_class->fixate_caps = GST_DEBUG_FUNCPTR(fixate_caps);
  transform_class->set_caps = GST_DEBUG_FUNCPTR(set_caps);
  transform_class->sink_event = GST_DEBUG_FUNCPTR(sink_event);
  transform_class->get_unit_size = GST_DEBUG_FUNCPTR(get_unit_size);
  transform_class->transform_size = GST_DEBUG_FUNCPTR(transform_size);
  transform_class->decide_allocation = GST_DEBUG_FUNCPTR(decide_allocation);
  transform_class->transform_meta = GST_DEBUG_FUNCPTR(transform_meta);
  transform_class->prepare_output_buffer = GST_DEBUG_FUNCPTR(prepare_output_buffer);
  transform_class->before_transform = GST_DEBUG_FUNCPTR(before_transform);
  transform_class->transform = GST_DEBUG_FUNCPTR(transform_spectrum);
  transform_class->query = GST_DEBUG_FUNCPTR(Shell::query);
}
