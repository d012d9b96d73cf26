// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fftw_engine.h"

#include <atomic>
#include <mutex>
#include <string_view>

#include "aligned_array.h"
#include "fftcore/error.h"
#include "fftw_wisdom.h"
#include "tuning.h"

namespace fftcore {
namespace {

/// Longest time that FFTW may measure for one plan, in seconds.
constexpr double kPlanningSeconds = 2;
constexpr int kForward = -1, kInverse = 1;

/// FFTW's planner has one state a process.
class Planner {
 public:
  explicit Planner(const FftwModule& module) : module_(module) {}

  struct Destroy {
    const FftwModule* module;
    void operator()(FftwPlan* plan) const { module->destroy(plan); }
  };
  using Plan = std::unique_ptr<FftwPlan, Destroy>;

  /// Plans by what is known, else by measuring. `plan(effort)` calls one of the module's planners.
  template <class Make>
  Plan plan(Make make) {
    const bool is_measuring = tuning() != Tuning::none;
    const std::lock_guard lock(mutex_);
    if (!is_started_) {
      module_.start(kPlanningSeconds);
      if (is_measuring) import_wisdom(module_);
      is_started_ = true;
    }
    FftwPlan* found = make(is_measuring ? FftwEffort::remember : FftwEffort::estimate);
    if (found == nullptr && is_measuring) {
      found = make(FftwEffort::measure);
      has_learnt_ = true;
    }
    if (found == nullptr) throw Error("FFTW could not plan a transform; memory may have run out");
    return Plan(found, Destroy{&module_});
  }

  void keep_what_was_learnt() {
    if (!has_learnt_.exchange(false)) return;
    const std::lock_guard lock(mutex_);
    export_wisdom(module_);
  }

  const FftwModule& module() const { return module_; }

 private:
  const FftwModule& module_;
  std::mutex mutex_;
  bool is_started_ = false;
  std::atomic<bool> has_learnt_ = false;
};

class FftwComplex final : public ComplexTransform {
 public:
  FftwComplex(Planner& planner, std::int64_t n, std::int64_t lanes)
      : run_(planner.module().run_complex) {
    const AlignedArray<Complex> from(n * lanes), to(n * lanes);
    const auto make = [&](int sign) {
      return planner.plan([&](FftwEffort effort) {
        return planner.module().plan_complex(static_cast<int>(n), static_cast<int>(lanes),
                                             from.data(), to.data(), sign, effort);
      });
    };
    forward_ = make(kForward);
    inverse_ = make(kInverse);
  }
  void forward(Complex* from, Complex* to) override { run_(forward_.get(), from, to); }
  void inverse(Complex* from, Complex* to) override { run_(inverse_.get(), from, to); }

 private:
  decltype(FftwModule::run_complex) run_;
  Planner::Plan forward_, inverse_;
};

class FftwReal final : public RealTransform {
 public:
  FftwReal(Planner& planner, std::int64_t n) : module_(planner.module()) {
    const AlignedArray<float> real(n);
    const AlignedArray<Complex> spectrum(n / 2 + 1);
    const auto make = [&](int sign) {
      return planner.plan([&](FftwEffort effort) {
        return module_.plan_real(static_cast<int>(n), real.data(), spectrum.data(), sign, effort);
      });
    };
    forward_ = make(kForward);
    inverse_ = make(kInverse);
  }
  void forward(float* real, Complex* spectrum) override {
    module_.run_real_forward(forward_.get(), real, spectrum);
  }
  void inverse(Complex* spectrum, float* real) override {
    module_.run_real_inverse(inverse_.get(), spectrum, real);
  }

 private:
  const FftwModule& module_;
  Planner::Plan forward_, inverse_;
};

class FftwEngine final : public FftEngine {
 public:
  explicit FftwEngine(const FftwModule& module) : planner_(module) {}
  std::string_view name() const override { return "fftw"; }
  bool does(std::int64_t) const override { return true; }

  std::unique_ptr<ComplexTransform> complex(std::int64_t n, std::int64_t lanes) const override {
    return std::make_unique<FftwComplex>(planner_, n, lanes);
  }
  std::unique_ptr<RealTransform> real(std::int64_t n) const override {
    return std::make_unique<FftwReal>(planner_, n);
  }
  void planned() const override { planner_.keep_what_was_learnt(); }

 private:
  mutable Planner planner_;
};

}  // namespace

std::unique_ptr<const FftEngine> make_fftw_engine(const FftwModule& module) {
  return std::make_unique<FftwEngine>(module);
}

}  // namespace fftcore
