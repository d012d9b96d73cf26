// SPDX-License-Identifier: LGPL-2.1-or-later
// Filters given by what they do to frequencies, as taps. Functions throw InvalidArgument with the
// value and what is allowed.
#pragma once

#include <cstdint>
#include <span>

#include "fftcore/taps.h"

namespace fftcore {

enum class Band : std::uint8_t { lowpass, highpass, bandpass, bandstop };
enum class Shape : std::uint8_t { gaussian, butterworth, ideal };

/// A filter given by what it does to frequencies, f = hypot(fx, fy) in cycles/pixel (0.5 = every
/// other pixel; the corner of the spectrum is sqrt(0.5)). Low pass, c the cutoff:
///   gaussian     L(f) = exp(-f^2 / (2 c^2))
///   butterworth  L(f) = 1 / sqrt(1 + (f / c)^(2 order))
///   ideal        L(f) = 1 where f <= c, else 0
/// High pass 1 - L (butterworth 1 / sqrt(1 + (c / f)^(2 order))), band pass high(cutoff) *
/// low(cutoff_high), band stop 1 - band pass. c = 0 is the limit: only the mean passes the low
/// pass.
struct ParametricFilter {
  Band band = Band::lowpass;
  Shape shape = Shape::gaussian;
  double cutoff = 0.1;        ///< 0 to kMaxCutoff
  double cutoff_high = 0.25;  ///< of the band filters; not below cutoff
  int order = 2;              ///< of the butterworth shape, 1 to 16
  bool operator==(const ParametricFilter&) const = default;
};
inline constexpr double kMaxCutoff = 0.7072;

/// H(f) as defined above.
FFTCORE_API double response(const ParametricFilter& filter, double frequency);

/// The filter as taps, so that its result depends neither on the frame's nor on the padded size:
/// the inverse DFT of H on an L x L grid, centred, L the smallest of 63, 127, 255, 511 that is at
/// least 6 / cutoff + 1 (else 511).
FFTCORE_API Taps taps_of(const ParametricFilter& filter);

/// A frequency to be taken out, in cycles/pixel, and with it its opposite, since pictures are real:
/// a periodic pattern (moire, a printed screen, hum) that repeats every 1 / fx pixels along a row
/// and every 1 / fy along a column. A picture of rows x columns whose spectrum has a peak at row ky
/// and column kx of its bins has it at fx = kx / columns, fy = ky / rows (less 1 where that is
/// above 0.5).
struct Notch {
  double fx = 0;         ///< -0.5 to 0.5
  double fy = 0;         ///< as fx; (fx, fy) is no closer to 0 than radius
  double radius = 0.02;  ///< kMinNotchRadius to kMaxNotchRadius: that far from (fx, fy) 39 % pass
  bool operator==(const Notch&) const = default;
};
inline constexpr double kMinNotchRadius = 0.004;
inline constexpr double kMaxNotchRadius = 0.1;
inline constexpr std::size_t kMaxNotches = 64;

/// Of 1 to kMaxNotches notches together, a product over all (fx, fy, radius):
///   H(f) = prod (1 - G(f - (fx, fy))) (1 - G(f + (fx, fy))),  G(d) = exp(-|d|^2 / (2 radius^2)), d
///                                                             taken modulo 1; H(0) = 1, so the
///                                                             mean stays
FFTCORE_API double response(std::span<const Notch> notches, double fx, double fy);

/// These as taps: the inverse DFT of H on an L x L grid, centred, L the smallest odd number that is
/// at least 2 / radius + 1 (of the least radius; 21 to 501). Of one notch far from others that is
/// delta(x) - 4 pi radius^2 exp(-2 pi^2 radius^2 |x|^2) cos(2 pi (fx, fy) x). The taps' sum is 1.
FFTCORE_API Taps taps_of(std::span<const Notch> notches);

}  // namespace fftcore
