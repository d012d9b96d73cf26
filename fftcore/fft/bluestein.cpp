// SPDX-License-Identifier: LGPL-2.1-or-later
#include "bluestein.h"

#include <algorithm>

#include "fast_size.h"
#include "kept_tables.h"
#include "stockham_engine.h"
#include "unit_root.h"

namespace fftcore {
namespace {

using Double = std::complex<double>;

/// Most memory of tables that are kept.
constexpr std::int64_t kMostKeptBytes = std::int64_t{64} << 20;

template <class Real>
std::complex<Real> rounded(Double value) {
  return {static_cast<Real>(value.real()), static_cast<Real>(value.imag())};
}

}  // namespace

template <class Real>
BluesteinTables<Real>::BluesteinTables(std::int64_t points)
    : n(points), padded(fast_size(2 * points - 1)), chirp(points), spectrum(padded) {
  AlignedArray<Double> filter(padded), transformed(padded);
  for (std::int64_t i = 0; i < n; ++i) {
    // reduced as an integer: i^2 would lose its digits in a double
    const auto c = Double(unit_root(i * i % (2 * n), 2 * n));
    chirp[i] = rounded<Real>(c);
    filter[i] = filter[(padded - i) % padded] = std::conj(c) / static_cast<double>(padded);
  }
  stockham_engine()->f64().complex(padded, 1)->forward(filter.data(), transformed.data());
  std::transform(transformed.data(), transformed.data() + padded, spectrum.data(), rounded<Real>);
}

template <class Real>
std::shared_ptr<const BluesteinTables<Real>> bluestein_tables(std::int64_t n) {
  // Threads may compile while the program ends.
  static auto& kept = *new KeptTables<BluesteinTables<Real>>(kMostKeptBytes);
  return kept.of(n);
}

template <class Real>
BluesteinTransform<Real>::BluesteinTransform(const EngineOf<Real>& engine, std::int64_t n,
                                             std::int64_t lanes)
    : tables_(bluestein_tables<Real>(n)),
      lanes_(lanes),
      convolution_(engine.complex(tables_->padded, lanes)),
      signal_(tables_->padded * lanes),
      spectrum_(tables_->padded * lanes) {}

/// The inverse is the forward transform of values with real and imaginary part exchanged, exchanged
/// again.
template <class Real>
void BluesteinTransform<Real>::transform(const Complex* from, Complex* to, Exchange first,
                                         Exchange last) {
  const auto& [n, padded, chirp, spectrum] = *tables_;
  multiply_rows(from, chirp.data(), n, lanes_, first, signal_.data());
  std::fill(signal_.data() + n * lanes_, signal_.data() + padded * lanes_, Complex{});
  convolution_->forward(signal_.data(), spectrum_.data());
  multiply_rows(spectrum_.data(), spectrum.data(), padded, lanes_, Exchange::none, signal_.data());
  convolution_->inverse(signal_.data(), spectrum_.data());
  multiply_rows(spectrum_.data(), chirp.data(), n, lanes_, last, to);
}

template <class Real>
void BluesteinTransform<Real>::forward(Complex* from, Complex* to) {
  transform(from, to, Exchange::none, Exchange::none);
}
template <class Real>
void BluesteinTransform<Real>::inverse(Complex* from, Complex* to) {
  transform(from, to, Exchange::before, Exchange::after);
}

template struct BluesteinTables<float>;
template struct BluesteinTables<double>;
template std::shared_ptr<const BluesteinTables<float>> bluestein_tables(std::int64_t);
template std::shared_ptr<const BluesteinTables<double>> bluestein_tables(std::int64_t);
template class BluesteinTransform<float>;
template class BluesteinTransform<double>;

}  // namespace fftcore
