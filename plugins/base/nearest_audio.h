// SPDX-License-Identifier: LGPL-2.1-or-later
// Words for audio that an element does not take, with the nearest that it does.
#pragma once

#include <gst/gst.h>

#include <string>

namespace fftcore::gst {

/// Why audio with fixed `caps` is refused, and what to put before the element; `taken` are the caps
/// of its pad template. Empty where `caps` are not audio's, or `taken` has no audio.
std::string audio_refusal_of(const GstCaps* caps, const GstCaps* taken);

}  // namespace fftcore::gst
