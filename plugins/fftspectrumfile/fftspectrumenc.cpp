// SPDX-License-Identifier: LGPL-2.1-or-later
// The element: spectra -> a file's bytes. What is thrown below stops here.
#include <fmt/format.h>

#include <string>

#include "../gobject/authors.h"
#include "../gobject/errors.h"
#include "file_header.h"

G_DECLARE_FINAL_TYPE(GstFftSpectrumEnc, gst_fft_spectrum_enc, GST, FFT_SPECTRUM_ENC, GstElement)
GST_ELEMENT_REGISTER_DECLARE(fftspectrumenc)

GST_DEBUG_CATEGORY_STATIC(fftspectrumenc_debug);

using namespace fftcore::gst;

// All of the streaming thread.
struct Encoder {
  GstPad* sink = nullptr;    // the element's
  GstPad* source = nullptr;  // the element's
  std::string header;        // empty: no caps so far
  bool is_header_due = false;
  gsize spectrum_bytes = 0;
};

struct _GstFftSpectrumEnc {
  GstElement parent;
  Encoder* state;
};

G_DEFINE_FINAL_TYPE(GstFftSpectrumEnc, gst_fft_spectrum_enc, GST_TYPE_ELEMENT)
GST_ELEMENT_REGISTER_DEFINE(fftspectrumenc, "fftspectrumenc", GST_RANK_NONE,
                            gst_fft_spectrum_enc_get_type())

namespace {

Encoder& encoder_of(gpointer element) {
  return *GST_FFT_SPECTRUM_ENC(element)->state;
}

gboolean set_encoder_caps(GstElement* element, GstCaps* caps) {
  Encoder& state = encoder_of(element);
  const bool is_good = guarded(element, [&] {
    std::string header = header_text(caps);
    if (!state.header.empty() && !state.is_header_due && header != state.header)
      throw fftcore::InvalidArgument(
          fmt::format("the spectra change to \"{}\", and a file has spectra of one kind only; "
                      "begin another file",
                      header.substr(0, header.find_last_not_of(" \n") + 1)));
    state.is_header_due = state.is_header_due || state.header.empty();
    state.header = std::move(header);
    state.spectrum_bytes = size_bytes(spectrum_info(caps).layout);
  });
  if (!is_good) return FALSE;
  GstCaps* const file_caps = gst_caps_new_empty_simple(kSpectrumFileType);
  const gboolean is_pushed = gst_pad_push_event(state.source, gst_event_new_caps(file_caps));
  gst_caps_unref(file_caps);
  return is_pushed;
}

GstFlowReturn push_header(Encoder& state, const GstBuffer* first) {
  GstBuffer* const buffer = gst_buffer_new_memdup(state.header.data(), state.header.size());
  GST_BUFFER_FLAG_SET(buffer, GST_BUFFER_FLAG_HEADER);
  GST_BUFFER_PTS(buffer) = GST_BUFFER_PTS(first);
  state.is_header_due = false;
  return gst_pad_push(state.source, buffer);
}

// Takes `buffer`, and hands its memory on without a copy.
GstFlowReturn encode(GstPad* /*pad*/, GstObject* parent, GstBuffer* buffer) {
  Encoder& state = encoder_of(parent);
  GstFlowReturn result = state.header.empty() ? GST_FLOW_NOT_NEGOTIATED : GST_FLOW_OK;
  const gsize bytes = gst_buffer_get_size(buffer);
  if (result == GST_FLOW_OK && bytes < state.spectrum_bytes) {
    GST_ELEMENT_ERROR(parent, STREAM, ENCODE,
                      ("a buffer has %" G_GSIZE_FORMAT " bytes; a spectrum has %" G_GSIZE_FORMAT,
                       bytes, state.spectrum_bytes),
                      (nullptr));
    result = GST_FLOW_ERROR;
  }
  if (result == GST_FLOW_OK && state.is_header_due) result = push_header(state, buffer);
  if (result != GST_FLOW_OK) {
    gst_buffer_unref(buffer);
    return result;
  }
  if (bytes > state.spectrum_bytes) {
    buffer = gst_buffer_make_writable(buffer);
    gst_buffer_set_size(buffer, static_cast<gssize>(state.spectrum_bytes));
  }
  return gst_pad_push(state.source, buffer);
}

gboolean handle_encoder_event(GstPad* pad, GstObject* parent, GstEvent* event) {
  Encoder& state = encoder_of(parent);
  if (GST_EVENT_TYPE(event) == GST_EVENT_CAPS) {
    GstCaps* caps = nullptr;
    gst_event_parse_caps(event, &caps);
    const gboolean is_good = set_encoder_caps(GST_ELEMENT(parent), caps);
    gst_event_unref(event);
    return is_good;
  }
  // filesink begins its file anew.
  if (GST_EVENT_TYPE(event) == GST_EVENT_FLUSH_STOP) state.is_header_due = !state.header.empty();
  return gst_pad_event_default(pad, parent, event);
}

GstStateChangeReturn change_encoder_state(GstElement* element, GstStateChange transition) {
  const GstStateChangeReturn result =
      GST_ELEMENT_CLASS(gst_fft_spectrum_enc_parent_class)->change_state(element, transition);
  if (transition == GST_STATE_CHANGE_PAUSED_TO_READY) {
    Encoder& state = encoder_of(element);
    state.header.clear();
    state.is_header_due = false;
  }
  return result;
}

void finalize_encoder(GObject* object) {
  delete GST_FFT_SPECTRUM_ENC(object)->state;
  G_OBJECT_CLASS(gst_fft_spectrum_enc_parent_class)->finalize(object);
}

}  // namespace

