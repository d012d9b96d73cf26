// SPDX-License-Identifier: LGPL-2.1-or-later
// What parts marks such as for "no data" from full samples beside rounding, such as of an impulse
// that came out of a transform: there the small samples are none that count.
#pragma once

#include <cmath>

namespace fftcore {

/// How many values of an image may be marks. Data have more.
inline constexpr int kMostMarks = 3;

/// Whether a sample may be a full one of a mask or of an impulse. Few marks are such numbers.
inline bool is_full(double sample) {
  constexpr double kLeast = -1, kMost = 255;
  return sample == std::round(sample) && sample >= kLeast && sample <= kMost;
}

/// Whether a sample, which is so many octaves larger than others, is a full one, and the others the
/// rounding of a transform in double precision. Marks of data of 1e-13 and less may be so, too.
inline bool is_beside_rounding(double sample, double octaves) {
  constexpr double kLeastOctaves = 40, kMostOctaves = 80;
  return octaves >= kLeastOctaves && octaves <= kMostOctaves && is_full(sample);
}

}  // namespace fftcore
