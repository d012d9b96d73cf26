// SPDX-License-Identifier: LGPL-2.1-or-later
#include "any_length.h"

#include <algorithm>

#include "bluestein.h"
#include "cosine_by_fft.h"
#include "simd.h"
#include "unit_root.h"

namespace fftcore {
namespace {

// Even n = 2 M: z[j] = x[2j] + i x[2j+1] has Z = E + i O, E and O the transforms of the even and
// the odd points. With w = exp(-2 pi i / n):
//   X[k] = E[k] + w^k O[k],  X[M-k] = conj(E[k] - w^k O[k]), E[k] = (Z[k] + conj Z[M-k]) / 2, i
//                            O[k] = (Z[k] - conj Z[M-k]) / 2

/// X[k] and X[M-k] out of Z[k] and Z[M-k]; k and M-k may be one row.
template <class Real>
inline __attribute__((always_inline)) void split_of(const std::complex<Real>* z_low,
                                                    const std::complex<Real>* z_high,
                                                    std::complex<Real> root, std::int64_t lanes,
                                                    std::complex<Real>* x_low,
                                                    std::complex<Real>* x_high) {
  const Real half = 0.5;
  const Real wr = root.real(), wi = root.imag();
  for (std::int64_t i = 0; i < lanes; ++i) {
    const Real a = z_low[i].real(), b = z_low[i].imag(), c = z_high[i].real(), d = z_high[i].imag();
    const Real er = half * (a + c), ei = half * (b - d), odd_r = half * (b + d),
               odd_i = half * (c - a);
    const Real tr = wr * odd_r - wi * odd_i, ti = wr * odd_i + wi * odd_r;
    x_low[i] = {er + tr, ei + ti};
    x_high[i] = {er - tr, ti - ei};
  }
}

/// 2 Z[k] and 2 Z[M-k] out of X[k] and X[M-k].
template <class Real>
inline __attribute__((always_inline)) void merge_of(const std::complex<Real>* x_low,
                                                    const std::complex<Real>* x_high,
                                                    std::complex<Real> root, std::int64_t lanes,
                                                    std::complex<Real>* z_low,
                                                    std::complex<Real>* z_high) {
  const Real wr = root.real(), wi = -root.imag();
  for (std::int64_t i = 0; i < lanes; ++i) {
    const Real a = x_low[i].real(), b = x_low[i].imag(), c = x_high[i].real(), d = x_high[i].imag();
    const Real er = a + c, ei = b - d, dr = a - c, di = b + d;
    const Real odd_r = wr * dr - wi * di, odd_i = wr * di + wi * dr;
    z_low[i] = {er - odd_i, ei + odd_r};
    z_high[i] = {er + odd_i, odd_r - ei};
  }
}

FFTCORE_SIMD_CLONES
void split(const std::complex<float>* z_low, const std::complex<float>* z_high,
           std::complex<float> root, std::int64_t lanes, std::complex<float>* x_low,
           std::complex<float>* x_high) {
  split_of(z_low, z_high, root, lanes, x_low, x_high);
}
FFTCORE_SIMD_CLONES
void split(const std::complex<double>* z_low, const std::complex<double>* z_high,
           std::complex<double> root, std::int64_t lanes, std::complex<double>* x_low,
           std::complex<double>* x_high) {
  split_of(z_low, z_high, root, lanes, x_low, x_high);
}
FFTCORE_SIMD_CLONES
void merge(const std::complex<float>* x_low, const std::complex<float>* x_high,
           std::complex<float> root, std::int64_t lanes, std::complex<float>* z_low,
           std::complex<float>* z_high) {
  merge_of(x_low, x_high, root, lanes, z_low, z_high);
}
FFTCORE_SIMD_CLONES
void merge(const std::complex<double>* x_low, const std::complex<double>* x_high,
           std::complex<double> root, std::int64_t lanes, std::complex<double>* z_low,
           std::complex<double>* z_high) {
  merge_of(x_low, x_high, root, lanes, z_low, z_high);
}

template <class Real>
void drop_imaginary_parts(std::complex<Real>* row, std::int64_t lanes) {
  for (std::int64_t i = 0; i < lanes; ++i) row[i] = row[i].real();
}

/// A single line of RealLines: of even length, its real side is the values themselves.
template <class Real>
class RealLine final : public RealTransformOf<Real> {
  using Complex = std::complex<Real>;

