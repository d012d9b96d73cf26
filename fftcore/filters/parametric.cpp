// SPDX-License-Identifier: LGPL-2.1-or-later
#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "check_range.h"
#include "fftcore/error.h"
#include "fftcore/filters.h"

namespace fftcore {
namespace {

void check(const ParametricFilter& filter) {
  check_range("cutoff", filter.cutoff, 0.0, kMaxCutoff);
  check_range("cutoff_high", filter.cutoff_high, 0.0, kMaxCutoff);
  if (filter.shape == Shape::butterworth) check_range("order", filter.order, 1, 16);
  const bool is_band = filter.band == Band::bandpass || filter.band == Band::bandstop;
  if (is_band && filter.cutoff > filter.cutoff_high) {
    throw InvalidArgument(
        fmt::format("cutoff is {} and cutoff_high {}; a band filter needs cutoff <= cutoff_high",
                    filter.cutoff, filter.cutoff_high));
  }
}

// f = 0 is told apart, since it passes at any cutoff, 0 included. For f > 0 IEEE division gives the
// limit of cutoff 0 by itself.
double low(const ParametricFilter& filter, double cutoff, double f) {
  if (f == 0) return 1;
  switch (filter.shape) {
    case Shape::gaussian: return std::exp(-0.5 * (f / cutoff) * (f / cutoff));
    case Shape::butterworth: return 1 / std::sqrt(1 + std::pow(f / cutoff, 2 * filter.order));
    case Shape::ideal: return f <= cutoff ? 1 : 0;
  }
  return 0;
}

double high(const ParametricFilter& filter, double cutoff, double f) {
  if (f == 0) return 0;
  if (filter.shape == Shape::butterworth)
    return 1 / std::sqrt(1 + std::pow(cutoff / f, 2 * filter.order));
  return 1 - low(filter, cutoff, f);
}

double checked_response(const ParametricFilter& filter, double f) {
  const auto bandpass = [&] {
    return high(filter, filter.cutoff, f) * low(filter, filter.cutoff_high, f);
  };
  switch (filter.band) {
    case Band::lowpass: return low(filter, filter.cutoff, f);
    case Band::highpass: return high(filter, filter.cutoff, f);
    case Band::bandpass: return bandpass();
    case Band::bandstop: return 1 - bandpass();
  }
  return 0;
}

/// Smallest size that is at least 6 / cutoff + 1, else the largest.
int side_of(double cutoff) {
  for (const int side : {63, 127, 255}) {
    if ((side - 1) * cutoff >= 6) return side;
  }
  return 511;
}

/// Matrix of n x n numbers, row-major.
using TapSquare = std::vector<double>;

/// Product a^T b. n is a multiple of 4. Four terms are added at a time, so that each load and store
/// of the result serves four of them.
TapSquare transposed_product(const TapSquare& a, const TapSquare& b, int n) {
  TapSquare product(std::size_t(n) * n);
  for (int i = 0; i < n; ++i) {
    double* __restrict out = &product[std::size_t(i) * n];
    for (int k = 0; k < n; k += 4) {
      const double* a_k = &a[std::size_t(k) * n + i];
      const double a0 = a_k[0], a1 = a_k[n], a2 = a_k[2 * n], a3 = a_k[3 * n];
      const double* b0 = &b[std::size_t(k) * n];
      const double *b1 = b0 + n, *b2 = b1 + n, *b3 = b2 + n;
      for (int j = 0; j < n; ++j) out[j] += (a0 * b0[j] + a1 * b1[j]) + (a2 * b2[j] + a3 * b3[j]);
    }
  }
  return product;
}

/// H on the grid's frequencies 0 to (n - 1) / side along both axes.
TapSquare quarter_spectrum(const ParametricFilter& filter, int side, int n) {
  TapSquare spectrum(std::size_t(n) * n);
  for (int y = 0; y < n; ++y) {
    for (int x = 0; x <= y; ++x) {
      const double value = checked_response(filter, std::hypot(double(y), double(x)) / side);
      spectrum[std::size_t(y) * n + x] = spectrum[std::size_t(x) * n + y] = value;
    }
  }
  return spectrum;
}

/// Cosines C. Row k, column x is what the frequencies k and -k together give to the tap at x:
/// cos(2 pi k x / side) / side, twice that where k > 0.
TapSquare cosines(int side, int n) {
  std::vector<double> wave(side);
  for (int i = 0; i < side; ++i) wave[i] = std::cos(2 * std::numbers::pi * i / side) / side;
  TapSquare result(std::size_t(n) * n);
  for (int k = 0; k < n; ++k) {
    for (int x = 0; x < n; ++x)
      result[std::size_t(k) * n + x] = (k == 0 ? 1 : 2) * wave[k * x % side];
  }
  return result;
}

}  // namespace

double frequency_response(const ParametricFilter& filter, double frequency) {
  check(filter);
  if (!(frequency >= 0))
    throw InvalidArgument(
        fmt::format("frequency is {}; allowed is 0 or more, in cycles/pixel", frequency));
  return checked_response(filter, frequency);
}

// H is real and even along both axes, so a quarter of it and cosines are enough; it is not
// separable, but the DFT is: taps = C^T H C.
Taps taps_of(const ParametricFilter& filter) {
  check(filter);
  const int side = side_of(filter.cutoff);
  const int n = (side + 1) / 2;
  const TapSquare wave = cosines(side, n);
  // H is its own transpose, hence also H C.
  const TapSquare quarter =
      transposed_product(wave, transposed_product(quarter_spectrum(filter, side, n), wave, n), n);

  // One octant is written to all eight places: the symmetries hold to the last bit.
  Taps taps{{side, side}, std::vector<double>(std::size_t(side) * side)};
  const int centre = side / 2;
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const auto [near, far] = std::minmax({std::abs(y - centre), std::abs(x - centre)});
      taps.values[std::size_t(y) * side + x] = quarter[std::size_t(near) * n + far];
    }
  }
  return taps;
}

}  // namespace fftcore
