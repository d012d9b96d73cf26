// SPDX-License-Identifier: LGPL-2.1-or-later
#include "kissfft_engine.h"

#include <kiss_fft.h>
#include <kiss_fftr.h>

#include <algorithm>
#include <cstdlib>

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

class KissComplex final : public ComplexTransform {
 public:
  KissComplex(std::int64_t n, std::int64_t lanes)
      : n_(n),
        lanes_(lanes),
        forward_(checked(kiss_fft_alloc(static_cast<int>(n), 0, nullptr, nullptr))),
        inverse_(checked(kiss_fft_alloc(static_cast<int>(n), 1, nullptr, nullptr))),
        line_(n) {}
  void forward(Complex* from, Complex* to) override { transform(forward_.get(), from, to); }
  void inverse(Complex* from, Complex* to) override { transform(inverse_.get(), from, to); }

 private:
  /// kissfft reads at a stride but writes without one, and for one point it takes memory.
  void transform(kiss_fft_state* state, Complex* from, Complex* to) {
    if (n_ == 1) {
      std::copy_n(from, lanes_, to);
      return;
    }
    for (std::int64_t lane = 0; lane < lanes_; ++lane) {
      kiss_fft_stride(state, kiss(from + lane), kiss(line_.data()), static_cast<int>(lanes_));
      for (std::int64_t i = 0; i < n_; ++i) to[lane + i * lanes_] = line_[i];
    }
  }

  std::int64_t n_, lanes_;
  Handle<kiss_fft_state> forward_, inverse_;
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

class KissEngine final : public FftEngine {
 public:
  std::string_view name() const override { return "kissfft"; }
  /// For other lengths kissfft takes memory each time, and sums as the definition does.
  bool does(std::int64_t n) const override { return is_smooth(n); }
  std::unique_ptr<ComplexTransform> complex(std::int64_t n, std::int64_t lanes) const override {
    return std::make_unique<KissComplex>(n, lanes);
  }
  std::unique_ptr<RealTransform> real(std::int64_t n) const override {
    return std::make_unique<KissReal>(n);
  }
};

}  // namespace

const FftEngine* kissfft_engine() {
  static const KissEngine engine;
  return &engine;
}

}  // namespace fftcore
