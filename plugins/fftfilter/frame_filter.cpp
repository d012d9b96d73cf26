// SPDX-License-Identifier: LGPL-2.1-or-later
#include "frame_filter.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "../frames/fields.h"
#include "../frames/formats.h"
#include "fftcore/error.h"

namespace fftcore::gst {

namespace {

std::int64_t filtered_channels(const PlaneJob& job) {
  return job.layout.channels.extent - std::popcount(job.skipped_channels);
}

void require_fit(const GstVideoInfo& info, const PlaneJob& job, const PlaneTaps& taps) {
  if (taps.channels() == 1 || taps.channels() == filtered_channels(job)) return;
  throw InvalidArgument(fmt::format(
      "kernel-location: the kernel mixes {} channels, but {} is filtered in planes of {}; use a "
      "format with {} colours "
      "in a pixel (RGB, BGR, RGBA ... for "
      "3), or a kernel of 2 dimensions",
      taps.channels(), GST_VIDEO_INFO_NAME(&info), filtered_channels(job), taps.channels()));
}

std::vector<FramePlan::Step> filter_steps(const GstVideoInfo& info, const Settings& settings,
                                          const PlaneTaps& taps,
                                          const std::vector<PlaneJob>& jobs) {
  std::vector<FramePlan::Step> steps;
  for (const PlaneJob& job : jobs) {
    FramePlan::Step step{job, std::nullopt};
    if (job.is_filtered) {
      require_fit(info, job, taps);
      step.problem = convolution(job.layout, taps.extent(job.layout.extent()), settings.operation,
                                 taps.wraps() ? EdgeMode::wrap : settings.edge_mode);
      step.problem->output = job.layout;
      if (taps.channels() > 1) step.problem->mixing = Mixing::full;
      step.problem->bias = job.bias;
      step.problem->skipped_channels = job.skipped_channels;
      step.problem->precision = settings.precision;
    }
    steps.push_back(step);
  }
  return steps;
}

}  // namespace

FramePlan plan_frame(const GstVideoInfo& info, const Settings& settings, const PlaneTaps& taps) {
  require_precision(info, settings.precision);
  require_pictures(info, {.fields = true, .views_by_turns = true}, "filtered into each other");
  const std::vector<PlaneJob> jobs = plane_jobs(info, settings.planes);
  const Interlacing interlacing = interlacing_of(info);
  FramePlan plan;
  if (interlacing != Interlacing::all) plan.steps = filter_steps(info, settings, taps, jobs);
  if (interlacing != Interlacing::none)
    plan.field_steps = filter_steps(info, settings, taps, field_jobs(jobs));
  return plan;
}

FrameFilter::FrameFilter(std::shared_ptr<Engine> engine, FramePlan plan)
    : engine_(std::move(engine)), plan_(std::move(plan)) {
  for (const auto* const steps : {&plan_.steps, &plan_.field_steps}) {
    for (const auto& [job, problem] : *steps) {
      if (!problem || std::ranges::find(stages_, *problem, &Stage::problem) != stages_.end())
        continue;
      stages_.push_back({*problem, job.offset_scale, job.order, engine_->compile(*problem)});
    }
  }
}

void FrameFilter::set_taps(std::shared_ptr<const PlaneTaps> taps) {
  if (has_taps(taps)) return;
  const auto start = std::chrono::steady_clock::now();
  std::vector<Taps> storage;
  for (Stage& stage : stages_)
    stage.executable->set_taps(taps->taps(stage.problem.input.extent(), stage.order, storage));
  taps_ = std::move(taps);
  set_taps_time_ = std::chrono::steady_clock::now() - start;
}

void FrameFilter::set_gain(double gain, double offset) {
  if (gain_and_offset_ == std::pair(gain, offset)) return;
  for (Stage& stage : stages_) {
    stage.executable->set_gain(static_cast<float>(gain),
                               static_cast<float>(offset * stage.offset_scale));
  }
  gain_and_offset_ = {gain, offset};
}

FrameFilter::Stage& FrameFilter::stage_of(const Convolution& problem) {
  return *std::ranges::find(stages_, problem, &Stage::problem);
}

void FrameFilter::run(const MappedFrame& input, MappedFrame& output) {
  for (const auto& [job, problem] : input.is_of_fields() ? plan_.field_steps : plan_.steps) {
    if (job.copies_plane || !problem) engine_->copy_plane(job.plane, input, output);
    if (problem)
      stage_of(*problem).executable->run(engine_->queue(), input.source(job), output.target(job));
  }
}

}  // namespace fftcore::gst
