// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cosine_by_fft.h"

#include <algorithm>

#include "unit_root.h"

namespace fftcore {
namespace {

// Sine transforms are cosine transforms of changed values, N being the points of a line:
//   dst2(x)[k] = dct2((-1)^n x[n])[N-1-k]
//   dst3(x)[k] = (-1)^k dct3(x[N-1-n])[k], and dst4 of dct4 likewise

/// What all types share: rows of lanes, and factors by row.
template <class Real>
class Lines : public CosineTransformOf<Real> {
 protected:
  using Complex = std::complex<Real>;
  Lines(std::int64_t n, std::int64_t lanes) : n_(n), lanes_(lanes) {}

  /// exp(-2 pi i (first + k step) / circle), k = 0 .. count - 1.
  static AlignedArray<Complex> roots(std::int64_t count, std::int64_t first, std::int64_t step,
                                     std::int64_t circle) {
    AlignedArray<Complex> table(count);
    for (std::int64_t k = 0; k < count; ++k)
      table[k] = Complex(unit_root(first + k * step, circle));
    return table;
  }
  /// Value i of a real line in rows as RealLines has them.
  std::int64_t packed(std::int64_t points, std::int64_t i, std::int64_t lane) const {
    return points % 2 == 0 ? (i / 2 * lanes_ + lane) * 2 + i % 2 : (i * lanes_ + lane) * 2;
  }
  static Real sign(bool is_odd) { return is_odd ? Real(-1) : Real(1); }

  const std::int64_t n_, lanes_;
};

/// Type I: a line and its mirror image, with or without the sign turned, are one period of a real
/// signal. (Half of it would do, but loses digits.)
template <class Real>
class TypeOne final : public Lines<Real> {
  using typename Lines<Real>::Complex;
  using Lines<Real>::n_, Lines<Real>::lanes_;

 public:
  TypeOne(LengthsOf<Real>& lengths, bool is_sine, std::int64_t n, std::int64_t lanes)
      : Lines<Real>(n, lanes),
        first_(is_sine ? 1 : 0),
        period_(is_sine ? 2 * (n + 1) : 2 * (n - 1)),
        fft_(lengths.real(period_, lanes)),
        real_(real_rows(period_) * lanes),
        spectrum_((period_ / 2 + 1) * lanes) {}

  void run(Real* from, Real* to) override {
    std::fill_n(real_.data(), real_.size(), Complex());
    Real* const real = reinterpret_cast<Real*>(real_.data());
    for (std::int64_t i = 0; i < n_; ++i)
      for (std::int64_t lane = 0; lane < lanes_; ++lane) {
        const Real value = from[i * lanes_ + lane];
        const std::int64_t at = i + first_;
        real[this->packed(period_, (period_ - at) % period_, lane)] = this->sign(first_) * value;
        real[this->packed(period_, at, lane)] = value;
      }
    fft_->forward(real_.data(), spectrum_.data());
    for (std::int64_t k = 0; k < n_; ++k)
      for (std::int64_t lane = 0; lane < lanes_; ++lane) {
        const Complex bin = spectrum_[(k + first_) * lanes_ + lane];
        to[k * lanes_ + lane] = first_ != 0 ? -bin.imag() : bin.real();
      }
  }

 private:
  std::int64_t first_, period_;
  std::unique_ptr<RealLines<Real>> fft_;
  AlignedArray<Complex> real_, spectrum_;
};

/// What types II and III share, which undo each other: a real line v, which holds the even points
/// forward and then the odd ones backward, its transform V, and w^k, w = exp(-pi i / 2 N).
template <class Real>
class EvenThenOdd : public Lines<Real> {
 protected:
  using typename Lines<Real>::Complex;

