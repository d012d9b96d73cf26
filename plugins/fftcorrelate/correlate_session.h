// SPDX-License-Identifier: LGPL-2.1-or-later
// fftcorrelate between start and stop: follows the settings and the template, finds places frame by
// frame.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "../memory/luma_view.h"
#include "search.h"

namespace fftcore::gst::correlate {

/// The scores of one frame, row by row.
struct ScoreSurface {
  Rectangle window;  ///< the part that was searched
  Extent extent;
  std::vector<float> values;
};

/// What is in service: the executable of one kind or the other; none where none was needed so far.
struct Compiled {
  std::optional<Task> task;
  std::unique_ptr<MatchingExecutable> matching;
  std::unique_ptr<PhaseExecutable> phase;
};

/// All calls from one thread at a time (the streaming thread once there is one). What throws leaves
/// the last good search in service.
class CorrelateSession {
 public:
  /// Reads the template's file; throws what is wrong with that or the rectangles.
  explicit CorrelateSession(const Settings& settings);
  ~CorrelateSession();

  /// New caps, or frames in another memory. A template from the video is taken anew if size or
  /// format are new.
  void set_input(std::shared_ptr<Engine> engine, const GstVideoInfo& info);

  /// New settings, for the next frame. Compiles what they need.
  void change(const Settings& settings);
  /// A frame from the pad `template`: the newest template counts.
  void set_template(std::shared_ptr<const TemplateImage> image);
  /// What comes next does not follow on what was: search everywhere, and compare with no frame
  /// before.
  void forget_place();

  /// Before each frame: the part of it that a template is to be taken from, if one is wanted.
  /// Throws as run().
  std::optional<Taps> template_in(GstBuffer* frame);
  /// Searches for what template_in() gave. Throws InvalidArgument where that has no structure.
  void begin_with(Taps taps);

  const Settings& settings() const { return search_.settings; }
  bool can_search() const { return search_.is_ready(); }
  /// A template is to be taken from the video, and no frame so far was good for it.
  bool awaits_frame() const { return wanted_.value_or(search_).awaits_frame(); }
  bool is_phase() const { return search_.is_phase(); }

  /// What is found, best first; needs set_input() and a template. Throws where the frame is not in
  /// the engine's memory, cannot be mapped, or the device fails.
  std::vector<Match> run(GstBuffer* frame);
  /// The last run's, where settings() ask for it; else null.
  const ScoreSurface* surface() const { return surface_.values.empty() ? nullptr : &surface_; }

 private:
  void adopt(Search next);
  void put_into_service(Search next);
  void build(const Search& search, const Rectangle& window);
  std::span<const Peak> compare(ConstBuffer image);
  void follow(const MappedFrame& frame, const Match& best);
  Taps read(const MappedFrame& frame, const Rectangle& part);

  std::shared_ptr<Engine> engine_;  // null: no caps so far
  std::optional<GstVideoInfo> info_;
  LumaSignal signal_;
  LumaView view_;
  Search search_;                 // in service
  std::optional<Search> wanted_;  // as soon as a frame gives its template
  Compiled compiled_;
  bool has_reference_ = false;  // phase: there was a frame before
  ScoreSurface surface_;
};

}  // namespace fftcore::gst::correlate
