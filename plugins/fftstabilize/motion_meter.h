// SPDX-License-Identifier: LGPL-2.1-or-later
// How far a frame's picture is moved against a reference frame, by phase correlation of their
// brightness.
#pragma once

#include <memory>

#include "../memory/luma_view.h"
#include "camera_path.h"

namespace fftcore::gst::stabilize {

class MotionMeter {
 public:
  struct Motion {
    Vector shift;           ///< of the picture against the reference
    double confidence = 0;  ///< 0 to 1, Peak::confidence
  };

  /// Compiles; slow. Throws what Backend::compile() throws.
  MotionMeter(std::shared_ptr<Engine> engine, const LumaSignal& signal);

  const LumaSignal& signal() const { return signal_; }

  bool has_reference() const { return has_reference_; }
  void set_reference(const MappedFrame& frame);
  void forget_reference() { has_reference_ = false; }

  /// Waits for the result. A shift is known modulo the size that frames are padded to: it is the
  /// one next to `expected`.
  Motion measure(const MappedFrame& frame, Vector expected);
  /// The frame measured last becomes the reference.
  void keep_as_reference() { correlation_->keep_as_reference(); }

 private:
  std::shared_ptr<Engine> engine_;  // outlives what was compiled for it
  LumaSignal signal_;
  Rectangle whole_;
  Extent period_;  ///< of shifts
  LumaView view_;
  std::unique_ptr<PhaseExecutable> correlation_;
  bool has_reference_ = false;
};

}  // namespace fftcore::gst::stabilize
