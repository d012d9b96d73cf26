// SPDX-License-Identifier: LGPL-2.1-or-later
// Template matching and phase correlation on the CPU.
#pragma once

#include <memory>

#include "fft_engine.h"
#include "fftcore/backend.h"

namespace fftcore {

/// `numerator`: compiled of numerator_problem(matching, matching_signal(matching)).
std::unique_ptr<MatchingExecutable> make_matching_executable(
    const TemplateMatching& matching, int threads,
    std::unique_ptr<ConvolutionExecutable> numerator);
/// What the numerator is computed from: the image, or where that is not the signal, memory of the
/// executable's own.
Layout matching_signal(const TemplateMatching& matching);

std::unique_ptr<PhaseExecutable> make_phase_executable(const PhaseCorrelation& correlation,
                                                       int threads, const FftEngine& engine);

}  // namespace fftcore
