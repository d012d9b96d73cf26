// SPDX-License-Identifier: LGPL-2.1-or-later
// What cuFFT's users write around it to convolve frames: grids of floats, the kernels' spectra, the
// launch that pads and the one that crops.
#pragma once

#include <span>
#include <vector>

#include "circular.h"
#include "cufft_plan.h"
#include "gpu.h"

namespace bench {

/// Real transforms of all grids, there and back.
struct FramePlans {
  /// `row_stride`: of the grids, floats.
  FramePlans(const Gpu& gpu, const Circular& circular, int row_stride);
  CufftPlan forward, inverse;
};

/// The grid on which the transforms of such frames take the least time, by trial.
Circular fastest_frame(const Gpu& gpu, const fftcore::Convolution& problem, bool in_place);

/// Half spectra, one after the other.
Memory kernel_spectra(const Gpu& gpu, const fftcore::Convolution& problem,
                      std::span<const fftcore::Taps> taps, const Circular& circular);

/// Enqueues: frames converted, their edges extended, onto grids; and back, rounded and clamped.
void pad_frames(const Gpu& gpu, const fftcore::Convolution& problem, const Circular& circular,
                Address frames, Address grids, int row_stride);
void crop_frames(const Gpu& gpu, const fftcore::Convolution& problem, const Circular& circular,
                 Address grids, Address frames, int row_stride);

}  // namespace bench
