// SPDX-License-Identifier: LGPL-2.1-or-later
// All that the properties of fftview say, as plain values.
//
// The element's parts: bin_values makes numbers of bins and levels of numbers, RunningRange finds
// what is white, Palette draws, ViewSession puts them together. All of it is done by the processor:
// what people look at is a picture for a few frames a second, and 1080p takes 8 ms.
#pragma once

#include <cstdint>

#include "../memory/frame_memory.h"
#include "bin_values.h"
#include "color_map.h"

namespace fftcore::gst::view {

enum class Show : std::uint8_t { magnitude, phase };
enum class RangeMode : std::uint8_t { running, fixed };

struct Settings {
  Show show = Show::magnitude;
  ColorMap color_map = ColorMap::automatic;
  RangeMode range = RangeMode::running;
  double dynamic_range = 100;  ///< dB from black to white; of running
  double low = -100;           ///< dB, 0 being the DC of a white frame; of fixed
  double high = 0;
  int channel = kAllChannels;
  /// of pictures in CUDA memory: the one that downstream works on
  static inline const Device device = {};
  bool operator==(const Settings&) const = default;
};

}  // namespace fftcore::gst::view
