// SPDX-License-Identifier: LGPL-2.1-or-later
#include "denoise_session.h"

#include <algorithm>
#include <array>
#include <utility>

#include "../frames/fields.h"

namespace fftcore::gst::denoise {
namespace {

/// Throws InvalidArgument where a setting has a value that is not allowed.
void check(const Settings& settings) {
  step_of(settings);
  for (const bool is_chroma : {false, true}) strength_of(settings, 0, is_chroma);
}

}  // namespace

DenoiseSession::DenoiseSession(const Settings& settings) : settings_(settings) {
  check(settings);
}

DenoiseSession::~DenoiseSession() {
  if (engine_ != nullptr) wait_whatever_happens(engine_->queue());
}

// A GPU may still have frames to do with the old one.
void DenoiseSession::replace(std::unique_ptr<FrameDenoise> next) {
  if (denoise_ != nullptr) wait_whatever_happens(engine_->queue());
  denoise_ = std::move(next);
}

void DenoiseSession::set_input(std::shared_ptr<Engine> engine, const GstVideoInfo& info) {
  DenoisePlan plan = plan_denoise(info, settings_);
  builds_.drop();
  if (engine_ != engine || denoise_ == nullptr || denoise_->plan() != plan) {
    auto built = std::make_unique<FrameDenoise>(engine, plan);
    replace(std::move(built));
    restart();
  }
  wanted_ = std::move(plan);
  engine_ = std::move(engine);
  info_ = info;
  set_strength();
}

void DenoiseSession::change(const Settings& settings) {
  check(settings);
  settings_ = settings;
  if (engine_ == nullptr) return;
  set_strength();
  DenoisePlan plan = plan_denoise(info_, settings);
  if (plan == wanted_) return;
  wanted_ = std::move(plan);
  if (wanted_ == denoise_->plan())
    builds_.drop();
  else
    builds_.post([engine = engine_, plan = wanted_] {
      return std::make_unique<FrameDenoise>(engine, plan);
    });
}

void DenoiseSession::poll() {
  try {
    if (std::optional<std::unique_ptr<FrameDenoise>> built = builds_.take()) {
      replace(std::move(*built));
      set_strength();
    }
  } catch (...) {
    wanted_ = denoise_->plan();
    throw;
  }
}

void DenoiseSession::set_strength() {
  denoise_->set(settings_, follower_.noise());
}

std::optional<Noise> DenoiseSession::run(const DueFrame& due, GstBuffer* output) {
  const bool is_measured = measures(settings_, false) &&
                           follower_.is_due(GST_BUFFER_PTS(due.frame()), frame_duration(info_));
  std::array<std::optional<MappedFrame>, 2 * kMaxDenoiseRadius + 1> neighbours;
  const auto work = [&](const MappedFrame& own, MappedFrame& target) {
    if (is_measured) {
      follower_.follow(denoise_->measure(own));
      set_strength();
    }
    std::array<const MappedFrame*, neighbours.size()> frames{};
    for (std::size_t i = 0; i < due.frames.size(); ++i) {
      frames[i] = &own;
      // Frames of fields and progressive ones, which mixed video has both of, do not match.
      if (i == due.index || is_of_fields(info_, due.frames[i]) != own.is_of_fields()) continue;
      frames[i] = &neighbours[i].emplace(info_, due.frames[i], GST_MAP_READ, engine_->memory());
    }
    // Where there are no more, the nearest one stands in.
    std::array<const MappedFrame*, neighbours.size()> wanted{};
    const int count = before() + 1 + after(), last = static_cast<int>(due.frames.size()) - 1;
    for (int i = 0; i < count; ++i)
      wanted[static_cast<std::size_t>(i)] = frames[static_cast<std::size_t>(
          std::clamp(static_cast<int>(due.index) + i - before(), 0, last))];
    denoise_->run(std::span(wanted).first(static_cast<std::size_t>(count)), target);
  };
  run_frame(*engine_, info_, due.frame(), output, work, due.frames);
  return is_measured ? std::optional(follower_.noise()) : std::nullopt;
}

}  // namespace fftcore::gst::denoise
