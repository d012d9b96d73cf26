// SPDX-License-Identifier: LGPL-2.1-or-later
// What a frame has besides what was transformed: chroma, and the alpha or padding of colours. It
// comes from the frame that the spectrum was made of, where that has the same format and size; else
// there is no colour, and nothing is transparent.
#pragma once

#include <span>

#include "../frames/frame_planes.h"
#include "../memory/engine.h"
#include "../spectra/spectrum_meta.h"

namespace fftcore::gst::inverse {

/// The frame to copy from, if any.
std::optional<SourceFrame> frame_like(GstBuffer* spectrum, const GstVideoInfo& video);

/// The buffer can be mapped where the device reads.
bool is_on_device(GstBuffer* buffer);

/// Fills the planes by the processor, wherever the output lies: from `frame`, or as said above.
/// Colours get values of no meaning.
void fill_on_host(std::span<const int> planes, const GstVideoInfo& video,
                  const std::optional<SourceFrame>& frame, GstBuffer* output);

}  // namespace fftcore::gst::inverse
