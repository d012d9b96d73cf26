// SPDX-License-Identifier: LGPL-2.1-or-later
// The element: a file's bytes, in pieces of any size -> spectra. What is thrown below stops here.
#include <fmt/format.h>
#include <gst/base/gstadapter.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>

#include "../gobject/authors.h"
#include "../gobject/errors.h"
#include "file_header.h"

G_DECLARE_FINAL_TYPE(GstFftSpectrumDec, gst_fft_spectrum_dec, GST, FFT_SPECTRUM_DEC, GstElement)
GST_ELEMENT_REGISTER_DECLARE(fftspectrumdec)
GST_TYPE_FIND_REGISTER_DECLARE(fftspectrumfile)

GST_DEBUG_CATEGORY_STATIC(fftspectrumdec_debug);

using namespace fftcore::gst;

// All of the streaming thread.
struct Decoder {
  struct UnrefObject {
    void operator()(gpointer object) const { g_object_unref(object); }
  };

  GstPad* sink = nullptr;    // the element's
  GstPad* source = nullptr;  // the element's
  // Memory grows with what has come, not with what a header claims.
  std::unique_ptr<GstAdapter, UnrefObject> bytes{gst_adapter_new()};
  std::optional<FileHeader> header;
  std::uint64_t count = 0;  // spectra pushed since the header
  bool has_failed = false;  // and said so

  void begin_anew() {
    gst_adapter_clear(bytes.get());
    header.reset();
    count = 0;
    has_failed = false;
  }
};

struct _GstFftSpectrumDec {
  GstElement parent;
  Decoder* state;
};

G_DEFINE_FINAL_TYPE(GstFftSpectrumDec, gst_fft_spectrum_dec, GST_TYPE_ELEMENT)
GST_ELEMENT_REGISTER_DEFINE(fftspectrumdec, "fftspectrumdec", GST_RANK_MARGINAL,
                            gst_fft_spectrum_dec_get_type())