 public:
  EvenThenOdd(LengthsOf<Real>& lengths, bool is_sine, std::int64_t n, std::int64_t lanes)
      : Lines<Real>(n, lanes),
        is_sine_(is_sine),
        fft_(lengths.real(n, lanes)),
        roots_(this->roots(n / 2 + 1, 0, 1, 4 * n)),
        real_(real_rows(n) * lanes),
        spectrum_((n / 2 + 1) * lanes) {}

 protected:
  /// Where point i of a line is in v.
  std::int64_t reordered(std::int64_t i, std::int64_t lane) const {
    const std::int64_t n = this->n_;
    return this->packed(n, i % 2 == 0 ? i / 2 : n - 1 - i / 2, lane);
  }
  Real sign_of(std::int64_t i) const { return this->sign(is_sine_ && i % 2 != 0); }

  const bool is_sine_;
  const std::unique_ptr<RealLines<Real>> fft_;
  const AlignedArray<Complex> roots_;
  AlignedArray<Complex> real_, spectrum_;
};

/// Type II: X[k] = 2 Re w^k V[k], X[N-k] = -2 Im w^k V[k].
template <class Real>
class TypeTwo final : public EvenThenOdd<Real> {
  using typename Lines<Real>::Complex;
  using Lines<Real>::n_, Lines<Real>::lanes_;
  using Base = EvenThenOdd<Real>;
  using Base::is_sine_, Base::fft_, Base::roots_, Base::real_, Base::spectrum_;

 public:
  using Base::Base;

  void run(Real* from, Real* to) override {
    std::fill_n(real_.data(), real_.size(), Complex());
    Real* const real = reinterpret_cast<Real*>(real_.data());
    for (std::int64_t i = 0; i < n_; ++i)
      for (std::int64_t lane = 0; lane < lanes_; ++lane)
        real[this->reordered(i, lane)] = this->sign_of(i) * from[i * lanes_ + lane];
    fft_->forward(real_.data(), spectrum_.data());
    for (std::int64_t k = 0; k <= n_ / 2; ++k)
      for (std::int64_t lane = 0; lane < lanes_; ++lane) {
        const Complex turned = Real(2) * (roots_[k] * spectrum_[k * lanes_ + lane]);
        if (k != 0) to[row_of(n_ - k) * lanes_ + lane] = -turned.imag();
        if (k < n_) to[row_of(k) * lanes_ + lane] = turned.real();
      }
  }

 private:
  std::int64_t row_of(std::int64_t k) const { return is_sine_ ? n_ - 1 - k : k; }
};

/// Type III: type II backward. V[k] = (x[k] - i x[N-k]) / w^k, x[N] being 0.
template <class Real>
class TypeThree final : public EvenThenOdd<Real> {
  using typename Lines<Real>::Complex;
  using Lines<Real>::n_, Lines<Real>::lanes_;
  using Base = EvenThenOdd<Real>;
  using Base::is_sine_, Base::fft_, Base::roots_, Base::real_, Base::spectrum_;

 public:
  using Base::Base;

  void run(Real* from, Real* to) override {
    const auto value = [&](std::int64_t i, std::int64_t lane) {
      return i == n_ ? Real(0) : from[(is_sine_ ? n_ - 1 - i : i) * lanes_ + lane];
    };
    for (std::int64_t k = 0; k <= n_ / 2; ++k)
      for (std::int64_t lane = 0; lane < lanes_; ++lane)
        spectrum_[k * lanes_ + lane] =
            std::conj(roots_[k]) * Complex(value(k, lane), -value(n_ - k, lane));
    fft_->inverse(spectrum_.data(), real_.data());
    const Real* const real = reinterpret_cast<const Real*>(real_.data());
    for (std::int64_t i = 0; i < n_; ++i)
      for (std::int64_t lane = 0; lane < lanes_; ++lane)
        to[i * lanes_ + lane] = this->sign_of(i) * real[this->reordered(i, lane)];
  }
};

/// Type IV. The angle pi (2 n + 1) (2 k + 1) / 4 N is that of a Fourier transform of 2 N points
/// and of factors before and after it. N even: x[2 j] + i x[N-1-2 j] needs N / 2 points alone, and
/// gives X[2 k] - i X[N-1-2 k].
template <class Real>
class TypeFour final : public Lines<Real> {
  using typename Lines<Real>::Complex;
  using Lines<Real>::n_, Lines<Real>::lanes_;

