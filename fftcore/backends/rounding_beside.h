// SPDX-License-Identifier: LGPL-2.1-or-later
// What parts marks such as for "no data" from full samples beside rounding, such as of an impulse
// that came out of a transform: there the small samples are none that count.
#pragma once

namespace fftcore {

/// Octaves between samples and their rounding: that of transforms in double precision, whose
/// results may be stored in single precision.
inline constexpr int kRoundingGap = 40;

/// Whether samples from `least` to `most`, which are so many octaves and more larger than all
/// others, are no marks: a picture's, from -1 to white of 16 bits.
inline bool are_beside_rounding(double least, double most, double octaves) {
  constexpr double kLeastPicture = -1, kMostPicture = 65535;
  return octaves >= kRoundingGap && least >= kLeastPicture && most <= kMostPicture;
}

}  // namespace fftcore
