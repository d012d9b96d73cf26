// SPDX-License-Identifier: LGPL-2.1-or-later
#include "stockham_engine.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "fast_size.h"
#include "stockham_loops.h"
#include "unit_root.h"

namespace fftcore {
namespace {

/// Radices of a smooth length. Fours first: after one of them groups fill vectors.
std::vector<int> radices_of(std::int64_t n) {
  std::vector<int> radices;
  for (const int radix : {4, 2, 5, 3})
    for (; n % radix == 0; n /= radix) radices.push_back(radix);
  return radices;
}

/// `lanes` transforms of n points, down the columns.
template <class Real>
class Steps {
  using Complex = std::complex<Real>;

 public:
  Steps(std::int64_t n, std::int64_t lanes) : count_(n * lanes) {
    const std::vector<int> radices = radices_of(n);
    std::int64_t rest = n, group = lanes;
    for (const int radix : radices) {
      const std::int64_t places = rest / radix;
      std::vector<Real> roots(static_cast<std::size_t>(2 * (radix - 1) * places));
      Real* const cosines = roots.data();
      Real* const sines = cosines + (radix - 1) * places;
      for (int k = 1; k < radix; ++k)
        for (std::int64_t p = 0; p < places; ++p) {
          const auto root = unit_root(p * k, rest);
          cosines[(k - 1) * places + p] = static_cast<Real>(root.real());
          // unit_root() turns forward, whose sine is negative.
          sines[(k - 1) * places + p] = static_cast<Real>(-root.imag());
        }
      steps_.push_back({radix, places, group, cosines, sines, false});
      roots_.push_back(std::move(roots));
      rest = places;
      group *= radix;
    }
  }
  /// Steps go to and fro between both, so `from` is destroyed.
  void run(Complex* from, Complex* to, bool is_inverse) const {
    if (steps_.size() % 2 == 0) {
      std::copy_n(from, count_, to);
      std::swap(from, to);
    }
    for (StockhamStep<Real> step : steps_) {
      step.is_inverse = is_inverse;
      run_step(step, from, to);
      std::swap(from, to);
    }
  }

 private:
  std::int64_t count_;
  std::vector<std::vector<Real>> roots_;
  std::vector<StockhamStep<Real>> steps_;
};

template <class Real>
class StockhamComplex final : public ComplexTransformOf<Real> {
  using Complex = std::complex<Real>;

 public:
  StockhamComplex(std::int64_t n, std::int64_t lanes) : steps_(n, lanes) {}
  void forward(Complex* from, Complex* to) override { steps_.run(from, to, false); }
  void inverse(Complex* from, Complex* to) override { steps_.run(from, to, true); }

 private:
  Steps<Real> steps_;
};

/// A complex transform of half as many points, the even samples being real parts and the odd ones
/// imaginary parts.
template <class Real>
class StockhamReal final : public RealTransformOf<Real> {
  using Complex = std::complex<Real>;

 public:
  explicit StockhamReal(std::int64_t n) : half_(n / 2), line_(half_, 1) {
    for (std::int64_t k = 0; k <= half_ / 2; ++k) roots_.emplace_back(unit_root(k, n));
  }
  void forward(Real* real, Complex* spectrum) override {
    line_.run(reinterpret_cast<Complex*>(real), spectrum, false);
    const Complex first = spectrum[0];
    spectrum[0] = {first.real() + first.imag(), 0};
    spectrum[half_] = {first.real() - first.imag(), 0};
    for (std::int64_t k = 1; k <= half_ / 2; ++k) {
      Complex &one = spectrum[k], &other = spectrum[half_ - k];
      const Complex even = (one + std::conj(other)) * Real(0.5);
      const Complex odd =
          times(one - std::conj(other), roots_[static_cast<std::size_t>(k)]) * Real(0.5);
      const Complex turned{odd.imag(), -odd.real()};
      one = even + turned;
      other = std::conj(even - turned);
    }
  }
  void inverse(Complex* spectrum, Real* real) override {
    const Real first = spectrum[0].real(), last = spectrum[half_].real();
    spectrum[0] = {first + last, first - last};
    for (std::int64_t k = 1; k <= half_ / 2; ++k) {
      Complex &one = spectrum[k], &other = spectrum[half_ - k];
      const Complex even = one + std::conj(other);
      const Complex odd =
          times(one - std::conj(other), std::conj(roots_[static_cast<std::size_t>(k)]));
      const Complex turned{-odd.imag(), odd.real()};
      one = even + turned;
      other = std::conj(even - turned);
    }
    line_.run(spectrum, reinterpret_cast<Complex*>(real), true);
  }

 private:
  /// A product without the standard library's care for infinities.
  static Complex times(Complex a, Complex b) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
  }

  std::int64_t half_;
  Steps<Real> line_;
  std::vector<Complex> roots_;  ///< exp(-2 pi i k / n)
};

template <class Real>
class StockhamIn final : public EngineOf<Real> {
 public:
  bool does(std::int64_t n) const override { return is_smooth(n); }
  std::unique_ptr<ComplexTransformOf<Real>> complex(std::int64_t n,
                                                    std::int64_t lanes) const override {
    return std::make_unique<StockhamComplex<Real>>(n, lanes);
  }
  std::unique_ptr<RealTransformOf<Real>> real(std::int64_t n) const override {
    return std::make_unique<StockhamReal<Real>>(n);
  }
};

class StockhamEngine final : public FftEngine {
 public:
  std::string_view name() const override { return "stockham"; }
  const EngineOf<float>& f32() const override { return f32_; }
  const EngineOf<double>& f64() const override { return f64_; }

 private:
  StockhamIn<float> f32_;
  StockhamIn<double> f64_;
};

}  // namespace

const FftEngine* stockham_engine() {
  static const StockhamEngine engine;
  return &engine;
}

}  // namespace fftcore
