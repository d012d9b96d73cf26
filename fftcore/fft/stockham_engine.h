// SPDX-License-Identifier: LGPL-2.1-or-later
// The library's own transforms, of several lines at once by vector instructions. They stand in
// where FFTW's licence does not fit.
#pragma once

#include "fft_engine.h"

namespace fftcore {

/// Lives as long as the program.
const FftEngine* stockham_engine();

}  // namespace fftcore
