// SPDX-License-Identifier: LGPL-2.1-or-later
// What spectra are multiplied by follows the properties and pad `kernel`, and the caps follow that.
// Calls come from the streaming thread, or while there is none, but for what says otherwise.
#pragma once

#include "element.h"

namespace fftcore::gst::multiply {

/// What caps are made of. From any thread.
Factors factors_of(State& state);
/// For factors_of(): what the session wants and serves now.
void publish_factors(State& state);

/// Settings since the last call, and what background work has finished. What is wrong with them is
/// a warning.
void follow_settings(GstBaseTransform* transform) noexcept;

/// Waits for the first kernel, where there is a pad. False where that was ended. Throws where none
/// can come.
bool follow_kernel(State& state);

/// Renegotiates where what is wanted needs other caps: at once where the spectra that come have all
/// that is needed, else as soon as upstream gives it.
void ask_for_caps(GstBaseTransform* transform) noexcept;

}  // namespace fftcore::gst::multiply
