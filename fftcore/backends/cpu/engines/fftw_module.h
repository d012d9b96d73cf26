// SPDX-License-Identifier: LGPL-2.1-or-later
// What the library asks of FFTW. FFTW is GPL, so libfftcore does not link it: a module does, which
// libfftcore loads where it is installed. Between them are these plain functions and nothing else,
// so neither depends on how the other was compiled.
#pragma once

#include <cstdint>

namespace fftcore {

/// Raised with every change of FftwModule.
constexpr std::uint32_t kFftwInterface = 5;

/// What FFTW may do to find a plan.
enum class FftwEffort : std::int32_t { estimate, remember, measure };

/// What becomes of a line. c2c_forward has the exponent -1; cosine and sine transforms are those of
/// transform.h. r2hc and hc2r are r2c and c2r with real numbers alone: the real parts of all bins,
/// then the imaginary parts that are not 0, the last bin's first.
enum class FftwKind : std::int32_t {
  c2c_forward,
  c2c_inverse,
  r2c,
  c2r,
  r2hc,
  hc2r,
  dct1,
  dct2,
  dct3,
  dct4,
  dst1,
  dst2,
  dst3,
  dst4,
};

/// Lines side by side: `lanes` of `points` points each, values of a line and first values of lines
/// as far apart as said here. Strides count values of a side, which are complex or real.
struct FftwLines {
  FftwKind kind;
  std::int64_t points, lanes;
  std::int64_t from_stride, from_distance;
  std::int64_t to_stride, to_distance;
  bool keeps_input;
};

/// A plan of FFTW's.
struct FftwPlan;

/// Transforms from one array to another, or in place where it was planned so. It may destroy what
/// it reads unless FftwLines says otherwise.
using FftwRun = void (*)(const FftwPlan* plan, void* from, void* to);

/// FFTW in one precision. Calls that make plans or handle wisdom are made one at a time; others may
/// be called at any time. No function throws.
struct FftwCalls {
  const char* name;     ///< fftwf or fftw
  const char* version;  ///< FFTW's, with what processor it is for
  /// Before all others, once. `seconds`: for how long one plan may be measured.
  void (*start)(double seconds);

  /// Plans for these arrays and for others aligned like them, modulo 16 bytes. Null: out of memory,
  /// with `remember` also where wisdom knows no plan. There is no plan of most odd r2c and c2r
  /// above 16 points, nor of a c2r that keeps its input there.
  FftwPlan* (*plan)(const FftwLines& lines, void* from, void* to, FftwEffort effort);
  void (*destroy)(FftwPlan* plan);
  FftwRun (*run_of)(FftwKind kind);  ///< what runs plans of a kind

  bool (*import_wisdom)(const char* text);
  /// Null: out of memory. The text is given back by free_wisdom().
  char* (*export_wisdom)();
  void (*free_wisdom)(char* text);
};

struct FftwModule {
  FftwCalls f32, f64;
};

}  // namespace fftcore

/// The one name that the module exports. Null where `interface` is not the kFftwInterface that the
/// module was built with.
extern "C" const fftcore::FftwModule* fftcore_fftw_module(std::uint32_t interface);