 public:
  explicit RealLine(std::unique_ptr<RealLines<Real>> lines) : lines_(std::move(lines)) {}
  void forward(Real* real, Complex* spectrum) override {
    lines_->forward(reinterpret_cast<Complex*>(real), spectrum);
  }
  void inverse(Complex* spectrum, Real* real) override {
    lines_->inverse(spectrum, reinterpret_cast<Complex*>(real));
  }

 private:
  std::unique_ptr<RealLines<Real>> lines_;
};

}  // namespace

template <class Real>
RealLines<Real>::RealLines(std::unique_ptr<ComplexTransformOf<Real>> lines,
                           std::shared_ptr<const AlignedArray<Complex>> roots, std::int64_t n,
                           std::int64_t lanes)
    : lines_(std::move(lines)),
      roots_(std::move(roots)),
      n_(n),
      lanes_(lanes),
      work_(real_rows(n) * lanes) {}

template <class Real>
void RealLines<Real>::forward(Complex* real, Complex* spectrum) {
  lines_->forward(real, work_.data());
  const std::int64_t half = n_ / 2;
  if (n_ % 2 != 0) {
    std::copy_n(work_.data(), (half + 1) * lanes_, spectrum);
    return;
  }
  const auto z = [&](std::int64_t k) { return work_.data() + k % half * lanes_; };
  for (std::int64_t k = 0; k <= half / 2; ++k)
    split(z(k), z(half - k), (*roots_)[k], lanes_, spectrum + k * lanes_,
          spectrum + (half - k) * lanes_);
}

template <class Real>
void RealLines<Real>::inverse(Complex* spectrum, Complex* real) {
  const std::int64_t half = n_ / 2;
  drop_imaginary_parts(spectrum, lanes_);
  if (n_ % 2 != 0) {
    std::copy_n(spectrum, (half + 1) * lanes_, work_.data());
    for (std::int64_t k = 1; k <= half; ++k)
      for (std::int64_t i = 0; i < lanes_; ++i)
        work_[(n_ - k) * lanes_ + i] = std::conj(spectrum[k * lanes_ + i]);
  } else {
    drop_imaginary_parts(spectrum + half * lanes_, lanes_);
    // Row half - k of k = 0 is one past the last: bins 0 and M make row 0 alone, and what would be
    // its partner goes to the spectrum's own row M, which is no longer needed.
    merge(spectrum, spectrum + half * lanes_, (*roots_)[0], lanes_, work_.data(),
          spectrum + half * lanes_);
    for (std::int64_t k = 1; k <= half / 2; ++k)
      merge(spectrum + k * lanes_, spectrum + (half - k) * lanes_, (*roots_)[k], lanes_,
            work_.data() + k * lanes_, work_.data() + (half - k) * lanes_);
  }
  lines_->inverse(work_.data(), real);
}

template <class Real>
std::unique_ptr<ComplexTransformOf<Real>> LengthsOf<Real>::complex(std::int64_t n,
                                                                   std::int64_t lanes) {
  if (engine_.does(n)) return engine_.complex(n, lanes);
  return std::make_unique<BluesteinTransform<Real>>(engine_, n, lanes);
}

template <class Real>
std::unique_ptr<RealLines<Real>> LengthsOf<Real>::real(std::int64_t n, std::int64_t lanes) {
  auto& roots = roots_[n];
  if (!roots) {
    AlignedArray<std::complex<Real>> table(n / 2 + 1);
    for (std::int64_t k = 0; k < table.size(); ++k) table[k] = std::complex<Real>(unit_root(k, n));
    roots = std::make_shared<const AlignedArray<std::complex<Real>>>(std::move(table));
  }
  return std::make_unique<RealLines<Real>>(complex(real_rows(n), lanes), roots, n, lanes);
}

template <class Real>
std::unique_ptr<CosineTransformOf<Real>> LengthsOf<Real>::cosine(TransformKind kind, std::int64_t n,
                                                                 std::int64_t lanes) {
  if (auto own = engine_.cosine(kind, n, lanes)) return own;
  return cosine_by_fft(*this, kind, n, lanes);
}

template <class Real>
std::unique_ptr<RealTransformOf<Real>> LengthsOf<Real>::real_line(std::int64_t n) {
  if (engine_.does(n))
    if (auto own = engine_.real(n)) return own;
  return std::make_unique<RealLine<Real>>(real(n, 1));
}

template class RealLines<float>;
template class RealLines<double>;
template class LengthsOf<float>;
template class LengthsOf<double>;

}  // namespace fftcore
