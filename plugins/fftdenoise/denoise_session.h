// SPDX-License-Identifier: LGPL-2.1-or-later
// fftdenoise between start and stop: follows the settings and the noise, without making a frame
// wait.
#pragma once

#include <memory>
#include <optional>

#include "../base/delayed_element.h"
#include "../base/rebuild.h"
#include "frame_denoise.h"

namespace fftcore::gst::denoise {

/// All calls from one thread at a time (the streaming thread once there is one).
class DenoiseSession {
 public:
  /// Throws InvalidArgument where a setting has a value that is not allowed.
  explicit DenoiseSession(const Settings& settings);
  ~DenoiseSession();
  DenoiseSession(const DenoiseSession&) = delete;
  DenoiseSession& operator=(const DenoiseSession&) = delete;

  /// New caps, or frames in another memory: builds before it returns, since nothing older fits.
  void set_input(std::shared_ptr<Engine> engine, const GstVideoInfo& info);

  /// New settings. Strengths serve at once. What needs another plan is built by a background
  /// thread; until poll() finds it, the old one serves.
  void change(const Settings& settings);
  /// Call before each frame. Throws where a build failed; the old one goes on serving then.
  void poll();

  /// The frames to come are another scene's.
  void restart() { follower_.restart(); }

  /// Frames before and after that the plan in service wants; needs set_input().
  int before() const { return denoise_->plan().before; }
  int after() const { return denoise_->plan().after; }

  /// Needs set_input(). When it returns, the output may be pushed. The noise in use, where it was
  /// measured for this frame. Throws where a frame is not in the engine's memory, cannot be mapped,
  /// or the device fails; nothing is at work on the frames then.
  std::optional<Noise> run(const DueFrame& due, GstBuffer* output);

 private:
  void replace(std::unique_ptr<FrameDenoise> next);
  void set_strength();

  Settings settings_;
  std::shared_ptr<Engine> engine_;  // null: no caps so far
  GstVideoInfo info_{};
  std::unique_ptr<FrameDenoise> denoise_;
  DenoisePlan wanted_;
  NoiseFollower follower_;

  Rebuild<std::unique_ptr<FrameDenoise>> builds_;  // last, so that it ends before what it uses
};

}  // namespace fftcore::gst::denoise
