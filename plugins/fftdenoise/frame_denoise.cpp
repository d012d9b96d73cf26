// SPDX-License-Identifier: LGPL-2.1-or-later
#include "frame_denoise.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "../frames/fields.h"
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

/// Channels of a job's layout that are denoised; PlaneJob::order has an entry for each.
std::vector<std::int64_t> denoised_channels(const PlaneJob& job) {
  std::vector<std::int64_t> channels;
  for (std::int64_t c = 0; c < job.layout.channels.extent; ++c)
    if ((job.skipped_channels >> c & 1U) == 0) channels.push_back(c);
  return channels;
}

/// Where Noise has those of each denoised channel.
std::vector<std::size_t> components_of(const PlaneJob& job) {
  std::vector<std::size_t> components;
  for (const int place : job.order)
    components.push_back(static_cast<std::size_t>(job.order.size() > 1 && is_chroma_plane(job)
                                                      ? GST_VIDEO_COMP_U + place
                                                  : is_chroma_plane(job) ? job.component
                                                                         : place));
  return components;
}

/// Jobs of one channel each where each has a noise of its own. What the job copies besides is
/// copied with the whole plane, before them.
std::vector<PlaneJob> jobs_by_noise(const Settings& settings, const PlaneJob& job) {
  if (!job.is_filtered || job.order.size() < 2 || !measures(settings, is_chroma_plane(job)))
    return {job};
  std::vector<PlaneJob> jobs;
  const std::vector<std::int64_t> channels = denoised_channels(job);
  const std::vector<std::size_t> components = components_of(job);
  for (std::size_t i = 0; i < channels.size(); ++i) {
    PlaneJob& one = jobs.emplace_back(job);
    one.offset += channels[i] * job.layout.channels.stride;
    one.layout.channels = {};
    one.component = static_cast<int>(components[i]);
    one.order = {is_chroma_plane(job) ? 0 : job.order[i]};
    one.skipped_channels = 0;
    one.copies_plane = i == 0 && (job.copies_plane || job.skipped_channels != 0);
  }
  return jobs;
}

std::vector<DenoisePlan::Step> denoise_steps(const Settings& settings,
                                             const std::vector<PlaneJob>& jobs) {
  std::vector<DenoisePlan::Step> steps;
  std::vector<PlaneJob> split;
  for (const PlaneJob& job : jobs)
    std::ranges::move(jobs_by_noise(settings, job), std::back_inserter(split));
  for (const PlaneJob& job : split) {
    DenoisePlan::Step step{job, std::nullopt, {}};
    if (job.is_filtered) {
      fftcore::Denoise& denoise = step.denoise.emplace();
      denoise.input = denoise.output = job.layout;
      denoise.block = settings.block;
      denoise.step = step_of(settings);
      denoise.before = settings.before;
      denoise.after = settings.after;
      denoise.kind = settings.kind;
      denoise.window = settings.window;
      denoise.temporal_window = settings.temporal_window;
      denoise.zero_mean = settings.zero_mean;
      denoise.sharpens = settings.sharpen != 0 || settings.dehalo != 0;
      denoise.skipped_channels = job.skipped_channels;
      step.components = components_of(job);
    }
    steps.push_back(step);
  }
  return steps;
}

/// Those whose noise is measured.
std::vector<PlaneJob> filtered(std::vector<PlaneJob> jobs) {
  std::erase_if(jobs, [](const PlaneJob& job) { return !job.is_filtered; });
  return jobs;
}

}  // namespace

int step_of(const Settings& settings) {
  const int block = settings.block, step = settings.step == 0 ? block / 4 : settings.step;
  if (step * 2 != block && step * 4 != block && step * 8 != block)
    throw InvalidArgument(
        fmt::format("step is {}; with block={}, {}, {} and {} are allowed, and 0, which is {}",
                    step, block, block / 2, block / 4, block / 8, block / 4));
  return step;
}

bool measures(const Settings& settings, bool is_chroma) {
  if (settings.auto_noise) return true;
  const bool are_all = settings.sigma < 0 && settings.curve.empty();
  return are_all && (!is_chroma || (settings.chroma_sigma < 0 && settings.chroma_curve.empty()));
}

