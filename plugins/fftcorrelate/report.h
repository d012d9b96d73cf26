// SPDX-License-Identifier: LGPL-2.1-or-later
// Matches as others read them: a message on the bus, regions on the frame.
#pragma once

#include <gst/base/gstbasetransform.h>

#include <vector>

#include "search.h"

namespace fftcore::gst::correlate {

/// One message for the frame: its times; x, y, width, height, score and confidence of the best;
/// `peaks`, a list of structures with the same fields for all of them, best first.
void post_matches(GstBaseTransform* transform, GstBuffer* frame, const std::vector<Match>& matches);

/// A region for each; `frame` is writable.
void attach_matches(GstBuffer* frame, const std::vector<Match>& matches);

}  // namespace fftcore::gst::correlate
