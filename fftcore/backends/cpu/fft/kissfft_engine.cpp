// SPDX-License-Identifier: LGPL-2.1-or-later
#include "kissfft_engine.h"

#include <fmt/format.h>
#include <kiss_fft.h>
#include <kiss_fftr.h>

#include <algorithm>
#include <cstdlib>
#include <kissfft.hh>
#include <limits>

#include "aligned_array.h"
#include "fast_size.h"
#include "fftcore/error.h"

namespace fftcore {
namespace {

static_assert(sizeof(kiss_fft_cpx) == sizeof(Complex));
kiss_fft_cpx* kiss(Complex* data) {
  return reinterpret_cast<kiss_fft_cpx*>(data);
}

struct Free {
  void operator()(void* state) const { std::free(state); }
};
template <class State>
using Handle = std::unique_ptr<State, Free>;

template <class State>
Handle<State> checked(State* state) {
  if (state == nullptr) throw Error("kissfft could not plan a transform; memory may have run out");
  return Handle<State>(state);
}

/// Points as the library for float counts them.
int counted(std::int64_t n) {
  constexpr int kMost = std::numeric_limits<int>::max();
  if (n > kMost)
    throw Unsupported(
        fmt::format("a line of {} points: kissfft takes up to {} in single precision; FFTW's "
                    "module, and double "
                    "precision, take more",
                    n, kMost));
  return static_cast<int>(n);
}

/// kissfft one way. Debian has a library for float and a template for any type; the template's
/// twiddles are as good as its type allows for double, and not for float.
template <class Real>
class KissLine {
 public:
  KissLine(std::int64_t n, bool is_inverse) : state_(static_cast<std::size_t>(n), is_inverse) {}
  void run(const std::complex<Real>* from, std::int64_t stride, std::complex<Real>* to) {
    state_.transform(from, to, 0, 1, static_cast<std::size_t>(stride));
  }

 private:
  kissfft<Real> state_;
};
template <>
class KissLine<float> {
 public:
  KissLine(std::int64_t n, bool is_inverse)
      : state_(checked(kiss_fft_alloc(counted(n), is_inverse, nullptr, nullptr))) {}
  void run(Complex* from, std::int64_t stride, Complex* to) {
    kiss_fft_stride(state_.get(), kiss(from), kiss(to), static_cast<int>(stride));
  }

 private:
  Handle<kiss_fft_state> state_;
};

template <class Real>
class KissComplex final : public ComplexTransformOf<Real> {
  using Complex = std::complex<Real>;

 public:
  KissComplex(std::int64_t n, std::int64_t lanes)
      : n_(n), lanes_(lanes), forward_(n, false), inverse_(n, true), line_(n) {}
  void forward(Complex* from, Complex* to) override { transform(forward_, from, to); }
  void inverse(Complex* from, Complex* to) override { transform(inverse_, from, to); }

 private:
  /// kissfft reads at a stride but writes without one, and for one point it takes memory.
  void transform(KissLine<Real>& transform, Complex* from, Complex* to) {
    if (n_ == 1) {
      std::copy_n(from, lanes_, to);
      return;
    }
    for (std::int64_t lane = 0; lane < lanes_; ++lane) {
      transform.run(from + lane, lanes_, line_.data());
      for (std::int64_t i = 0; i < n_; ++i) to[lane + i * lanes_] = line_[i];
    }
  }

  std::int64_t n_, lanes_;
  KissLine<Real> forward_, inverse_;
  AlignedArray<Complex> line_;
};

class KissReal final : public RealTransform {
 public:
  explicit KissReal(std::int64_t n)
      : n_(n),
        forward_(checked(kiss_fftr_alloc(static_cast<int>(n), 0, nullptr, nullptr))),
        inverse_(checked(kiss_fftr_alloc(static_cast<int>(n), 1, nullptr, nullptr))) {}
  void forward(float* real, Complex* spectrum) override {
    kiss_fftr(forward_.get(), real, kiss(spectrum));
  }
  void inverse(Complex* spectrum, float* real) override {
    spectrum[0] = {spectrum[0].real(), 0};
    spectrum[n_ / 2] = {spectrum[n_ / 2].real(), 0};
    kiss_fftri(inverse_.get(), kiss(spectrum), real);
  }

 private:
  std::int64_t n_;
  Handle<kiss_fftr_state> forward_, inverse_;
};

template <class Real>
class KissIn final : public EngineOf<Real> {
 public:
  /// For other lengths kissfft takes memory each time, and sums as the definition does.
  bool does(std::int64_t n) const override { return is_smooth(n); }
  std::unique_ptr<ComplexTransformOf<Real>> complex(std::int64_t n,
                                                    std::int64_t lanes) const override {
    return std::make_unique<KissComplex<Real>>(n, lanes);
  }
  /// The library has it, and the template has not.
  std::unique_ptr<RealTransformOf<Real>> real(std::int64_t n) const override {
    if constexpr (std::is_same_v<Real, float>)
      return std::make_unique<KissReal>(n);
    else
      return nullptr;
  }
};

class KissEngine final : public FftEngine {
 public:
  std::string_view name() const override { return "kissfft"; }
  const EngineOf<float>& f32() const override { return f32_; }
  const EngineOf<double>& f64() const override { return f64_; }

 private:
  KissIn<float> f32_;
  KissIn<double> f64_;
};

}  // namespace

const FftEngine* kissfft_engine() {
  static const KissEngine engine;
  return &engine;
}

}  // namespace fftcore