 public:
  TypeFour(LengthsOf<Real>& lengths, bool is_sine, std::int64_t n, std::int64_t lanes)
      : Lines<Real>(n, lanes),
        is_sine_(is_sine),
        points_(n % 2 == 0 ? n / 2 : 2 * n),
        fft_(lengths.complex(points_, lanes)),
        before_(n % 2 == 0 ? this->roots(n / 2, 1, 4, 8 * n) : this->roots(n, 1, 2, 8 * n)),
        after_(n % 2 == 0 ? this->roots(n / 2, 0, 1, 2 * n) : this->roots(n, 0, 1, 4 * n)),
        signal_(points_ * lanes),
        spectrum_(points_ * lanes) {}

  void run(Real* from, Real* to) override {
    const auto value = [&](std::int64_t i, std::int64_t lane) {
      return from[(is_sine_ ? n_ - 1 - i : i) * lanes_ + lane];
    };
    const bool is_even = n_ % 2 == 0;
    std::fill(signal_.data() + before_.size() * lanes_, signal_.data() + signal_.size(), Complex());
    for (std::int64_t j = 0; j < before_.size(); ++j)
      for (std::int64_t lane = 0; lane < lanes_; ++lane)
        signal_[j * lanes_ + lane] =
            before_[j] * (is_even ? Complex(value(2 * j, lane), value(n_ - 1 - 2 * j, lane))
                                  : Complex(value(j, lane)));
    fft_->forward(signal_.data(), spectrum_.data());
    for (std::int64_t k = 0; k < after_.size(); ++k)
      for (std::int64_t lane = 0; lane < lanes_; ++lane) {
        const Complex turned = Real(2) * (after_[k] * spectrum_[k * lanes_ + lane]);
        if (is_even) put(to, n_ - 1 - 2 * k, lane, -turned.imag());
        put(to, is_even ? 2 * k : k, lane, turned.real());
      }
  }

 private:
  void put(Real* to, std::int64_t k, std::int64_t lane, Real value) const {
    to[k * lanes_ + lane] = this->sign(is_sine_ && k % 2 != 0) * value;
  }

  bool is_sine_;
  std::int64_t points_;
  std::unique_ptr<ComplexTransformOf<Real>> fft_;
  AlignedArray<Complex> before_, after_, signal_, spectrum_;
};

}  // namespace

template <class Real>
std::unique_ptr<CosineTransformOf<Real>> cosine_by_fft(LengthsOf<Real>& lengths, TransformKind kind,
                                                       std::int64_t n, std::int64_t lanes) {
  const bool is_sine = kind >= TransformKind::dst1;
  using enum TransformKind;
  if (kind == dct1 || kind == dst1)
    return std::make_unique<TypeOne<Real>>(lengths, is_sine, n, lanes);
  if (kind == dct2 || kind == dst2)
    return std::make_unique<TypeTwo<Real>>(lengths, is_sine, n, lanes);
  if (kind == dct3 || kind == dst3)
    return std::make_unique<TypeThree<Real>>(lengths, is_sine, n, lanes);
  return std::make_unique<TypeFour<Real>>(lengths, is_sine, n, lanes);
}

template std::unique_ptr<CosineTransformOf<float>> cosine_by_fft(LengthsOf<float>&, TransformKind,
                                                                 std::int64_t, std::int64_t);
template std::unique_ptr<CosineTransformOf<double>> cosine_by_fft(LengthsOf<double>&, TransformKind,
                                                                  std::int64_t, std::int64_t);

}  // namespace fftcore
