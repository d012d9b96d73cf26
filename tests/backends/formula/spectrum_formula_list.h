// SPDX-License-Identifier: LGPL-2.1-or-later
// Convolutions whose spectrum has a formula, on every backend, with what the formulas mean.
#pragma once

#include <cmath>
#include <complex>
#include <numbers>
#include <string>
#include <vector>

#include "sample_formula_list.h"

namespace problems::spectra {

using C = std::complex<double>;

inline constexpr C kI{0, 1};

/// A Convolution without formulas, and those of its spectrum and its samples.
struct SpectrumWork {
  std::string problem;
  FormulaCase spectrum;
  FormulaCase load = no_formula(), store = no_formula();
  bool is_on_gpus = true;
};

/// As parse_convolution() reads it.
inline std::string text_with_formulas(const SpectrumWork& work) {
  return problems::text_with_formulas(FormulaWork{work.problem, work.load, work.store}) +
         " spectrum=\"" + work.spectrum.text + "\"";
}

inline FormulaCase low_pass() {
  return {"v * exp(-(f / 0.2) ^ 2)",
          [](C v, const FormulaValues& at) { return v * std::exp(-std::pow(at.f() / 0.2, 2)); }};
}
inline FormulaCase shift() {
  return {"v * exp(-2 * pi * i * (3 * fx - 2 * fy))", [](C v, const FormulaValues& at) {
            return v * std::exp(-2 * std::numbers::pi * kI * (3 * at.fx - 2 * at.fy));
          }};
}
inline FormulaCase without_mean() {
  return {"if(f == 0, 0, v)", [](C v, const FormulaValues& at) { return at.f() == 0 ? C(0) : v; }};
}
/// Of the bin itself, and no linear one.
inline FormulaCase compressed() {
  return {"v / (abs(v) / 8 + p0)",
          [](C v, const FormulaValues& at) { return v / (std::abs(v) / 8 + at.p[0]); }};
}
/// Not Hermitian: of complex samples.
inline FormulaCase one_sided() {
  return {"if(fx < 0, 0, 2 * v) + i * fy",
          [](C v, const FormulaValues& at) { return (at.fx < 0 ? C(0) : 2.0 * v) + kI * at.fy; },
          2};
}

inline std::vector<SpectrumWork> list() {
  return {
      {"conv2d f32 24x32 k5x7 wrap same", low_pass()},
      {"corr2d f32 30x14x3 k3x3 wrap same mix=full bias=0.25", shift()},
      {"conv2d f32 30x14x2 k3x3 wrap same planar", compressed()},
      {"conv2d u8 20x28x4 k3x3 wrap same skip=8", low_pass()},
      {"conv1d f32 64 k9 wrap same", shift()},
      {"conv2d f32 24x32 k1x1 wrap same", without_mean(), with_root(), bent()},
      {"conv2d f32 24x20 k3x3 wrap same frames=2 filters=2 bank=crossed", compressed(),
       by_channel_and_frame(), of_all_places(), false},
      {"conv2d f64 14x22 k3x14 wrap same", compressed(), no_formula(), no_formula(), false},
      {"conv2d complex64 11x13x2 k3x3 wrap same", one_sided(), turned(), conjugated(), false},
      {"corr2d f32>complex64 9x16 k2x3 wrap same", one_sided(), no_formula(), no_formula(), false},
  };
}

}  // namespace problems::spectra