DenoisePlan plan_denoise(const GstVideoInfo& info, const Settings& settings) {
  require_pictures(info, {.fields = true}, "blurred into each other");
  const std::vector<PlaneJob> jobs = plane_jobs(info, settings.planes);
  const Interlacing interlacing = interlacing_of(info);
  DenoisePlan plan;
  plan.before = settings.before;
  plan.after = settings.after;
  if (interlacing != Interlacing::all) {
    plan.steps = denoise_steps(settings, jobs);
    plan.measured = filtered(jobs);
  }
  if (interlacing != Interlacing::none) {
    plan.field_steps = denoise_steps(settings, field_jobs(jobs));
    plan.field_measured = filtered(field_jobs(jobs));
  }
  return plan;
}

DenoiseStrength strength_of(const Settings& settings, double measured, bool is_chroma) {
  DenoiseStrength strength;
  // Where a curve takes its place sigma may be below 0.
  const double given = is_chroma && settings.chroma_sigma >= 0 ? settings.chroma_sigma
                                                               : std::max(settings.sigma, 0.0);
  const double sigma = measures(settings, is_chroma) ? measured : given;
  strength.power = sigma * sigma;
  const std::string& curve = is_chroma ? chroma_curve(settings) : settings.curve;
  if (!curve.empty() && !settings.auto_noise) strength.curve = parse_noise_curve(curve);
  strength.strength = settings.strength;
  strength.is_threshold = settings.sigma_is_threshold;
  strength.beta = settings.beta;
  strength.floor = settings.floor;
  strength.gain = settings.gain;
  strength.gain_outside = settings.gain_outside;
  strength.power_min = settings.power_min;
  strength.power_max = settings.power_max;
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
        stages_.push_back({*step.denoise, step.components, is_chroma_plane(step.job),
                           engine_->compile(*step.denoise)});
  sources_.resize(static_cast<std::size_t>(plan_.before + 1 + plan_.after));
}

std::vector<FrameDenoise::Stage>::iterator FrameDenoise::find_stage(const DenoisePlan::Step& step) {
  return std::ranges::find_if(stages_, [&](const Stage& stage) {
    return step.denoise == stage.denoise && stage.components == step.components;
  });
}

void FrameDenoise::set(const Settings& settings, const Noise& noise) {
  for (const Stage& stage : stages_) {
    // Several are together until a plan is made that has each by itself.
    double sum = 0;
    for (const std::size_t component : stage.components) sum += noise[component];
    DenoiseStrength strength =
        strength_of(settings, sum / static_cast<double>(stage.components.size()), stage.is_chroma);
    if (!stage.denoise.sharpens) strength.sharpen = strength.dehalo = 0;
    stage.executable->set_strength(strength);
  }
}

void FrameDenoise::run(std::span<const MappedFrame* const> frames, MappedFrame& output) {
  const MappedFrame& own = *frames[static_cast<std::size_t>(plan_.before)];
  for (const DenoisePlan::Step& step : steps_for(own)) {
    const PlaneJob& job = step.job;
    if (job.copies_plane || !step.denoise) engine_->copy_plane(job.plane, own, output);
    if (!step.denoise) continue;
    for (std::size_t f = 0; f < frames.size(); ++f) sources_[f] = frames[f]->source(job);
    find_stage(step)->executable->run(engine_->queue(), sources_, output.target(job));
  }
}

Noise FrameDenoise::measure(const MappedFrame& frame) {
  Noise sum{}, count{};
  for (const PlaneJob& job : frame.is_of_fields() ? plan_.field_measured : plan_.measured) {
    const ConstBuffer samples = engine_->on_host(job.layout, frame.source(job), on_host_);
    const std::vector<std::int64_t> channels = denoised_channels(job);
    const std::vector<std::size_t> components = components_of(job);
    for (std::size_t i = 0; i < channels.size(); ++i) {
      sum[components[i]] += estimate_noise(job.layout, samples, channels[i]);
      count[components[i]] += 1;
    }
  }
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] /= std::max(count[i], 1.0);
  return sum;
}

}  // namespace fftcore::gst::denoise
