// SPDX-License-Identifier: LGPL-2.1-or-later
#include "report.h"

#include "../base/results.h"

namespace fftcore::gst::correlate {
namespace {

constexpr char kName[] = "fftcorrelate";

void describe(GstStructure* structure, const Match& match) {
  //
  gst_structure_set(structure,
                    //
                    "x", G_TYPE_DOUBLE, match.x, "y", G_TYPE_DOUBLE, match.y,
                    //
                    "width", G_TYPE_INT, match.place.width, "height", G_TYPE_INT,
                    match.place.height, "score", G_TYPE_DOUBLE, match.score, "confidence",
                    G_TYPE_DOUBLE, match.confidence, nullptr);
}

}  // namespace

void post_matches(GstBaseTransform* transform, GstBuffer* frame,
                  const std::vector<Match>& matches) {
  GstStructure* const result = result_of_frame(transform, kName, frame);
  describe(result, matches.front());
  GValue peaks = G_VALUE_INIT;
  g_value_init(&peaks, GST_TYPE_LIST);
  for (const Match& match : matches) {
    GstStructure* const peak = gst_structure_new_empty("peak");
    describe(peak, match);
    GValue value = G_VALUE_INIT;
    g_value_init(&value, GST_TYPE_STRUCTURE);
    g_value_take_boxed(&value, peak);
    gst_value_list_append_and_take_value(&peaks, &value);
  }
  gst_structure_take_value(result, "peaks", &peaks);
  post_result(GST_ELEMENT(transform), result);
}

void attach_matches(GstBuffer* frame, const std::vector<Match>& matches) {
  int id = 0;
  for (const Match& match : matches) {
    GstStructure* const parameters = gst_structure_new_empty(kName);
    describe(parameters, match);
    add_region(frame, kName, id++, match.place, match.score, parameters);
  }
}

}  // namespace fftcore::gst::correlate
