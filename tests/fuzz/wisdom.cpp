// SPDX-License-Identifier: LGPL-2.1-or-later
// FFTW's wisdom as a cache entry: whatever the file holds, the program goes on, and FFTW plans.
#include <fftw3.h>

#include <memory>

#include "cache_mutator.h"
#include "fftw_wisdom.h"

namespace {

constexpr int kPoints = 16;

const fuzz::ScratchFile& file() {
  static const fuzz::ScratchFile kept("fftwf-wisdom");
  return kept;
}

const fftcore::FftwCalls& fftw() {
  return fftcore_fftw_module(fftcore::kFftwInterface)->f32;
}

/// The key of wisdom, out of an entry that the library wrote: its third line.
const std::string& key() {
  static const std::string text = [] {
    fftcore::export_wisdom(fftw());
    const std::string entry = file().read();
    const std::string_view rest = fuzz::content_of_entry(entry, "");
    return std::string(rest.substr(0, rest.find('\n') + 1));
  }();
  return text;
}

/// With what wisdom there is, or by FFTW's guess.
void plan() {
  static float* const values = fftwf_alloc_real(kPoints);
  static fftwf_complex* const bins = fftwf_alloc_complex(kPoints / 2 + 1);
  const fftwf_plan made = fftwf_plan_dft_r2c_1d(kPoints, values, bins, FFTW_ESTIMATE);
  fuzz::require(made != nullptr, "FFTW plans");
  fftwf_execute(made);
  fftwf_destroy_plan(made);
}

}  // namespace

int LLVMFuzzerInitialize(int* /*count*/, char*** /*arguments*/) {
  setenv("FFTCORE_CACHE", fuzz::scratch_folder().c_str(), 1);
  return 0;
}

std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                    unsigned seed) {
  return fuzz::mutate_entry(data, size, max_size, seed, key());
}

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fftwf_forget_wisdom();
  file().write(fuzz::text_of(data, size));
  fftcore::import_wisdom(fftw());
  plan();
  return 0;
}
