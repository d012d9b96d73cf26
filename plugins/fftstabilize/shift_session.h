// SPDX-License-Identifier: LGPL-2.1-or-later
// fftstabilize where the picture is only shifted.
#pragma once

#include <memory>
#include <optional>

#include "../base/rebuild.h"
#include "frame_shift.h"
#include "motion_meter.h"
#include "session.h"
#include "turn_watch.h"

namespace fftcore::gst::stabilize {

class ShiftSession final : public Session {
 public:
  explicit ShiftSession(const Settings& settings) : settings_(settings) {}
  ~ShiftSession() override;
  ShiftSession(const ShiftSession&) = delete;
  ShiftSession& operator=(const ShiftSession&) = delete;

  void set_input(std::shared_ptr<Engine> engine, const GstVideoInfo& info) override;
  /// max-shift and edge-mode want other taps.
  void change(const Settings& settings) override;
  void poll() override;
  void restart() override;
  Outcome show(GstBuffer* input, GstBuffer* output) override;

 private:
  void replace_shift(std::unique_ptr<FrameShift> next);
  Outcome observe(const MappedFrame& frame, bool is_discontinuity);
  void lose(bool is_discontinuity);
  bool watch(const MappedFrame& frame);

  Settings settings_;
  std::shared_ptr<Engine> engine_;  // null: no caps so far
  GstVideoInfo info_{};
  std::unique_ptr<MotionMeter> meter_;
  std::unique_ptr<TurnWatch> turns_;
  std::unique_ptr<FrameShift> shift_;
  ShiftPlan wanted_;

  CameraPath path_;
  Vector anchor_;           // position of the reference frame
  int unknown_frames_ = 0;  // one after the other, up to now

  Rebuild<std::unique_ptr<FrameShift>> builds_;  // last, so that it ends before what it uses
};

}  // namespace fftcore::gst::stabilize
