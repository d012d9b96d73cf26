// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fft_engine.h"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <string>

#include "fftcore/error.h"
#if FFTCORE_HAVE_FFTW
#include "fftw_engine.h"
#endif
#if FFTCORE_HAVE_KISSFFT
#include "kissfft_engine.h"
#endif

namespace fftcore {

std::span<const FftEngine* const> fft_engines() {
  static const std::array engines = {
#if FFTCORE_HAVE_FFTW
    fftw_engine(),
#endif
#if FFTCORE_HAVE_KISSFFT
    kissfft_engine(),
#endif
  };
  return engines;
}

const FftEngine& select_fft_engine() {
  const char* variable = std::getenv("FFTCORE_CPU_FFT");
  if (variable == nullptr) return *fft_engines().front();
  std::string names;
  for (const FftEngine* engine : fft_engines()) {
    if (engine->name() == variable) return *engine;
    names += fmt::format("{}{}", names.empty() ? "" : ", ", engine->name());
  }
  throw InvalidArgument(
      fmt::format("FFTCORE_CPU_FFT={} is not built in; available: {}", variable, names));
}

}  // namespace fftcore
