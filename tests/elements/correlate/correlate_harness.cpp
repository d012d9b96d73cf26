// SPDX-License-Identifier: LGPL-2.1-or-later
#include "correlate_harness.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

namespace fftcore::test {
namespace {

Place place_of(const GstStructure* structure) {
  Place place;
  const bool is_complete =
      gst_structure_get(structure, "x", G_TYPE_DOUBLE, &place.x, "y", G_TYPE_DOUBLE, &place.y,
                        "width", G_TYPE_INT, &place.width, "height", G_TYPE_INT, &place.height,
                        "score", G_TYPE_DOUBLE, &place.score, "confidence", G_TYPE_DOUBLE,
                        &place.confidence, nullptr) != FALSE;
  EXPECT_TRUE(is_complete) << gst_structure_get_name(structure);
  return place;
}

Finding finding_of(const GstStructure* structure) {
  EXPECT_STREQ(gst_structure_get_name(structure), "fftcorrelate");
  Finding finding;
  EXPECT_TRUE(gst_structure_get(structure, "timestamp", G_TYPE_UINT64, &finding.timestamp,
                                "stream-time", G_TYPE_UINT64, &finding.stream_time, "running-time",
                                G_TYPE_UINT64, &finding.running_time, "duration", G_TYPE_UINT64,
                                &finding.duration, nullptr));
  finding.best = place_of(structure);
  const GValue* const peaks = gst_structure_get_value(structure, "peaks");
  for (guint i = 0; i < gst_value_list_get_size(peaks); ++i)
    finding.peaks.push_back(place_of(gst_value_get_structure(gst_value_list_get_value(peaks, i))));
  return finding;
}

}  // namespace

std::string text_of(const Part& part) {
  return fmt::format("<{},{},{},{}>", part.x, part.y, part.width, part.height);
}

void plant(Picture& to, const Picture& from, const Part& part, int x, int y, double share) {
  Plane& target = to.planes[0];
  const Plane& source = from.planes[0];
  for (int row = 0; row < part.height; ++row) {
    for (int column = 0; column < part.width; ++column) {
      for (int channel = 0; channel < target.channels; ++channel) {
        int& sample =
            target.samples[((y + row) * target.columns + x + column) * target.channels + channel];
        sample = static_cast<int>(std::lround(
            share * source.at(part.y + row, part.x + column, channel) + (1 - share) * sample));
      }
    }
  }
}

std::vector<Region> regions_of(GstBuffer* buffer) {
  std::vector<Region> regions;
  gpointer state = nullptr;
  while (GstMeta* meta = gst_buffer_iterate_meta_filtered(
             buffer, &state, GST_VIDEO_REGION_OF_INTEREST_META_API_TYPE)) {
    auto* const roi = reinterpret_cast<GstVideoRegionOfInterestMeta*>(meta);
    Region region{g_quark_to_string(roi->roi_type),
                  roi->id,
                  static_cast<int>(roi->x),
                  static_cast<int>(roi->y),
                  static_cast<int>(roi->w),
                  static_cast<int>(roi->h),
                  {}};
    if (GstStructure* parameters = gst_video_region_of_interest_meta_get_param(roi, "fftcorrelate"))
      region.parameters = place_of(parameters);
    regions.push_back(region);
  }
  return regions;
}

void CorrelateHarness::sort_messages() {
  while (const Owned<GstMessage> message{gst_bus_pop(bus())}) {
    GError* error = nullptr;
    switch (GST_MESSAGE_TYPE(message.get())) {
      case GST_MESSAGE_ELEMENT:
        findings_.push_back(finding_of(gst_message_get_structure(message.get())));
        break;
      case GST_MESSAGE_WARNING:
        gst_message_parse_warning(message.get(), &error, nullptr);
        warnings_.push_back({error->domain, error->code, error->message});
        break;
      case GST_MESSAGE_ERROR:
        gst_message_parse_error(message.get(), &error, nullptr);
        errors_.push_back({error->domain, error->code, error->message});
        break;
      default: break;
    }
    g_clear_error(&error);
  }
}

std::vector<Finding> CorrelateHarness::findings() {
  sort_messages();
  return std::exchange(findings_, {});
}

std::vector<Report> CorrelateHarness::warnings() {
  sort_messages();
  return std::exchange(warnings_, {});
}

std::vector<Report> CorrelateHarness::errors() {
  sort_messages();
  return std::exchange(errors_, {});
}

std::vector<Place> CorrelateHarness::places_in(const Picture& picture) {
  findings();
  push(picture);
  const std::vector<Finding> found = findings();
  EXPECT_LE(found.size(), 1U);
  return found.empty() ? std::vector<Place>{} : found[0].peaks;
}

TemplateSender::TemplateSender(GstElement* element)
    : element_(GST_ELEMENT(gst_object_ref(element))),
      source_(gst_pad_new("templates", GST_PAD_SRC)),
      sink_(gst_element_request_pad_simple(element, "template")) {
  EXPECT_NE(sink_, nullptr);
  gst_pad_set_active(source_, TRUE);
  EXPECT_EQ(gst_pad_link(source_, sink_), GST_PAD_LINK_OK);
  gst_pad_push_event(source_, gst_event_new_stream_start("templates"));
}

TemplateSender::~TemplateSender() {
  gst_pad_set_active(source_, FALSE);
  gst_element_release_request_pad(element_.get(), sink_);
  gst_object_unref(sink_);
  gst_object_unref(source_);
}

GstFlowReturn TemplateSender::push(const Picture& picture) {
  const GstVideoInfo info =
      info_of(picture.format, {picture.planes[0].columns, picture.planes[0].rows});
  GstCaps* const caps = caps_of(info);
  gchar* const text = gst_caps_to_string(caps);
  if (caps_ != text) {
    caps_ = text;
    EXPECT_TRUE(gst_pad_push_event(source_, gst_event_new_caps(caps)));
    GstSegment segment;
    gst_segment_init(&segment, GST_FORMAT_TIME);
    gst_pad_push_event(source_, gst_event_new_segment(&segment));
  }
  g_free(text);
  gst_caps_unref(caps);
  return gst_pad_push(source_, buffer_of(picture));
}

bool TemplateSender::push_event(GstEvent* event) {
  return gst_pad_push_event(source_, event) != FALSE;
}

}  // namespace fftcore::test
