// SPDX-License-Identifier: LGPL-2.1-or-later
// Taps as a MultiplyStage in service takes them, which may be made for larger ones: the caps that
// were agreed on stay true.
#pragma once

#include <optional>

#include "../taps/taps_source.h"
#include "fftcore/convolution.h"

namespace fftcore::gst::multiply {

/// What taps a MultiplyStage has, and what they are about.
struct TapsPlace {
  Extent extent;
  Operation operation = Operation::convolve;
  bool is_line = false;    ///< of a field of one row
  bool is_causal = false;  ///< about the newest sample instead of the centre, along rows
  bool operator==(const TapsPlace&) const = default;
};

/// Where a field has one row, taps of several become their sum over the rows: of a filter that is
/// given by frequencies, what it does where fy is 0.
Extent extent_on(Extent taps, bool is_line);

/// Taps made for `operation` as such that do the same at `place`, zeros around them. None: they
/// reach further than that.
std::optional<Taps> placed(const Taps& taps, Operation operation, const TapsPlace& place);

}  // namespace fftcore::gst::multiply
