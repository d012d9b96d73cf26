// SPDX-License-Identifier: LGPL-2.1-or-later
// Impulse responses at another sample rate.
#pragma once

#include "fftcore/stream_executable.h"

namespace fftcore::gst::fir {

/// How many times higher a response's rate may be than the audio's: the resampler's filter grows
/// with it. DSD beside CDs has so many.
inline constexpr int kMostTimesSlower = 64;

/// The same response at `to` samples a second: it begins at the same time, and has the same gain at
/// frequencies that both rates have. By GStreamer's resampler at its best quality. What of its
/// filter comes before the first tap is cut off.
ImpulseResponse resampled(const ImpulseResponse& response, int from, int to);

}  // namespace fftcore::gst::fir
