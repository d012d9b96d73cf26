// SPDX-License-Identifier: LGPL-2.1-or-later
// kissfft (BSD): stands in where FFTW's licence does not fit. Slower.
#pragma once

#include "fft_engine.h"

namespace fftcore {

/// Lives as long as the program.
const FftEngine* kissfft_engine();

}  // namespace fftcore
