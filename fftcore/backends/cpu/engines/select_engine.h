// SPDX-License-Identifier: LGPL-2.1-or-later
// The engine that computes the CPU's transforms.
#pragma once

#include <vector>

#include "fft_engine.h"

namespace fftcore {

/// Engines that are here, best first: FFTW where its module is (fftw_engine.h), and the library's
/// own.
std::vector<const FftEngine*> fft_engines();

/// The first of fft_engines(), or the one that FFTCORE_CPU_FFT names. Throws InvalidArgument for
/// another name, and where FFTW was asked for, by that or by FFTCORE_FFTW, and cannot be loaded.
const FftEngine& select_fft_engine();

}  // namespace fftcore
