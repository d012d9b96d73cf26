// SPDX-License-Identifier: LGPL-2.1-or-later
// Motions as C has them.
#pragma once

#include <algorithm>

#include "fftcore/c.h"
#include "fftcore/motion.h"

namespace fftcore {

inline fftcore_motion shown(const MotionFit& fit) {
  fftcore_motion motion{};
  std::ranges::copy(fit.map.numbers, motion.map);
  motion.reason = static_cast<fftcore_motion_reason>(fit.reason);
  motion.confidence = fit.confidence;
  motion.agreeing = fit.agreeing;
  motion.rms = fit.rms;
  motion.deviation = fit.deviation;
  motion.pairs = fit.pairs;
  return motion;
}

}  // namespace fftcore