namespace {

Decoder& decoder_of(gpointer element) {
  return *GST_FFT_SPECTRUM_DEC(element)->state;
}

/// Where spectrum number `index` begins; none where nobody knows.
GstClockTime start_time(const SpectrumInfo& info, std::uint64_t index) {
  if (info.rate > 0)
    return gst_util_uint64_scale(index, GST_SECOND * static_cast<guint64>(info.width),
                                 static_cast<guint64>(info.rate));
  if (info.framerate_numerator <= 0 || info.framerate_denominator <= 0) return GST_CLOCK_TIME_NONE;
  return gst_util_uint64_scale(index, GST_SECOND * static_cast<guint64>(info.framerate_denominator),
                               static_cast<guint64>(info.framerate_numerator));
}

void set_times(GstBuffer* buffer, const SpectrumInfo& info, std::uint64_t index) {
  GST_BUFFER_PTS(buffer) = start_time(info, index);
  if (GST_BUFFER_PTS_IS_VALID(buffer))
    GST_BUFFER_DURATION(buffer) = start_time(info, index + 1) - GST_BUFFER_PTS(buffer);
  GST_BUFFER_OFFSET(buffer) = index;
  GST_BUFFER_OFFSET_END(buffer) = index + 1;
  if (index == 0) GST_BUFFER_FLAG_SET(buffer, GST_BUFFER_FLAG_DISCONT);
}

/// Whether the header is there now.
bool take_header(Decoder& state) {
  if (state.header) return true;
  const gsize available =
      std::min<gsize>(gst_adapter_available(state.bytes.get()), kMaxHeaderBytes);
  if (available == 0) return false;
  const auto* const data = static_cast<const char*>(gst_adapter_map(state.bytes.get(), available));
  struct Unmap {
    GstAdapter* adapter;
    ~Unmap() { gst_adapter_unmap(adapter); }
  };
  {
    const Unmap unmap{state.bytes.get()};
    state.header = read_header({data, available});
  }
  if (!state.header) return false;
  gst_adapter_flush(state.bytes.get(), state.header->bytes);
  return true;
}

// Those behind prepare for what the caps say, however large: not before a whole spectrum is there.
void push_caps(const Decoder& state) {
  gst_pad_push_event(state.source, gst_event_new_caps(state.header->caps.get()));
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  gst_pad_push_event(state.source, gst_event_new_segment(&segment));
}

/// The next spectrum in memory of its own, aligned as those that compute like it. Null: there is no
/// memory.
GstBuffer* take_spectrum(Decoder& state) {
  const gsize bytes = state.header->spectrum_bytes();
  GstAllocationParams aligned;
  gst_allocation_params_init(&aligned);
  aligned.align = 63;
  GstBuffer* buffer = gst_buffer_new_allocate(nullptr, bytes, &aligned);
  GstMapInfo map;
  if (buffer == nullptr || !gst_buffer_map(buffer, &map, GST_MAP_WRITE)) {
    gst_clear_buffer(&buffer);
    return nullptr;
  }
  gst_adapter_copy(state.bytes.get(), map.data, 0, bytes);
  gst_buffer_unmap(buffer, &map);
  gst_adapter_flush(state.bytes.get(), bytes);
  set_times(buffer, state.header->info, state.count++);
  return buffer;
}

// Takes `buffer`.
GstFlowReturn decode(GstPad* /*pad*/, GstObject* parent, GstBuffer* buffer) {
  Decoder& state = decoder_of(parent);
  gst_adapter_push(state.bytes.get(), buffer);
  bool has_header = false;
  state.has_failed =
      state.has_failed || !guarded(GST_ELEMENT(parent), [&] { has_header = take_header(state); });
  if (state.has_failed) return GST_FLOW_ERROR;
  while (has_header && gst_adapter_available(state.bytes.get()) >= state.header->spectrum_bytes()) {
    if (state.count == 0) push_caps(state);
    GstBuffer* const spectrum = take_spectrum(state);
    if (spectrum == nullptr) {
      GST_ELEMENT_ERROR(
          parent, RESOURCE, NO_SPACE_LEFT,
          ("no memory for a spectrum of %" G_GSIZE_FORMAT " bytes", state.header->spectrum_bytes()),
          (nullptr));
      return GST_FLOW_ERROR;
    }
    if (const GstFlowReturn result = gst_pad_push(state.source, spectrum); result != GST_FLOW_OK)
      return result;
  }
  return GST_FLOW_OK;
}

/// Says what is missing, if something is.
void check_end(GstElement* element) {
  Decoder& state = decoder_of(element);
  const gsize left = gst_adapter_available(state.bytes.get());
  if (state.has_failed) return;
  if (!state.header) {
    GST_ELEMENT_ERROR(element, STREAM, DECODE,
                      ("the input ends within its header, after %" G_GSIZE_FORMAT
                       " bytes; a file of spectra, as fftspectrumenc writes it, begins with the "
                       "line \"FFTSPECTRUM 1\" and their caps",
                       left),
                      (nullptr));
  } else if (left > 0) {
    const std::string text = fmt::format(
        "the input ends within spectrum {} (counted from 1): {} of its {} bytes are there; it is "
        "left out",
        state.count + 1, left, state.header->spectrum_bytes());
    if (state.count == 0) {
      GST_ELEMENT_ERROR(element, STREAM, DECODE, ("%s", text.c_str()), (nullptr));
    } else {
      GST_ELEMENT_WARNING(element, STREAM, DECODE, ("%s", text.c_str()), (nullptr));
    }
  }
}

gboolean handle_decoder_event(GstPad* pad, GstObject* parent, GstEvent* event) {
  switch (GST_EVENT_TYPE(event)) {
    case GST_EVENT_CAPS:
    case GST_EVENT_SEGMENT:  // of bytes; take_header() sends those of the spectra
      gst_event_unref(event);
      return TRUE;
    case GST_EVENT_EOS: check_end(GST_ELEMENT(parent)); break;
    case GST_EVENT_FLUSH_STOP: decoder_of(parent).begin_anew(); break;
    default: break;
  }
  return gst_pad_event_default(pad, parent, event);
}

gboolean handle_source_event(GstPad* pad, GstObject* parent, GstEvent* event) {
  if (GST_EVENT_TYPE(event) == GST_EVENT_SEEK) {  // in bytes it would do harm, in time nobody can
    gst_event_unref(event);
    return FALSE;
  }
  return gst_pad_event_default(pad, parent, event);
}

GstStateChangeReturn change_decoder_state(GstElement* element, GstStateChange transition) {
  const GstStateChangeReturn result =
      GST_ELEMENT_CLASS(gst_fft_spectrum_dec_parent_class)->change_state(element, transition);
  if (transition == GST_STATE_CHANGE_PAUSED_TO_READY) decoder_of(element).begin_anew();
  return result;
}

void finalize_decoder(GObject* object) {
  delete GST_FFT_SPECTRUM_DEC(object)->state;
  G_OBJECT_CLASS(gst_fft_spectrum_dec_parent_class)->finalize(object);
}

GstStaticCaps file_caps = GST_STATIC_CAPS(kSpectrumFileType);

void find_type(GstTypeFind* find, gpointer /*data*/) {
  constexpr guint size = sizeof kSpectrumFileMagic - 1;
  const guint8* const beginning = gst_type_find_peek(find, 0, size);
  if (beginning != nullptr && std::memcmp(beginning, kSpectrumFileMagic, size) == 0)
    gst_type_find_suggest_simple(find, GST_TYPE_FIND_MAXIMUM, kSpectrumFileType, nullptr, nullptr);
}

}  // namespace

