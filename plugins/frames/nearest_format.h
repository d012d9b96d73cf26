// SPDX-License-Identifier: LGPL-2.1-or-later
// What to convert video to that is in none of the elements' formats.
#pragma once

#include <gst/gst.h>

#include <string>

#include "formats.h"

namespace fftcore::gst {

/// The format that loses the least of such video: colour, chroma's size, bits, alpha. Where
/// `is_in_cuda_memory`, one of those that can lie there.
const Format& nearest_format(GstVideoFormat format, bool is_in_cuda_memory);

/// What to say of caps of video that no element takes for their format, or for memory and metas
/// that they name; empty where that is not why.
std::string refusal_of(const GstCaps* caps);

}  // namespace fftcore::gst
