// SPDX-License-Identifier: LGPL-2.1-or-later
// Where taps are other than 0, and their signs: what says how far a sample that is not finite
// reaches, and what it becomes there.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fftcore/convolution.h"
#include "fftcore/taps.h"

namespace fftcore {

class TapSigns {
 public:
  /// Of the taps that a Convolution is given; none where no sample can be other than finite, or
  /// one may reach all outputs.
  TapSigns(const Convolution& problem, std::span<const Taps> taps);

  /// Neighbouring taps of one sign.
  struct Run {
    std::int64_t first = 0, end = 0;
    bool is_negative = false;
  };
  /// Those of one part (0: real, 1: imaginary) of one row, of slices x rows, of taps number
  /// `index`, in correlation form.
  std::vector<Run> runs(std::int64_t index, int part, std::int64_t row) const;

 private:
  Extent extent_;
  int parts_;
  std::vector<std::int8_t> signs_;
};

/// Whether a run has to look for samples that are not finite, so as to confine them: samples are
/// floating point or have a formula, and no formula of bins takes all samples together.
bool confines_not_finite(const Convolution& problem);

}  // namespace fftcore
