// SPDX-License-Identifier: LGPL-2.1-or-later
#include "element.h"

namespace fftcore::gst::multiply {

// Whether upstream can give spectra that the factor needs, seen with what downstream takes.
bool MultiplyElement::can_be_had(const Factor& factor) const {
  GstCaps* const downstream = gst_pad_peer_query_caps(base()->srcpad, nullptr);
  GstCaps* const own = gst_pad_get_pad_template_caps(base()->srcpad);
  GstCaps* const behind = gst_caps_intersect(downstream, own);
  GstCaps* const before = caps_before(factor, behind);
  GstCaps* const upstream = gst_pad_peer_query_caps(base()->sinkpad, before);
  const bool result = gst_caps_can_intersect(upstream, before) != FALSE;
  for (GstCaps* const caps : {downstream, own, behind, before, upstream}) gst_caps_unref(caps);
  return result;
}

Factors MultiplyElement::factors() {
  const std::lock_guard lock(mutex_);
  return factors_;
}

// A pad on which nothing has come makes a difference to caps already.
void MultiplyElement::publish_factors() {
  Factors factors{session_->wanted(), session_->in_service()};
  if (kernel_pad_.exists() && !std::holds_alternative<SpectrumFactor>(factors.wanted))
    factors.wanted = SpectrumFactor{};
  const std::lock_guard lock(mutex_);
  factors_ = std::move(factors);
}

void MultiplyElement::follow_changes() noexcept {
  attempt([&] {
    follow_settings();
    session_->poll();
  });
}

bool MultiplyElement::follow_kernel() {
  std::shared_ptr<const KernelSpectrum> kernel;
  while (kernel_pad_.exists()) {
    kernel = kernel_pad_.newest();
    if (kernel != nullptr) break;
    if (kernel_pad_.exists()) return false;
  }
  session_->set_kernel_spectrum(std::move(kernel));
  return true;
}

void MultiplyElement::ask_for_caps() noexcept {
  const Factor wanted = session_->wanted();
  if (!session_->wants_caps() || asked_for_ == wanted) return;
  attempt([&] {
    if (fits(wanted, *input_)) {
      gst_base_transform_reconfigure_src(base());
    } else if (!can_be_had(wanted)) {
      session_->give_up();
      publish_factors();
      require_fit(wanted, *input_);
    }
    asked_for_ = wanted;
    gst_base_transform_reconfigure_sink(base());
  });
}

}  // namespace fftcore::gst::multiply
