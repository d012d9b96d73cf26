// SPDX-License-Identifier: LGPL-2.1-or-later
// Where in an image is this? Template matching and phase correlation, with a search for the best
// places. A plain value like Convolution.
//
//   auto correlation = fftcore::matching(Score::ccoeff_normed, layout, pattern.extent);
//   auto executable = backend.compile(correlation, *queue);
//   executable->set_patterns({&pattern, 1});
//   executable->run(*queue, {image});
//   for (const Peak& peak : executable->peaks()) ...
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "fftcore/layout.h"

namespace fftcore {

/// With x the image's signal, t the pattern (what OpenCV calls a template) of n samples, sums over
/// the pattern's samples:
///   ccorr          S[y] = sum_k x[y + k] t[k] TM_CCORR
///   ccorr_normed   the same over sqrt(sum x[y + k]^2 sum t[k]^2) TM_CCORR_NORMED
///   ccoeff_normed  ccorr_normed of x less its mean under the pattern, and t less its mean
///                  TM_CCOEFF_NORMED
///   phase          S = inverse DFT of W X conj(R) / (|X| |R| + noise^2 N), R the spectrum of a
///                  reference image, both images padded by zeros to phase_extent() of N samples,
///                  W(f) = exp(-(fx^2 + fy^2) / (2 bandwidth^2)), f in cycles/pixel; divided by the
///                  mean of W, so that S is 1 at 0 where the images are equal and without noise.
///                  Position y of S is a shift by y, or y less the extent: the image being the
///                  reference moved that far (Kuglin and Hines 1975; Gaussian W: Nagashima 2007).
enum class Score : std::uint8_t { ccorr, ccorr_normed, ccoeff_normed, phase };

// How exact the shifts of phase correlation are, tried on pictures of 320x420 and more
// (tests/backends/opencv_peer_test.cpp): 0.01 pixels, 0.02 with noise of a fiftieth of white. Of
// images that have only a quarter in common the rest is noise to each other: 0.04 at the median,
// 0.3 at worst, and 0.01 where what both show by that peak is correlated once more (parts of frames
// need no copies, see Correlation).

/// Most patterns, and most peaks of each.
inline constexpr std::int64_t kMaxPatterns = 256;
inline constexpr std::int64_t kMaxPeaks = 64;

/// One image against patterns, or against a reference image of its own size. To search a part of a
/// frame, describe that part: its layout has the frame's strides, and run() gets the address of its
/// first sample.
struct Correlation {
  Score score = Score::ccoeff_normed;
  /// u8, u16 or f32; 1 to 4 channels, one slice, one frame. S is within 1e-4 (ccorr: of its
  /// largest) of what is defined above; of f32 whose samples are no more than 100 times as large as
  /// their contrast: a constant much larger than that is better taken off before.
  Layout image;
  /// The signal is the sum of weights[c] times channel c: of one channel {1}, the luma of R, G, B,
  /// A {0.299, 0.587, 0.114, 0}.
  std::array<float, 4> weights{1, 0, 0, 0};
  /// of each pattern, not larger than the image, 1 to kMaxTaps a side; phase: the image's
  Extent pattern;
  std::int64_t patterns = 1;  ///< searched for at once, 1 to kMaxPatterns; phase: 1
  /// Peaks of each pattern, 1 to kMaxPeaks. S is cut into cells of, radius + 1 columns of one row,
  /// the first beginning at column 0. Each cell offers its largest value (of equal ones the first);
  /// the best offer is a peak and removes the offers that are not more than `radius` away from it
  /// in both axes (phase: going round the edges); and so on. Offers equal in value: the first by
  /// rows, then columns.
  std::int64_t max_peaks = 1;
  std::int64_t radius = 8;   ///< 0 to 1024
  bool has_surface = false;  ///< S itself is wanted too
  /// Of the normed scores: where the signal's standard deviation under the pattern (ccorr_normed:
  /// root of the mean square) is less than this, S is 0: there is nothing to see there but
  /// rounding. In units of the signal.
  float flat = 0.5;
  // Of phase:
  /// standard deviation of the images' noise, in units of the signal, above 0: bins that are not
  /// above it count little
  float noise = 0.3F;
  /// Of W, cycles/pixel; 0: W = 1. By trial on pictures moved by known fractions of a pixel: wider
  /// ones still count at the edge of the spectrum, where W ends, which bends the peak (0.2: by 0.01
  /// pixels); narrower ones use less of the images, and noise moves the peak.
  float bandwidth = 0.17F;
  /// Both images are multiplied by a window along each axis, so that their borders, which have
  /// nothing to do with each other, do not count: sin^2(4 pi e), e the distance of (n + 1/2) /
  /// extent from the nearer of 0 and 1, where that is below 1/8, else 1. (A Hann window leaves no
  /// more than chance of images that have a quarter in common: what they share lies at their
  /// borders.)
  bool has_window = true;

  bool operator==(const Correlation&) const = default;
};

/// A place where S has a peak.
struct Peak {
  /// Of the pattern's first sample in the image, or how far the image is moved against the
  /// reference; in pixels. Between pixels: the vertex of the parabola through the peak and its
  /// neighbours along each axis (phase with a bandwidth: through their logarithms, which is exact
  /// for a Gaussian peak), at S's border the sample itself (phase: S has none, it goes round).
  double x = 0;
  double y = 0;
  double score = 0;  ///< S at the sample
  /// 1 - s/score, s the score of the next lower peak (0 where that is negative or there is none); 0
  /// where the score is not positive.
  double confidence = 0;
  std::int64_t pattern = 0;  ///< which
  bool operator==(const Peak&) const = default;
};

/// Defaults for the element: `flat` and `noise` (u16: 257 times those of u8; f32: 1/255), one peak,
/// a radius of half the pattern's smaller side.
FFTCORE_API Correlation matching(Score score, const Layout& image, Extent pattern);
FFTCORE_API Correlation phase_correlation(const Layout& image);

/// Extent of S: image less pattern plus 1, or phase_extent().
FFTCORE_API Extent surface_extent(const Correlation& correlation);

/// The smallest even extents with no prime factor above 5 that are not smaller than the image's.
FFTCORE_API Extent phase_extent(Extent image);

/// Throws InvalidArgument naming the field, its value and what is allowed.
FFTCORE_API void validate(const Correlation& correlation);

/// `match ccoeff-normed u8 1080x1920 p64x64 radius=32` or `phase u8 1080x1920`: score, element,
/// rows x columns [x channels] of the image, rows x columns of the pattern; then, where they are
/// not the default of matching() or phase_correlation(): `planar`, `pitch=N`, `weights=A,B,C,D`,
/// `patterns=N`, `peaks=N`, `radius=N`, `flat=S`, `noise=S`, `bandwidth=F`, `no-window`, `surface`.
/// parse_correlation() reads it back and throws InvalidArgument at what it does not understand.
FFTCORE_API std::string to_string(const Correlation& correlation);
FFTCORE_API Correlation parse_correlation(std::string_view text);
FFTCORE_API std::string_view to_string(Score);

}  // namespace fftcore
