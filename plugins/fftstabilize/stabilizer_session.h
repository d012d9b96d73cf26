// SPDX-License-Identifier: LGPL-2.1-or-later
// fftstabilize between start and stop: measures each frame, follows the camera's path, moves the
// picture; follows the settings without making a frame wait.
#pragma once

#include <memory>
#include <optional>

#include "../base/rebuild.h"
#include "frame_shift.h"
#include "motion_meter.h"
#include "settings.h"
#include "turn_watch.h"

namespace fftcore::gst::stabilize {

/// What is known of a frame.
struct Outcome {
  Vector motion;            ///< measured, of the picture against the reference frame
  double confidence = 0;    ///< of the motion; 0 of a frame that is the reference
  bool is_known = false;    ///< the confidence was high enough
  bool is_turning = false;  ///< the picture turns, so it is left alone
  Vector correction;        ///< what the picture was moved by
};

/// All calls from one thread at a time (the streaming thread once there is one).
class StabilizerSession {
 public:
  explicit StabilizerSession(const Settings& settings) : settings_(settings) {}
  ~StabilizerSession();
  StabilizerSession(const StabilizerSession&) = delete;
  StabilizerSession& operator=(const StabilizerSession&) = delete;

  /// New caps, or frames in another memory: builds before it returns, since nothing older fits. The
  /// path begins anew where something had to be built.
  void set_input(std::shared_ptr<Engine> engine, const GstVideoInfo& info);

  /// New settings. What needs another plan (max-shift, edge-mode) is built by a background thread;
  /// until poll() finds it, the old one serves.
  void change(const Settings& settings);
  /// Call before each frame. Throws where a build failed; the old one goes on serving then.
  void poll();

  /// The frames to come have nothing to do with those before.
  void restart();

  /// Needs set_input(). When it returns, the output may be pushed. `is_discontinuity`: frames may
  /// be missing before this one, or another scene begin. Throws where a frame is not in the
  /// engine's memory, cannot be mapped, or the device fails; nothing is at work on the frames then.
  Outcome run(GstBuffer* input, GstBuffer* output, bool is_discontinuity);

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
