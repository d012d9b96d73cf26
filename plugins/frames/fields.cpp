// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fields.h"

#include <fmt/format.h>

#include "fftcore/error.h"

namespace fftcore::gst {
namespace {

bool is_one_view(GstVideoMultiviewMode mode) {
  return mode == GST_VIDEO_MULTIVIEW_MODE_NONE || mode == GST_VIDEO_MULTIVIEW_MODE_MONO ||
         mode == GST_VIDEO_MULTIVIEW_MODE_LEFT || mode == GST_VIDEO_MULTIVIEW_MODE_RIGHT;
}

bool is_by_turns(GstVideoMultiviewMode mode) {
  return mode == GST_VIDEO_MULTIVIEW_MODE_FRAME_BY_FRAME ||
         mode == GST_VIDEO_MULTIVIEW_MODE_MULTIVIEW_FRAME_BY_FRAME;
}

}  // namespace

Interlacing interlacing_of(const GstVideoInfo& info) {
  switch (GST_VIDEO_INFO_INTERLACE_MODE(&info)) {
    case GST_VIDEO_INTERLACE_MODE_INTERLEAVED: return Interlacing::all;
    case GST_VIDEO_INTERLACE_MODE_MIXED: return Interlacing::by_flag;
    default: return Interlacing::none;
  }
}

bool is_of_fields(const GstVideoInfo& info, GstBuffer* buffer) {
  const Interlacing interlacing = interlacing_of(info);
  return interlacing == Interlacing::all ||
         (interlacing == Interlacing::by_flag &&
          GST_BUFFER_FLAG_IS_SET(buffer, GST_VIDEO_BUFFER_FLAG_INTERLACED));
}

std::vector<PlaneJob> field_jobs(const std::vector<PlaneJob>& frame_jobs) {
  std::vector<PlaneJob> jobs;
  for (const PlaneJob& frame_job : frame_jobs) {
    if (!frame_job.is_filtered) {
      jobs.push_back(frame_job);
      continue;
    }
    for (const int first : {0, 1}) {
      PlaneJob job = frame_job;
      job.first_row = first;
      job.row_step = 2;
      job.copies_plane = frame_job.copies_plane && first == 0;
      job.layout.rows.extent = (frame_job.layout.rows.extent + 1 - first) / 2;
      if (job.layout.rows.extent > 0) jobs.push_back(job);
    }
  }
  return jobs;
}

void require_pictures(const GstVideoInfo& info, const TakenPictures& taken, const char* verb) {
  const GstVideoInterlaceMode interlaced = GST_VIDEO_INFO_INTERLACE_MODE(&info);
  const bool is_progressive = interlaced == GST_VIDEO_INTERLACE_MODE_PROGRESSIVE;
  if (!is_progressive && !(taken.fields && interlacing_of(info) != Interlacing::none)) {
    throw Unsupported(
        fmt::format("video with interlace-mode={} has lines of two times in a frame, which would "
                    "be {}; put deinterlace before this element",
                    gst_video_interlace_mode_to_string(interlaced), verb));
  }
  const GstVideoMultiviewMode views = GST_VIDEO_INFO_MULTIVIEW_MODE(&info);
  if (is_one_view(views) || (taken.views_by_turns && is_by_turns(views))) return;
  throw Unsupported(fmt::format(
      "video with multiview-mode={} has several views, which would be {}; put what gives one view, "
      "such as glviewconvert output-mode-override=left, before this element",
      gst_video_multiview_mode_to_caps_string(views), verb));
}

}  // namespace fftcore::gst
