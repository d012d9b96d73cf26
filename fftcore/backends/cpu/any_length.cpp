// SPDX-License-Identifier: LGPL-2.1-or-later
#include "any_length.h"

#include <algorithm>

#include "bluestein.h"
#include "simd.h"
#include "unit_root.h"

namespace fftcore {
namespace {

// Even n = 2 M: z[j] = x[2j] + i x[2j+1] has Z = E + i O, E and O the transforms of the even and
// the odd points. With w = exp(-2 pi i / n):
//   X[k] = E[k] + w^k O[k],  X[M-k] = conj(E[k] - w^k O[k]), E[k] = (Z[k] + conj Z[M-k]) / 2, i
//                            O[k] = (Z[k] - conj Z[M-k]) / 2

/// X[k] and X[M-k] out of Z[k] and Z[M-k]; k and M-k may be one row.
FFTCORE_SIMD_CLONES
void split(const Complex* z_low, const Complex* z_high, Complex root, std::int64_t lanes,
           Complex* x_low, Complex* x_high) {
  const float wr = root.real(), wi = root.imag();
  for (std::int64_t i = 0; i < lanes; ++i) {
    const float a = z_low[i].real(), b = z_low[i].imag(), c = z_high[i].real(),
                d = z_high[i].imag();
    const float er = 0.5F * (a + c), ei = 0.5F * (b - d), odd_r = 0.5F * (b + d),
                odd_i = 0.5F * (c - a);
    const float tr = wr * odd_r - wi * odd_i, ti = wr * odd_i + wi * odd_r;
    x_low[i] = {er + tr, ei + ti};
    x_high[i] = {er - tr, ti - ei};
  }
}

/// 2 Z[k] and 2 Z[M-k] out of X[k] and X[M-k].
FFTCORE_SIMD_CLONES
void merge(const Complex* x_low, const Complex* x_high, Complex root, std::int64_t lanes,
           Complex* z_low, Complex* z_high) {
  const float wr = root.real(), wi = -root.imag();
  for (std::int64_t i = 0; i < lanes; ++i) {
    const float a = x_low[i].real(), b = x_low[i].imag(), c = x_high[i].real(),
                d = x_high[i].imag();
    const float er = a + c, ei = b - d, dr = a - c, di = b + d;
    const float odd_r = wr * dr - wi * di, odd_i = wr * di + wi * dr;
    z_low[i] = {er - odd_i, ei + odd_r};
    z_high[i] = {er + odd_i, odd_r - ei};
  }
}

void drop_imaginary_parts(Complex* row, std::int64_t lanes) {
  for (std::int64_t i = 0; i < lanes; ++i) row[i] = row[i].real();
}

/// A single line of RealLines: of even length, its real side is the values themselves.
class RealLine final : public RealTransform {
 public:
  explicit RealLine(std::unique_ptr<RealLines> lines) : lines_(std::move(lines)) {}
  void forward(float* real, Complex* spectrum) override {
    lines_->forward(reinterpret_cast<Complex*>(real), spectrum);
  }
  void inverse(Complex* spectrum, float* real) override {
    lines_->inverse(spectrum, reinterpret_cast<Complex*>(real));
  }

 private:
  std::unique_ptr<RealLines> lines_;
};

}  // namespace

RealLines::RealLines(std::unique_ptr<ComplexTransform> lines,
                     std::shared_ptr<const AlignedArray<Complex>> roots, std::int64_t n,
                     std::int64_t lanes)
    : lines_(std::move(lines)),
      roots_(std::move(roots)),
      n_(n),
      lanes_(lanes),
      work_(real_rows(n) * lanes) {}

void RealLines::forward(Complex* real, Complex* spectrum) {
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

void RealLines::inverse(Complex* spectrum, Complex* real) {
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

std::unique_ptr<ComplexTransform> AnyLength::complex(std::int64_t n, std::int64_t lanes) {
  if (engine_.does(n)) return engine_.complex(n, lanes);
  return std::make_unique<BluesteinTransform>(engine_, n, lanes);
}

std::unique_ptr<RealTransform> AnyLength::real_line(std::int64_t n) {
  if (engine_.does(n)) return engine_.real(n);
  return std::make_unique<RealLine>(real(n, 1));
}

std::unique_ptr<RealLines> AnyLength::real(std::int64_t n, std::int64_t lanes) {
  auto& roots = roots_[n];
  if (!roots) {
    AlignedArray<Complex> table(n / 2 + 1);
    for (std::int64_t k = 0; k < table.size(); ++k) table[k] = Complex(unit_root(k, n));
    roots = std::make_shared<const AlignedArray<Complex>>(std::move(table));
  }
  return std::make_unique<RealLines>(complex(RealLines::real_rows(n), lanes), roots, n, lanes);
}

}  // namespace fftcore
