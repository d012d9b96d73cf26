// SPDX-License-Identifier: LGPL-2.1-or-later
// Samples as audio buffers have them, from and to numbers that are computed with.
#pragma once

#include <cstdint>

namespace fftcore::gst::fir {

enum class SampleFormat : std::uint8_t { s16, s32, f32, f64 };

/// Whole numbers count from -1 to 1. Those that single precision does not hold are computed with in
/// double.
constexpr bool needs_double(SampleFormat format) {
  return format == SampleFormat::s32 || format == SampleFormat::f64;
}
constexpr int sample_bytes(SampleFormat format) {
  return format == SampleFormat::s16 ? 2 : format == SampleFormat::f64 ? 8 : 4;
}

/// `count` samples that lie `stride` samples apart.
template <class Real>
void load_samples(SampleFormat format, const void* from, std::int64_t stride, std::int64_t count,
                  Real* to);
/// The same back. Whole numbers are rounded to nearest, and clamped; what is not a number is 0.
template <class Real>
void store_samples(SampleFormat format, const Real* from, std::int64_t count, void* to,
                   std::int64_t stride);

}  // namespace fftcore::gst::fir
