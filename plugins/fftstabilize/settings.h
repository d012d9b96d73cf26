// SPDX-License-Identifier: LGPL-2.1-or-later
// All that the properties of fftstabilize say, as plain values.
//
// The element's parts, which a Session puts together. A ShiftSession: MotionMeter measures (phase
// correlation), TurnWatch notices what no shift takes out, CameraPath smooths, FrameShift moves the
// picture back. A WarpSession, for all other models: CameraMotion of the library measures, MapPath
// smooths, FrameWarp shows the picture through a map. Where frames wait for others, LookAheadPath
// smooths instead.
//
// Why frames are shifted by a convolution: taps of a shifted Lanczos window, as many as the largest
// shift needs, with the frame's edges as the edge mode says, are one mechanism for whole and broken
// pixels, for every backend, format and memory, and never read outside a plane. A whole shift is a
// single tap of 1, and exact. 73x73 taps (max-shift=32) cost half more than 9x9, since both are
// done by tiles; what set_taps() does for them once a frame is the transform of one tile.
// Interpolating by hand would be faster on a processor, and not work in a GPU's memory.
#pragma once

#include <cstdint>

#include "../memory/frame_memory.h"
#include "fftcore/convolution.h"
#include "fftcore/motion.h"
#include "map_parts.h"

namespace fftcore::gst::stabilize {

enum class Reference : std::uint8_t { previous, first };

/// What shows where the moved picture ends inside the frame: EdgeMode's values, and one more.
enum class Border : std::uint8_t { constant, replicate, reflect, reflect_101, wrap, keep };
constexpr EdgeMode edge_mode_of(Border border) {
  return border == Border::keep ? EdgeMode::replicate : static_cast<EdgeMode>(border);
}

inline constexpr int kAsSmoothing = -1;

struct Settings {
  MotionModel model = MotionModel::translation;  ///< fixed from start to stop, as is `zoom`
  Reference reference = Reference::previous;
  int smoothing = 30;  ///< frames; 0: the picture is held where the reference is
  int smoothing_turn = kAsSmoothing, smoothing_zoom = kAsSmoothing;  ///< of these parts of a map
  int look_ahead = 0;  ///< frames that a frame waits for; fixed from start to stop
  int max_shift = 32;  ///< pixels, along each axis
  double min_confidence = 0.3;
  double zoom = 1;  ///< about the frame's middle; 0: as much as hides the border
  Border border = Border::replicate;
  bool post_messages = false;
  bool attach_meta = true;
  Device device;  ///< fixed from start to stop
  bool operator==(const Settings&) const = default;
};

inline Smoothing smoothing_of(const Settings& settings) {
  const auto of_part = [&](int frames) {
    return frames == kAsSmoothing ? settings.smoothing : frames;
  };
  return {settings.smoothing, of_part(settings.smoothing_turn), of_part(settings.smoothing_zoom)};
}

}  // namespace fftcore::gst::stabilize
