// SPDX-License-Identifier: LGPL-2.1-or-later
// What elements say of a frame: messages on the bus, regions on the buffer.
#pragma once

#include <gst/base/gstbasetransform.h>
#include <gst/video/video.h>

#include "../frames/rectangle.h"

namespace fftcore::gst {

/// A structure with the frame's times as GStreamer's `spectrum` names them: timestamp, stream-time,
/// running-time, duration (nanoseconds, GST_CLOCK_TIME_NONE where unknown). Fields may be added;
/// the caller's, who mostly gives it to post_result().
GstStructure* result_of_frame(GstBaseTransform* transform, const char* name, GstBuffer* buffer);

/// Posts an element message; takes `result`.
void post_result(GstElement* element, GstStructure* result);

/// Adds a GstVideoRegionOfInterestMeta, and from GStreamer 1.24 on an object detection in the
/// buffer's GstAnalyticsRelationMeta with `confidence` cut to 0 to 1. The buffer must be writable.
/// Takes `parameters`, which the region gets besides.
void add_region(GstBuffer* buffer, const char* type, int id, const Rectangle& place,
                double confidence, GstStructure* parameters);

}  // namespace fftcore::gst
