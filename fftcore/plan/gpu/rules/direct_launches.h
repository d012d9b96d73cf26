// SPDX-License-Identifier: LGPL-2.1-or-later
// What the rules without transforms share: the launch of a DirectSpec.
#pragma once

#include <string>

#include "device_traits.h"
#include "direct_spec.h"
#include "launch_plan.h"
#include "no_plan.h"

namespace fftcore {

/// Columns of a tile before the first sample that its first output takes, where samples are loaded
/// by four or one by one.
int lead_of(const Convolution& convolution, bool loads_quads);
/// Whether the images' samples can be loaded, or stored, by four.
bool loads_quads(const Convolution& convolution);

/// Most samples of a pixel that blocks have together.
inline constexpr int kMostPixelSamples = 4;
/// Samples of the images' pixels, where pixels can be loaded and stored whole; else 1.
int pixel_of(const Convolution& convolution);

/// The launch of that body and shape; and, where samples go by four, one for images where four are
/// not aligned. `pixel`: what DirectSpec::pixel is, 1 or pixel_of().
Planned<LaunchPlan> direct_launches(const Convolution& convolution, DirectBody body,
                                    const StripShape& shape, int most_products,
                                    const DeviceTraits& traits, int pixel = 1);

/// Whether halves hold samples less the bias exactly, and the output is as coarse as what is summed
/// up in halves, or of them, is.
bool are_exact_halves(const Convolution& convolution);

/// Why the launch does not do a convolution, whatever its body, or empty. `most_taps`: a side.
std::string direct_obstacle(const Convolution& convolution, std::int64_t most_taps);

}  // namespace fftcore
