// SPDX-License-Identifier: LGPL-2.1-or-later
// The parts of a map that shows a picture elsewhere: its shift, turn and zoom, in coordinates whose
// origin is the frame's middle and whose unit is half its diagonal, so that they weigh alike.
#pragma once

#include "fftcore/motion.h"

namespace fftcore::gst::stabilize {

/// Frames over which each part is smoothed; with 0 it is held.
struct Smoothing {
  int shift = 30, turn = 30, zoom = 30;
  bool operator==(const Smoothing&) const = default;
};

/// A number for each part. What is none of them, shear and perspective, goes with the turn.
struct PartFactors {
  double shift = 1, turn = 1, zoom = 1;
  bool operator==(const PartFactors&) const = default;
};
/// The same of each part's smoothing.
PartFactors factors_of(const Smoothing& smoothing, auto&& factor) {
  return {factor(smoothing.shift), factor(smoothing.turn), factor(smoothing.zoom)};
}

/// A map of pixels of frames of this size, as a map of those coordinates, and back. Its last number
/// is 1.
MotionMap in_units(const MotionMap& pixels, int columns, int rows);
MotionMap in_pixels(const MotionMap& units, int columns, int rows);

/// `sum` and `map` - I, each part times its factor.
void add_parts(MotionMap& sum, const MotionMap& map, const PartFactors& factors);
/// I and `map` - I, each part times its factor.
MotionMap toward_identity(const MotionMap& map, const PartFactors& factors);

/// Whether it is of a picture at all, as the map of a path is not after zooming without an end.
bool is_sound(const MotionMap& map);

/// A map of those coordinates whose shift is `max_shift` pixels at most along each axis, and which
/// otherwise moves no corner by more than kMostTurn of the longer side along an axis.
MotionMap limited(const MotionMap& units, double max_shift, int columns, int rows);
inline constexpr double kMostTurn = 0.1;

}  // namespace fftcore::gst::stabilize
