// SPDX-License-Identifier: LGPL-2.1-or-later
// Transforms whose values have formulas, on every backend, with what the formulas mean.
#pragma once

#include <cmath>
#include <complex>
#include <numbers>
#include <string>
#include <vector>

#include "sample_formulas.h"

namespace transforms::formulas {

using oracle::FormulaCase, oracle::FormulaValues;
using C = std::complex<double>;

inline constexpr C kI{0, 1};

/// A transform without formulas, and those of its sides.
struct FormulaTransform {
  std::string text;
  FormulaCase load, store;
};

/// As parse_transform() reads it.
inline std::string text_with_formulas(const FormulaTransform& work) {
  std::string text = work.text;
  if (!work.load.text.empty()) text += " load=\"" + work.load.text + "\"";
  if (!work.store.text.empty()) text += " store=\"" + work.store.text + "\"";
  return text;
}

inline FormulaCase none() {
  return {"", nullptr, 1};
}
inline FormulaCase of_complex_signal() {
  return {"v * exp(i * x / 5) + n / 4 - y / 20 + i * z / 9", [](C v, const FormulaValues& at) {
            return v * std::exp(kI * at.x / 5.0) + at.n / 4 - at.y / 20 + kI * at.z / 9.0;
          }};
}
inline FormulaCase of_real_signal() {
  return {"max(v, p1) + x / 64 - y / 16 + z / 8 + n / 4", [](C v, const FormulaValues& at) {
            return C(std::max(v.real(), at.p[1]) + at.x / 64 - at.y / 16 + at.z / 8 + at.n / 4);
          }};
}
inline FormulaCase low_pass() {
  return {"v * exp(-(f / 0.2) ^ 2)",
          [](C v, const FormulaValues& at) { return v * std::exp(-std::pow(at.f() / 0.2, 2)); }};
}
inline FormulaCase derivative_and_shift() {
  return {"v * (2 * pi * i * fx) * exp(2 * pi * i * (3.5 * fx + 2 * fy - fz)) * p0",
          [](C v, const FormulaValues& at) {
            const double pi = std::numbers::pi;
            return v * (2 * pi * kI * at.fx) *
                   std::exp(2 * pi * kI * (3.5 * at.fx + 2 * at.fy - at.fz)) * at.p[0];
          },
          5};
}
inline FormulaCase by_bin() {
  return {"if(x < 7, v, conj(v) / 2) + i * y / 4 + n", [](C v, const FormulaValues& at) {
            return (at.x < 7 ? v : std::conj(v) / 2.0) + kI * at.y / 4.0 + at.n;
          }};
}

inline std::vector<FormulaTransform> list() {
  const FormulaCase signal = of_complex_signal(), real = of_real_signal(), bins = by_bin(),
                    shift = derivative_and_shift();
  return {
      {"c2c 64 batch=3", signal, low_pass()},
      {"c2c 60 batch=2x3 inverse", shift, signal},
      {"c2c 30x24 inverse normalized", low_pass(), signal},
      {"c2c 24x30 in-place", signal, shift},
      {"c2c 5x6x8 f64 batch=2", signal, shift},
      {"c2c 12x14 f16", signal, low_pass()},
      {"c2c 40 imaginary=45,45 batch=2 in=90,1 out=90,1", signal, bins},
      {"r2c 40x36 batch=2", real, shift},
      {"r2c 45 batch=4", real, bins},
      {"r2c 64 in-place scale=0.5", real, bins},
      {"r2c 64 batch=40", real, bins},
      {"r2c 12 batch=40", real, bins},  // staged
      {"c2r 12 batch=40", bins, real},
      {"r2c 6x5x8", real, low_pass()},
      {"c2r 6x5x8 normalized", low_pass(), real},
      {"c2r 40x36", shift, real},
      {"c2r 64 batch=3", bins, real},
      {"c2r 64 imaginary=40,0", bins, real},
      {"c2r 45 f32-in-f64 batch=2", bins, real},
      {"c2r 128 in-place", bins, none()},
      {"c2c 64 zero=20:30 keep=60:9", signal, bins},
      {"r2c 16x64 zero=0:0x50:10 keep=3:9x2:20", real, bins},
      {"c2r 64 zero=9:20 keep=1:33", bins, real},
      {"c2c 74 batch=9", signal, shift},  // chirped
      {"r2c 94", real, bins},
  };
}

/// On kWideIndices (transform_long_list.h): lines in two launches and three, chirped ones, and
/// launches that are cut, since they count few lines.
inline std::vector<FormulaTransform> long_list() {
  const FormulaCase signal = of_complex_signal(), real = of_real_signal();
  return {
      {"c2c 4096 batch=2", signal, low_pass()}, {"r2c 8192", real, low_pass()},
      {"c2r 4096", low_pass(), real},           {"c2c 818 inverse", low_pass(), signal},
      {"r2c 20x30 batch=3", real, by_bin()},
  };
}

}  // namespace transforms::formulas
