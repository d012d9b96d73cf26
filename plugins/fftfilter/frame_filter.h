// SPDX-License-Identifier: LGPL-2.1-or-later
// One way to filter frames of one size and format, ready to run: a ConvolutionExecutable for each
// different kind of plane.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "../memory/engine.h"
#include "../taps/plane_taps.h"
#include "settings.h"

namespace fftcore::gst {

/// What a FrameFilter is built for. Equal plans: the same FrameFilter serves, with other taps,
/// gain and offset.
struct FramePlan {
  struct Step {
    PlaneJob job;
    std::optional<Convolution> problem;  ///< none: the plane is copied
    bool operator==(const Step&) const = default;
  };
  std::vector<Step> steps;        ///< of progressive frames; empty where there are none
  std::vector<Step> field_steps;  ///< of frames of two fields; empty where there are none
  bool operator==(const FramePlan&) const = default;
};

/// Throws InvalidArgument where the taps mix another number of channels than a plane to be
/// filtered has, or the precision asked for is less than the format's; Unsupported where a frame
/// has several views.
FramePlan plan_frame(const GstVideoInfo& info, const Settings& settings, const PlaneTaps& taps);

class FrameFilter {
 public:
  /// Compiles; slow. Throws what Backend::compile() throws.
  FrameFilter(std::shared_ptr<Engine> engine, FramePlan plan);

  const FramePlan& plan() const { return plan_; }

  /// Taps for the frames to come; nothing is done where they are set already. Their extent and
  /// channels must be the plan's.
  void set_taps(std::shared_ptr<const PlaneTaps> taps);
  bool has_taps(const std::shared_ptr<const PlaneTaps>& taps) const { return taps == taps_; }
  /// How long the last change of the taps took.
  std::chrono::nanoseconds set_taps_time() const { return set_taps_time_; }
  /// Gain for the frames to come; `offset` in 8-bit units.
  void set_gain(double gain, double offset);

  /// Puts the work on the engine's queue. `input` and `output` are different buffers of the planned
  /// size and format in the engine's memory, with any strides.
  void run(const MappedFrame& input, MappedFrame& output);

 private:
  // Planes with equal Convolutions (U and V) take turns on one ConvolutionExecutable.
  struct Stage {
    Convolution problem;
    float offset_scale;
    std::vector<int> order;  // PlaneJob::order
    std::unique_ptr<ConvolutionExecutable> executable;
  };

  Stage& stage_of(const Convolution& problem);

  std::shared_ptr<Engine> engine_;  // outlives the stages
  FramePlan plan_;
  std::vector<Stage> stages_;
  std::shared_ptr<const PlaneTaps> taps_;
  std::chrono::nanoseconds set_taps_time_{};
  std::optional<std::pair<double, double>> gain_and_offset_;
};

}  // namespace fftcore::gst
