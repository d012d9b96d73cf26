// SPDX-License-Identifier: LGPL-2.1-or-later
// Steps of Gauss and Newton from a peak of S to where the windows' samples are most alike.
#pragma once

#include "aligned_array.h"
#include "window_pair.h"
#include "window_peak.h"
#include "window_reader.h"

namespace fftcore {

/// Memory of one thread.
struct RefineScratch {
  explicit RefineScratch(const WindowExtents& extents)
      : gradient_y(extents.samples()), gradient_x(extents.samples()), second(extents.samples()) {}
  AlignedArray<float> gradient_y, gradient_x, second;
};

/// Moves the peak. `first` is the first window less its mean, and `energy` the sum of its squares.
void refine_peak(const WindowCorrelation& windows, const float* first, double energy,
                 const WindowReader& reader, const ConstBuffer& image, const WindowCentre& centre,
                 const WindowReader::Scratch& reading, const RefineScratch& scratch,
                 WindowPeak& peak);

}  // namespace fftcore
