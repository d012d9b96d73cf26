// SPDX-License-Identifier: LGPL-2.1-or-later
// What numbers a Convolution is computed with, as its elements say.
#pragma once

#include "fftcore/convolution.h"

namespace fftcore {

/// Whether taps and results may be complex. The transforms are then of complex values, which are
/// the samples themselves.
constexpr bool is_complex(const Convolution& convolution) {
  return traits_of(convolution.output.element).is_complex();
}

/// Whether arithmetic is in double precision.
constexpr bool is_double(const Convolution& convolution) {
  return part_of(convolution.input.element) == Element::f64 ||
         part_of(convolution.output.element) == Element::f64;
}

/// What taps are stored as on their way to their spectrum.
constexpr Element taps_element(const Convolution& convolution) {
  if (is_complex(convolution)) return is_double(convolution) ? Element::c64 : Element::c32;
  return is_double(convolution) ? Element::f64 : Element::f32;
}

/// Numbers of a sample on its way through a transform of rows: 2 where it is complex.
constexpr int parts_of(const Convolution& convolution) {
  return is_complex(convolution) ? 2 : 1;
}

}  // namespace fftcore
