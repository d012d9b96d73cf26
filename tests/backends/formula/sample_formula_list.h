// SPDX-License-Identifier: LGPL-2.1-or-later
// Work whose samples have formulas, on every backend, with what the formulas mean.
#pragma once

#include <cmath>
#include <complex>
#include <numbers>
#include <string>
#include <vector>

#include "sample_formulas.h"

namespace problems {

using oracle::FormulaCase;
using oracle::FormulaValues;

struct FormulaWork {
  std::string problem;  ///< without formulas
  FormulaCase load, store;
};

inline FormulaCase no_formula() {
  return {"", nullptr, 1};
}

/// Of samples in [-0.5, 0.5).
inline FormulaCase with_root() {
  return {"sqrt(v + p0) - x / 64 + 0.5 * sin(y / 5) - z / 8", [](auto v, const FormulaValues& at) {
            return std::sqrt(v + at.p[0]) - at.x / 64 + 0.5 * std::sin(at.y / 5) - at.z / 8;
          }};
}
inline FormulaCase by_channel_and_frame() {
  return {"v * (1 + c / 2) + if(n == 1, 0.25, -x / 100)", [](auto v, const FormulaValues& at) {
            return v * (1 + at.c / 2) + (at.n == 1 ? 0.25 : -at.x / 100);
          }};
}
/// A bend, which is continuous: what rounding leaves decides nothing.
inline FormulaCase bent() {
  return {"if(v < p1, v, p1 + (v - p1) / 2) * cos(x / 7) + y / 50 + c * n / 3",
          [](auto v, const FormulaValues& at) {
            const double r = v.real();
            return std::complex<double>((r < at.p[1] ? r : at.p[1] + (r - at.p[1]) / 2) *
                                            std::cos(at.x / 7) +
                                        at.y / 50 + at.c * at.n / 3);
          }};
}
inline FormulaCase of_all_places() {
  return {"max(v, -0.3) + x / 100 + y / 30 - z / 10 + c / 3 + 2 * n - p1",
          [](auto v, const FormulaValues& at) {
            return std::complex<double>(std::max(v.real(), -0.3) + at.x / 100 + at.y / 30 -
                                        at.z / 10 + at.c / 3 + 2 * at.n - at.p[1]);
          }};
}
/// Of 8 bits.
inline FormulaCase squared() {
  return {"v ^ 2 / 255", [](auto v, const FormulaValues&) { return v * v / 255.0; }};
}
inline FormulaCase halved() {
  return {"v / 2 + 8 * x", [](auto v, const FormulaValues& at) { return v / 2.0 + 8 * at.x; }};
}
inline FormulaCase inverted() {
  return {"255 - v + p0 * x / 8",
          [](auto v, const FormulaValues& at) { return 255.0 - v + at.p[0] * at.x / 8; }};
}
/// Of complex samples.
inline FormulaCase turned() {
  return {"v * exp(i * (x / 3 + y / 5)) + i * p0 / 4", [](auto v, const FormulaValues& at) {
            constexpr std::complex<double> kI{0, 1};
            return v * std::exp(kI * (at.x / 3 + at.y / 5)) + kI * at.p[0] / 4.0;
          }};
}
inline FormulaCase conjugated() {
  return {"conj(v) * (1 + i * p1) / (2 + i) + c", [](auto v, const FormulaValues& at) {
            return std::conj(v) * std::complex<double>(1, at.p[1]) / std::complex<double>(2, 1) +
                   at.c;
          }};
}
inline FormulaCase magnitude() {
  return {"abs(v) + x / 10", [](auto v, const FormulaValues& at) {
            return std::complex<double>(std::abs(v) + at.x / 10);
          }};
}

/// With a second image of samples in [-0.5, 0.5).
inline FormulaCase weighed() {
  return {"w * v + x / 50 - w",
          [](auto v, const FormulaValues& at) { return at.w * v + at.x / 50 - at.w; }};
}
inline FormulaCase divided() {
  return {"w / (2 + v ^ 2) - p1 * w + y / 30 + c + n", [](auto v, const FormulaValues& at) {
            return at.w / (2.0 + v * v) - at.p[1] * at.w + at.y / 30 + at.c + at.n;
          }};
}
/// With one of whole numbers.
inline FormulaCase masked() {
  return {"v * w / 1023 + w / 4",
          [](auto v, const FormulaValues& at) { return v * at.w / 1023.0 + at.w / 4.0; }};
}
inline FormulaCase masked_bytes() {
  return {"v * w / 255 + w / 4",
          [](auto v, const FormulaValues& at) { return v * at.w / 255.0 + at.w / 4.0; }};
}
/// With one of complex samples.
inline FormulaCase of_two() {
  return {"conj(v) * w + i * conj(w) + c", [](auto v, const FormulaValues& at) {
            constexpr std::complex<double> kI{0, 1};
            return std::conj(v) * at.w + kI * std::conj(at.w) + at.c;
          }};
}

/// In two dimensions and one; the rules that cannot plan one leave it to others.
inline std::vector<FormulaWork> formula_work() {
  return {
      {"conv2d f32 40x51 k5x7 reflect-101 same", with_root(), bent()},
      {"conv2d f32 40x51x3 k5x7 constant full", by_channel_and_frame(), of_all_places()},
      {"corr2d f32 33x29 k4x3 constant same bias=0.25", with_root(), no_formula()},
      {"conv2d f32 33x29 k4x3 replicate valid", no_formula(), bent()},
      {"icorr2d f32 21x30x2 k3x5 reflect same", with_root(), of_all_places()},
      {"conv2d u8 40x51 k5x7 reflect same", squared(), inverted()},
      {"conv2d u8 30x44x4 k3x3 wrap same skip=8", squared(), inverted()},
      {"conv2d u10-packed>f32 30x31x3 k3x3 replicate same", squared(), bent()},
      {"conv2d u16-be>u16 30x40 k3x3 reflect same bias=100", halved(), no_formula()},
      {"conv2d f16 24x40 k3x5 wrap same", with_root(), bent()},
      {"conv2d f32 24x32x3 k3x3 wrap same frames=2 filters=2 bank=crossed mix=full",
       by_channel_and_frame(), of_all_places()},
      {"conv2d f32 24x20x2 k3x3 reflect same filters=3 mix=diagonal", by_channel_and_frame(),
       of_all_places()},
      {"conv2d f32 40x48 k3x3 constant same precision=fast", with_root(), bent()},
      {"conv2d f64 20x31 k3x3 reflect full", with_root(), bent()},
      {"conv2d complex64 20x31x2 k3x3 wrap same", turned(), conjugated()},
      {"conv2d complex64 20x31 k3x4 constant full", turned(), magnitude()},
      {"icorr2d complex128 20x21 k3x3 reflect valid", magnitude(), turned()},
      {"corr2d f32>complex64 20x31 k3x3 reflect same", turned(), conjugated()},
      // even and odd samples; in pairs, and one by one
      {"conv1d f32 512 k9 wrap same frames=3", by_channel_and_frame(), of_all_places()},
      {"icorr1d f32>u8 512 k9 wrap same pitch=513,515", by_channel_and_frame(), inverted()},
      // several launches there and back
      {"conv1d f32 200000 k300 reflect same", by_channel_and_frame(), of_all_places()},
      // with a second image, also of another type, and with strides of its own
      {"conv2d f32 40x51 k5x7 reflect-101 same", with_root(), weighed()},
      {"conv2d f32 33x29x3 k4x3 replicate valid pitch=87,90,96", no_formula(), divided()},
      {"icorr2d f32 21x30x2 k3x5 reflect same pitch=60,60,67 w=f16", no_formula(), divided()},
      {"conv2d u8 30x44x4 k3x3 wrap same skip=8", no_formula(), masked_bytes()},
      {"conv2d u10-packed>f32 30x31x3 k3x3 replicate same w=u10-packed", no_formula(), masked()},
      {"conv2d f16 24x40 k3x5 wrap same w=f32", no_formula(), weighed()},
      {"conv2d f32 24x32x3 k3x3 wrap same frames=2 filters=2 bank=crossed mix=full planar",
       no_formula(), divided()},
      {"conv2d f64>f32 20x31 k3x3 reflect full w=f64", no_formula(), weighed()},
      {"conv2d complex64 20x31x2 k3x3 wrap same", turned(), of_two()},
      {"icorr2d f64>complex128 20x21 k3x3 reflect valid w=complex64", no_formula(), of_two()},
      {"corr2d f32>complex64 20x31 k3x3 reflect same w=f32", no_formula(), weighed()},
      {"conv1d f32 512 k9 wrap same frames=3", no_formula(), weighed()},
      {"icorr1d f32 512 k9 wrap same w=u10-high", no_formula(), masked()},
      {"conv1d f32 200000 k300 reflect same", no_formula(), divided()},
  };
}

inline std::vector<FormulaWork> formula_volumes() {
  return {
      {"conv3d f32 5x17x19 k3x3x3 reflect same", with_root(), of_all_places()},
      {"icorr3d f32 4x6x7x2 k3x2x3 constant full frames=2", by_channel_and_frame(),
       of_all_places()},
      {"conv3d complex64 5x6x7 k3x3x2 wrap same", turned(), conjugated()},
      {"icorr3d f32 5x17x19 k3x3x3 reflect same slice=323,323,340 w=u8", with_root(),
       masked_bytes()},
  };
}

/// As parse_convolution() reads it.
inline std::string text_with_formulas(const FormulaWork& work) {
  std::string text = work.problem;
  if (!work.load.text.empty()) text += " load=\"" + work.load.text + "\"";
  if (!work.store.text.empty()) text += " store=\"" + work.store.text + "\"";
  return text;
}

}  // namespace problems
