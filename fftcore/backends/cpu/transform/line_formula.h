// SPDX-License-Identifier: LGPL-2.1-or-later
// A Transform's formula on lines that are gathered, or not yet scattered (line_access.h).
#pragma once

#include <array>
#include <complex>
#include <cstdint>
#include <optional>

#include "formula_program.h"
#include "line_plan.h"

namespace fftcore {

/// Immutable, so that all threads share it.
template <class Real>
class LineFormula {
 public:
  /// `load` of the Transform, whose first pass this is, or `store`, of its last pass.
  LineFormula(const Transform& transform, const LinePass& pass, bool is_load);

  bool exists() const { return program_.has_value(); }
  /// Operates on what is read, or on what will be written, of a block of lines. Values that are
  /// stored are multiplied by the pass's scale first.
  void operator()(std::int64_t block, const Parameters& parameters, std::complex<Real>* rows) const;

 private:
  /// Where a line's first value lies.
  SampleRun line(std::int64_t index) const;
  /// Operates on values [first, end) of a line; at(i) is number i.
  template <class Number, class At>
  void operate(SampleRun run, std::int64_t first, std::int64_t end, const Parameters& parameters,
               At at) const;

  LinePass pass_;
  std::optional<FormulaProgram> program_;
  std::array<std::int64_t, 3> points_{1, 1, 1};  ///< of the axes
  std::size_t axes_ = 1;
  Real scale_ = 1;
  bool is_load_;
};

}  // namespace fftcore
