// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fftw_engine.h"

#include <string_view>

#include "aligned_array.h"
#include "fftw_dense.h"
#include "fftw_planner.h"

namespace fftcore {
namespace {

template <class Real>
class FftwComplex final : public ComplexTransformOf<Real> {
 public:
  FftwComplex(FftwPlanner& planner, std::int64_t n, std::int64_t lanes)
      : run_(planner.run_of(FftwKind::c2c_forward)) {
    const AlignedArray<std::complex<Real>> from(n * lanes), to(n * lanes);
    const auto make = [&](FftwKind kind) {
      return planner.plan({kind, n, lanes, lanes, 1, lanes, 1, false}, from.data(), to.data());
    };
    forward_ = make(FftwKind::c2c_forward);
    inverse_ = make(FftwKind::c2c_inverse);
  }
  void forward(std::complex<Real>* from, std::complex<Real>* to) override {
    run_(forward_.get(), from, to);
  }
  void inverse(std::complex<Real>* from, std::complex<Real>* to) override {
    run_(inverse_.get(), from, to);
  }

 private:
  FftwRun run_;
  FftwPlanner::Plan forward_, inverse_;
};

template <class Real>
class FftwCosine final : public CosineTransformOf<Real> {
 public:
  FftwCosine(FftwPlanner& planner, FftwKind kind, std::int64_t n, std::int64_t lanes)
      : run_(planner.run_of(kind)) {
    const AlignedArray<Real> from(n * lanes), to(n * lanes);
    plan_ = planner.plan({kind, n, lanes, lanes, 1, lanes, 1, false}, from.data(), to.data());
  }
  void run(Real* from, Real* to) override { run_(plan_.get(), from, to); }

 private:
  FftwRun run_;
  FftwPlanner::Plan plan_;
};

template <class Real>
class FftwReal final : public RealTransformOf<Real> {
  using Complex = std::complex<Real>;

 public:
  FftwReal(FftwPlanner& planner, std::int64_t n)
      : run_forward_(planner.run_of(FftwKind::r2c)), run_inverse_(planner.run_of(FftwKind::c2r)) {
    const AlignedArray<Real> real(n);
    const AlignedArray<Complex> spectrum(n / 2 + 1);
    forward_ = planner.plan({FftwKind::r2c, n, 1, 1, 0, 1, 0, false}, real.data(), spectrum.data());
    inverse_ = planner.plan({FftwKind::c2r, n, 1, 1, 0, 1, 0, false}, spectrum.data(), real.data());
  }
  void forward(Real* real, Complex* spectrum) override {
    run_forward_(forward_.get(), real, spectrum);
  }
  void inverse(Complex* spectrum, Real* real) override {
    run_inverse_(inverse_.get(), spectrum, real);
  }

 private:
  FftwRun run_forward_, run_inverse_;
  FftwPlanner::Plan forward_, inverse_;
};

template <class Real>
class FftwIn final : public EngineOf<Real> {
 public:
  explicit FftwIn(const FftwCalls& fftw) : planner_(fftw) {}
  bool does(std::int64_t) const override { return true; }
  std::unique_ptr<ComplexTransformOf<Real>> complex(std::int64_t n,
                                                    std::int64_t lanes) const override {
    return std::make_unique<FftwComplex<Real>>(planner_, n, lanes);
  }
  std::unique_ptr<RealTransformOf<Real>> real(std::int64_t n) const override {
    return std::make_unique<FftwReal<Real>>(planner_, n);
  }
  std::unique_ptr<CosineTransformOf<Real>> cosine(TransformKind kind, std::int64_t n,
                                                  std::int64_t lanes) const override {
    constexpr int kFirst = static_cast<int>(FftwKind::dct1) - static_cast<int>(TransformKind::dct1);
    return std::make_unique<FftwCosine<Real>>(
        planner_, static_cast<FftwKind>(static_cast<int>(kind) + kFirst), n, lanes);
  }
  bool takes_dense_lines() const override { return true; }
  std::unique_ptr<DenseTransformOf<Real>> dense(const DenseLines& lines) const override {
    return make_fftw_dense<Real>(planner_, lines);
  }
  FftwPlanner& planner() const { return planner_; }

 private:
  mutable FftwPlanner planner_;
};

class FftwEngine final : public FftEngine {
 public:
  explicit FftwEngine(const FftwModule& module) : f32_(module.f32), f64_(module.f64) {}
  std::string_view name() const override { return "fftw"; }
  const EngineOf<float>& f32() const override { return f32_; }
  const EngineOf<double>& f64() const override { return f64_; }
  void planned() const override {
    f32_.planner().keep_what_was_learnt();
    f64_.planner().keep_what_was_learnt();
  }

 private:
  FftwIn<float> f32_;
  FftwIn<double> f64_;
};

}  // namespace

std::unique_ptr<const FftEngine> make_fftw_engine(const FftwModule& module) {
  return std::make_unique<FftwEngine>(module);
}

}  // namespace fftcore
