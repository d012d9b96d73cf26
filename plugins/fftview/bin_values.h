// SPDX-License-Identifier: LGPL-2.1-or-later
// Bins of a half spectrum -> what a picture shows of them, a number each. Plain loops that
// vectorise: a frame's points are a million bins.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fftcore/stages.h"

namespace fftcore::gst::view {

/// Which channels count: one, or all of them together.
inline constexpr int kAllChannels = -1;

/// More than any finite bin has: what an infinite one gets, and one that is not a number.
inline constexpr float kNotFinite = 1000;

/// log2, right to 2e-5 and a float's rounding; of 0 -127, of what is not finite 128 or more. `x` is
/// not negative.
float approximate_log2(float x);

/// Angle in turns, -1/2 to 1/2, right to 2e-6; 0 where both are 0 or one is not finite.
float approximate_turns(float re, float im);

/// Row by row without padding, of `channel`, or kAllChannels: 20 log10(scale |X|), of all channels
/// the root mean square of |X|; -infinity where that is 0. `spectrum` has size_bytes(layout) bytes,
/// transformed along rows and columns. `decibels` is resized.
void magnitudes(const SpectrumLayout& layout, const void* spectrum, int channel, float scale,
                std::vector<float>& decibels);

/// Phases likewise, in turns: of all channels the phase of their sum. 0 is a bin without one: 0,
/// infinite or not a number.
void phases(const SpectrumLayout& layout, const void* spectrum, int channel,
            std::vector<float>& turns);

/// The largest that is finite; -infinity where none is.
float largest_finite(std::span<const float> decibels);

/// Decibels shown as black and as white; high > low.
struct Range {
  float low = 0;
  float high = 0;
  bool operator==(const Range&) const = default;
};

/// 0 at range.low and below, 255 at range.high and above.
void decibel_levels(std::span<const float> decibels, Range range, std::span<std::uint8_t> levels);

/// 128 is phase 0, and level (256 - l) mod 256 the phase opposite in sign to level l's.
void phase_levels(std::span<const float> turns, std::span<std::uint8_t> levels);

}  // namespace fftcore::gst::view
