// SPDX-License-Identifier: LGPL-2.1-or-later
// What FFTCORE_TUNE says.
#pragma once

#include <cstdint>

namespace fftcore {

enum class Tuning : std::uint8_t {
  none,  ///< 0: nothing is measured, nor is what was measured before made use of
  /// not set: the CPU's FFTW measures, which takes milliseconds; for GPUs what was measured before
  /// is used
  as_usual,
  everything,  ///< 1: GPUs measure too
};

/// Throws InvalidArgument where it says something else.
Tuning tuning();

}  // namespace fftcore
