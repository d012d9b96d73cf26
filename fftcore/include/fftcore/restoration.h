// SPDX-License-Identifier: LGPL-2.1-or-later
// Blurs that a camera makes, and filters that take them out again, as taps. Functions throw
// InvalidArgument with the value and what is allowed.
#pragma once

#include <cstdint>

#include "fftcore/taps.h"

namespace fftcore {

// Blurs: what a camera does to a picture. Of odd sides, about their centre, their sum 1 to
// rounding.

/// Even motion by `length` pixels (1 to kMaxBlur) along `angle` (in degrees, finite,
/// counter-clockwise as seen from the direction of the rows; 180 more are the same). Each tap is
/// the share of that straight line that lies in its pixel.
FFTCORE_API Taps motion_blur(double length, double angle);
/// A lens out of focus: a disc of `radius` pixels, 0.5 to kMaxBlur / 2. Each tap is the share of
/// its area that lies in its pixel.
FFTCORE_API Taps defocus_blur(double radius);
/// exp(-(x^2 + y^2) / (2 sigma^2)) out to 4 sigma, rounded (the taps of
/// scipy.ndimage.gaussian_filter); sigma 0.1 to kMaxBlur / 8.
FFTCORE_API Taps gaussian_blur(double sigma);
inline constexpr double kMaxBlur = 1000;

/// What a restored picture is kept from having too much of, besides fitting what was seen (lambda
/// weighs the one against the other):
///   flat       |P|^2 = 1, power at any frequency: Wiener's filter where 1 / lambda is the
///              signal-to-noise ratio
///   gradient   |P|^2 = 4 - 2 cos(2 pi fx) - 2 cos(2 pi fy), differences of neighbours: Wiener's
///              filter for pictures, whose power falls as 1 / f^2 (Field 1987, J. Opt. Soc. Am. A
///              4)
///   laplacian  the square of that, curvature: constrained least squares (Hunt 1973, IEEE Trans.
///              Computers 22); skimage.restoration.wiener's default, `balance` being lambda
enum class Penalty : std::uint8_t { flat, gradient, laplacian };

struct Restoration {
  Penalty penalty = Penalty::gradient;
  double lambda = 0.01;  ///< 1e-6 to 1e3: the more noise, the more
  bool operator==(const Restoration&) const = default;
};

/// The regularised inverse of a blur with spectrum H, G = conj(H) / (|H|^2 + lambda |P|^2) (Wiener
/// 1949), as taps for Operation::convolve: the inverse DFT of G on an N x N grid, centred. Outer
/// rows that hold no more than 1e-6 of all energy are cut off, and columns likewise; what the sum
/// then lacks of G(0) is shared out evenly. N is the smallest of 256, 512, 1024, 2048 that is at
/// least twice the blur's side and where what lies beyond N / 4 is cut off thus, else 2048; so
/// there are at most 2047 taps a side. Throws where the blur has more than kMaxBlur + 1 a side,
/// several slices, or a sum of 0 to rounding.
FFTCORE_API Taps restoring_taps(const Taps& blur, const Restoration& restoration = {});

}  // namespace fftcore
