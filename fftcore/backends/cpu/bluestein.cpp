// SPDX-License-Identifier: LGPL-2.1-or-later
#include "bluestein.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "fast_size.h"

namespace fftcore {
namespace {

using Double = std::complex<double>;

/// exp(-2 pi i k / n), exact to rounding for any k.
Double root(std::int64_t k, std::int64_t n) {
  return std::polar(1.0,
                    -2 * std::numbers::pi * static_cast<double>(k % n) / static_cast<double>(n));
}

std::int64_t smallest_factor(std::int64_t n) {
  for (const std::int64_t factor : {2, 3, 5})
    if (n % factor == 0) return factor;
  return n;
}

/// Forward transform of x[0], x[stride], ... in double; n is smooth. Used once a length, so plain
/// rather than fast.
std::vector<Double> dft(const Double* x, std::int64_t n, std::int64_t stride) {
  if (n == 1) return {*x};
  const std::int64_t factor = smallest_factor(n), rest = n / factor;
  std::vector<Double> result(static_cast<std::size_t>(n));
  for (std::int64_t part = 0; part < factor; ++part) {
    const auto inner = dft(x + part * stride, rest, stride * factor);
    for (std::int64_t k = 0; k < n; ++k)
      result[static_cast<std::size_t>(k)] +=
          inner[static_cast<std::size_t>(k % rest)] * root(part * k, n);
  }
  return result;
}

Complex to_float(Double value) {
  return {static_cast<float>(value.real()), static_cast<float>(value.imag())};
}

}  // namespace

BluesteinTables::BluesteinTables(std::int64_t points)
    : n(points), padded(fast_size(2 * points - 1)), chirp(points), spectrum(padded) {
  std::vector<Double> filter(static_cast<std::size_t>(padded));
  for (std::int64_t i = 0; i < n; ++i) {
    // reduced as an integer: i^2 would lose its digits in a double
    const Double c = root(i * i % (2 * n), 2 * n);
    chirp[i] = to_float(c);
    filter[static_cast<std::size_t>(i)] = filter[static_cast<std::size_t>((padded - i) % padded)] =
        std::conj(c);
  }
  const auto transformed = dft(filter.data(), padded, 1);
  for (std::int64_t k = 0; k < padded; ++k)
    spectrum[k] = to_float(transformed[static_cast<std::size_t>(k)] / static_cast<double>(padded));
}

BluesteinTransform::BluesteinTransform(const FftEngine& engine,
                                       std::shared_ptr<const BluesteinTables> tables,
                                       std::int64_t lanes)
    : tables_(std::move(tables)),
      lanes_(lanes),
      convolution_(engine.complex(tables_->padded, lanes)),
      signal_(tables_->padded * lanes),
      spectrum_(tables_->padded * lanes) {}

/// The inverse is the forward transform of values with real and imaginary part exchanged, exchanged
/// again.
void BluesteinTransform::transform(const Complex* from, Complex* to, Exchange first,
                                   Exchange last) {
  const auto& [n, padded, chirp, spectrum] = *tables_;
  multiply_rows(from, chirp.data(), n, lanes_, first, signal_.data());
  std::fill(signal_.data() + n * lanes_, signal_.data() + padded * lanes_, Complex{});
  convolution_->forward(signal_.data(), spectrum_.data());
  multiply_rows(spectrum_.data(), spectrum.data(), padded, lanes_, Exchange::none, signal_.data());
  convolution_->inverse(signal_.data(), spectrum_.data());
  multiply_rows(spectrum_.data(), chirp.data(), n, lanes_, last, to);
}

void BluesteinTransform::forward(Complex* from, Complex* to) {
  transform(from, to, Exchange::none, Exchange::none);
}
void BluesteinTransform::inverse(Complex* from, Complex* to) {
  transform(from, to, Exchange::before, Exchange::after);
}

}  // namespace fftcore
