// SPDX-License-Identifier: LGPL-2.1-or-later
// All that the properties of fftforward say, as plain values.
#pragma once

#include "../memory/frame_memory.h"
#include "fftcore/stages.h"

namespace fftcore::gst::forward {

struct Settings {
  int pad_width = 0;   ///< points of a row; 0: a good number
  int pad_height = 0;  ///< points of a column
  int block_size = 0;  ///< audio: points of a block
  int hop = 0;         ///< audio: samples that a block brings anew
  Window window = Window::none;
  EdgeMode edge_mode = EdgeMode::reflect_101;
  Precision precision = Precision::full;
  Device device;  ///< fixed from start to stop
  bool operator==(const Settings&) const = default;
};

/// What can be known without a stream. Throws InvalidArgument naming the property.
void validate(const Settings& settings);

}  // namespace fftcore::gst::forward
