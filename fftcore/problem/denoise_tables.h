// SPDX-License-Identifier: LGPL-2.1-or-later
// The numbers that a Denoise stands for, the same for every backend: windows and powers.
#pragma once

#include <vector>

#include "fftcore/denoise.h"

namespace fftcore {

/// a[n] of denoise.h.
std::vector<double> block_window(const Denoise& denoise);
/// t[d] of all frames, the first frame first.
std::vector<double> frame_window(const Denoise& denoise);
/// What |X'|^2 is multiplied by to be P in levels of 8-bit samples, squared.
double power_scale(const Denoise& denoise);
/// s at a frequency, in cycles/pixel.
double noise_power(const DenoiseStrength& strength, double frequency);
/// Levels of an element for one of 8-bit samples.
double levels_of(Element element);

}  // namespace fftcore
