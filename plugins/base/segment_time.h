// SPDX-License-Identifier: LGPL-2.1-or-later
// Times of buffers by their segment. A segment may count bytes (appsrc's does unless told
// otherwise): then buffers have no running time and no stream time, and GStreamer's functions call
// the question a mistake of the program.
#pragma once

#include <gst/gst.h>

namespace fftcore::gst {

inline GstClockTime running_time_of(const GstSegment& segment, GstClockTime time) {
  return segment.format == GST_FORMAT_TIME
             ? gst_segment_to_running_time(&segment, GST_FORMAT_TIME, time)
             : GST_CLOCK_TIME_NONE;
}

inline GstClockTime stream_time_of(const GstSegment& segment, GstClockTime time) {
  return segment.format == GST_FORMAT_TIME
             ? gst_segment_to_stream_time(&segment, GST_FORMAT_TIME, time)
             : GST_CLOCK_TIME_NONE;
}

}  // namespace fftcore::gst
