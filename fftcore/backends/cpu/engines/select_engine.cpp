// SPDX-License-Identifier: LGPL-2.1-or-later
#include "select_engine.h"

#include <fmt/format.h>

#include <string_view>

#include "environment.h"
#include "fftcore/error.h"
#include "fftw_engine.h"
#include "stockham_engine.h"

namespace fftcore {

std::vector<const FftEngine*> fft_engines() {
  if (const FftEngine* fftw = load_fftw().engine.get()) return {fftw, stockham_engine()};
  return {stockham_engine()};
}

const FftEngine& select_fft_engine() {
  const char* const variable = plain_variable("FFTCORE_CPU_FFT");
  const std::string_view name = variable != nullptr ? variable : "";
  if (name == "stockham") return *stockham_engine();
  if (variable != nullptr && name != "fftw")
    throw InvalidArgument(fmt::format("FFTCORE_CPU_FFT={}; fftw and stockham are allowed", name));
  const Fftw& fftw = load_fftw();
  if (fftw.engine) return *fftw.engine;
  const auto refuse = [&](const char* asked, const char* value) {
    if (value != nullptr)
      throw InvalidArgument(fmt::format("{}={}: {}", asked, value, fftw.refusal));
  };
  refuse("FFTCORE_CPU_FFT", variable);
  refuse("FFTCORE_FFTW", trusted_variable("FFTCORE_FFTW"));
  return *stockham_engine();
}

}  // namespace fftcore
