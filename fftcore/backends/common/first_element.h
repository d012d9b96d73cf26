// SPDX-License-Identifier: LGPL-2.1-or-later
// Where buffers in host memory begin that hold no images.
#pragma once

#include <cstddef>
#include <type_traits>

#include "fftcore/backend.h"

namespace fftcore {

/// The address of element number `first`.
template <class AnyBuffer>
auto first_element(const AnyBuffer& buffer, std::size_t element_bytes) {
  using Byte = std::conditional_t<std::is_same_v<AnyBuffer, Buffer>, std::byte, const std::byte>;
  return static_cast<Byte*>(buffer.data) + static_cast<std::size_t>(buffer.first) * element_bytes;
}

}  // namespace fftcore
