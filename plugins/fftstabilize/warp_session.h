// SPDX-License-Identifier: LGPL-2.1-or-later
// fftstabilize where the picture turns and zooms: the camera's motion is measured by windows
// (fftcore/camera_motion.h), and frames are warped.
#pragma once

#include <deque>
#include <memory>
#include <optional>

#include "../base/rebuild.h"
#include "../memory/luma_view.h"
#include "fftcore/camera_motion.h"
#include "frame_warp.h"
#include "look_ahead_path.h"
#include "map_path.h"
#include "session.h"

namespace fftcore::gst::stabilize {

class WarpSession final : public Session {
 public:
  explicit WarpSession(const Settings& settings);
  ~WarpSession() override;
  WarpSession(const WarpSession&) = delete;
  WarpSession& operator=(const WarpSession&) = delete;

  void set_input(std::shared_ptr<Engine> engine, const GstVideoInfo& info) override;
  /// edge-mode wants other warps. Throws InvalidArgument for reference=first.
  void change(const Settings& settings) override;
  void poll() override;
  void restart() override;
  void arrive(GstBuffer* input) override;
  Outcome show(GstBuffer* input, GstBuffer* output) override;
  void has_shown(GstBuffer* output) override;

 private:
  struct Unref {
    void operator()(GstBuffer* buffer) const { gst_buffer_unref(buffer); }
  };
  using FrameReference = std::unique_ptr<GstBuffer, Unref>;
  /// What belongs to frames of one size and format.
  struct Camera {
    Camera(Backend& backend, Queue& queue, const LumaSignal& signal, MotionModel model);
    LumaSignal signal;
    Rectangle whole;
    CameraMotion motion;
    MapPath path;                   // where no frame waits
    LookAheadPath look_ahead_path;  // else
  };
  /// What is known of a frame that waits.
  struct Measured {
    Outcome outcome;
    bool begins = false;  // another scene, or the first frame
  };

  bool is_projective() const { return settings_.model == MotionModel::projective; }
  void replace_warp(std::unique_ptr<FrameWarp> next);
  bool looks_ahead() const { return settings_.look_ahead > 0; }
  Measured measure(const MappedFrame& frame, bool is_discontinuity);
  MotionMap next_correction();
  /// The zoom of this frame, whose picture is shown through `correction`.
  double next_zoom(const MotionMap& correction);

  Settings settings_;
  // Windows are correlated by the processor, wherever frames are.
  Backend& backend_;
  std::unique_ptr<Queue> queue_;
  std::shared_ptr<Engine> engine_;  // null: no caps so far
  GstVideoInfo info_{};
  std::unique_ptr<Camera> camera_;
  LumaView view_;
  std::deque<Measured> measured_;  // not shown so far
  FrameReference shown_;           // the last output, where the border keeps some of it
  std::unique_ptr<FrameWarp> warp_;
  WarpPlan wanted_;
  int unknown_frames_ = 0;  // one after the other, up to now
  double zoom_ = 1;

  Rebuild<std::unique_ptr<FrameWarp>> builds_;  // last, so that it ends before what it uses
};

}  // namespace fftcore::gst::stabilize
