// SPDX-License-Identifier: LGPL-2.1-or-later
// Denoises all planes of frames of one size and format: a DenoiseExecutable for each noise that is
// another one, and for each kind of plane.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "../memory/engine.h"
#include "noise_follower.h"
#include "settings.h"

namespace fftcore::gst::denoise {

/// What a FrameDenoise is built for. Strengths are not part of it: they are those of `Denoise`
/// without a strength.
struct DenoisePlan {
  struct Step {
    PlaneJob job;
    std::optional<fftcore::Denoise> denoise;  ///< none: the plane is copied
    std::vector<std::size_t> components;      ///< in Noise: whose noise it has
    bool operator==(const Step&) const = default;
  };
  std::vector<Step> steps;               ///< of progressive frames; empty where there are none
  std::vector<Step> field_steps;         ///< of frames of two fields; empty where there are none
  std::vector<PlaneJob> measured;        ///< whose noise is measured, of progressive frames
  std::vector<PlaneJob> field_measured;  ///< likewise, of frames of two fields
  int before = 0;
  int after = 0;
  bool operator==(const DenoisePlan&) const = default;
};

/// Throws Unsupported where frames have several views.
DenoisePlan plan_denoise(const GstVideoInfo& info, const Settings& settings);

/// From one block to the next, in samples. Throws InvalidArgument.
int step_of(const Settings& settings);

/// Whether the noise of chroma, or of the rest, is measured.
bool measures(const Settings& settings, bool is_chroma);

/// The strength that settings ask for where such noise was measured, of chroma or of the rest.
/// Throws InvalidArgument.
DenoiseStrength strength_of(const Settings& settings, double measured, bool is_chroma);

class FrameDenoise {
 public:
  /// Compiles; slow. Throws what Backend::compile() throws.
  FrameDenoise(std::shared_ptr<Engine> engine, DenoisePlan plan);

  const DenoisePlan& plan() const { return plan_; }

  /// For the frames to come. A plan that does not sharpen leaves that to the one that will.
  void set(const Settings& settings, const Noise& noise);

  /// Puts the work on the engine's queue. `frames`: plan().before + 1 + plan().after of them, of
  /// the planned size and format in the engine's memory, with any strides; some may be the same.
  /// All are progressive, or all are of two fields.
  void run(std::span<const MappedFrame* const> frames, MappedFrame& output);

  /// The noise of each component, 0 where that is not denoised; the frame is read in the host's
  /// memory.
  Noise measure(const MappedFrame& frame);

 private:
  // The two fields of a plane take turns on one DenoiseExecutable.
  struct Stage {
    fftcore::Denoise denoise;
    std::vector<std::size_t> components;
    bool is_chroma;
    std::unique_ptr<DenoiseExecutable> executable;
  };

  std::shared_ptr<Engine> engine_;  // outlives the stages
  DenoisePlan plan_;
  std::vector<Stage> stages_;
  const std::vector<DenoisePlan::Step>& steps_for(const MappedFrame& frame) const {
    return frame.is_of_fields() ? plan_.field_steps : plan_.steps;
  }
  std::vector<Stage>::iterator find_stage(const DenoisePlan::Step& step);

  std::vector<ConstBuffer> sources_;
  std::vector<std::byte> on_host_;
};

}  // namespace fftcore::gst::denoise
