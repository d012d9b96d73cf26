// SPDX-License-Identifier: LGPL-2.1-or-later
// FFTW's module of a version that speaks none of our interfaces.
#include "fftw_module.h"

extern "C" const fftcore::FftwModule* fftcore_fftw_module(std::uint32_t) {
  return nullptr;
}
