// SPDX-License-Identifier: LGPL-2.1-or-later
// The element fftview: a ViewSession in a SpectrumElement.
#include <gst/video/video.h>

#include <memory>

#include "../base/adjustable.h"
#include "../base/element_type.h"
#include "../base/spectrum_element.h"
#include "../spectra/spectrum_meta.h"
#include "properties.h"
#include "view_caps.h"
#include "view_session.h"

namespace fftcore::gst::view {
namespace {

class ViewElement final : public Adjustable<SpectrumElement, Settings, properties> {
 public:
  using Adjustable::Adjustable;

  static ElementTexts texts() {
    return {"GstFftView", "fftview", "FFT view", "Filter/Converter/Video",
            "Shows the spectrum that fftforward makes: magnitude or phase of each frequency, "
            "frequency 0 in the middle"};
  }
  static std::vector<GstPadTemplate*> pads() {
    return {always_pad(GST_PAD_SINK, all_spectrum_caps("rows-and-columns")),
            always_pad(GST_PAD_SRC, picture_caps())};
  }

  void begin(const Settings& settings) override {
    session_ = std::make_unique<ViewSession>(settings);
  }
  void stop() override {
    session_.reset();
    SpectrumElement::stop();
  }
  void change(const Settings& settings) override { session_->change(settings); }

  void check_input(const SpectrumInfo& info) const override { check_spectrum(info); }

  GstCaps* transform_caps(GstPadDirection direction, GstCaps* caps, GstCaps* filter) override {
    return filtered_caps(direction == GST_PAD_SINK ? to_pictures(caps) : to_spectra(caps), filter);
  }

  void set_caps(GstCaps* input_caps, GstCaps* output_caps) override {
    GstVideoInfo output;
    if (!gst_video_info_from_caps(&output, output_caps))
      throw InvalidArgument("the picture's caps are not those of video");
    session_->set_caps(spectrum_info(input_caps), output);
    // The picture is drawn by the processor: a device is needed for a pool in its memory only.
    if (memory_kind(output_caps) == MemoryKind::device)
      memories_.choose(output_caps, output_caps, device_);
  }

  bool sink_event(GstEvent* event) override {
    if (GST_EVENT_TYPE(event) == GST_EVENT_FLUSH_STOP && session_ != nullptr)
      session_->forget_range();
    return SpectrumElement::sink_event(event);
  }

  // What describes the frame does not describe its spectrum's picture, and the frame itself need
  // not be held any more.
  bool transform_meta(GstBuffer* output, GstMeta* meta, GstBuffer* input) override {
    return !is_source_frame(meta->info->api) && BaseElement::transform_meta(output, meta, input);
  }

  // Nothing follows a spectrum into its device: the processor draws.
  void before_transform(GstBuffer* input) override {
    sync_controllers(input);
    attempt_settings();
  }
  void transform(GstBuffer* input, GstBuffer* output) override { session_->draw(input, output); }

 private:
  std::unique_ptr<ViewSession> session_;  // from start to stop
};

}  // namespace
}  // namespace fftcore::gst::view

FFTCORE_ELEMENT(fftview, fftcore::gst::view::ViewElement)
