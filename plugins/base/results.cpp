// SPDX-License-Identifier: LGPL-2.1-or-later
#include "results.h"

#include "segment_time.h"

#ifdef FFTCORE_ANALYTICS
#include <gst/analytics/analytics.h>

#include <algorithm>
#endif

namespace fftcore::gst {

GstStructure* result_of_frame(GstBaseTransform* transform, const char* name, GstBuffer* buffer) {
  const GstSegment& segment = transform->segment;
  const GstClockTime timestamp = GST_BUFFER_PTS(buffer);
  //
  return gst_structure_new(name,
                           //
                           "timestamp", G_TYPE_UINT64, timestamp,
                           //
                           "stream-time", G_TYPE_UINT64, stream_time_of(segment, timestamp),
                           "running-time", G_TYPE_UINT64, running_time_of(segment, timestamp),
                           "duration", G_TYPE_UINT64, GST_BUFFER_DURATION(buffer), nullptr);
}

void post_result(GstElement* element, GstStructure* result) {
  gst_element_post_message(element, gst_message_new_element(GST_OBJECT(element), result));
}

void add_region(GstBuffer* buffer, const char* type, int id, const Rectangle& place,
                [[maybe_unused]] double confidence, GstStructure* parameters) {
  GstVideoRegionOfInterestMeta* const region = gst_buffer_add_video_region_of_interest_meta(
      buffer, type, static_cast<guint>(place.x), static_cast<guint>(place.y),
      static_cast<guint>(place.width), static_cast<guint>(place.height));
  region->id = id;
  gst_video_region_of_interest_meta_add_param(region, parameters);
#ifdef FFTCORE_ANALYTICS
  GstAnalyticsRelationMeta* relations = gst_buffer_get_analytics_relation_meta(buffer);
  if (relations == nullptr) relations = gst_buffer_add_analytics_relation_meta(buffer);
  GstAnalyticsODMtd detection;
  gst_analytics_relation_meta_add_od_mtd(
      relations, g_quark_from_string(type), place.x, place.y, place.width, place.height,
      static_cast<gfloat>(std::clamp(confidence, 0.0, 1.0)), &detection);
#endif
}

}  // namespace fftcore::gst
