// SPDX-License-Identifier: LGPL-2.1-or-later
// What formulas of samples mean, for the oracle: a function in double beside each text, and images
// that are operated on sample by sample.
#pragma once

#include <array>
#include <cmath>
#include <complex>
#include <functional>
#include <string>

#include "direct_sum.h"

namespace oracle {

/// A sample's place, and the parameters; of a spectrum also frequencies; a second image's sample.
struct FormulaValues {
  double x = 0, y = 0, z = 0, c = 0, n = 0;
  std::array<double, 8> p{};
  double fx = 0, fy = 0, fz = 0;
  std::complex<double> w = 0;
  double f() const { return std::hypot(fx, fy, fz); }
};

/// A formula, and the same as a function.
struct FormulaCase {
  std::string text;
  std::function<std::complex<double>(std::complex<double> v, const FormulaValues& at)> function;
  /// The most that its value changes by where v changes by 1.
  double slope = 1;
};

/// The image with each sample of the channels that are not `copied` (bits) replaced by the
/// function's value. Samples are complex afterwards where `to_complex`. `second`: an image of the
/// same extents, or null.
Samples operated(const Samples& samples, const FormulaCase& formula, std::uint32_t copied,
                 bool to_complex, const std::array<double, 8>& parameters,
                 const Samples* second = nullptr);

}  // namespace oracle
