// SPDX-License-Identifier: LGPL-2.1-or-later
// All that the properties of fftmultiply say, as plain values.
#pragma once

#include "../memory/frame_memory.h"
#include "../taps/taps_source.h"
#include "fftcore/convolution.h"

namespace fftcore::gst::multiply {

struct Settings {
  TapsSource source;
  Operation operation = Operation::convolve;  ///< of taps
  bool conjugate = false;                     ///< of a spectrum from pad `kernel`, as what follows
  bool phase_only = false;
  double noise = 0.3;
  Device device;  ///< fixed from start to stop
  bool operator==(const Settings&) const = default;
};

}  // namespace fftcore::gst::multiply
