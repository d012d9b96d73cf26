// SPDX-License-Identifier: LGPL-2.1-or-later
#include "frame_shift.h"

#include <algorithm>
#include <utility>

#include "shift_taps.h"

namespace fftcore::gst::stabilize {
namespace {

Vector scale_of(const GstVideoInfo& info, const PlaneJob& job) {
  return {1.0 / (1 << GST_VIDEO_FORMAT_INFO_W_SUB(info.finfo, job.component)),
          1.0 / (1 << GST_VIDEO_FORMAT_INFO_H_SUB(info.finfo, job.component))};
}

Vector scaled(Vector vector, Vector scale) {
  return {vector.x * scale.x, vector.y * scale.y};
}

}  // namespace

ShiftPlan plan_shift(const GstVideoInfo& info, int max_shift, EdgeMode edge_mode) {
  ShiftPlan plan;
  plan.max_shift = max_shift;
  for (const PlaneJob& job : plane_jobs(info, PlaneSelection::all)) {
    ShiftPlan::Step step{job, scale_of(info, job), {}};
    const auto limit = static_cast<double>(max_shift);
    step.problem = convolution(job.layout, shift_extent(scaled({limit, limit}, step.scale)),
                               Operation::convolve, edge_mode);
    step.problem.output = job.layout;
    step.problem.bias = job.bias;
    plan.steps.push_back(step);
  }
  return plan;
}

FrameShift::FrameShift(std::shared_ptr<Engine> engine, ShiftPlan plan)
    : engine_(std::move(engine)), plan_(std::move(plan)) {
  for (const auto& [job, scale, problem] : plan_.steps) {
    if (std::ranges::find(stages_, problem, &Stage::problem) != stages_.end()) continue;
    Stage& stage = stages_.emplace_back();
    stage.problem = problem;
    stage.scale = scale;
    stage.taps.extent = problem.taps;
    stage.executable = engine_->compile(problem);
  }
}

void FrameShift::set(Vector shift) {
  if (shift_ == shift) return;
  shift_.reset();
  for (Stage& stage : stages_) {
    fill_shift(stage.taps, scaled(shift, stage.scale));
    stage.executable->set_taps(stage.taps);
  }
  shift_ = shift;
}

void FrameShift::run(const MappedFrame& input, MappedFrame& output) {
  for (const auto& [job, scale, problem] : plan_.steps) {
    if (job.copies_plane) engine_->copy_plane(job.plane, input, output);
    std::ranges::find(stages_, problem, &Stage::problem)
        ->executable->run(engine_->queue(), input.source(job), output.target(job));
  }
}

}  // namespace fftcore::gst::stabilize
