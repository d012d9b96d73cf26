// SPDX-License-Identifier: LGPL-2.1-or-later
// Shows all planes of frames of one size and format through a map: a WarpExecutable for each
// different kind of plane.
#pragma once

#include <gst/video/video.h>

#include <memory>
#include <vector>

#include "../frames/frame_planes.h"
#include "../memory/engine.h"
#include "../memory/mapped_frame.h"
#include "fftcore/motion.h"
#include "fftcore/warp.h"
#include "settings.h"

namespace fftcore::gst::stabilize {

/// What a FrameWarp is built for.
struct WarpPlan {
  struct Step {
    PlaneJob job;
    Warp warp;
    bool operator==(const Step&) const = default;
  };
  std::vector<Step> steps;
  bool operator==(const WarpPlan&) const = default;
};

/// Alpha moves with the picture. Chroma lies beside luma as the caps say.
WarpPlan plan_warp(const GstVideoInfo& info, bool is_projective, Border border);

class FrameWarp {
 public:
  /// Compiles; slow. Throws what Backend::compile() throws.
  FrameWarp(std::shared_ptr<Engine> engine, WarpPlan plan);

  const WarpPlan& plan() const { return plan_; }

  /// For the frames to come: pixels of the frame to pixels of what is shown. It has an inverse.
  void set(const MotionMap& map);

  /// Puts the work on the engine's queue. `input` and `output` are different buffers of the planned
  /// size and format in the engine's memory, with any strides.
  /// `before`: what was shown before, which the planned border may keep.
  void run(const MappedFrame& input, const MappedFrame& before, MappedFrame& output);

 private:
  // Planes with equal Warps (U and V) take turns on one WarpExecutable.
  struct Stage {
    Warp warp;
    std::unique_ptr<WarpExecutable> executable;
  };

  std::shared_ptr<Engine> engine_;  // outlives the stages
  WarpPlan plan_;
  std::vector<Stage> stages_;
  WarpMap to_input_{1, 0, 0, 0, 1, 0, 0, 0, 1};
};

}  // namespace fftcore::gst::stabilize
