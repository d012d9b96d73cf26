// SPDX-License-Identifier: LGPL-2.1-or-later
#include <memory>

#include "element.h"

namespace fftcore::gst::multiply {

ElementTexts MultiplyElement::texts() {
  return {"GstFftMultiply", "fftmultiply", "FFT multiplication", "Filter/Effect",
          "Multiplies spectra (of fftforward) by a filter's, a kernel's, or those of a second "
          "stream: the middle of convolution and correlation"};
}

std::vector<GstPadTemplate*> MultiplyElement::pads() {
  return {always_pad(GST_PAD_SINK, all_spectrum_caps()),
          always_pad(GST_PAD_SRC, all_spectrum_caps()), KernelPad::pad_template()};
}

void MultiplyElement::begin(const Settings& settings) {
  session_ = std::make_unique<MultiplySession>(memories_, settings);
  kernel_pad_.reset();
  asked_for_.reset();
  publish_factors();
}

void MultiplyElement::stop() {
  session_.reset();
  kernel_pad_.reset();
  SpectrumElement::stop();
  input_.reset();
  const std::lock_guard lock(mutex_);
  factors_ = {};
}

void MultiplyElement::before_change(GstStateChange change) {
  SpectrumElement::before_change(change);
  if (change == GST_STATE_CHANGE_READY_TO_PAUSED) kernel_pad_.set_main_flushing(false);
  if (change == GST_STATE_CHANGE_PAUSED_TO_READY) kernel_pad_.set_main_flushing(true);
}

GstFlowReturn MultiplyElement::submit_input_buffer(bool is_discont, GstBuffer* input) {
  sync_controllers(input);
  follow_changes();
  bool goes_on = true;
  const bool is_good = guard([&] {
    goes_on = follow_kernel();
    if (!goes_on) return;
    publish_factors();
    if (!session_->in_service()) {
      if (input_) factor_for(factors(), *input_);  // says why not
      return;
    }
    // A buffer's context may be another one than the neighbours said: their pools are another
    // question then, too.
    if (std::shared_ptr<Engine> engine = memories_.follow(input, device_)) {
      session_->move_to(std::move(engine));
      gst_base_transform_reconfigure_src(base());
    }
  });
  if (!is_good || !goes_on) {
    gst_buffer_unref(input);
    return is_good ? GST_FLOW_FLUSHING : GST_FLOW_ERROR;
  }
  ask_for_caps();
  return SpectrumElement::submit_input_buffer(is_discont, input);
}

}  // namespace fftcore::gst::multiply

FFTCORE_ELEMENT(fftmultiply, fftcore::gst::multiply::MultiplyElement)
