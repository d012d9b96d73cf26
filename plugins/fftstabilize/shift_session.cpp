// SPDX-License-Identifier: LGPL-2.1-or-later
#include "shift_session.h"

#include <algorithm>
#include <utility>

#include "../frames/fields.h"
#include "fftcore/error.h"

namespace fftcore::gst::stabilize {
ShiftSession::~ShiftSession() {
  if (engine_ != nullptr) wait_whatever_happens(engine_->queue());
}

// A GPU may still have frames to do with the old one.
void ShiftSession::replace_shift(std::unique_ptr<FrameShift> next) {
  if (shift_ != nullptr) wait_whatever_happens(engine_->queue());
  shift_ = std::move(next);
}

void ShiftSession::set_input(std::shared_ptr<Engine> engine, const GstVideoInfo& info) {
  require_pictures(info, {}, "moved as one picture");
  const LumaSignal signal = luma_signal(info);
  ShiftPlan plan = plan_shift(info, settings_.max_shift, edge_mode_of(settings_.border));
  builds_.drop();
  const bool fits = engine_ == engine && meter_ != nullptr && meter_->signal() == signal;
  if (!fits || shift_->plan() != plan) {
    auto meter = std::make_unique<MotionMeter>(engine, signal);
    auto turns = std::make_unique<TurnWatch>(engine, signal);
    auto shift = std::make_unique<FrameShift>(engine, plan);
    replace_shift(std::move(shift));
    meter_ = std::move(meter);
    turns_ = std::move(turns);
    restart();
  }
  wanted_ = std::move(plan);
  engine_ = std::move(engine);
  info_ = info;
}

void ShiftSession::change(const Settings& settings) {
  if (settings.border == Border::keep)
    throw InvalidArgument(
        "edge-mode=keep of model=translation is for pictures that are warped, which is settled "
        "when the element starts: set it in the states NULL and READY, or another model");
  if (settings.reference != settings_.reference) restart();
  settings_ = settings;
  if (engine_ == nullptr) return;
  ShiftPlan plan = plan_shift(info_, settings.max_shift, edge_mode_of(settings.border));
  if (plan == wanted_) return;
  wanted_ = std::move(plan);
  if (wanted_ == shift_->plan()) {
    builds_.drop();
  } else {
    builds_.post(
        [engine = engine_, plan = wanted_] { return std::make_unique<FrameShift>(engine, plan); });
  }
}

void ShiftSession::poll() {
  try {
    if (std::optional<std::unique_ptr<FrameShift>> built = builds_.take())
      replace_shift(std::move(*built));
  } catch (...) {
    wanted_ = shift_->plan();
    throw;
  }
}

void ShiftSession::restart() {
  if (meter_ != nullptr) meter_->forget_reference();
  path_.reset();
  anchor_ = {};
  unknown_frames_ = 0;
}

// The picture of a lost frame is moved as the one before. One frame may be bad, so the reference
// stays; but a cut or a jump in the stream is another scene.
void ShiftSession::lose(bool is_discontinuity) {
  ++unknown_frames_;
  path_.hold();
  if (!is_discontinuity && unknown_frames_ < kPatience) return;
  restart();
}

// Whether the picture turns. Once it does no longer, the path begins where the picture is: it was
// left alone, so it does not jump.
bool ShiftSession::watch(const MappedFrame& frame) {
  const bool was_turning = turns_->is_turning();
  turns_->look(frame);
  if (was_turning && !turns_->is_turning()) restart();
  return turns_->is_turning();
}

Outcome ShiftSession::observe(const MappedFrame& frame, bool is_discontinuity) {
  Outcome outcome;
  if (meter_->has_reference()) outcome.is_turning = watch(frame);
  if (meter_->has_reference()) {
    const MotionMeter::Motion motion = meter_->measure(frame, path_.position() - anchor_);
    outcome.motion = motion.shift;
    outcome.confidence = motion.confidence;
    outcome.is_known = motion.confidence > 0 && motion.confidence >= settings_.min_confidence;
    if (outcome.is_known) {
      unknown_frames_ = 0;
      path_.follow(anchor_ + motion.shift, settings_.smoothing);
      if (settings_.reference == Reference::previous) {
        meter_->keep_as_reference();
        anchor_ = path_.position();
      }
    } else {
      lose(is_discontinuity);
    }
  }
  if (!meter_->has_reference()) {
    meter_->set_reference(frame);
    turns_->begin(frame);
  }
  // A new limit that needs other taps waits for them; a lower one holds at once.
  if (!outcome.is_turning)
    outcome.correction =
        clamped(path_.correction(), std::min(shift_->plan().max_shift, settings_.max_shift));
  outcome.motion_map = map_of(outcome.motion);
  outcome.correction_map = map_of(outcome.correction);
  return outcome;
}

Outcome ShiftSession::show(GstBuffer* input, GstBuffer* output) {
  const bool is_discontinuity = GST_BUFFER_FLAG_IS_SET(input, GST_BUFFER_FLAG_DISCONT) != FALSE;
  Outcome outcome;
  run_frame(*engine_, info_, input, output, [&](const MappedFrame& source, MappedFrame& target) {
    outcome = observe(source, is_discontinuity);
    shift_->set(outcome.correction);
    shift_->run(source, target);
  });
  return outcome;
}

}  // namespace fftcore::gst::stabilize
