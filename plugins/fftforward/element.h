// SPDX-License-Identifier: LGPL-2.1-or-later
// The element fftforward: a ForwardSession in a SpectrumElement; of audio, an AudioStream besides.
// caps.cpp has the functions that see to caps and to settings, which caps follow; fftforward.cpp
// has the others.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "../base/adjustable.h"
#include "../base/element_type.h"
#include "../base/spectrum_element.h"
#include "audio_stream.h"
#include "forward_session.h"
#include "properties.h"

namespace fftcore::gst::forward {

class ForwardElement final : public Adjustable<SpectrumElement, Settings, properties> {
 public:
  ForwardElement(GstBaseTransform* transform, const ElementType& type)
      : Adjustable(transform, type), audio_(transform) {}

  static ElementTexts texts();
  static std::vector<GstPadTemplate*> pads();

  void begin(const Settings& settings) override;
  void stop() override;
  void change(const Settings& settings) override;

  GstCaps* transform_caps(GstPadDirection direction, GstCaps* caps, GstCaps* filter) override;
  GstCaps* fixate_caps(GstPadDirection direction, GstCaps* caps, GstCaps* other_caps) override;
  bool accept_caps(GstPadDirection direction, GstCaps* caps) override {
    return BaseElement::accept_caps(direction, caps);
  }
  bool query(GstPadDirection direction, GstQuery* query) override;
  void set_caps(GstCaps* input_caps, GstCaps* output_caps) override;

  bool sink_event(GstEvent* event) override;
  bool src_event(GstEvent* event) override;

  GstFlowReturn submit_input_buffer(bool is_discont, GstBuffer* input) override;
  GstFlowReturn generate_output(GstBuffer** output) override;
  /// Changes are followed in submit_input_buffer(): caps depend on them.
  void before_transform(GstBuffer* /*input*/) override {}
  void transform(GstBuffer* input, GstBuffer* output) override { session_->run(input, output); }

 protected:
  bool gives_spectra() const override { return true; }

 private:
  // From any thread: the settings in use.
  Settings settings() const;
  void use(std::optional<Settings> settings);

  GstCaps* fixate_output(const Settings& settings, const GstCaps* input, GstCaps* output);
  void follow_stream();
  void require_possible(const Settings& settings);
  void choose_as_negotiated();
  bool follow_changed_settings();

  bool is_audio() const;
  void drain();

  std::optional<Settings> in_use_;  // from start to stop: the last that worked; by the object lock
  std::shared_ptr<Engine> engine_;
  std::unique_ptr<ForwardSession> session_;  // from start to stop
  AudioStream audio_;
};

}  // namespace fftcore::gst::forward
