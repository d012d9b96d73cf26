// SPDX-License-Identifier: LGPL-2.1-or-later
#include "map_path.h"

namespace fftcore::gst::stabilize {
namespace {

double kept_of(int smoothing) {
  return smoothing / (smoothing + 1.0);
}

}  // namespace

void MapPath::reset() {
  correction_ = speed_ = {};
}

void MapPath::follow(const MotionMap& motion, const Smoothing& smoothing) {
  const MotionMap back = in_units(inverted(motion), columns_, rows_);
  MotionMap shown = composed(speed_, composed(correction_, back));
  for (double& number : shown.numbers) number /= shown.numbers[8];
  if (!is_sound(shown)) return reset();
  correction_ = toward_identity(shown, factors_of(smoothing, [](int frames) {
                                  return frames == 0 ? 1 : kept_of(frames) * kept_of(frames);
                                }));
  // What is held does not move.
  speed_ = toward_identity(
      speed_, factors_of(smoothing, [](int frames) { return frames == 0 ? 0.0 : 1.0; }));
  add_parts(speed_, shown, factors_of(smoothing, [](int frames) {
              const double gain = 1 - kept_of(frames);
              return frames == 0 ? 0 : -gain * gain;
            }));
}

MotionMap MapPath::correction(double max_shift) const {
  return in_pixels(limited(correction_, max_shift, columns_, rows_), columns_, rows_);
}

}  // namespace fftcore::gst::stabilize