static void gst_fft_spectrum_enc_init(GstFftSpectrumEnc* self) {
  self->state = new Encoder;
  GstElementClass* const element_class = GST_ELEMENT_GET_CLASS(self);
  self->state->sink =
      gst_pad_new_from_template(gst_element_class_get_pad_template(element_class, "sink"), "sink");
  gst_pad_set_chain_function(self->state->sink, GST_DEBUG_FUNCPTR(encode));
  gst_pad_set_event_function(self->state->sink, GST_DEBUG_FUNCPTR(handle_encoder_event));
  gst_element_add_pad(GST_ELEMENT(self), self->state->sink);
  self->state->source =
      gst_pad_new_from_template(gst_element_class_get_pad_template(element_class, "src"), "src");
  gst_pad_use_fixed_caps(self->state->source);
  gst_element_add_pad(GST_ELEMENT(self), self->state->source);
}

static void gst_fft_spectrum_enc_class_init(GstFftSpectrumEncClass* self_class) {
  GST_DEBUG_CATEGORY_INIT(fftspectrumenc_debug, "fftspectrumenc", 0, "fftspectrumenc element");
  G_OBJECT_CLASS(self_class)->finalize = finalize_encoder;

  GstElementClass* const element_class = GST_ELEMENT_CLASS(self_class);
  element_class->change_state = GST_DEBUG_FUNCPTR(change_encoder_state);
  GstCaps* const spectra = file_spectrum_caps();
  GstCaps* const file = gst_caps_new_empty_simple(kSpectrumFileType);
  gst_element_class_add_pad_template(
      element_class, gst_pad_template_new("sink", GST_PAD_SINK, GST_PAD_ALWAYS, spectra));
  gst_element_class_add_pad_template(
      element_class, gst_pad_template_new("src", GST_PAD_SRC, GST_PAD_ALWAYS, file));
  gst_caps_unref(spectra);
  gst_caps_unref(file);
  gst_element_class_set_static_metadata(
      element_class, "Writer of spectra", "Codec/Encoder",
      "Writes spectra of fftforward and fftmultiply as a file: a header of text that names their "
      "caps, then their values; for filesink and pipes",
      kAuthors);
}
