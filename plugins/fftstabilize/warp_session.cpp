// SPDX-License-Identifier: LGPL-2.1-or-later
#include "warp_session.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>

#include "../frames/fields.h"
#include "fftcore/error.h"
#include "zoom.h"

namespace fftcore::gst::stabilize {
namespace {

/// Of zoom=0: the most, and how much it changes from frame to frame, in and out.
constexpr double kMostZoom = 2, kZoomIn = 0.01, kZoomOut = 0.001;

Rectangle whole_of(const LumaSignal& signal) {
  const Extent extent = signal.planes.front().layout.extent();
  return {0, 0, static_cast<int>(extent.columns), static_cast<int>(extent.rows)};
}

CameraMotionOptions options_of(const LumaSignal& signal, MotionModel model) {
  CameraMotionOptions options;
  options.model = model;
  options.weights = signal.weights;
  return options;
}

void require_possible(const Settings& settings) {
  if (settings.reference == Reference::first)
    throw InvalidArgument(
        "reference=first measures shifts alone: it goes together with model=translation, zoom=1 "
        "and "
        "look-ahead=0");
}

Vector moved_middle(const MotionMap& map, const Rectangle& whole) {
  const double x = (whole.width - 1) / 2.0, y = (whole.height - 1) / 2.0;
  const auto [to_x, to_y] = mapped(map, x, y);
  return {to_x - x, to_y - y};
}

}  // namespace

WarpSession::Camera::Camera(Backend& backend, Queue& queue, const LumaSignal& signal,
                            MotionModel model)
    : signal(signal),
      whole(whole_of(signal)),
      motion(backend, queue, part_of(signal, whole), options_of(signal, model)),
      path(whole.width, whole.height),
      look_ahead_path(whole.width, whole.height) {}

WarpSession::WarpSession(const Settings& settings)
    : settings_(settings),
      backend_(select_backend("cpu")),
      queue_(backend_.create_queue({.threads = settings.device.threads})) {
  require_possible(settings);
}

WarpSession::~WarpSession() {
  if (engine_ != nullptr) wait_whatever_happens(engine_->queue());
}

// A GPU may still have frames to do with the old one.
void WarpSession::replace_warp(std::unique_ptr<FrameWarp> next) {
  if (warp_ != nullptr) wait_whatever_happens(engine_->queue());
  warp_ = std::move(next);
}

void WarpSession::set_input(std::shared_ptr<Engine> engine, const GstVideoInfo& info) {
  require_pictures(info, {}, "moved as one picture");
  const LumaSignal signal = luma_signal(info);
  WarpPlan plan = plan_warp(info, is_projective(), settings_.border);
  builds_.drop();
  const bool fits = engine_ == engine && camera_ != nullptr && camera_->signal == signal;
  if (!fits || warp_->plan() != plan) {
    auto camera = std::make_unique<Camera>(backend_, *queue_, signal, settings_.model);
    replace_warp(std::make_unique<FrameWarp>(engine, plan));
    camera_ = std::move(camera);
    restart();
  }
  wanted_ = std::move(plan);
  engine_ = std::move(engine);
  info_ = info;
}

void WarpSession::change(const Settings& settings) {
  require_possible(settings);
  settings_ = settings;
  if (engine_ == nullptr) return;
  WarpPlan plan = plan_warp(info_, is_projective(), settings.border);
  if (plan == wanted_) return;
  wanted_ = std::move(plan);
  if (wanted_ == warp_->plan()) {
    builds_.drop();
  } else {
    builds_.post(
        [engine = engine_, plan = wanted_] { return std::make_unique<FrameWarp>(engine, plan); });
  }
}

void WarpSession::poll() {
  try {
    if (std::optional<std::unique_ptr<FrameWarp>> built = builds_.take())
      replace_warp(std::move(*built));
  } catch (...) {
    wanted_ = warp_->plan();
    throw;
  }
}

void WarpSession::restart() {
  measured_.clear();
  shown_.reset();
  unknown_frames_ = 0;
  if (camera_ == nullptr) return;
  camera_->motion.reset();
  camera_->path.reset();
  camera_->look_ahead_path.reset();
}

double WarpSession::next_zoom(const MotionMap& correction) {
  if (settings_.zoom != 0) return settings_.zoom;
  const double wanted =
      zoom_that_covers(correction, camera_->whole.width, camera_->whole.height, kMostZoom);
  return std::clamp(wanted, zoom_ - kZoomOut, zoom_ + kZoomIn);
}

WarpSession::Measured WarpSession::measure(const MappedFrame& frame, bool is_discontinuity) {
  const MotionFit fit =
      camera_->motion.update(view_.on_host(*engine_, camera_->signal, frame, camera_->whole));
  Measured measured;
  measured.begins = fit.reason == MotionReason::first;
  if (measured.begins) return measured;
  Outcome& outcome = measured.outcome;
  outcome.motion_map = fit.map;
  outcome.motion = moved_middle(fit.map, camera_->whole);
  outcome.confidence = fit.confidence;
  outcome.is_known =
      fit.is_known() && fit.confidence > 0 && fit.confidence >= settings_.min_confidence;
  unknown_frames_ = outcome.is_known ? 0 : unknown_frames_ + 1;
  measured.begins = !outcome.is_known && (unknown_frames_ >= kPatience || is_discontinuity);
  return measured;
}

void WarpSession::arrive(GstBuffer* input) {
  engine_->begin_reading(input);
  const MappedFrame frame(info_, input, GST_MAP_READ, engine_->memory());
  const Measured measured =
      measure(frame, GST_BUFFER_FLAG_IS_SET(input, GST_BUFFER_FLAG_DISCONT) != FALSE);
  const Outcome& outcome = measured.outcome;
  if (measured.begins) {
    unknown_frames_ = 0;
    camera_->path.reset();
    camera_->look_ahead_path.begin();
  } else if (looks_ahead()) {
    camera_->look_ahead_path.add(outcome.is_known ? std::optional(outcome.motion_map)
                                                  : std::nullopt);
  } else if (outcome.is_known) {
    camera_->path.follow(outcome.motion_map, smoothing_of(settings_));
  }
  measured_.push_back(measured);
}

MotionMap WarpSession::next_correction() {
  return looks_ahead() ? camera_->look_ahead_path.take(smoothing_of(settings_), settings_.max_shift)
                       : camera_->path.correction(settings_.max_shift);
}

Outcome WarpSession::show(GstBuffer* input, GstBuffer* output) {
  if (measured_.empty()) arrive(input);  // the camera is another one since it came
  auto [outcome, begins] = measured_.front();
  measured_.pop_front();
  const MotionMap moved = next_correction();
  if (begins) zoom_ = settings_.zoom == 0 ? 1 : settings_.zoom;
  zoom_ = next_zoom(moved);
  outcome.correction_map =
      zoom_ == 1 ? moved
                 : composed(zoomed(zoom_, camera_->whole.width, camera_->whole.height), moved);
  outcome.correction = moved_middle(outcome.correction_map, camera_->whole);
  warp_->set(outcome.correction_map);
  // Where nothing was shown before, it is the frame itself.
  GstBuffer* const before = shown_ != nullptr ? shown_.get() : input;
  std::optional<MappedFrame> mapped_before;
  const auto work = [&](const MappedFrame& source, MappedFrame& target) {
    if (before != input) mapped_before.emplace(info_, before, GST_MAP_READ, engine_->memory());
    warp_->run(source, mapped_before ? *mapped_before : source, target);
  };
  const std::array inputs{input, before};
  run_frame(*engine_, info_, input, output, work, std::span(inputs).first(before == input ? 1 : 2));
  return outcome;
}

void WarpSession::has_shown(GstBuffer* output) {
  shown_.reset(settings_.border == Border::keep ? gst_buffer_ref(output) : nullptr);
}

}  // namespace fftcore::gst::stabilize
