// SPDX-License-Identifier: LGPL-2.1-or-later
#include "frame_warp.h"

#include <algorithm>
#include <utility>

namespace fftcore::gst::stabilize {
namespace {

/// Where the first sample of a plane lies along an axis, in pixels: on the first pixel, or in the
/// middle of those that it is for.
double origin_of(int pixels, bool is_cosited) {
  return is_cosited ? 0 : (pixels - 1) / 2.0;
}

}  // namespace

WarpPlan plan_warp(const GstVideoInfo& info, bool is_projective, Border border) {
  // Caps without a word have chroma as MPEG-2 and H.264 do.
  const GstVideoChromaSite site = GST_VIDEO_INFO_CHROMA_SITE(&info);
  const bool is_known = site != GST_VIDEO_CHROMA_SITE_UNKNOWN;
  const bool is_left = !is_known || (site & GST_VIDEO_CHROMA_SITE_H_COSITED) != 0,
             is_top = is_known && (site & GST_VIDEO_CHROMA_SITE_V_COSITED) != 0;
  WarpPlan plan;
  for (const PlaneJob& job : plane_jobs(info, PlaneSelection::all)) {
    WarpPlan::Step step{job, warping(job.layout)};
    step.warp.output = job.layout;
    step.warp.edge = edge_mode_of(border);
    step.warp.keeps_outside = border == Border::keep;
    step.warp.fill = job.bias;
    step.warp.is_projective = is_projective;
    const int across = 1 << GST_VIDEO_FORMAT_INFO_W_SUB(info.finfo, job.component),
              down = 1 << GST_VIDEO_FORMAT_INFO_H_SUB(info.finfo, job.component);
    step.warp.scale_x = across;
    step.warp.scale_y = down;
    step.warp.origin_x = origin_of(across, is_left);
    step.warp.origin_y = origin_of(down, is_top);
    plan.steps.push_back(step);
  }
  return plan;
}

FrameWarp::FrameWarp(std::shared_ptr<Engine> engine, WarpPlan plan)
    : engine_(std::move(engine)), plan_(std::move(plan)) {
  for (const auto& [job, warp] : plan_.steps)
    if (std::ranges::find(stages_, warp, &Stage::warp) == stages_.end())
      stages_.push_back({warp, engine_->compile(warp)});
}

void FrameWarp::set(const MotionMap& map) {
  const MotionMap back = inverted(map);
  for (std::size_t i = 0; i < to_input_.size(); ++i)
    to_input_[i] = static_cast<float>(back.numbers[i] / back.numbers[8]);
}

void FrameWarp::run(const MappedFrame& input, const MappedFrame& before, MappedFrame& output) {
  int last_plane = -1;
  for (const auto& [job, warp] : plan_.steps) {
    const bool is_first = std::exchange(last_plane, job.plane) != job.plane;
    if (warp.keeps_outside && is_first)
      engine_->copy_plane(job.plane, before, output);
    else if (job.copies_plane)
      engine_->copy_plane(job.plane, input, output);
    std::ranges::find(stages_, warp, &Stage::warp)
        ->executable->run(engine_->queue(), input.source(job), {to_input_.data()},
                          output.target(job));
  }
}

}  // namespace fftcore::gst::stabilize
