// SPDX-License-Identifier: LGPL-2.1-or-later
// The lines of a pass (line_plan.h) once they are gathered: one transform, whatever its kind.
#pragma once

#include <complex>
#include <memory>

#include "any_length.h"
#include "line_plan.h"

namespace fftcore {

/// Between rows of lanes as line_access.h has them. Real values are seen as complex ones.
template <class Real>
class PassLines {
 public:
  virtual ~PassLines() = default;
  /// May destroy what it reads.
  virtual void run(std::complex<Real>* from, std::complex<Real>* to) = 0;
};

template <class Real>
std::unique_ptr<PassLines<Real>> make_lines(const LinePass& pass, LengthsOf<Real>& lengths);

}  // namespace fftcore
