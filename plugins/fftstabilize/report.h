// SPDX-License-Identifier: LGPL-2.1-or-later
// What the element says of a frame: the same fields in a message and in a meta.
//   dx, dy (double)                      motion of the picture against the reference, pixels, x to
//                                        the right, y down
//   correction-x, correction-y (double)  what the picture was moved by
//   confidence (double)                  0 to 1; 0 of a frame that is the reference
//   known (boolean)                      the motion was used
//   turning (boolean)                    the picture turns and is left alone
//   motion, correction (9 doubles)       as maps of pixels, row after row
#pragma once

#include <gst/base/gstbasetransform.h>

#include "session.h"

namespace fftcore::gst::stabilize {

/// Name of the message and of the GstCustomMeta.
inline constexpr char kReportName[] = "fftstabilize";

/// Makes the meta known to GStreamer; once in a program.
void register_report_meta();

bool is_report(const GstMeta* meta);

/// `output` must be writable.
void attach_report(GstBuffer* output, const Outcome& outcome);
/// With the times of `input`.
void post_report(GstBaseTransform* transform, GstBuffer* input, const Outcome& outcome);

}  // namespace fftcore::gst::stabilize
