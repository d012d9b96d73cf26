// SPDX-License-Identifier: LGPL-2.1-or-later
// What fftforward can make of what: caps of video and audio on one side, of spectra on the other.
#pragma once

#include <gst/gst.h>

#include <functional>

#include "fftcore/stages.h"
#include "settings.h"

namespace fftcore::gst::forward {

/// Audio that is transformed: F32LE, interleaved, 1 to 8 channels, in system memory.
inline constexpr char kAudioCaps[] =
    "audio/x-raw, format=(string)F32LE, layout=(string)interleaved, rate=(int)[1,2147483647], "
    "channels=(int)[1,8]";

/// Caps of the sink pad's template: video in all memories, and audio.
GstCaps* input_caps();

/// What may lie on the other side of `caps`, which are of the side `direction`
/// (GstBaseTransformClass::transform_caps).
GstCaps* transform_caps(const Settings& settings, GstPadDirection direction, const GstCaps* caps);

/// Spectra that `caps` allow of `input` (fixed; of video or audio): the first one that has room,
/// with the least border, transformed along rows only where that is allowed, of as many points as
/// are good and allowed. Takes and returns ownership; what cannot be had stays as it is.
/// `good_points`: Backend::spectrum_points() for the memory that the caps are of.
GstCaps* fixate_spectrum(
    const Settings& settings, const GstCaps* input, GstCaps* caps,
    const std::function<Extent(const GstCaps* caps, Extent least)>& good_points);

}  // namespace fftcore::gst::forward
