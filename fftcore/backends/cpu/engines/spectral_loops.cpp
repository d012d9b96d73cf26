// SPDX-License-Identifier: LGPL-2.1-or-later
#include "spectral_loops.h"

#include <cmath>

#include "simd.h"

namespace fftcore {
namespace {

/// `numerator` times the weight of a bin where x = a + ib meets k = c + id.
template <SpectralKind kind>
FFTCORE_PART_OF_LOOP float weight(float numerator, float a, float b, float c, float d,
                                  float floor) {
  switch (kind) {
    case SpectralKind::multiply: return numerator;
    // Roots apart: the product's square may be beyond the range of floats.
    case SpectralKind::phase_only:
      return numerator / (std::sqrt(a * a + b * b) * std::sqrt(c * c + d * d) + floor);
    case SpectralKind::wiener: return numerator / (c * c + d * d + floor);
  }
  return 0;
}

template <SpectralKind kind>
FFTCORE_PART_OF_LOOP void weighted(float floor, float scale, float* __restrict x,
                                   const float* __restrict k, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) {
    const float a = x[2 * i], b = x[2 * i + 1], c = k[2 * i], d = k[2 * i + 1];
    const float w = weight<kind>(scale, a, b, c, d, floor);
    x[2 * i] = w * (a * c - b * d);
    x[2 * i + 1] = w * (a * d + b * c);
  }
}

}  // namespace

FFTCORE_SIMD_CLONES
void multiply_weighted(SpectralKind kind, float floor, float scale, Complex* data,
                       const Complex* factor, std::int64_t count) {
  float* const x = reinterpret_cast<float*>(data);
  const float* const k = reinterpret_cast<const float*>(factor);
  switch (kind) {
    case SpectralKind::multiply: return weighted<SpectralKind::multiply>(floor, scale, x, k, count);
    case SpectralKind::phase_only:
      return weighted<SpectralKind::phase_only>(floor, scale, x, k, count);
    case SpectralKind::wiener: return weighted<SpectralKind::wiener>(floor, scale, x, k, count);
  }
}

FFTCORE_SIMD_CLONES
void cross_power(const Complex* image, const Complex* reference, const float* row_weights,
                 const float* __restrict column_weights, std::int64_t rows, std::int64_t lanes,
                 Complex* to) {
  for (std::int64_t y = 0; y < rows; ++y) {
    const float* __restrict x = reinterpret_cast<const float*>(image + y * lanes);
    const float* __restrict r = reinterpret_cast<const float*>(reference + y * lanes);
    float* __restrict s = reinterpret_cast<float*>(to + y * lanes);
    const float row_weight = row_weights[y];
    for (std::int64_t i = 0; i < lanes; ++i) {
      const float a = x[2 * i], b = x[2 * i + 1], c = r[2 * i], d = r[2 * i + 1];
      const float w =
          weight<SpectralKind::phase_only>(row_weight * column_weights[i], a, b, c, d, 1);
      s[2 * i] = w * (a * c + b * d);
      s[2 * i + 1] = w * (b * c - a * d);
    }
  }
}

FFTCORE_SIMD_CLONES
void scale_bins(float factor, std::int64_t count, Complex* data) {
  float* const x = reinterpret_cast<float*>(data);
  for (std::int64_t i = 0; i < 2 * count; ++i) x[i] *= factor;
}

}  // namespace fftcore
