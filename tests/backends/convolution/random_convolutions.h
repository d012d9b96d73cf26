// SPDX-License-Identifier: LGPL-2.1-or-later
// Random convolutions: all edges, regions, mixings, banks and arrangements of samples.
#pragma once

#include <algorithm>
#include <array>

#include "fftcore/convolution.h"
#include "random_draws.h"

namespace problems {

class RandomConvolutionDraws : public RandomDraws {
 protected:
  /// Valid, or not: region `valid` may leave nothing. `most`: the longest side of an image of 1, 2
  /// and 3 dimensions.
  fftcore::Convolution convolution(fftcore::SampleType in, fftcore::SampleType out,
                                   const std::array<std::int64_t, 3>& most) {
    using namespace fftcore;
    Convolution work;
    const std::int64_t dimensions = number(1, 3), channels = number(1, 3);
    const bool is_planar = one_in(2);
    work.operation =
        one_of(std::array{Operation::convolve, Operation::correlate, Operation::correlate_image});
    work.edge = one_of(std::array{EdgeMode::constant, EdgeMode::replicate, EdgeMode::reflect,
                                  EdgeMode::reflect_101, EdgeMode::wrap});
    work.region = one_of(std::array{Region::same, Region::same, Region::valid, Region::full});
    work.mixing = one_in(2) ? Mixing::none
                            : one_of(std::array{Mixing::diagonal, Mixing::full, Mixing::symmetric});
    const Extent image = extent(dimensions, most);
    work.taps = extent(dimensions, {60, 12, 5});
    work.filters = one_in(4) ? 3 : 1;
    const std::int64_t frames = one_in(4) ? 3 : 1;
    if (one_in(2)) work.bank = Bank::crossed;
    work.bias = one_in(4) ? 0.1F : 0;
    work.input = layout(in, image, channels, is_planar, frames);
    work.output =
        layout(out, output_extent(image, work.taps, work.region), channels, is_planar,
               work.bank == Bank::crossed ? frames * work.filters : std::max(frames, work.filters));
    if (channels > 1 && one_in(3)) work.skipped_channels = 1;
    return work;
  }

 private:
  fftcore::Extent extent(std::int64_t dimensions, const std::array<std::int64_t, 3>& most) {
    const std::int64_t side = most.at(static_cast<std::size_t>(dimensions - 1));
    return {dimensions > 1 ? number(1, side) : 1, number(1, side),
            dimensions > 2 ? number(1, side) : 1};
  }

  fftcore::Layout layout(fftcore::SampleType type, fftcore::Extent extent, std::int64_t channels,
                         bool is_planar, std::int64_t frames) {
    const std::int64_t row = is_planar ? extent.columns : extent.columns * channels,
                       stride = one_in(3) ? row + number(1, 9) : row;
    return (is_planar ? fftcore::Layout::planar(type, extent, channels, stride)
                      : fftcore::Layout::interleaved(type, extent, channels, stride))
        .with_frames(frames);
  }
};

}  // namespace problems
