// SPDX-License-Identifier: LGPL-2.1-or-later
// The base of elements with spectra on one side or on both: frames, audio or spectra on the other,
// each in system or in CUDA memory. An element overrides transform_caps(), set_caps() and
// transform(); one that computes in CUDA memory overrides set_engine() too.
#pragma once

#include <memory>

#include "../spectra/spectrum_info.h"
#include "element.h"

namespace fftcore::gst {

class SpectrumElement : public BaseElement {
 public:
  using BaseElement::BaseElement;

  /// Any caps of spectra on the sink pad: check_input() says what is wrong with them when they
  /// come, which a refusal cannot.
  bool accept_caps(GstPadDirection direction, GstCaps* caps) override;
  bool sink_event(GstEvent* event) override;
  /// Pools by what the query's caps are of: frames, spectra, or neither.
  bool propose_allocation(GstQuery* decided, GstQuery* query) override;
  bool decide_allocation(GstQuery* query) override;
  /// The picture that a spectrum is of keeps its size and geometry: what describes it holds again
  /// when it is transformed back. A spectrum's frame stays with spectra.
  bool transform_meta(GstBuffer* output, GstMeta* meta, GstBuffer* input) override;
  void before_transform(GstBuffer* input) override;

 protected:
  /// Throws InvalidArgument where the element cannot take such spectra.
  virtual void check_input(const SpectrumInfo& /*info*/) const {}
  /// Buffers come in another CUDA context: all is to be compiled for this engine.
  virtual void set_engine(std::shared_ptr<Engine> /*engine*/) {}
  /// The output is a spectrum.
  virtual bool gives_spectra() const { return false; }

  const char* output_name() const override { return gives_spectra() ? "spectrum" : "frame"; }

  /// `change`, of settings while buffers flow: what it throws is a warning. Returns whether nothing
  /// was thrown.
  bool attempt(auto&& change) noexcept {
    return attempt_change(element(), warning_, change,
                          [] { return "; the last settings that worked stay in use"; });
  }
  /// New settings, if there are any. True where there were, and they work.
  bool attempt_settings() noexcept;

  // What Adjustable defines and calls.
  virtual bool follow_settings() = 0;
  void has_begun() {}
};

}  // namespace fftcore::gst
