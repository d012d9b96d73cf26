// SPDX-License-Identifier: LGPL-2.1-or-later
#include <memory>
#include <utility>

#include "element.h"
#include "forward_caps.h"

namespace fftcore::gst::forward {

ElementTexts ForwardElement::texts() {
  return {"GstFftForward", "fftforward", "FFT forward", "Filter/Converter/Video/Audio",
          "Transforms video frames, or audio in overlapping blocks, into their frequency spectra "
          "(real FFT), for fftmultiply to filter, fftview to show and fftinverse to transform "
          "back. Of YUV video the brightness is transformed, of RGB every colour"};
}

std::vector<GstPadTemplate*> ForwardElement::pads() {
  return {always_pad(GST_PAD_SINK, input_caps()), always_pad(GST_PAD_SRC, all_spectrum_caps())};
}

Settings ForwardElement::settings() const {
  const Settings published = published_settings();
  return with_object_lock(base(), [&] { return in_use_.value_or(published); });
}

void ForwardElement::use(std::optional<Settings> settings) {
  with_object_lock(base(), [&] { in_use_ = std::move(settings); });
}

void ForwardElement::begin(const Settings& settings) {
  validate(settings);
  use(settings);
  session_ = std::make_unique<ForwardSession>(memories_);
}

void ForwardElement::stop() {
  session_.reset();
  engine_.reset();
  SpectrumElement::stop();
  audio_.reset();
  use(std::nullopt);
}

bool ForwardElement::is_audio() const {
  return session_ != nullptr && session_->stream() && !session_->stream()->video;
}

void ForwardElement::drain() {
  if (is_audio()) audio_.drain(*session_);
}

bool ForwardElement::sink_event(GstEvent* event) {
  switch (GST_EVENT_TYPE(event)) {
    case GST_EVENT_CAPS:
    case GST_EVENT_SEGMENT:
    case GST_EVENT_GAP:
    case GST_EVENT_EOS: drain(); break;
    case GST_EVENT_FLUSH_STOP: audio_.reset(); break;
    default: break;
  }
  return SpectrumElement::sink_event(event);
}

// Audio that is left out because it is late would be heard: that is nothing for the base class.
bool ForwardElement::src_event(GstEvent* event) {
  if (GST_EVENT_TYPE(event) == GST_EVENT_QOS && audio_.is_in_use())
    return gst_pad_push_event(GST_BASE_TRANSFORM_SINK_PAD(base()), event) != FALSE;
  return SpectrumElement::src_event(event);
}

GstFlowReturn ForwardElement::submit_input_buffer(bool is_discont, GstBuffer* input) {
  if (GST_BUFFER_IS_DISCONT(input)) drain();  // is_discont holds on until there is output
  bool must_prepare = follow_changed_settings();
  const bool is_ready = guard([&] {
    // A buffer's context may be another one than the neighbours said: pools are another question
    // then, too.
    if (!session_->stream()) return;
    if (std::shared_ptr<Engine> engine = memories_.follow(input, settings().device)) {
      engine_ = std::move(engine);
      must_prepare = true;
      gst_base_transform_reconfigure_src(base());
    }
  });
  if (!is_ready) {
    gst_buffer_unref(input);
    return GST_FLOW_ERROR;
  }
  if (const GstFlowReturn result = SpectrumElement::submit_input_buffer(is_discont, input);
      result != GST_FLOW_OK)
    return result;
  // Where the caps stay as they are, nobody else asks for it.
  const auto prepare = [&] { session_->prepare(engine_, Stream(*session_->stream()), settings()); };
  if (must_prepare && session_->stream() && !guard(prepare)) {
    gst_clear_buffer(&base()->queued_buf);
    return GST_FLOW_ERROR;
  }
  return is_audio() && base()->queued_buf != nullptr
             ? audio_.take(std::exchange(base()->queued_buf, nullptr))
             : GST_FLOW_OK;
}

GstFlowReturn ForwardElement::generate_output(GstBuffer** output) {
  return is_audio() ? audio_.give(*session_, output) : SpectrumElement::generate_output(output);
}

bool ForwardElement::query(GstPadDirection direction, GstQuery* query) {
  if (!SpectrumElement::query(direction, query)) return false;
  if (direction == GST_PAD_SRC && GST_QUERY_TYPE(query) == GST_QUERY_LATENCY)
    audio_.add_latency(query);
  return true;
}

}  // namespace fftcore::gst::forward

FFTCORE_ELEMENT(fftforward, fftcore::gst::forward::ForwardElement)
