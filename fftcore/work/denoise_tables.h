// SPDX-License-Identifier: LGPL-2.1-or-later
// The numbers that a Denoise stands for, the same for every backend: windows, powers and weights.
#pragma once

#include <complex>
#include <vector>

#include "fftcore/denoise.h"

namespace fftcore {

/// v(u) of denoise.h.
double window_value(BlockWindow window, double u);
/// a[n] of denoise.h.
std::vector<double> block_window(const Denoise& denoise);
/// t[d] of all frames, the first frame first.
std::vector<double> frame_window(const Denoise& denoise);
/// The DFT of a window, with its origin at value `origin`; what is nothing but rounding is 0.
std::vector<std::complex<double>> window_bins(const std::vector<double>& window, int origin = 0);
/// What |X'|^2 is multiplied by to be P in levels of 8-bit samples, squared.
double power_scale(const Denoise& denoise);
/// What |U|^2 is multiplied by to be Q, likewise.
double frame_power_scale(const Denoise& denoise);
/// The noise's power at a frequency, in cycles/pixel.
double noise_power(const DenoiseStrength& strength, double frequency);
/// s over the noise's power, but for what a frequency counts.
double threshold_factor(const Denoise& denoise, const DenoiseStrength& strength);
/// s of bin (x, y) of a block.
double threshold_of(const Denoise& denoise, const DenoiseStrength& strength, int x, int y);
/// sharpen h and dehalo d of bin (x, y).
double sharpen_weight(const DenoiseStrength& strength, std::int64_t block, int x, int y);
double dehalo_weight(const DenoiseStrength& strength, std::int64_t block, int x, int y);
/// Levels of a sample type for one of 8-bit samples.
double levels_of(SampleType type);

}  // namespace fftcore
