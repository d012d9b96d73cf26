// SPDX-License-Identifier: LGPL-2.1-or-later
#include "table.h"

#include <cstring>

namespace fftcore {

std::vector<unsigned char> bytes_of(const Table& table, Real real) {
  std::vector<unsigned char> bytes(table.size() * static_cast<std::size_t>(size_bytes(real)));
  if (real == Real::f64) {
    if (!table.empty()) std::memcpy(bytes.data(), table.data(), bytes.size());
    return bytes;
  }
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto rounded = static_cast<float>(table[i]);
    std::memcpy(&bytes[i * sizeof rounded], &rounded, sizeof rounded);
  }
  return bytes;
}

}  // namespace fftcore
