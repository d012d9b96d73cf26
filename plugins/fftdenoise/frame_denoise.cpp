// SPDX-License-Identifier: LGPL-2.1-or-later
#include "frame_denoise.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "fftcore/error.h"
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

}  // namespace

DenoisePlan plan_denoise(const GstVideoInfo& info, const Settings& settings) {
  if (GST_VIDEO_INFO_IS_INTERLACED(&info))
    throw Unsupported(fmt::format(
        "video with interlace-mode={} has lines of two times in a frame, which would be blurred "
        "into each other; progressive video is denoised: put deinterlace before this element",
        gst_video_interlace_mode_to_string(GST_VIDEO_INFO_INTERLACE_MODE(&info))));
  DenoisePlan plan;
  plan.prev = settings.prev;
  plan.next = settings.next;
  for (const PlaneJob& job : plane_jobs(info, settings.planes)) {
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
    plan.steps.push_back(step);
  }
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
  for (const DenoisePlan::Step& step : plan_.steps) {
    const auto known = std::ranges::find_if(stages_, [&](const Stage& stage) {
      return step.denoise == stage.denoise && stage.is_chroma == is_chroma_plane(step.job);
    });
    stage_of_.push_back(static_cast<std::size_t>(known - stages_.begin()));
    if (step.denoise && known == stages_.end())
      stages_.push_back(
          {*step.denoise, is_chroma_plane(step.job), engine_->compile(*step.denoise)});
  }
  sources_.resize(static_cast<std::size_t>(plan_.prev + 1 + plan_.next));
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
  for (std::size_t i = 0; i < plan_.steps.size(); ++i) {
    const DenoisePlan::Step& step = plan_.steps[i];
    const PlaneJob& job = step.job;
    if (job.copies_plane || !step.denoise) engine_->copy_plane(job.plane, own, output);
    if (!step.denoise) continue;
    for (std::size_t f = 0; f < frames.size(); ++f) sources_[f] = frames[f]->source(job);
    stages_[stage_of_[i]].executable->run(engine_->queue(), sources_, output.target(job));
  }
}

Noise FrameDenoise::measure(const MappedFrame& frame) {
  Noise sum, count;
  for (const auto& [job, denoise] : plan_.steps) {
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
