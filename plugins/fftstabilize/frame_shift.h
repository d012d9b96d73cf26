// SPDX-License-Identifier: LGPL-2.1-or-later
// Moves all planes of frames of one size and format: a ConvolutionExecutable for each different
// kind of plane (settings.h says why a convolution).
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "../memory/engine.h"
#include "camera_path.h"
#include "fftcore/convolution.h"

namespace fftcore::gst::stabilize {

/// What a FrameShift is built for.
struct ShiftPlan {
  struct Step {
    PlaneJob job;
    Vector scale;  ///< of a pixel of the frame, in the plane's: 1/2 where chroma is subsampled
    Convolution problem;
    bool operator==(const Step&) const = default;
  };
  std::vector<Step> steps;
  int max_shift = 0;
  bool operator==(const ShiftPlan&) const = default;
};

/// Alpha moves with the picture.
ShiftPlan plan_shift(const GstVideoInfo& info, int max_shift, EdgeMode edge_mode);

class FrameShift {
 public:
  /// Compiles; slow. Throws what Backend::compile() throws.
  FrameShift(std::shared_ptr<Engine> engine, ShiftPlan plan);

  const ShiftPlan& plan() const { return plan_; }

  /// For the frames to come, in pixels; at most max_shift along each axis.
  void set(Vector shift);

  /// Puts the work on the engine's queue. `input` and `output` are different buffers of the planned
  /// size and format in the engine's memory, with any strides.
  void run(const MappedFrame& input, MappedFrame& output);

 private:
  // Planes with equal Convolutions (U and V) take turns on one ConvolutionExecutable.
  struct Stage {
    Convolution problem;
    Vector scale;
    Taps taps;  // kept, so that a new shift takes no memory here
    std::unique_ptr<ConvolutionExecutable> executable;
  };

  std::shared_ptr<Engine> engine_;  // outlives the stages
  ShiftPlan plan_;
  std::vector<Stage> stages_;
  std::optional<Vector> shift_;
};

}  // namespace fftcore::gst::stabilize
