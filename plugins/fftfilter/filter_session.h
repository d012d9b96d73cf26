// SPDX-License-Identifier: LGPL-2.1-or-later
// fftfilter between start and stop: follows the settings, frame by frame, without making a frame
// wait.
#pragma once

#include <memory>
#include <optional>

#include "../base/rebuild.h"
#include "fftcore/backend.h"
#include "frame_filter.h"
#include "settings.h"

namespace fftcore::gst {

/// All calls from one thread at a time (the streaming thread once there is one). What throws leaves
/// the last good set in service.
class FilterSession {
 public:
  /// Makes the taps; throws what make_taps() throws. The settings' own choice of a device does
  /// not matter here.
  explicit FilterSession(const Settings& settings);
  ~FilterSession();

  /// New caps, or frames in another memory: builds before it returns, since nothing older fits.
  /// Where it throws, what was set before stays; no frame may come until it has succeeded.
  void set_input(std::shared_ptr<Engine> engine, const GstVideoInfo& info);

  /// New settings. They serve at once where the plan stays the same; else a background thread
  /// builds what they need. It does so too for taps that would take longer than a frame lasts
  /// to read or to set.
  void change(const Settings& settings);

  /// Puts into service what the background thread has finished; call before each frame. Throws
  /// where it failed.
  void poll();

  /// The frames to come pass unchanged.
  bool passes() const { return passes_; }

  /// Needs set_input(). When it returns, the output may be pushed. Throws where a frame is not in
  /// the engine's memory, cannot be mapped, or the device fails; nothing is at work on the frames
  /// then.
  void run(GstBuffer* input, GstBuffer* output);

 private:
  // A set that is valid as far as can be known before it is built.
  struct Target {
    Settings settings;
    std::shared_ptr<const PlaneTaps> taps;
  };

  static FramePlan plan_of(const Target& target, const GstVideoInfo& info) {
    return plan_frame(info, target.settings, *target.taps);
  }
  bool can_serve_now(const Target& target) const;
  void aim_at(Target target);
  void serve(const Target& target);
  void replace_filter(std::unique_ptr<FrameFilter> next);

  void enqueue(const MappedFrame& input, MappedFrame& output);

  std::shared_ptr<Engine> engine_;       // null: no caps so far
  std::optional<GstVideoInfo> info_;     // of the frames that the engine gets
  Target target_;                        // asked for last
  Target in_service_;                    // what frames get until then
  std::unique_ptr<FrameFilter> filter_;  // null: none was needed so far
  bool passes_ = false;

  // Background work comes last, so that it ends before what it uses.
  Settings loading_;  // what is wanted with the taps that `loads_` makes
  Target building_;   // what `filters_` builds
  Rebuild<PlaneTaps> loads_;
  Rebuild<std::unique_ptr<FrameFilter>> filters_;
};

}  // namespace fftcore::gst
