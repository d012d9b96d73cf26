// SPDX-License-Identifier: LGPL-2.1-or-later
// FFTW, single precision. FFTW is GPL: this file, fftw_engine.cpp and fftw_wisdom.* are a library
// of their own that -Dfftw=disabled leaves out.
#pragma once

#include "fft_engine.h"

namespace fftcore {

/// Lives as long as the program. FFTCORE_TUNE=0: plans by FFTW's estimate (no measuring: quick to
/// plan, slower to run), and no wisdom.
const FftEngine* fftw_engine();

}  // namespace fftcore
