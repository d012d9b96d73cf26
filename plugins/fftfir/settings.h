// SPDX-License-Identifier: LGPL-2.1-or-later
// All that the properties of fftfir say, as plain values. Nothing is checked until responses are
// made of it.
#pragma once

#include <cstdint>
#include <string>

#include "../memory/frame_memory.h"

namespace fftcore::gst::fir {

/// Where responses come from. A change here calls for new ones.
struct ResponseSource {
  std::string location;  ///< empty: none
  /// times it was set: setting the same name again reads the file again
  std::uint64_t location_count = 0;
  bool resample = false;
  bool operator==(const ResponseSource&) const = default;
};

struct Settings {
  ResponseSource source;
  double gain = 1, wet = 1, dry = 0;
  int latency = 0;  ///< samples; fixed from start to stop, as are fade and device
  int fade = 512;   ///< samples
  bool tail = true;
  Device device{.backend = BackendChoice::cpu};  ///< sound has few channels
  bool operator==(const Settings&) const = default;
};

}  // namespace fftcore::gst::fir
