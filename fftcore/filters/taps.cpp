// SPDX-License-Identifier: LGPL-2.1-or-later
#include <algorithm>
#include <cmath>
#include <complex>
#include <span>
#include <string>

#include <fmt/format.h>

#include "fftcore/convolution.h"
#include "fftcore/error.h"
#include "fftcore/taps.h"

namespace fftcore {

void validate(const Taps& taps) {
  const auto [rows, columns, slices] = taps.extent;
  const auto is_allowed = [](std::int64_t side) { return side >= 1 && side <= kMaxTaps; };
  const std::string size =
      slices == 1 ? fmt::format("{} rows x {} columns", rows, columns)
                  : fmt::format("{} slices x {} rows x {} columns", slices, rows, columns);
  if (!is_allowed(rows) || !is_allowed(columns) || !is_allowed(slices)) {
    throw InvalidArgument(fmt::format("taps are {}; allowed are 1 to {} a side", size, kMaxTaps));
  }
  // in steps, since the product of three sides may be beyond 64 bits
  if (rows > kMaxPaddedPoints / columns || slices > kMaxPaddedPoints / columns / rows)
    throw InvalidArgument(
        fmt::format("taps are {}; allowed are {} taps in all", size, kMaxPaddedPoints));
  if (std::int64_t(taps.values.size()) != slices * rows * columns) {
    throw InvalidArgument(fmt::format("taps have {} values; {} need {}", taps.values.size(), size,
                                      slices * rows * columns));
  }
  if (!taps.imaginary.empty() && taps.imaginary.size() != taps.values.size())
    throw InvalidArgument(
        fmt::format("taps have {} imaginary parts and {} real ones; as many are needed, or "
                    "none where taps are real",
                    taps.imaginary.size(), taps.values.size()));
  // Taps may be used as floats, whose largest is 3.4e38.
  for (const std::vector<double>* const parts : {&taps.values, &taps.imaginary}) {
    const auto bad = std::ranges::find_if_not(
        *parts, [](double value) { return std::isfinite(static_cast<float>(value)); });
    if (bad == parts->end()) continue;
    const std::int64_t index = bad - parts->begin();
    const std::string slice =
        slices == 1 ? "" : fmt::format("slice {}, ", index / columns / rows + 1);
    throw InvalidArgument(
        fmt::format("taps hold {}{} at {}row {}, column {} (counted from 1); every tap must "
                    "be a finite number that single precision holds, at most 3.4e38",
                    *bad, parts == &taps.imaginary ? "i" : "", slice, index / columns % rows + 1,
                    index % columns + 1));
  }
}

void validate(const TapsMatrix& matrix) {
  if (matrix.channels < 1 || matrix.channels > kMaxMixedChannels)
    throw InvalidArgument(fmt::format("taps for {} channels; 1 to {} are allowed", matrix.channels,
                                      kMaxMixedChannels));
  if (std::int64_t(matrix.taps.size()) != matrix.channels * matrix.channels)
    throw InvalidArgument(fmt::format("{} sets of taps for {} channels; {} are needed",
                                      matrix.taps.size(), matrix.channels,
                                      matrix.channels * matrix.channels));
  for (const Taps& taps : matrix.taps) {
    validate(taps);
    if (taps.extent != matrix.taps.front().extent)
      throw InvalidArgument("the taps of a matrix differ in size; they must be of one size");
  }
}

namespace {

/// Divides all values by the sum of all.
void normalize(std::span<Taps> sets) {
  double sum = 0, imaginary = 0, magnitude = 0;
  for (const Taps& taps : sets) {
    for (const double value : taps.values) {
      sum += value;
      magnitude += std::abs(value);
    }
    for (const double value : taps.imaginary) {
      imaginary += value;
      magnitude += std::abs(value);
    }
  }
  // Written so that NaN and an overflow to infinity are refused too.
  if (!(std::hypot(sum, imaginary) > 1e-9 * magnitude)) {
    throw InvalidArgument(
        fmt::format("the taps add up to {}{} (their absolute values to {}), so they cannot be "
                    "divided by their sum; use them without "
                    "normalization",
                    sum, imaginary == 0 ? "" : fmt::format("{:+}i", imaginary), magnitude));
  }
  for (Taps& taps : sets) {
    if (taps.imaginary.empty() && imaginary != 0) taps.imaginary.resize(taps.values.size());
    for (std::size_t i = 0; i < taps.imaginary.size(); ++i) {
      const std::complex<double> tap =
          std::complex<double>(taps.values[i], taps.imaginary[i]) / std::complex(sum, imaginary);
      taps.values[i] = tap.real();
      taps.imaginary[i] = tap.imag();
    }
    if (taps.imaginary.empty())
      for (double& value : taps.values) value /= sum;
  }
}

}  // namespace

Taps normalized(Taps taps) {
  normalize({&taps, 1});
  return taps;
}

TapsMatrix normalized(TapsMatrix matrix) {
  const auto channels = static_cast<std::size_t>(matrix.channels);
  for (std::size_t row = 0; row < channels; ++row)
    normalize(std::span(matrix.taps).subspan(row * channels, channels));
  return matrix;
}

}  // namespace fftcore
