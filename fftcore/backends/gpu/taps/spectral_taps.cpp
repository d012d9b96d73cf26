// SPDX-License-Identifier: LGPL-2.1-or-later
#include "spectral_taps.h"

#include <array>
#include <bit>
#include <cmath>
#include <complex>
#include <numbers>

#include "canonical.h"
#include "half_type.h"
#include "taps_scale.h"

namespace fftcore {
namespace {

using BinValue = std::complex<double>;

/// What matrices are divided by: there and back, of rows and of columns, four times. No number
/// exceeds halves' range then; outputs are divided by so much more than transforms of both sides
/// multiply by.
constexpr double kDivisor = 16, kLeft = kDivisor * kDivisor * kDivisor * kDivisor / kTransformSide /
                                        kTransformSide;

/// exp(2 pi i n / kTransformSide)
BinValue root(int n) {
  static const auto roots = [] {
    std::array<BinValue, kTransformSide> made;
    for (int i = 0; i < kTransformSide; ++i)
      made[static_cast<std::size_t>(i)] =
          std::polar(1.0, 2 * std::numbers::pi * i / kTransformSide);
    return made;
  }();
  return roots[static_cast<std::size_t>((n % kTransformSide + kTransformSide) % kTransformSide)];
}

Half half(double number) {
  return static_cast<Half>(static_cast<float>(number));
}

float word(double first, double second) {
  return std::bit_cast<float>(std::array<Half, 2>{half(first), half(second)});
}
double part(BinValue number, bool is_imaginary) {
  return is_imaginary ? number.imag() : number.real();
}

/// For each bin of the transforms of 8: matrices of cosines and of sines, in quarters of 8x8, those
/// of the first 8 columns first. Columns are rows in memory: a product's right side is so.
void append_matrices(std::vector<float>& words) {
  for (int k2 = 0; k2 < kRegisterRadix; ++k2)
    for (const bool is_sine : {false, true})
      for (int column = 0; column < kMatrixRadix; column += kMatrixColumns)
        for (int row = 0; row < kMatrixRadix; row += kMatrixColumns)
          for (int k1 = column; k1 < column + kMatrixColumns; ++k1)
            for (int n1 = row; n1 < row + kMatrixColumns; n1 += 2) {
              const auto element = [&](int n) {
                return part(root(-n * (kRegisterRadix * k1 + k2)) / kDivisor, is_sine);
              };
              words.push_back(word(element(n1), element(n1 + 1)));
            }
}

/// The spectrum that a tile's is multiplied by, [row][column]. Output n of a line is the sum of
/// taps[j] times sample n + lead + j.
std::vector<BinValue> spectrum_of(const std::vector<float>& taps, const KeptTaps& kept,
                                  double scale) {
  constexpr int kSide = kTransformSide;
  std::vector<BinValue> rows(static_cast<std::size_t>(kept.rows) * kSide);
  for (int row = 0; row < kept.rows; ++row)
    for (int k = 0; k < kSide; ++k) {
      BinValue sum = 0;
      for (int j = 0; j < kept.columns; ++j)
        sum += double{taps[static_cast<std::size_t>(row * kept.columns + j)]} *
               root(k * (kept.lead + j));
      rows[static_cast<std::size_t>(row * kSide + k)] = sum * scale;
    }
  std::vector<BinValue> spectrum(std::size_t{kSide} * kSide);
  for (int k = 0; k < kSide; ++k)
    for (int row = 0; row < kept.rows; ++row)
      for (int column = 0; column < kSide; ++column)
        spectrum[static_cast<std::size_t>(k * kSide + column)] +=
            rows[static_cast<std::size_t>(row * kSide + column)] * root(k * row);
  return spectrum;
}

/// What outputs lack, as a sum of two halves.
float mean_word(const std::vector<float>& taps, double factor) {
  double sum = 0;
  for (const float tap : taps) sum += double{tap};
  const double first = static_cast<double>(half(sum * factor));
  return word(first, sum * factor - first);
}

}  // namespace

SpectralTaps spectral_taps(const KeptTaps& kept, const Convolution& problem, const Taps& taps) {
  SpectralTaps made;
  made.scale = taps_scale(problem, {&taps, 1});
  append_matrices(made.words);
  const std::vector<float> turned = correlation_taps<float>(problem, taps);
  const std::vector<BinValue> spectrum = spectrum_of(turned, kept, made.scale);
  // A warp has bin number `warp` of the transforms of 8 of all rows, which are its lines, in order
  // of the transforms of 16. Thread 4 r + q has of a product, in word i, columns 2 q + 8 (i / 2) +
  // (0 or 1) of row r + 8 (i % 2).
  for (int warp = 0; warp < kTransformWarps; ++warp)
    for (int k2 = 0; k2 < kRegisterRadix; ++k2)
      for (const bool is_imaginary : {false, true})
        for (int thread = 0; thread < kMatrixThreads; ++thread)
          for (int i = 0; i < 4; ++i) {
            const int line = thread / 4 + 8 * (i % 2);
            const auto bin = [&](int k1) {
              const int row = kRegisterRadix * k1 + k2, column = kRegisterRadix * line + warp;
              return part(spectrum[static_cast<std::size_t>(row * kTransformSide + column)],
                          is_imaginary);
            };
            const int first = 2 * (thread % 4) + 8 * (i / 2);
            made.words.push_back(word(bin(first), bin(first + 1)));
          }
  made.words.push_back(mean_word(turned, double{kept.centre} * made.scale / kLeft));
  made.scale /= static_cast<float>(kLeft);
  return made;
}

}  // namespace fftcore
