// SPDX-License-Identifier: LGPL-2.1-or-later
// What the library asks of FFTW. FFTW is GPL, so libfftcore does not link it: a module does, which
// libfftcore loads where it is installed. Between them are these plain functions and nothing else,
// so neither depends on how the other was compiled.
#pragma once

#include <complex>
#include <cstdint>

namespace fftcore {

/// Raised with every change of FftwModule.
constexpr std::uint32_t kFftwInterface = 1;

/// What FFTW may do to find a plan.
enum class FftwEffort : std::int32_t { estimate, remember, measure };

/// A plan of FFTW's.
struct FftwPlan;

/// Calls that make plans or handle wisdom are made one at a time; others may be called at any time.
/// No function throws. Signs are those of the exponents.
struct FftwModule {
  const char* version;  ///< FFTW's, with what processor it is for
  /// Before all others, once. `seconds`: for how long one plan may be measured.
  void (*start)(double seconds);

  /// Both plan for these arrays and for others aligned like them. Null: out of memory; with
  /// `remember` also where wisdom knows no plan.
  FftwPlan* (*plan_complex)(int points, int lanes, std::complex<float>* from,
                            std::complex<float>* to, int sign, FftwEffort effort);
  FftwPlan* (*plan_real)(int points, float* real, std::complex<float>* spectrum, int sign,
                         FftwEffort effort);
  void (*destroy)(FftwPlan* plan);

  void (*run_complex)(const FftwPlan* plan, std::complex<float>* from, std::complex<float>* to);
  void (*run_real_forward)(const FftwPlan* plan, float* real, std::complex<float>* spectrum);
  void (*run_real_inverse)(const FftwPlan* plan, std::complex<float>* spectrum, float* real);

  bool (*import_wisdom)(const char* text);
  /// Null: out of memory. The text is given back by free_wisdom().
  char* (*export_wisdom)();
  void (*free_wisdom)(char* text);
};

}  // namespace fftcore

/// The one name that the module exports. Null where `interface` is not the kFftwInterface that the
/// module was built with.
extern "C" const fftcore::FftwModule* fftcore_fftw_module(std::uint32_t interface);
