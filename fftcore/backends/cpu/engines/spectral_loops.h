// SPDX-License-Identifier: LGPL-2.1-or-later
// What the CPU computes where two spectra meet: the weights of each SpectralKind.
#pragma once

#include "fft_engine.h"
#include "fftcore/spectral_op.h"

namespace fftcore {

/// data[i] = scale * w * data[i] * factor[i], w being `kind`'s weight of data[i] and factor[i].
/// Conjugates are taken before. `floor`: as StoredOp has it.
void multiply_weighted(SpectralKind kind, float floor, float scale, Complex* data,
                       const Complex* factor, std::int64_t count);

/// to = row_weights * column_weights * w * image * conj(reference), of a block of `lanes` columns:
/// phase correlation's, whose kind is phase_only and whose floor is 1.
void cross_power(const Complex* image, const Complex* reference, const float* row_weights,
                 const float* column_weights, std::int64_t rows, std::int64_t lanes, Complex* to);

/// data[i] *= factor.
void scale_bins(float factor, std::int64_t count, Complex* data);

}  // namespace fftcore
