// SPDX-License-Identifier: LGPL-2.1-or-later
// Blurs on the command line: --taps FILE, --motion LENGTH@ANGLE, --defocus RADIUS, --gaussian
// SIGMA.
#pragma once

#include <optional>
#include <string>

#include "fftcore/taps.h"
#include "options.h"

namespace samples {

struct BlurOptions {
  std::string taps_file, motion, defocus, gaussian;

  void add_to(Options& options);
  /// The taps of the one blur that was asked for, or none. UsageError where there are several.
  std::optional<fftcore::Taps> taps() const;
};

}  // namespace samples
