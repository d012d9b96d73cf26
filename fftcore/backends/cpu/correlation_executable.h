// SPDX-License-Identifier: LGPL-2.1-or-later
// Template matching and phase correlation on the CPU.
#pragma once

#include <memory>

#include "fft_engine.h"
#include "fftcore/backend.h"

namespace fftcore {

/// Of all scores but phase. `numerator`: compiled of numerator_problem(correlation,
/// matching_signal(correlation)).
std::unique_ptr<CorrelationExecutable> make_matching_executable(
    const Correlation& correlation, int threads, std::unique_ptr<ConvolutionExecutable> numerator);
/// What the numerator is computed from: the image, or where that is not the signal, memory of our
/// own.
Layout matching_signal(const Correlation& correlation);

std::unique_ptr<CorrelationExecutable> make_phase_executable(const Correlation& correlation,
                                                             int threads, const FftEngine& engine);

}  // namespace fftcore