GST_TYPE_FIND_REGISTER_DEFINE(fftspectrumfile, kSpectrumFileType, GST_RANK_PRIMARY, find_type,
                              kSpectrumFileExtension, gst_static_caps_get(&file_caps), nullptr,
                              nullptr)

static void gst_fft_spectrum_dec_init(GstFftSpectrumDec* self) {
  self->state = new Decoder;
  GstElementClass* const element_class = GST_ELEMENT_GET_CLASS(self);
  self->state->sink =
      gst_pad_new_from_template(gst_element_class_get_pad_template(element_class, "sink"), "sink");
  gst_pad_set_chain_function(self->state->sink, GST_DEBUG_FUNCPTR(decode));
  gst_pad_set_event_function(self->state->sink, GST_DEBUG_FUNCPTR(handle_decoder_event));
  gst_element_add_pad(GST_ELEMENT(self), self->state->sink);
  self->state->source =
      gst_pad_new_from_template(gst_element_class_get_pad_template(element_class, "src"), "src");
  gst_pad_set_event_function(self->state->source, GST_DEBUG_FUNCPTR(handle_source_event));
  gst_pad_use_fixed_caps(self->state->source);
  gst_element_add_pad(GST_ELEMENT(self), self->state->source);
}

static void gst_fft_spectrum_dec_class_init(GstFftSpectrumDecClass* self_class) {
  GST_DEBUG_CATEGORY_INIT(fftspectrumdec_debug, "fftspectrumdec", 0, "fftspectrumdec element");
  G_OBJECT_CLASS(self_class)->finalize = finalize_decoder;

  GstElementClass* const element_class = GST_ELEMENT_CLASS(self_class);
  element_class->change_state = GST_DEBUG_FUNCPTR(change_decoder_state);
  GstCaps* const file = gst_caps_new_empty_simple(kSpectrumFileType);
  GstCaps* const spectra = file_spectrum_caps();
  gst_element_class_add_pad_template(
      element_class, gst_pad_template_new("sink", GST_PAD_SINK, GST_PAD_ALWAYS, file));
  gst_element_class_add_pad_template(
      element_class, gst_pad_template_new("src", GST_PAD_SRC, GST_PAD_ALWAYS, spectra));
  gst_caps_unref(file);
  gst_caps_unref(spectra);
  gst_element_class_set_static_metadata(
      element_class, "Reader of spectra", "Codec/Decoder",
      "Reads spectra that fftspectrumenc wrote, for fftmultiply, fftinverse and fftview", kAuthors);
}
