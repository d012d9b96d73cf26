// SPDX-License-Identifier: LGPL-2.1-or-later
// Number formats in a device's buffers, and what rounding a store does.
#pragma once

#include <cstdint>

#include "fftcore/layout.h"

namespace fftcore {

/// Format of elements in a device's buffer. A load turns them into f32. A store rounds f32 to the
/// nearest value (ties to even); whole numbers are clamped to their range, and NaN becomes 0.
enum class Storage : std::uint8_t { u8, u16, f16, f32 };

constexpr int size_bytes(Storage storage) {
  return storage == Storage::u8 ? 1 : storage == Storage::f32 ? 4 : 2;
}

constexpr Storage storage_of(Element element) {
  switch (element) {
    case Element::u8: return Storage::u8;
    case Element::u16: return Storage::u16;
    case Element::f16: return Storage::f16;
    case Element::f32: break;
  }
  return Storage::f32;
}

}  // namespace fftcore
