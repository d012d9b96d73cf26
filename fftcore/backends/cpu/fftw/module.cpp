// SPDX-License-Identifier: LGPL-2.1-or-later
// FFTW, single precision, behind the functions of fftw_module.h. What is linked from this file and
// FFTW may only be passed on under FFTW's licence, the GPL.
#include "fftw_module.h"

#include <fftw3.h>

namespace fftcore {
namespace {

fftwf_complex* fftw(std::complex<float>* data) {
  return reinterpret_cast<fftwf_complex*>(data);
}
fftwf_plan fftw(const FftwPlan* plan) {
  return reinterpret_cast<fftwf_plan>(const_cast<FftwPlan*>(plan));
}
FftwPlan* ours(fftwf_plan plan) {
  return reinterpret_cast<FftwPlan*>(plan);
}

unsigned flags(FftwEffort effort) {
  // Without FFTW_NO_BUFFERING a plan may take memory each time it runs.
  constexpr unsigned kFlags = FFTW_DESTROY_INPUT | FFTW_NO_BUFFERING;
  switch (effort) {
    case FftwEffort::estimate: return kFlags | FFTW_ESTIMATE;
    case FftwEffort::remember: return kFlags | FFTW_MEASURE | FFTW_WISDOM_ONLY;
    case FftwEffort::measure: break;
  }
  return kFlags | FFTW_MEASURE;
}

/// Plans made while it lives use one thread: ours come from a WorkerPool. Others' setting is put
/// back.
class SingleThreaded {
 public:
  SingleThreaded() { fftwf_plan_with_nthreads(1); }
  ~SingleThreaded() { fftwf_plan_with_nthreads(others_); }
  SingleThreaded(const SingleThreaded&) = delete;
  SingleThreaded& operator=(const SingleThreaded&) = delete;

 private:
  int others_ = fftwf_planner_nthreads();
};

void start(double seconds) {
  // FFTW's planner belongs to the whole process: other users of it (audio plugins) may plan at the
  // same time, and whether threads are known to it decides which wisdom it understands.
  fftwf_init_threads();
  fftwf_make_planner_thread_safe();
  fftwf_set_timelimit(seconds);
}

FftwPlan* plan_complex(int points, int lanes, std::complex<float>* from, std::complex<float>* to,
                       int sign, FftwEffort effort) {
  const SingleThreaded single_threaded;
  return ours(fftwf_plan_many_dft(1, &points, lanes, fftw(from), nullptr, lanes, 1, fftw(to),
                                  nullptr, lanes, 1, sign, flags(effort)));
}

FftwPlan* plan_real(int points, float* real, std::complex<float>* spectrum, int sign,
                    FftwEffort effort) {
  const SingleThreaded single_threaded;
  return ours(sign == FFTW_FORWARD
                  ? fftwf_plan_dft_r2c_1d(points, real, fftw(spectrum), flags(effort))
                  : fftwf_plan_dft_c2r_1d(points, fftw(spectrum), real, flags(effort)));
}

void destroy(FftwPlan* plan) {
  fftwf_destroy_plan(fftw(plan));
}

void run_complex(const FftwPlan* plan, std::complex<float>* from, std::complex<float>* to) {
  fftwf_execute_dft(fftw(plan), fftw(from), fftw(to));
}
void run_real_forward(const FftwPlan* plan, float* real, std::complex<float>* spectrum) {
  fftwf_execute_dft_r2c(fftw(plan), real, fftw(spectrum));
}
void run_real_inverse(const FftwPlan* plan, std::complex<float>* spectrum, float* real) {
  fftwf_execute_dft_c2r(fftw(plan), fftw(spectrum), real);
}

bool import_wisdom(const char* text) {
  return fftwf_import_wisdom_from_string(text) == 1;
}
char* export_wisdom() {
  return fftwf_export_wisdom_to_string();
}
void free_wisdom(char* text) {
  fftwf_free(text);
}

}  // namespace
}  // namespace fftcore

extern "C" __attribute__((visibility("default"))) const fftcore::FftwModule* fftcore_fftw_module(
    std::uint32_t interface) {
  using namespace fftcore;
  static const FftwModule module = {
      fftwf_version, start,         plan_complex,     plan_real,
      destroy,       run_complex,   run_real_forward, run_real_inverse,
      import_wisdom, export_wisdom, free_wisdom,
  };
  return interface == kFftwInterface ? &module : nullptr;
}
