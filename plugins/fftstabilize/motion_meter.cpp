// SPDX-License-Identifier: LGPL-2.1-or-later
#include "motion_meter.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace fftcore::gst::stabilize {
namespace {

Rectangle whole(const LumaSignal& signal) {
  const Extent extent = signal.planes.front().layout.extent();
  return {0, 0, static_cast<int>(extent.columns), static_cast<int>(extent.rows)};
}

double nearest(double shift, double period, double expected) {
  return shift + period * std::round((expected - shift) / period);
}

PhaseCorrelation correlation_of(const LumaSignal& signal) {
  PhaseCorrelation correlation = phase_correlation(part_of(signal, whole(signal)));
  correlation.weights = signal.weights;
  return correlation;
}

}  // namespace

MotionMeter::MotionMeter(std::shared_ptr<Engine> engine, const LumaSignal& signal)
    : engine_(std::move(engine)),
      signal_(signal),
      whole_(whole(signal)),
      period_(phase_extent({whole_.height, whole_.width})),
      correlation_(engine_->compile(correlation_of(signal))) {}

void MotionMeter::set_reference(const MappedFrame& frame) {
  correlation_->set_reference(engine_->queue(), view_.part(*engine_, signal_, frame, whole_));
  has_reference_ = true;
}

MotionMeter::Motion MotionMeter::measure(const MappedFrame& frame, Vector expected) {
  correlation_->run(engine_->queue(), view_.part(*engine_, signal_, frame, whole_));
  const std::span<const Peak> peaks = correlation_->peaks();
  if (peaks.empty()) return {};
  const Peak& best = peaks.front();
  return {{nearest(best.x, static_cast<double>(period_.columns), expected.x),
           nearest(best.y, static_cast<double>(period_.rows), expected.y)},
          std::clamp(best.confidence, 0.0, 1.0)};
}

}  // namespace fftcore::gst::stabilize
