// SPDX-License-Identifier: LGPL-2.1-or-later
#include "frame_filter.h"

#include <algorithm>

namespace fftcore::gst {

FramePlan plan_frame(const GstVideoInfo& info, const Settings& settings, Extent kernel) {
  FramePlan plan;
  for (const PlaneJob& job : plane_jobs(info, settings.planes)) {
    FramePlan::Step step{job, std::nullopt};
    if (job.is_filtered) {
      step.problem = convolution(job.layout, kernel, settings.operation, settings.edge_mode);
      step.problem->bias = job.bias;
      step.problem->copied_channels = job.copied_channels;
    }
    plan.steps.push_back(step);
  }
  return plan;
}

FrameFilter::FrameFilter(Backend& backend, const Queue& queue, FramePlan plan) : plan_(std::move(plan)) {
  for (const auto& [job, problem] : plan_.steps) {
    if (!problem || std::ranges::find(stages_, *problem, &Stage::problem) != stages_.end()) continue;
    stages_.push_back({*problem, job.offset_scale, backend.compile(*problem, queue)});
  }
}

void FrameFilter::set_taps(std::shared_ptr<const Taps> taps) {
  if (has_taps(taps)) return;
  const auto start = std::chrono::steady_clock::now();
  for (Stage& stage : stages_) stage.executable->set_kernel(*taps);
  taps_ = std::move(taps);
  set_taps_time_ = std::chrono::steady_clock::now() - start;
}

void FrameFilter::set_gain(double gain, double offset) {
  if (gain_and_offset_ == std::pair(gain, offset)) return;
  for (Stage& stage : stages_) {
    stage.executable->set_gain(static_cast<float>(gain), static_cast<float>(offset * stage.offset_scale));
  }
  gain_and_offset_ = {gain, offset};
}

FrameFilter::Stage& FrameFilter::stage_of(const Problem& problem) {
  return *std::ranges::find(stages_, problem, &Stage::problem);
}

void FrameFilter::run(Queue& queue, const MappedFrame& input, MappedFrame& output) {
  for (const auto& [job, problem] : plan_.steps) {
    if (problem) {
      stage_of(*problem).executable->run(queue, input.source(job), output.target(job));
    } else {
      output.copy_plane_from(input, job.plane);
    }
  }
  queue.wait();
}

}  // namespace fftcore::gst
