// SPDX-License-Identifier: LGPL-2.1-or-later
// One way to filter frames of one size and format, ready to run: an Executable for each different kind of plane.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "../common/mapped_frame.h"
#include "fftcore/backend.h"
#include "settings.h"

namespace fftcore::gst {

/// What a FrameFilter is built for. Equal plans: the same FrameFilter serves, with other taps, gain and offset.
struct FramePlan {
  struct Step {
    PlaneJob job;
    std::optional<Problem> problem;  ///< none: the plane is copied
    bool operator==(const Step&) const = default;
  };
  std::vector<Step> steps;
  bool operator==(const FramePlan&) const = default;
};

FramePlan plan_frame(const GstVideoInfo& info, const Settings& settings, Extent kernel);

class FrameFilter {
 public:
  /// Compiles; slow. Throws what Backend::compile() throws.
  FrameFilter(Backend& backend, const Queue& queue, FramePlan plan);

  const FramePlan& plan() const { return plan_; }

  /// For the frames to come; nothing is done where they are those already set. The taps' extent must be the plan's.
  void set_taps(std::shared_ptr<const Taps> taps);
  bool has_taps(const std::shared_ptr<const Taps>& taps) const { return taps == taps_; }
  /// How long the last change of taps took.
  std::chrono::nanoseconds set_taps_time() const { return set_taps_time_; }
  /// As above; `offset` in 8-bit units.
  void set_gain(double gain, double offset);

  /// `input` and `output` are different buffers of the planned size and format, with any strides.
  void run(Queue& queue, const MappedFrame& input, MappedFrame& output);

 private:
  // Planes with equal Problems (U and V) take turns on one Executable.
  struct Stage {
    Problem problem;
    float offset_scale;
    std::unique_ptr<Executable> executable;
  };

  Stage& stage_of(const Problem& problem);

  FramePlan plan_;
  std::vector<Stage> stages_;
  std::shared_ptr<const Taps> taps_;
  std::chrono::nanoseconds set_taps_time_{};
  std::optional<std::pair<double, double>> gain_and_offset_;
};

}  // namespace fftcore::gst
