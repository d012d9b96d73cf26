// SPDX-License-Identifier: LGPL-2.1-or-later
// What FFTCORE_TUNE says.
#pragma once

#include <cstdint>

namespace fftcore {

enum class Tuning : std::uint8_t {
  none,  ///< 0: nothing is measured, and what was measured before is not used
  /// not set: FFTW measures on the CPU, which takes milliseconds; GPUs use what was measured before
  as_usual,
  everything,  ///< 1: GPUs measure too
};

/// The variable's value. Throws InvalidArgument where it is none of these.
Tuning tuning();

}  // namespace fftcore
