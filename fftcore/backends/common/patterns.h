// SPDX-License-Identifier: LGPL-2.1-or-later
// What a Correlation's numerator is, as a convolution: the same for all backends.
#pragma once

#include <span>
#include <vector>

#include "fftcore/convolution.h"
#include "fftcore/search.h"
#include "fftcore/taps.h"

namespace fftcore {

/// Taps whose correlation with the signal, divided by what lies under the pattern (its deviation's
/// or its own 2-norm), is S: less their mean where the score says so, and divided by their 2-norm
/// where it is normed. check_patterns() has passed.
std::vector<Taps> numerator_taps(const Correlation& correlation, std::span<const Taps> patterns);

/// What is taken off the samples of an element before they are transformed: half its range where
/// the score does not see a constant (ccoeff_normed), so that little is lost to rounding, else 0.
float signal_bias(const Correlation& correlation);

/// True where the signal is the image's samples as they are: one channel of weight 1.
bool is_plain(const Correlation& correlation);

/// All patterns over `signal`: f32 without gaps, a frame each.
Convolution numerator_problem(const Correlation& correlation, const Layout& signal);

}  // namespace fftcore
