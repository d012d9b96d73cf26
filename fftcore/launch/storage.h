// SPDX-License-Identifier: LGPL-2.1-or-later
// Number formats in a device's buffers, and what rounding a store does.
#pragma once

#include "fftcore/layout.h"

namespace fftcore {

/// Format of elements in a device's buffer. A load turns them into real numbers of the launch. A
/// store rounds these to the nearest value (ties to even); whole numbers are clamped to their
/// range, and NaN becomes 0.
using Storage = SampleType;

/// Whether kernels of single precision load and store four elements at once.
constexpr bool has_quads(Storage storage) {
  const SampleTraits traits = traits_of(storage);
  return storage == Storage::f32 || storage == Storage::f16 ||
         (traits.is_whole() && !traits.is_packed());
}

/// What the real numbers of a launch are, with which it computes. One f16x2 is two halves, of two
/// signals that are computed at once.
enum class Real : std::uint8_t { f32, f64, f16x2 };

constexpr std::int64_t size_bytes(Real real) {
  return real == Real::f64 ? 8 : 4;
}
/// The format that keeps a launch's numbers as they are.
constexpr Storage storage_of(Real real) {
  return real == Real::f64 ? Storage::f64 : Storage::f32;
}

}  // namespace fftcore
