// SPDX-License-Identifier: LGPL-2.1-or-later
// Formulas of samples (fftcore/sample_formula.h), as values that specs and executables hold.
#pragma once

#include <cstdint>
#include <string>

#include "fftcore/sample_formula.h"
#include "formula.h"

namespace fftcore {

/// Variables, in the order of their place in a Formula.
enum class SampleVariable : std::uint8_t {
  v,
  x,
  y,
  z,
  c,
  n,
  p0,
  p7 = p0 + kMaxParameters - 1,
  fx,
  fy,
  fz,
  f,
  w
};

/// What samples are of, which says what variables there are.
enum class SampleSide : std::uint8_t {
  image,     ///< all but frequencies
  signal,    ///< no channels either
  spectrum,  ///< frequencies, and no channels
  product,   ///< frequencies of two axes, and no places
};

/// Samples of a second image, which are w.
enum class SecondSamples : std::uint8_t { none, real, complex };

/// One formula; without text none.
struct SampleFormula {
  std::string text;
  bool is_complex = false;  ///< whether samples are
  SampleSide side = SampleSide::image;
  std::string code = {};  ///< device code whose functions it may call
  SecondSamples second = SecondSamples::none;

  bool exists() const { return !text.empty(); }
  bool operator==(const SampleFormula&) const = default;
};

/// Its tree, with all constants computed. Throws InvalidArgument as parse_formula() does.
Formula parsed(const SampleFormula& formula);

/// Whether it has the variable.
bool names(const Formula& formula, SampleVariable variable);

/// How many parameters it takes: one more than the largest number that it names.
std::int64_t parameters_of(const Formula& formula);

}  // namespace fftcore
