// SPDX-License-Identifier: LGPL-2.1-or-later
// All that the properties of fftinverse say, as plain values.
//
// The element's parts: inverse_caps says what can be made of a spectrum, plan_inverse() what is to
// be done for it, InverseSession does it.
#pragma once

#include "../memory/frame_memory.h"

namespace fftcore::gst::inverse {

struct Settings {
  double gain = 1;
  double offset = 0;  ///< 8-bit units of video, samples of audio
  Device device;      ///< fixed from start to stop
  bool operator==(const Settings&) const = default;
};

}  // namespace fftcore::gst::inverse
