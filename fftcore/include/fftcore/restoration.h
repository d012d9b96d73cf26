// SPDX-License-Identifier: LGPL-2.1-or-later
// Blurs that a camera makes, and filters that take them out again, as taps. Functions throw
// InvalidArgument; the message names the value and what is allowed. A number that is not finite is
// refused, so all taps are finite.
#pragma once

#include <cstdint>

#include "fftcore/taps.h"

namespace fftcore {

// The taps of a blur have odd sides and lie about their centre. Their sum is 1 to rounding.

/// Largest blur, in pixels.
inline constexpr double kMaxBlur = 1000;

/// Blur by even motion. `length` is in pixels, 1 to kMaxBlur. `angle` is in degrees, finite,
/// counter-clockwise from the direction of the rows; 180 more give the same. Each tap is the share
/// of the straight line that lies in its pixel.
FFTCORE_API Taps motion_blur(double length, double angle);

/// Blur by a lens out of focus: a disc of `radius` pixels, 0.5 to kMaxBlur / 2. Each tap is the
/// share of the disc's area that lies in its pixel.
FFTCORE_API Taps defocus_blur(double radius);

/// Gaussian blur: exp(-(x^2 + y^2) / (2 sigma^2)) out to 4 sigma, rounded to whole pixels. These
/// are the taps of scipy.ndimage.gaussian_filter. sigma is 0.1 to kMaxBlur / 8.
FFTCORE_API Taps gaussian_blur(double sigma);

/// P, which says what a restored picture shall have little of. lambda weighs it against fitting
/// what was seen.
///   flat       |P|^2 = 1: power at any frequency. This is Wiener's filter where 1 / lambda is the
///              signal-to-noise ratio.
///   gradient   |P|^2 = 4 - 2 cos(2 pi fx) - 2 cos(2 pi fy): differences of neighbours. This is
///              Wiener's filter for pictures, whose power falls as 1 / f^2 (Field 1987, J. Opt.
///              Soc. Am. A 4).
///   laplacian  the square of gradient's |P|^2: curvature. This is constrained least squares (Hunt
///              1973, IEEE Trans. Computers 22), and the default of skimage.restoration.wiener,
///              whose `balance` is lambda.
enum class Penalty : std::uint8_t { flat, gradient, laplacian };

/// How a blur is inverted.
struct Restoration {
  Penalty penalty = Penalty::gradient;
  double lambda = 0.01;  ///< weight of the penalty, 1e-6 to 1e3; more noise needs more
  bool operator==(const Restoration&) const = default;
};

/// Taps for Operation::convolve that invert a blur with the spectrum H. They are the regularised
/// inverse (Wiener 1949)
///   G = conj(H) / (|H|^2 + lambda |P|^2)
/// as the inverse DFT of G on a grid of N x N points, centred. Outer rows that together hold at
/// most 1e-6 of all energy are cut off, and columns likewise. What the sum then lacks of G(0) is
/// shared out evenly. N is the smallest of 256, 512, 1024 and 2048 that is at least twice the
/// blur's side and where all beyond N / 4 is cut off, or else 2048. So there are at most 2047 taps
/// a side. Throws where the blur has more than kMaxBlur + 1 taps a side, several slices, or a sum
/// of 0 to rounding.
FFTCORE_API Taps restoring_taps(const Taps& blur, const Restoration& restoration = {});

/// The lambda of Penalty::gradient that suits an image which was blurred so. `noise` is the
/// variance of its white noise, and `gradient` the mean square of the sharp picture's gradient, in
/// the same units: the sum of both axes' squared differences of neighbours. Both are 0 or more.
/// `extent` is the image's. measured_lambda() in noise.h measures the two.
///
/// Wiener's filter has lambda |P|^2 = N / S, the powers of noise and of the picture at a frequency.
/// Pictures have S = A / |P|^2 (Field 1987), where A is `gradient`. So lambda would be N / A. It is
///   lambda = 0.5 (N / A)^0.7 |sum h|^2, h the blur's taps,
/// since at high frequencies pictures have somewhat less power than that; 1e-4 |sum h|^2 to 1e3.
/// And it is so large that
///   L = sum over y and x of g[y, x]^2 (min(|y| / rows, 1) + min(|x| / columns, 1)) <= 0.3,
/// g the taps of the inverse of h / sum h. What an image shows of its outside, by the blur, is not
/// known there, and taken to be something else: errors of variance v outside become some of v L in
/// the mean inside. The three numbers were fitted on four photographs, with nine blurs and noise of
/// 0.5 to 15 levels. tests/bench/figures/quality.md says how near the best lambda the results are.
FFTCORE_API double suited_lambda(const Taps& blur, double noise, double gradient, Extent extent);

}  // namespace fftcore
