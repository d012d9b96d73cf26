// SPDX-License-Identifier: LGPL-2.1-or-later
// Notices that a picture turns, which no shift takes out: its quarters move by different amounts
// then. Shifts measured of such a picture are those of some part of it, and moving it back by them
// makes it shake more.
#pragma once

#include <array>
#include <memory>

#include "../memory/luma_view.h"
#include "camera_path.h"

namespace fftcore::gst::stabilize {

/// How far a turn about the frame's middle moves the quarters' middles, in pixels, clockwise
/// positive. `shifts`: of the upper left, upper right, lower left and lower right quarter, of
/// frames of this shape. A shift of the whole picture and a zoom are not part of it, and a single
/// quarter whose content moves by itself does not count.
double turn_of(const std::array<Vector, 4>& shifts, double columns, double rows);

/// Every kPeriod frames one is compared with that of kSpan frames before: a quarter that turned by
/// more than two degrees is not known again. That costs a fraction of measuring the motion. It
/// takes no memory once it is made.
class TurnWatch {
 public:
  static constexpr int kPeriod = 6, kSpan = 2;
  /// Turns that count, in pixels at the quarters' middles. Pictures that only shift have 0.3 at
  /// most; a degree is 4 in frames of 768x576. Slow turns count where those of kLooks looks add up
  /// to twice as much.
  static constexpr double kLeast = 1;

  /// Compiles; slow. Throws what Backend::compile() throws.
  TurnWatch(std::shared_ptr<Engine> engine, const LumaSignal& signal);

  /// Another scene, of which this is the first frame. A picture that turned is still taken to turn:
  /// turning may be why the scene was lost.
  void begin(const MappedFrame& frame);

  /// The next frame.
  void look(const MappedFrame& frame);

  /// Two of the last kLooks looks saw a turn; and of kCalm looks since then one did at least.
  bool is_turning() const { return is_turning_; }

 private:
  static constexpr int kLooks = 6, kCalm = 10;

  void refer_to(const MappedFrame& frame);
  /// Whether all quarters' shifts are known.
  bool measure(const MappedFrame& frame);
  void judge(double turn);

  std::shared_ptr<Engine> engine_;  // outlives what was compiled for it
  LumaSignal signal_;
  std::array<Rectangle, 4> quarters_{};
  std::array<std::unique_ptr<PhaseExecutable>, 4> correlations_;  // none where frames are small
  LumaView view_;
  std::array<Vector, 4> shifts_;
  int frames_ = 0;                       // since the reference
  std::array<double, kLooks> turns_{};   // of the last looks, the newest first
  std::array<bool, kLooks> has_seen_{};  // a turn that counts
  int calm_looks_ = 0;                   // in a row
  bool is_turning_ = false;
};

}  // namespace fftcore::gst::stabilize
