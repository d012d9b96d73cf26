// SPDX-License-Identifier: LGPL-2.1-or-later
// Convolution -> launches on a GPU: forward along each axis from the pixels on, the last of them
// with the product and its inverse in one, and back along the others to pixels. One launch for
// signals, three for images, five for volumes where every line fits a block, two more for an axis
// whose lines do not.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "device_traits.h"
#include "launch_plan.h"

namespace fftcore {

/// Cuts the output into two halves that travel as real and imaginary part of one complex signal
/// (the kernel is real), one below the other along that dimension. Within each row: `even_odd` of
/// even_odd_launches() alone, `half_spectrum` of half_spectrum_launches() alone.
enum class Packing : std::uint8_t { none, columns, rows, slices, even_odd, half_spectrum };

/// The launches, or why there are none.
struct ConvolutionOffer {
  std::optional<LaunchPlan> plan;
  std::string reason;
};

/// Images and volumes lie on the device as the Convolution's Layouts say, except for the row
/// strides. `circular`: edges that wrap are left to the transforms, which are as long as the image
/// then, along axes of which that can be had.
ConvolutionOffer convolution_launches(const Convolution& problem, Packing halves, bool circular,
                                      const DeviceTraits& traits);

}  // namespace fftcore
