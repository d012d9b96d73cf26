// SPDX-License-Identifier: LGPL-2.1-or-later
#include "report.h"

#include <gst/video/video.h>

#include "../base/results.h"

namespace fftcore::gst::stabilize {
namespace {

/// Nine numbers, row after row.
void set_map(GstStructure* structure, const char* field, const MotionMap& map) {
  GValue numbers = G_VALUE_INIT, number = G_VALUE_INIT;
  gst_value_array_init(&numbers, static_cast<guint>(map.numbers.size()));
  g_value_init(&number, G_TYPE_DOUBLE);
  for (const double one : map.numbers) {
    g_value_set_double(&number, one);
    gst_value_array_append_value(&numbers, &number);
  }
  gst_structure_take_value(structure, field, &numbers);
}

void set_fields(GstStructure* structure, const Outcome& outcome) {
  gst_structure_set(structure,                                                         //
                    "dx", G_TYPE_DOUBLE, outcome.motion.x,                             //
                    "dy", G_TYPE_DOUBLE, outcome.motion.y,                             //
                    "correction-x", G_TYPE_DOUBLE, outcome.correction.x,               //
                    "correction-y", G_TYPE_DOUBLE, outcome.correction.y,               //
                    "confidence", G_TYPE_DOUBLE, outcome.confidence,                   //
                    "known", G_TYPE_BOOLEAN, static_cast<gboolean>(outcome.is_known),  //
                    "turning", G_TYPE_BOOLEAN, static_cast<gboolean>(outcome.is_turning), nullptr);
  set_map(structure, "motion", outcome.motion_map);
  set_map(structure, "correction", outcome.correction_map);
}

}  // namespace

void register_report_meta() {
  // Pixels of this picture: not for one of another size.
  static const gchar* kTags[] = {GST_META_TAG_VIDEO_STR, GST_META_TAG_VIDEO_SIZE_STR,
                                 GST_META_TAG_VIDEO_ORIENTATION_STR, nullptr};
  static const GstMetaInfo* const info =
      gst_meta_register_custom(kReportName, kTags, nullptr, nullptr, nullptr);
  (void)info;
}

bool is_report(const GstMeta* meta) {
  return gst_meta_info_is_custom(meta->info) &&
         gst_custom_meta_has_name(reinterpret_cast<GstCustomMeta*>(const_cast<GstMeta*>(meta)),
                                  kReportName);
}

void attach_report(GstBuffer* output, const Outcome& outcome) {
  set_fields(gst_custom_meta_get_structure(gst_buffer_add_custom_meta(output, kReportName)),
             outcome);
}

void post_report(GstBaseTransform* transform, GstBuffer* input, const Outcome& outcome) {
  GstStructure* const result = result_of_frame(transform, kReportName, input);
  set_fields(result, outcome);
  post_result(GST_ELEMENT(transform), result);
}

}  // namespace fftcore::gst::stabilize
