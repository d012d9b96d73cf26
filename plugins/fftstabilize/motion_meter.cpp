// SPDX-License-Identifier: LGPL-2.1-or-later
#include "motion_meter.h"

#include <algorithm>
#include <utility>

namespace fftcore::gst::stabilize {
namespace {

PhaseCorrelation correlation_of(const LumaSignal& signal) {
  PhaseCorrelation correlation = phase_correlation(signal.plane.layout);
  correlation.weights = signal.weights;
  return correlation;
}

}  // namespace

MotionMeter::MotionMeter(std::shared_ptr<Engine> engine, const LumaSignal& signal)
    : engine_(std::move(engine)),
      signal_(signal),
      correlation_(engine_->backend().compile(correlation_of(signal), engine_->build_queue())) {}

void MotionMeter::set_reference(const MappedFrame& frame) {
  correlation_->set_reference(engine_->queue(), frame.source(signal_.plane));
  has_reference_ = true;
}

MotionMeter::Motion MotionMeter::measure(const MappedFrame& frame) {
  correlation_->run(engine_->queue(), frame.source(signal_.plane));
  const std::span<const Peak> peaks = correlation_->peaks();
  if (peaks.empty()) return {};
  const Peak& best = peaks.front();
  return {{best.x, best.y}, std::clamp(best.confidence, 0.0, 1.0)};
}

}  // namespace fftcore::gst::stabilize
