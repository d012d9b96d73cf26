// SPDX-License-Identifier: LGPL-2.1-or-later
// What numbers a Convolution or a Warp is computed with, as its sample types say.
#pragma once

#include "fftcore/convolution.h"
#include "fftcore/warp.h"

namespace fftcore {

/// Whether taps and results may be complex. The transforms are then of complex values, which are
/// the samples themselves.
constexpr bool is_complex(const Convolution& convolution) {
  return traits_of(convolution.output.type).is_complex();
}

/// Whether arithmetic is in double precision.
constexpr bool is_double(const Convolution& convolution) {
  return part_of(convolution.input.type) == SampleType::f64 ||
         part_of(convolution.output.type) == SampleType::f64;
}

constexpr bool is_double(const Warp& warp) {
  return warp.input.type == SampleType::f64 || warp.output.type == SampleType::f64;
}

/// What taps are stored as on their way to their spectrum.
constexpr SampleType taps_type(const Convolution& convolution) {
  if (is_complex(convolution))
    return is_double(convolution) ? SampleType::complex128 : SampleType::complex64;
  return is_double(convolution) ? SampleType::f64 : SampleType::f32;
}

/// Numbers of a sample on its way through a transform of rows: 2 where it is complex.
constexpr int parts_of(const Convolution& convolution) {
  return is_complex(convolution) ? 2 : 1;
}

}  // namespace fftcore
