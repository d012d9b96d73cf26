// SPDX-License-Identifier: LGPL-2.1-or-later
// What fftstabilize does between start and stop, whatever the model of the camera's motion is.
#pragma once

#include <gst/gst.h>
#include <gst/video/video.h>

#include <memory>

#include "../memory/engine.h"
#include "camera_path.h"
#include "fftcore/motion.h"
#include "settings.h"

namespace fftcore::gst::stabilize {

/// What is known of a frame.
struct Outcome {
  Vector motion;            ///< of the picture's middle against the reference frame
  double confidence = 0;    ///< of the motion; 0 of a frame that is the reference
  bool is_known = false;    ///< the confidence was high enough
  bool is_turning = false;  ///< the picture turns and is only shifted, so it is left alone
  Vector correction;        ///< what the picture's middle was moved by
  /// Where a pixel of the reference frame is in this one, and where one of this frame is shown.
  MotionMap motion_map, correction_map;
};

/// A map that only moves.
MotionMap map_of(Vector shift);

/// All calls from one thread at a time (the streaming thread once there is one).
class Session {
 public:
  virtual ~Session() = default;

  /// New caps, or frames in another memory: builds before it returns, since nothing older fits. The
  /// path begins anew where something had to be built.
  virtual void set_input(std::shared_ptr<Engine> engine, const GstVideoInfo& info) = 0;

  /// New settings. What has to be built for them is built by a background thread; until poll()
  /// finds it, the old one serves.
  virtual void change(const Settings& settings) = 0;
  /// Call before each frame. Throws where a build failed; the old one goes on serving then.
  virtual void poll() = 0;

  /// The frames to come have nothing to do with those before.
  virtual void restart() = 0;

  /// A frame has come, and waits for look_ahead others. Needs set_input(). Throws where it is not
  /// in the engine's memory or cannot be mapped.
  virtual void arrive(GstBuffer* /*input*/) {}
  /// Shows the next of the frames that have come. When it returns, the output may be pushed. Frames
  /// may be missing before one that is marked as a discontinuity, or another scene begin. Throws
  /// where a frame is not in the engine's memory, cannot be mapped, or the device fails; nothing is
  /// at work on the frames then.
  virtual Outcome show(GstBuffer* input, GstBuffer* output) = 0;
  /// That output, as it is pushed: the next one may keep some of it.
  virtual void has_shown(GstBuffer* /*output*/) {}
};

/// So many frames in a row whose motion is unknown are another scene: a flash or a hand before the
/// lens is shorter.
inline constexpr int kPatience = 5;

/// Shifts alone are convolutions; all else are warps. Throws InvalidArgument where settings do not
/// go together.
std::unique_ptr<Session> create_session(const Settings& settings);

}  // namespace fftcore::gst::stabilize
