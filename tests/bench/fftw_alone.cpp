// SPDX-License-Identifier: LGPL-2.1-or-later
// What FFTW's own transforms take for a frame padded to the same good size: one real 2-D transform
// and its inverse, nothing else.
#include <benchmark/benchmark.h>
#include <fftw3.h>

#include <memory>

#include "cases.h"

namespace bench {
namespace {

/// Smallest n' >= n of factors 2, 3 and 5.
int good_size(std::int64_t n) {
  for (;; ++n) {
    std::int64_t rest = n;
    for (const int factor : {2, 3, 5})
      while (rest % factor == 0) rest /= factor;
    if (rest == 1) return static_cast<int>(n);
  }
}

struct Transforms {
  Transforms(int rows, int columns)
      : real(fftwf_alloc_real(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns))),
        spectrum(fftwf_alloc_complex(static_cast<std::size_t>(rows) *
                                     static_cast<std::size_t>(columns / 2 + 1))) {
    fftwf_plan_with_nthreads(kThreads);
    forward = fftwf_plan_dft_r2c_2d(rows, columns, real, spectrum, FFTW_MEASURE);
    inverse = fftwf_plan_dft_c2r_2d(rows, columns, spectrum, real, FFTW_MEASURE);
    for (int i = 0; i < rows * columns; ++i) real[i] = 0;
  }
  ~Transforms() {
    fftwf_destroy_plan(forward);
    fftwf_destroy_plan(inverse);
    fftwf_free(real);
    fftwf_free(spectrum);
  }
  float* real;
  fftwf_complex* spectrum;
  fftwf_plan forward, inverse;
};

}  // namespace

void register_fftw_alone() {
  fftwf_init_threads();
  for (const Case& c : cases()) {
    const auto problem = fftcore::parse_convolution(c.problem);
    auto transforms = std::make_shared<Transforms>(
        good_size(problem.input.rows.extent + problem.taps.rows - 1),
        good_size(problem.input.columns.extent + problem.taps.columns - 1));
    benchmark::RegisterBenchmark(("fftw-transforms-alone/" + c.name).c_str(),
                                 [transforms](benchmark::State& state) {
                                   for (auto _ : state) {
                                     fftwf_execute(transforms->forward);
                                     fftwf_execute(transforms->inverse);
                                   }
                                 })
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime();
  }
}

}  // namespace bench
