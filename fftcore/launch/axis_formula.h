// SPDX-License-Identifier: LGPL-2.1-or-later
// A formula of values along the axes of a Transform, as a launch computes it.
#pragma once

#include <array>
#include <cstdint>

#include "dims.h"
#include "sample_formula.h"

namespace fftcore {

struct AxisFormula {
  SampleFormula formula{};
  Dim axis = Dim::column;  ///< along which lines go
  /// Points along Dim::column, Dim::row and Dim::slice, which frequencies are of.
  std::array<std::int64_t, 3> points{1, 1, 1};
  /// Transforms along Dim::channel and Dim::frame. With Dim::batch they are counted in this order.
  std::array<std::int64_t, 2> batches{1, 1};
  /// Numbers that lines' own ones begin with.
  PerDim<std::int64_t> first_line{0};

  bool exists() const { return formula.exists(); }
};

}  // namespace fftcore
