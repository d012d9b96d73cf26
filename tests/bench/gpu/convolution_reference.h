// SPDX-License-Identifier: LGPL-2.1-or-later
// Whether a Convolution's result is right, by direct sums in double at some places.
#pragma once

#include <complex>
#include <memory>
#include <span>
#include <vector>

#include "fftcore/convolution.h"
#include "fftcore/taps.h"
#include "reference.h"

namespace bench {

/// Of the output.
struct Place {
  std::int64_t frame, row, column, channel = 0;
};

/// At corners, near the borders and anywhere, of the first, the last and other frames, of any
/// channels. There are 600, or as few as keep a direct sum of all to seconds.
std::vector<Place> checked_places(const fftcore::Convolution& problem);

/// One output of direct_sum(), before clamping, of an input given by input_value(). Taps as
/// set_taps() takes them.
std::complex<double> exact_output(const fftcore::Convolution& problem,
                                  std::span<const fftcore::Taps> taps, const Place& place);

/// Element that Place is of a Result.
std::int64_t index_of(const Result& result, const Place& place);

std::unique_ptr<Reference> convolution_reference(const fftcore::Convolution& problem,
                                                 std::span<const fftcore::Taps> taps);

}  // namespace bench
