// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fftw_engine.h"

#include <fftw3.h>

#include <atomic>
#include <mutex>
#include <string_view>

#include "aligned_array.h"
#include "fftcore/error.h"
#include "fftw_wisdom.h"
#include "log_line.h"
#include "tuning.h"

namespace fftcore {
namespace {

/// Longest time that FFTW may measure for one plan, in seconds.
constexpr double kPlanningSeconds = 2;

fftwf_complex* fftw(Complex* data) {
  return reinterpret_cast<fftwf_complex*>(data);
}

struct DestroyPlan {
  void operator()(fftwf_plan plan) const { fftwf_destroy_plan(plan); }
};
using PlanHandle = std::unique_ptr<fftwf_plan_s, DestroyPlan>;

/// FFTW's planner has one state a process.
struct Planner {
  std::mutex mutex;
  bool ready = false;
  std::atomic<bool> learnt = false;
};

Planner& planner() {
  static Planner state;
  return state;
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

/// Plans by what is known, else by measuring. `make(flags)` calls one of FFTW's planners.
template <class Make>
PlanHandle make_plan(Make make) {
  const bool is_measuring = tuning() != Tuning::none;
  Planner& state = planner();
  const std::lock_guard lock(state.mutex);
  if (!state.ready) {
    // FFTW's planner belongs to the whole process: other users of it (audio plugins) may plan at
    // the same time, and whether threads are known to it decides which wisdom it understands.
    fftwf_init_threads();
    fftwf_make_planner_thread_safe();
    fftwf_set_timelimit(kPlanningSeconds);
    if (is_measuring) import_wisdom();
    state.ready = true;
  }
  const SingleThreaded single_threaded;
  // Without FFTW_NO_BUFFERING a plan may take memory each time it runs.
  constexpr unsigned kFlags = FFTW_DESTROY_INPUT | FFTW_NO_BUFFERING;
  PlanHandle plan;
  if (is_measuring) {
    plan.reset(make(kFlags | FFTW_MEASURE | FFTW_WISDOM_ONLY));
    if (!plan) {
      plan.reset(make(kFlags | FFTW_MEASURE));
      state.learnt = true;
    }
  } else {
    plan.reset(make(kFlags | FFTW_ESTIMATE));
  }
  if (!plan) throw Error("FFTW could not plan a transform; memory may have run out");
  return plan;
}

class FftwComplex final : public ComplexTransform {
 public:
  FftwComplex(std::int64_t n, std::int64_t lanes) {
    const AlignedArray<Complex> from(n * lanes), to(n * lanes);
    const int length = static_cast<int>(n), count = static_cast<int>(lanes);
    const auto make = [&](int sign) {
      return make_plan([&](unsigned flags) {
        return fftwf_plan_many_dft(1, &length, count, fftw(from.data()), nullptr, count, 1,
                                   fftw(to.data()), nullptr, count, 1, sign, flags);
      });
    };
    forward_ = make(FFTW_FORWARD);
    inverse_ = make(FFTW_BACKWARD);
  }
  void forward(Complex* from, Complex* to) override {
    fftwf_execute_dft(forward_.get(), fftw(from), fftw(to));
  }
  void inverse(Complex* from, Complex* to) override {
    fftwf_execute_dft(inverse_.get(), fftw(from), fftw(to));
  }

 private:
  PlanHandle forward_, inverse_;
};

class FftwReal final : public RealTransform {
 public:
  explicit FftwReal(std::int64_t n) {
    const AlignedArray<float> real(n);
    const AlignedArray<Complex> spectrum(n / 2 + 1);
    const int length = static_cast<int>(n);
    forward_ = make_plan([&](unsigned flags) {
      return fftwf_plan_dft_r2c_1d(length, real.data(), fftw(spectrum.data()), flags);
    });
    inverse_ = make_plan([&](unsigned flags) {
      return fftwf_plan_dft_c2r_1d(length, fftw(spectrum.data()), real.data(), flags);
    });
  }
  void forward(float* real, Complex* spectrum) override {
    fftwf_execute_dft_r2c(forward_.get(), real, fftw(spectrum));
  }
  void inverse(Complex* spectrum, float* real) override {
    fftwf_execute_dft_c2r(inverse_.get(), fftw(spectrum), real);
  }

 private:
  PlanHandle forward_, inverse_;
};

class FftwEngine final : public FftEngine {
 public:
  std::string_view name() const override { return "fftw"; }

  std::unique_ptr<ComplexTransform> complex(std::int64_t n, std::int64_t lanes) const override {
    return std::make_unique<FftwComplex>(n, lanes);
  }
  std::unique_ptr<RealTransform> real(std::int64_t n) const override {
    return std::make_unique<FftwReal>(n);
  }

  void planned() const override {
    if (!planner().learnt.exchange(false)) return;
    const std::lock_guard lock(planner().mutex);
    export_wisdom();
  }
};

}  // namespace

const FftEngine* fftw_engine() {
  static const FftwEngine engine;
  return &engine;
}

}  // namespace fftcore
