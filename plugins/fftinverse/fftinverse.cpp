// SPDX-License-Identifier: LGPL-2.1-or-later
// The element fftinverse: an InverseSession in a SpectrumElement.
#include <gst/video/video.h>

#include <memory>
#include <optional>

#include "../base/adjustable.h"
#include "../base/element_type.h"
#include "../base/spectrum_element.h"
#include "inverse_caps.h"
#include "inverse_session.h"
#include "properties.h"

namespace fftcore::gst::inverse {
namespace {

class InverseElement final : public Adjustable<SpectrumElement, Settings, properties> {
 public:
  using Adjustable::Adjustable;

  static ElementTexts texts() {
    return {"GstFftInverse", "fftinverse", "FFT inverse", "Filter/Converter/Video/Audio",
            "Makes video or audio of the spectra that fftforward makes"};
  }
  static std::vector<GstPadTemplate*> pads() {
    return {always_pad(GST_PAD_SINK, all_spectrum_caps()), always_pad(GST_PAD_SRC, image_caps())};
  }

  void begin(const Settings& settings) override {
    session_ = std::make_unique<InverseSession>(memories_);
    session_->set_gain(settings);
  }
  void stop() override {
    session_.reset();
    SpectrumElement::stop();
  }
  void change(const Settings& settings) override { session_->set_gain(settings); }

  void check_input(const SpectrumInfo& info) const override { check_spectrum(info); }

  GstCaps* transform_caps(GstPadDirection direction, GstCaps* caps, GstCaps* filter) override {
    return filtered_caps(direction == GST_PAD_SINK ? to_images(caps) : to_spectra(caps), filter);
  }

  GstCaps* fixate_caps(GstPadDirection direction, GstCaps* caps, GstCaps* other) override {
    if (direction == GST_PAD_SRC) return SpectrumElement::fixate_caps(direction, caps, other);
    GstCaps* image = nullptr;
    if (!guard([&] { image = preferred_image(caps, other); })) return gst_caps_new_empty();
    return gst_caps_fixate(image);
  }

  void set_caps(GstCaps* input_caps, GstCaps* output_caps) override {
    const SpectrumInfo info = spectrum_info(input_caps);
    std::optional<GstVideoInfo> video;
    if (info.rate == 0 && !gst_video_info_from_caps(&video.emplace(), output_caps))
      throw InvalidArgument("the output's caps are not those of video");
    session_->set_caps(memories_.choose(input_caps, output_caps, device_), info, video,
                       memory_kind(input_caps), memory_kind(output_caps));
  }
  void set_engine(std::shared_ptr<Engine> engine) override {
    session_->set_engine(std::move(engine));
  }

  // A block of audio is as long as the spectrum's caps say.
  gsize transform_size(GstPadDirection direction, GstCaps* caps, GstCaps* other_caps) override {
    const bool is_audio =
        direction == GST_PAD_SINK &&
        gst_structure_has_name(gst_caps_get_structure(other_caps, 0), "audio/x-raw");
    if (!is_audio) return unit_size(other_caps);
    const SpectrumInfo info = spectrum_info(caps);
    return static_cast<gsize>(info.width) * static_cast<gsize>(info.layout.channels) *
           sizeof(float);
  }

  void transform(GstBuffer* input, GstBuffer* output) override { session_->run(input, output); }

 private:
  std::unique_ptr<InverseSession> session_;  // from start to stop
};

}  // namespace
}  // namespace fftcore::gst::inverse

FFTCORE_ELEMENT(fftinverse, fftcore::gst::inverse::InverseElement)
