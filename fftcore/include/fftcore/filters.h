// SPDX-License-Identifier: LGPL-2.1-or-later
// Kernels: where taps come from. All of these throw InvalidArgument or FileError with the value and what is allowed.
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "fftcore/export.h"
#include "fftcore/layout.h"

namespace fftcore {

/// A real kernel, row-major, slices x rows x columns.
struct Taps {
  Extent extent;
  std::vector<double> values;
  bool operator==(const Taps&) const = default;
};

/// Throws unless 1 to kMaxTaps a side, as many values as the extent says, all finite.
FFTCORE_API void validate(const Taps& taps);

/// Taps divided by their sum. Throws where the sum is 0 to rounding (|sum| <= 1e-9 * sum of |taps|).
FFTCORE_API Taps normalized(Taps taps);

/// Reads `.npy` (format 1 to 3; 2-D, little-endian f4 or f8, C or Fortran order) or, by any other name, a text matrix: one row a line,
/// numbers separated by blanks, commas or semicolons; `#` begins a comment. The file's content decides, not its name.
FFTCORE_API Taps load_taps(const std::filesystem::path& file);

/// Kernels that mix channels (Mixing::full): taps[c * channels + d] leads from channel d to channel c, all of one extent. Of one
/// channel: a plain kernel.
struct KernelMatrix {
  std::int64_t channels = 1;
  std::vector<Taps> taps;
  bool operator==(const KernelMatrix&) const = default;
};

/// Throws unless there are channels x channels valid Taps of one extent, channels 1 to 4.
FFTCORE_API void validate(const KernelMatrix& kernel);

/// Each output channel's taps divided by their sum over all input channels. Throws where one of these sums is 0 to rounding.
FFTCORE_API KernelMatrix normalized(KernelMatrix kernel);

/// What load_taps() reads, as a matrix of one channel; and `.npy` of 4 dimensions, channels x channels x rows x columns.
FFTCORE_API KernelMatrix load_kernel_matrix(const std::filesystem::path& file);

enum class Band : std::uint8_t { lowpass, highpass, bandpass, bandstop };
enum class Shape : std::uint8_t { gaussian, butterworth, ideal };

/// A filter given by what it does to frequencies, f = hypot(fx, fy) in cycles/pixel (0.5 = every other pixel; the corner of the
/// spectrum is sqrt(0.5)). Low pass, c the cutoff:
///   gaussian     L(f) = exp(-f^2 / (2 c^2))
///   butterworth  L(f) = 1 / sqrt(1 + (f / c)^(2 order))
///   ideal        L(f) = 1 where f <= c, else 0
/// High pass 1 - L (butterworth 1 / sqrt(1 + (c / f)^(2 order))), band pass high(cutoff) * low(cutoff_high), band stop 1 - band
/// pass. c = 0 is the limit: only the mean passes the low pass.
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

/// The filter as taps, so that its result depends neither on the frame's nor on the padded size: the inverse DFT of H on an L x L
/// grid, centred, L the smallest of 63, 127, 255, 511 that is at least 6 / cutoff + 1 (else 511).
FFTCORE_API Taps taps_of(const ParametricFilter& filter);

/// A frequency to be taken out, in cycles/pixel, and with it its opposite, since pictures are real: a periodic pattern (moire, a printed screen, hum) that
/// repeats every 1 / fx pixels along a row and every 1 / fy along a column. A picture of rows x columns whose spectrum has a peak at row ky and column kx
/// of its bins has it at fx = kx / columns, fy = ky / rows (less 1 where that is above 0.5).
struct Notch {
  double fx = 0;          ///< -0.5 to 0.5
  double fy = 0;          ///< as fx; (fx, fy) is no closer to 0 than radius
  double radius = 0.02;   ///< kMinNotchRadius to kMaxNotchRadius: that far from (fx, fy) 39 % pass
  bool operator==(const Notch&) const = default;
};
inline constexpr double kMinNotchRadius = 0.004;
inline constexpr double kMaxNotchRadius = 0.1;
inline constexpr std::size_t kMaxNotches = 64;

/// Of 1 to kMaxNotches notches together, a product over all (fx, fy, radius):
///   H(f) = prod (1 - G(f - (fx, fy))) (1 - G(f + (fx, fy))),  G(d) = exp(-|d|^2 / (2 radius^2)), d taken modulo 1;  H(0) = 1, so the mean stays
FFTCORE_API double response(std::span<const Notch> notches, double fx, double fy);

/// These as taps: the inverse DFT of H on an L x L grid, centred, L the smallest odd number that is at least 2 / radius + 1 (of the least
/// radius; 21 to 501). Of one notch far from others that is delta(x) - 4 pi radius^2 exp(-2 pi^2 radius^2 |x|^2) cos(2 pi (fx, fy) x). The taps' sum is 1.
FFTCORE_API Taps taps_of(std::span<const Notch> notches);

// Blurs: what a camera does to a picture. Of odd sides, about their centre, their sum 1 to rounding.

/// Even motion by `length` pixels (1 to kMaxBlur) along `angle` (in degrees, finite, counter-clockwise as seen from the direction of the
/// rows; 180 more are the same). Each tap is the share of that straight line that lies in its pixel.
FFTCORE_API Taps motion_blur(double length, double angle);
/// A lens out of focus: a disc of `radius` pixels, 0.5 to kMaxBlur / 2. Each tap is the share of its area that lies in its pixel.
FFTCORE_API Taps defocus_blur(double radius);
/// exp(-(x^2 + y^2) / (2 sigma^2)) out to 4 sigma, rounded (the taps of scipy.ndimage.gaussian_filter); sigma 0.1 to kMaxBlur / 8.
FFTCORE_API Taps gaussian_blur(double sigma);
inline constexpr double kMaxBlur = 1000;

/// What a restored picture is kept from having too much of, besides fitting what was seen (lambda weighs the one against the other):
///   flat       |P|^2 = 1, power at any frequency: Wiener's filter where 1 / lambda is the signal-to-noise ratio
///   gradient   |P|^2 = 4 - 2 cos(2 pi fx) - 2 cos(2 pi fy), differences of neighbours: Wiener's filter for pictures, whose power falls as
///              1 / f^2 (Field 1987, J. Opt. Soc. Am. A 4)
///   laplacian  the square of that, curvature: constrained least squares (Hunt 1973, IEEE Trans. Computers 22);
///              skimage.restoration.wiener's default, `balance` being lambda
enum class Penalty : std::uint8_t { flat, gradient, laplacian };

struct Restoration {
  Penalty penalty = Penalty::gradient;
  double lambda = 0.01;  ///< 1e-6 to 1e3: the more noise, the more
  bool operator==(const Restoration&) const = default;
};

/// The regularised inverse of a blur with spectrum H, G = conj(H) / (|H|^2 + lambda |P|^2) (Wiener 1949), as taps for
/// Operation::convolve: the inverse DFT of G on an N x N grid, centred. Outer rows that hold no more than 1e-6 of all energy are cut off,
/// and columns likewise; what the sum then lacks of G(0) is shared out evenly. N is the smallest of 256, 512, 1024, 2048 that is at least
/// twice the blur's side and where what lies beyond N / 4 is cut off thus, else 2048; so there are at most 2047 taps a side. Throws where
/// the blur has more than kMaxBlur + 1 a side, several slices, or a sum of 0 to rounding.
FFTCORE_API Taps restoring_taps(const Taps& blur, const Restoration& restoration = {});

}  // namespace fftcore
