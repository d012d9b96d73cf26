// SPDX-License-Identifier: LGPL-2.1-or-later
// Window functions of blocks and of windows.
#pragma once

#include <cstdint>
#include <string_view>

#include "fftcore/export.h"

namespace fftcore {

/// Windows v(u), u from 0 to 1:
///   rectangle  1
///   bartlett   1 - |2u - 1|
///   sine       sin(pi u)
///   hann       sin^2(pi u)
///   hamming    0.53836 - 0.46164 cos(2 pi u)
///   blackman   0.42 - 0.5 cos(2 pi u) + 0.08 cos(4 pi u)
///   nuttall    0.355768 - 0.487396 cos(2 pi u) + 0.144232 cos(4 pi u) - 0.012604 cos(6 pi u)
///   kaiser     I0(2.5 pi sqrt(1 - (2u - 1)^2)) / I0(2.5 pi)
enum class BlockWindow : std::uint8_t {
  rectangle,
  bartlett,
  sine,
  hann,
  hamming,
  blackman,
  nuttall,
  kaiser,
};

FFTCORE_API std::string_view to_string(BlockWindow window);

}  // namespace fftcore
