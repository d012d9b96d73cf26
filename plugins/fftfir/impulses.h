// SPDX-License-Identifier: LGPL-2.1-or-later
// Impulse responses of a file, and as audio of some rate and number of channels needs them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fftcore/stream_executable.h"
#include "settings.h"

namespace fftcore::gst::fir {

/// Most taps of all responses of a file together: half a gigabyte.
inline constexpr std::int64_t kMostTapsInAll = std::int64_t{1} << 26;

/// Responses as a file has them, all of one length.
struct Impulses {
  std::vector<ImpulseResponse> responses;
  int rate = 0;  ///< samples a second; 0: unknown
  /// Order of a matrix: by the channel they lead to, then by that they come from, as
  /// StreamExecutable has them. Otherwise by the channel they come from, as sound files have them.
  bool is_by_output = false;
  std::string name = "response-location";  ///< for messages
};

/// Reads them all; without a file, the one tap that changes nothing. Throws MissingFile, FileError.
Impulses load_impulses(const ResponseSource& source);

/// What a StreamExecutable takes.
struct Fitted {
  Mixing mixing = Mixing::none;
  std::vector<ImpulseResponse> responses;
};

/// For audio of this rate and number of channels. Throws InvalidArgument where it does not fit,
/// with what does.
Fitted fit(const Impulses& impulses, int rate, int channels, bool resample);

}  // namespace fftcore::gst::fir
