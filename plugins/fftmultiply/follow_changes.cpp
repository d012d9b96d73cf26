// SPDX-License-Identifier: LGPL-2.1-or-later
#include "follow_changes.h"

namespace fftcore::gst::multiply {
namespace {

// Whether upstream can give spectra that the factor needs, seen with what downstream takes.
bool can_be_had(GstBaseTransform* transform, const Factor& factor) {
  GstCaps* const downstream = gst_pad_peer_query_caps(transform->srcpad, nullptr);
  GstCaps* const own = gst_pad_get_pad_template_caps(transform->srcpad);
  GstCaps* const behind = gst_caps_intersect(downstream, own);
  GstCaps* const before = caps_before(factor, behind);
  GstCaps* const upstream = gst_pad_peer_query_caps(transform->sinkpad, before);
  const bool result = gst_caps_can_intersect(upstream, before) != FALSE;
  for (GstCaps* const caps : {downstream, own, behind, before, upstream}) gst_caps_unref(caps);
  return result;
}

}  // namespace

Factors factors_of(State& state) {
  const std::lock_guard lock(state.mutex);
  return state.factors;
}

// A pad on which nothing has come makes a difference to caps already.
void publish_factors(State& state) {
  Factors factors{state.session->wanted(), state.session->in_service()};
  if (state.kernel_pad.exists() && !std::holds_alternative<SpectrumFactor>(factors.wanted))
    factors.wanted = SpectrumFactor{};
  const std::lock_guard lock(state.mutex);
  state.factors = std::move(factors);
}

void follow_settings(GstBaseTransform* transform) noexcept {
  State& state = state_of(transform);
  attempt_change(GST_ELEMENT(transform), state.warning, [&] {
    if (Shell::has_new_settings(transform)) {
      state.session->change(Shell::take_settings(transform));
      state.warning.forget();
    }
    state.session->poll();
  });
}

bool follow_kernel(State& state) {
  std::shared_ptr<const KernelSpectrum> kernel;
  while (state.kernel_pad.exists()) {
    kernel = state.kernel_pad.newest();
    if (kernel != nullptr) break;
    if (state.kernel_pad.exists()) return false;
  }
  state.session->set_taps(std::move(kernel));
  return true;
}

void ask_for_caps(GstBaseTransform* transform) noexcept {
  State& state = state_of(transform);
  const Factor wanted = state.session->wanted();
  if (!state.session->wants_caps() || state.asked_for == wanted) return;
  attempt_change(GST_ELEMENT(transform), state.warning, [&] {
    if (fits(wanted, *state.input)) {
      gst_base_transform_reconfigure_src(transform);
    } else if (!can_be_had(transform, wanted)) {
      state.session->give_up();
      publish_factors(state);
      require_fit(wanted, *state.input);
    }
    state.asked_for = wanted;
    gst_base_transform_reconfigure_sink(transform);
  });
}

}  // namespace fftcore::gst::multiply
