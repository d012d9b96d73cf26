// SPDX-License-Identifier: LGPL-2.1-or-later
// Chunks of PNG files: 4 bytes length, 4 bytes type, data, 4 bytes checksum over type and data.
#pragma once

#include <zlib.h>

#include <cstddef>
#include <cstdint>

namespace fuzz {

inline std::uint32_t big_endian(const std::uint8_t* bytes) {
  return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 |
         std::uint32_t{bytes[2]} << 8 | bytes[3];
}

/// Puts the right checksum into each chunk that is whole.
inline void repair_chunks(std::uint8_t* data, std::size_t size) {
  std::size_t at = 8;  // after the signature
  while (at + 12 <= size) {
    const std::size_t length = big_endian(data + at);
    if (length > size - at - 12) return;
    const std::size_t end = at + 8 + length;
    const auto checksum = crc32(0, data + at + 4, static_cast<uInt>(length + 4));
    for (std::size_t i = 0; i < 4; ++i)
      data[end + i] = static_cast<std::uint8_t>(checksum >> (24 - 8 * i));
    at = end + 4;
  }
}

}  // namespace fuzz
