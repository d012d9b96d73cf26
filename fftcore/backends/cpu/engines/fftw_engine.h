// SPDX-License-Identifier: LGPL-2.1-or-later
// FFTW by its module (fftw_module.h), which is loaded when it is first asked for.
#pragma once

#include <memory>
#include <string>

#include "fft_engine.h"
#include "fftw_module.h"

namespace fftcore {

/// FFTCORE_TUNE=0: plans by FFTW's estimate (no measuring: quick to plan, slower to run), and no
/// wisdom.
std::unique_ptr<const FftEngine> make_fftw_engine(const FftwModule& module);

struct Fftw {
  std::unique_ptr<const FftEngine> engine;  ///< null: no module
  std::string refusal;                      ///< why there is none
};

/// Loads the module: the file that FFTCORE_FFTW names, else libfftcore-fftw.so in the folder
/// `fftcore` beside libfftcore or, as in a build folder, next to it. Once; it stays until the
/// program ends.
const Fftw& load_fftw();

}  // namespace fftcore
