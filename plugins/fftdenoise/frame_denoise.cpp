// SPDX-License-Identifier: LGPL-2.1-or-later
#include "frame_denoise.h"

#include <algorithm>
#include <utility>

#include "../frames/fields.h"
#include "fftcore/noise.h"

namespace fftcore::gst::denoise {
namespace {

bool is_chroma_plane(const PlaneJob& job) {
  return job.role == PlaneRole::chroma;
}

/// A sigma of chroma takes the place of the curve that brightness has.
const std::string& chroma_curve(const Settings& settings) {
  const bool is_as_luma = settings.chroma_curve.empty() && settings.chroma_sigma < 0;
  return is_as_luma ? settings.curve : settings.chroma_curve;
}

bool is_copied(const fftcore::Denoise& denoise, std::int64_t channel) {
  return (denoise.copied_channels >> channel & 1U) != 0;
}

std::vector<DenoisePlan::Step> denoise_steps(const Settings& settings,
                                             const std::vector<PlaneJob>& jobs) {
  std::vector<DenoisePlan::Step> steps;
  for (const PlaneJob& job : jobs) {
    DenoisePlan::Step step{job, std::nullopt};
    if (job.is_filtered) {
      fftcore::Denoise& denoise = step.denoise.emplace();
      denoise.input = denoise.output = job.layout;
      denoise.block = settings.block;
      denoise.step = settings.block / settings.overlap;
      denoise.prev = settings.prev;
      denoise.next = settings.next;
      denoise.kind = settings.filter;
      denoise.window = settings.window;
      denoise.temporal_window = settings.temporal_window;
      denoise.zero_mean = settings.zero_mean;
      denoise.sharpens = settings.sharpen != 0 || settings.dehalo != 0;
      denoise.copied_channels = job.copied_channels;
    }
    steps.push_back(step);
  }
  return steps;
}

}  // namespace

DenoisePlan plan_denoise(const GstVideoInfo& info, const Settings& settings) {
  require_pictures(info, {.fields = true}, "blurred into each other");
  const std::vector<PlaneJob> jobs = plane_jobs(info, settings.planes);
  const Interlacing interlacing = interlacing_of(info);
  DenoisePlan plan;
  plan.prev = settings.prev;
  plan.next = settings.next;
  if (interlacing != Interlacing::all) plan.steps = denoise_steps(settings, jobs);
  if (interlacing != Interlacing::none)
    plan.field_steps = denoise_steps(settings, field_jobs(jobs));
  return plan;
}

DenoiseStrength strength_of(const Settings& settings, const Noise& noise, bool is_chroma_plane) {
  DenoiseStrength strength;
  const double sigma = is_chroma_plane ? noise.chroma : noise.luma;
  strength.power = sigma * sigma;
  const std::string& curve = is_chroma_plane ? chroma_curve(settings) : settings.curve;
  if (!curve.empty() && !settings.auto_noise) strength.curve = parse_noise_curve(curve);
  strength.strength = settings.strength;
  strength.is_threshold = settings.sigma_is_threshold;
  strength.beta = settings.beta;
  strength.floor = settings.floor;
  strength.m = settings.gain;
  strength.m2 = settings.gain_outside;
  strength.pmin = settings.power_min;
  strength.pmax = settings.power_max;
  strength.sharpen = settings.sharpen;
  strength.sharpen_cutoff = settings.sharpen_cutoff;
  strength.sharpen_min = settings.sharpen_min;
  strength.sharpen_max = settings.sharpen_max;
  strength.dehalo = settings.dehalo;
  strength.halo_radius = settings.halo_radius;
  strength.halo_threshold = settings.halo_threshold;
  strength.vertical_ratio = settings.vertical_ratio;
  validate(strength);
  return strength;
}

FrameDenoise::FrameDenoise(std::shared_ptr<Engine> engine, DenoisePlan plan)
    : engine_(std::move(engine)), plan_(std::move(plan)) {
  for (const auto* const steps : {&plan_.steps, &plan_.field_steps})
    for (const DenoisePlan::Step& step : *steps)
      if (step.denoise && find_stage(step) == stages_.end())
        stages_.push_back(
            {*step.denoise, is_chroma_plane(step.job), engine_->compile(*step.denoise)});
  sources_.resize(static_cast<std::size_t>(plan_.prev + 1 + plan_.next));
}

std::vector<FrameDenoise::Stage>::iterator FrameDenoise::find_stage(const DenoisePlan::Step& step) {
  return std::ranges::find_if(stages_, [&](const Stage& stage) {
    return step.denoise == stage.denoise && stage.is_chroma == is_chroma_plane(step.job);
  });
}

void FrameDenoise::set(const Settings& settings, const Noise& noise) {
  for (const Stage& stage : stages_) {
    DenoiseStrength strength = strength_of(settings, noise, stage.is_chroma);
    if (!stage.denoise.sharpens) strength.sharpen = strength.dehalo = 0;
    stage.executable->set_strength(strength);
  }
}

void FrameDenoise::run(std::span<const MappedFrame* const> frames, MappedFrame& output) {
  const MappedFrame& own = *frames[static_cast<std::size_t>(plan_.prev)];
  for (const DenoisePlan::Step& step : steps_for(own)) {
    const PlaneJob& job = step.job;
    if (job.copies_plane || !step.denoise) engine_->copy_plane(job.plane, own, output);
    if (!step.denoise) continue;
    for (std::size_t f = 0; f < frames.size(); ++f) sources_[f] = frames[f]->source(job);
    find_stage(step)->executable->run(engine_->queue(), sources_, output.target(job));
  }
}

Noise FrameDenoise::measure(const MappedFrame& frame) {
  Noise sum, count;
  for (const auto& [job, denoise] : steps_for(frame)) {
    if (!denoise) continue;
    const ConstBuffer samples = engine_->on_host(job.layout, frame.source(job), on_host_);
    for (std::int64_t c = 0; c < job.layout.channels.extent; ++c) {
      if (is_copied(*denoise, c)) continue;
      (is_chroma_plane(job) ? sum.chroma : sum.luma) += estimate_noise(job.layout, samples, c);
      (is_chroma_plane(job) ? count.chroma : count.luma) += 1;
    }
  }
  return {sum.luma / std::max(count.luma, 1.0), sum.chroma / std::max(count.chroma, 1.0)};
}

}  // namespace fftcore::gst::denoise
