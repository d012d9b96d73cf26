// SPDX-License-Identifier: LGPL-2.1-or-later
// All that the properties of fftfilter say, as plain values. Nothing is checked until taps are made
// of it.
#pragma once

#include "../memory/frame_memory.h"
#include "../taps/taps_source.h"
#include "fftcore/convolution.h"

namespace fftcore::gst {

struct Settings {
  TapsSource source;
  Operation operation = Operation::convolve;
  EdgeMode edge_mode = EdgeMode::reflect_101;
  double gain = 1;
  double offset = 0;  ///< 8-bit units
  PlaneSelection planes = PlaneSelection::luma;
  Precision precision = Precision::full;
  Device device;  ///< fixed from start to stop
  bool operator==(const Settings&) const = default;
};

/// Nothing to do: frames can pass as they are.
inline bool is_passthrough(const Settings& settings) {
  return !has_taps(settings.source) && settings.gain == 1 && settings.offset == 0;
}

}  // namespace fftcore::gst
