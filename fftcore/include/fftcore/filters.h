// SPDX-License-Identifier: LGPL-2.1-or-later
// Filters that are given by what they do to frequencies, as taps. Functions throw InvalidArgument;
// the message names the value and what is allowed.
#pragma once

#include <cstdint>
#include <span>

#include "fftcore/taps.h"

namespace fftcore {

/// Which frequencies pass.
enum class Band : std::uint8_t { lowpass, highpass, bandpass, bandstop };
/// How the frequency response falls off at a cutoff.
enum class Shape : std::uint8_t { gaussian, butterworth, ideal };

/// Filter with a frequency response H(f) that depends on f = hypot(fx, fy) alone. Frequencies are
/// in cycles/pixel: 0.5 is every other pixel, and the corner of the spectrum is sqrt(0.5). With the
/// cutoff c, a low pass has
///   gaussian     L(f) = exp(-f^2 / (2 c^2))
///   butterworth  L(f) = 1 / sqrt(1 + (f / c)^(2 order))
///   ideal        L(f) = 1 where f <= c, else 0
/// and the other bands are made of it:
///   high pass    1 - L(f); butterworth: 1 / sqrt(1 + (c / f)^(2 order))
///   band pass    (high pass of cutoff) * (low pass of cutoff_high)
///   band stop    1 - band pass
/// c = 0 is the limit: only the mean gets through the low pass.
struct ParametricFilter {
  Band band = Band::lowpass;
  Shape shape = Shape::gaussian;
  double cutoff = 0.1;        ///< 0 to kMaxCutoff
  double cutoff_high = 0.25;  ///< upper cutoff of band pass and band stop; not below cutoff
  int order = 2;              ///< steepness of butterworth, 1 to 16
  bool operator==(const ParametricFilter&) const = default;
};
/// Largest cutoff: the corner of the spectrum, rounded up.
inline constexpr double kMaxCutoff = 0.7072;

/// Frequency response H(f) as defined above.
FFTCORE_API double frequency_response(const ParametricFilter& filter, double frequency);

/// Taps of the filter: the inverse DFT of H on a grid of L x L points, centred. L is the smallest
/// of 63, 127, 255 and 511 that is at least 6 / cutoff + 1, or else 511. Results thus depend
/// neither on the frame's size nor on the size that transforms are padded to.
FFTCORE_API Taps taps_of(const ParametricFilter& filter);

/// Frequency to take out, in cycles/pixel. Its mirror (-fx, -fy) goes with it, since pictures are
/// real. A periodic pattern (moire, a printed screen, hum) that repeats every 1 / fx pixels along a
/// row and every 1 / fy along a column lies there. In the spectrum of rows x columns pixels, a peak
/// at row ky and column kx has fx = kx / columns and fy = ky / rows, less 1 where that is above
/// 0.5.
struct Notch {
  double fx = 0;         ///< -0.5 to 0.5
  double fy = 0;         ///< -0.5 to 0.5; (fx, fy) is no closer to (0, 0) than radius
  double radius = 0.02;  ///< distance at which 39 % pass; kMinNotchRadius to kMaxNotchRadius
  bool operator==(const Notch&) const = default;
};
inline constexpr double kMinNotchRadius = 0.004;
inline constexpr double kMaxNotchRadius = 0.1;
inline constexpr std::size_t kMaxNotches = 64;

/// Frequency response of 1 to kMaxNotches notches together, a product over all (fx, fy, radius):
///   H(f) = prod (1 - G(f - (fx, fy))) (1 - G(f + (fx, fy)))
///   G(d) = exp(-|d|^2 / (2 radius^2)), d taken modulo 1
/// H(0) is 1, so the mean stays.
FFTCORE_API double frequency_response(std::span<const Notch> notches, double fx, double fy);

/// Taps of the notches: the inverse DFT of H on a grid of L x L points, centred. L is the smallest
/// odd number that is at least 2 / radius + 1, for the least radius; 21 to 501. The taps' sum is 1.
/// A notch far from all others gives
///   delta(x) - 4 pi radius^2 exp(-2 pi^2 radius^2 |x|^2) cos(2 pi (fx, fy) x)
FFTCORE_API Taps taps_of(std::span<const Notch> notches);

}  // namespace fftcore
