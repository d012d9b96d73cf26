// SPDX-License-Identifier: LGPL-2.1-or-later
// Impulse responses at another sample rate.
#pragma once

#include "fftcore/stream_executable.h"

namespace fftcore::gst::fir {

/// The same response at `to` samples a second: it begins at the same time, and has the same gain at
/// frequencies that both rates have. By GStreamer's resampler at its best quality. What of its
/// filter comes before the first tap is cut off.
Response resampled(const Response& response, int from, int to);

}  // namespace fftcore::gst::fir
