// SPDX-License-Identifier: LGPL-2.1-or-later
// The element fftmultiply: a MultiplySession and a KernelPad in a SpectrumElement. caps.cpp has the
// functions that see to caps, and to the events of the main stream, which caps are among;
// follow_changes.cpp follows the properties and pad `kernel`; fftmultiply.cpp has the others.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "../base/adjustable.h"
#include "../base/element_type.h"
#include "../base/spectrum_element.h"
#include "kernel_pad.h"
#include "multiply_session.h"
#include "negotiation.h"
#include "properties.h"

namespace fftcore::gst::multiply {

class MultiplyElement final : public Adjustable<SpectrumElement, Settings, properties> {
 public:
  MultiplyElement(GstBaseTransform* transform, const ElementType& type)
      : Adjustable(transform, type),
        kernel_pad_([this](GstQuery* query) { return memories_.answer(query); }) {}

  static ElementTexts texts();
  static std::vector<GstPadTemplate*> pads();
  GstPad* request_new_pad(GstPadTemplate* pad_template) override {
    return kernel_pad_.add(element(), pad_template);
  }
  void release_pad(GstPad* pad) override { kernel_pad_.remove(element(), pad); }
  void before_change(GstStateChange change) override;

  void begin(const Settings& settings) override;
  void stop() override;
  void change(const Settings& settings) override { session_->change(settings); }

  GstCaps* transform_caps(GstPadDirection direction, GstCaps* caps, GstCaps* filter) override;
  GstCaps* fixate_caps(GstPadDirection direction, GstCaps* caps, GstCaps* other_caps) override;
  bool accept_caps(GstPadDirection direction, GstCaps* caps) override;
  void set_caps(GstCaps* input_caps, GstCaps* output_caps) override;
  bool sink_event(GstEvent* event) override;

  GstFlowReturn submit_input_buffer(bool is_discont, GstBuffer* input) override;
  /// Changes are followed in submit_input_buffer(): caps depend on them.
  void before_transform(GstBuffer* /*input*/) override {}
  void transform(GstBuffer* input, GstBuffer* output) override {
    session_->run({input, input_memory_}, {output, output_memory_});
  }

 protected:
  bool gives_spectra() const override { return true; }

 private:
  enum class Taken { negotiate, later, refused };
  Taken take_caps(GstCaps* caps);

  /// What caps are made of. From any thread.
  Factors factors();
  /// For factors(): what the session wants and serves now.
  void publish_factors();
  /// Settings since the last call, and what background work has finished. What is wrong with them
  /// is a warning.
  void follow_changes() noexcept;
  /// Waits for the first kernel, where there is a pad. False where that was ended. Throws where
  /// none can come.
  bool follow_kernel();
  /// Renegotiates where what is wanted needs other caps: at once where the spectra that come have
  /// all that is needed, else as soon as upstream gives it.
  void ask_for_caps() noexcept;
  bool can_be_had(const Factor& factor) const;

  KernelPad kernel_pad_;

  std::mutex mutex_;
  Factors factors_;  // what caps are made of, in any thread; guarded by mutex_

  std::unique_ptr<MultiplySession> session_;  // from start to stop
  std::optional<SpectrumInfo> input_;         // of the caps that came last
  MemoryKind input_memory_ = MemoryKind::host;
  MemoryKind output_memory_ = MemoryKind::host;
  std::optional<Factor> asked_for_;  // caps for it, since the last ones came
};

}  // namespace fftcore::gst::multiply
