// SPDX-License-Identifier: LGPL-2.1-or-later
// Whole numbers as files have them, whatever the processor.
#pragma once

#include <cstddef>

namespace fftcore {

template <class Unsigned>
Unsigned little_endian(const char* bytes) {
  Unsigned value = 0;
  for (std::size_t i = 0; i < sizeof(Unsigned); ++i)
    value |= Unsigned(static_cast<unsigned char>(bytes[i])) << (8 * i);
  return value;
}

}  // namespace fftcore
