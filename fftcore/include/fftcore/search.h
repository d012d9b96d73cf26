// SPDX-License-Identifier: LGPL-2.1-or-later
// Searches: where a template lies in an image, or how far an image is moved. Plain values like
// Convolution.
//
//   auto matching = fftcore::matching(Score::ccoeff_normed, layout, templ.extent);
//   auto executable = backend.compile(matching, *queue);
//   executable->set_templates({&templ, 1});
//   executable->run(*queue, {image});
//   for (const Peak& peak : executable->peaks()) ...
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "fftcore/layout.h"

namespace fftcore {

/// Most templates of a search, and most peaks of each.
inline constexpr std::int64_t kMaxTemplates = 256;
inline constexpr std::int64_t kMaxPeaks = 64;

/// Longest side of an image that is searched, and of a template.
inline constexpr std::int64_t kMaxSearchExtent = 65536, kMaxTemplateSide = 8191;

/// Largest weight of a channel.
inline constexpr float kMaxWeight = 1e6F;
/// Largest magnitude of a signal's sample. One beyond it, or that is not a number, was not seen.
inline constexpr float kMaxSignal = 1e15F;
/// Noise of phase correlation where it is measured, as a part of an image's deviation.
inline constexpr float kPhaseNoise = 0.006F;
/// What S holds where it has no score: the least number of single precision. It is no candidate.
inline constexpr double kNoScore = -3.4028234663852886e38;

/// What both kinds of search have in common: the image, and the peaks that are wanted of the
/// surface S, the array of scores. A part of a frame is described by its own Layout: with the
/// frame's strides, and run() gets the address of the part's first sample.
struct ImageSearch {
  /// Not f16; 1 to 4 channels, one slice, one frame. Scores are within 1e-4 (ccorr: of the
  /// largest) of their definition where the signal (of whole numbers, less half their range; of f32
  /// less its level, for ccoeff_normed) is no more than 100 times as large as its deviation under
  /// the template, and mostly within 1e-6 times as many beyond.
  Layout image;
  /// Weights of the channels, -kMaxWeight to kMaxWeight: the signal x is the sum of weights[c]
  /// times channel c. One channel has {1}. The luma of R, G, B, A has {0.299, 0.587, 0.114, 0}. A
  /// channel of weight 0 is not read.
  std::array<float, 4> weights{1, 0, 0, 0};
  /// Peaks of each surface, 1 to kMaxPeaks. A surface is cut into cells of radius + 1 columns of
  /// one row, the first beginning at column 0. The largest value of each cell is its candidate (of
  /// equal values the first). The best candidate is a peak, and removes the candidates that are
  /// not more than `radius` away from it in both axes; then comes the next best, and so on. Phase
  /// correlation measures distances round the edges. Of candidates equal in value the first by
  /// rows, then columns, is best.
  std::int64_t max_peaks = 1;
  std::int64_t radius = 8;   ///< 0 to 1024
  bool has_surface = false;  ///< S itself is wanted too

  bool operator==(const ImageSearch&) const = default;
};

/// How a template t of n samples is compared with what lies under it at place y of the signal x.
/// Sums go over the template's samples k:
///
///   score          S[y]                                                          OpenCV
///   ccorr          sum x[y + k] t[k]                                             TM_CCORR
///   ccorr_normed   sum x[y + k] t[k] / sqrt(sum x[y + k]^2 sum t[k]^2)           TM_CCORR_NORMED
///   ccoeff_normed  ccorr_normed of x and t less their means under the template   TM_CCOEFF_NORMED
///
/// For ccoeff_normed of f32 each channel loses its level before it is transformed: the median of
/// the same three samples as in phase correlation, of which those do not count that were not seen.
/// So a constant that is added to an image does not change the scores, however large it is beside
/// the contrast, but for what f32 rounds away of such a sum.
///
/// A sample that was not seen (kMaxSignal) reaches the scores of the places where it lies under the
/// template, and no others: S is kNoScore there. Normed scores are -1 to 1. S is kNoScore too where
/// rounding brings one beyond that by more than a hundredth, as a sample far larger than all others
/// can.
enum class Score : std::uint8_t { ccorr, ccorr_normed, ccoeff_normed };

/// A search for templates in an image. The surface has the image's extent less the template's plus
/// 1 along each axis; there is one for each template.
struct TemplateMatching : ImageSearch {
  Score score = Score::ccoeff_normed;
  Extent template_extent;      ///< not larger than the image, 1 to kMaxTemplateSide a side
  std::int64_t templates = 1;  ///< searched for at once, 1 to kMaxTemplates
  /// Least contrast, in units of the signal: a normed score is 0 where the signal's standard
  /// deviation under the template (ccorr_normed: root of the mean square) is less. 0: where there
  /// is nothing but rounding, measured by the data, so that scores do not depend on its scale:
  ///
  ///   whole numbers  half a step of the signal, which is half the sum of the weights' magnitudes:
  ///                  samples are rounded to steps. It does not matter how many bits the type has.
  ///   f32            2^-16 of the root of the mean square of the image's signal (for ccoeff_normed
  ///                  less its level; unseen samples count as 0), with 2^-24 of the level that it
  ///                  lost, as the root of both squares; and 1e-15. That is 256 units of rounding:
  ///                  below it, errors of the transforms, which are in proportion to that root
  ///                  wherever they occur, come near the signal under a template. And samples near
  ///                  the level are rounded to steps of up to 2^-23 of it.
  float flat = 0;

  bool operator==(const TemplateMatching&) const = default;
};

/// A search for how far an image is moved against a reference image of the same layout (Kuglin and
/// Hines 1975, with a Gaussian weight W as in Nagashima 2007):
///
///   S = inverse DFT of W X conj(R) / (|X| |R| + noise^2 N), divided by the mean of W
///
/// X and R are the spectra of both images, each channel less its level, padded by zeros to
/// phase_extent() of N samples, and W(f) = exp(-(fx^2 + fy^2) / (2 bandwidth^2)), f in
/// cycles/pixel. S is 1 at 0 where the images are equal and without noise. Place y of S is a shift
/// by y, or by y less the extent: the image is the reference moved that far. Along each axis a
/// shift is known modulo the extent, and peaks say the one nearest to 0; which of the four it is,
/// only the images tell, where they overlap (samples/shift_choice.h). One sample that is not a
/// finite number makes all of S no number, so there are no peaks.
///
/// A channel's level is the median of three of its samples, at row rows / 4 and column columns / 2,
/// at rows / 2 and columns / 4, and at 3 rows / 4 and 3 columns / 4, rounded down. So a constant
/// that is added to an image does not change S, however large it is beside the contrast: a window
/// would make a bump of it, that lies at 0 in both images. An image that is constant has no
/// spectrum, and S is 0. What f32 rounds away of such a sum is lost, as it is in any image.
///
/// Shifts are exact to 0.01 pixels on pictures of 320x420 and more, to 0.02 with noise of a
/// fiftieth of white (tests/backends/search/opencv_peer_test.cpp). Images that have only a quarter
/// in common are noise to each other elsewhere: 0.04 at the median, 0.3 at worst, and 0.01 where
/// what both show by that peak is correlated once more.
struct PhaseCorrelation : ImageSearch {
  /// Standard deviation of the images' noise, in units of the signal. Bins that are not above it
  /// count little. 0, of f32 alone: kPhaseNoise of each image's deviation, the root of the mean
  /// square of its signal less its level, windowed; but 1e-36 at least. Then X is divided by its
  /// own and R by its own, so neither image's scale changes S.
  float noise = 0.3F;
  /// Bandwidth of W, 0 to 10 cycles/pixel; 0: W = 1. The default is found by trial on pictures
  /// moved by known fractions of a pixel. Wider ones still count at the edge of the spectrum, where
  /// W ends, which bends the peak (0.2: by 0.01 pixels); narrower ones use less of the images, and
  /// noise moves the peak.
  float bandwidth = 0.17F;
  /// Both images are multiplied by a window along each axis, so that their borders, which have
  /// nothing to do with each other, do not count: sin^2(4 pi e), e the distance of (n + 1/2) /
  /// extent from the nearer of 0 and 1, where that is below 1/8, else 1. (A Hann window leaves no
  /// more than chance of images that have a quarter in common: what they share lies at their
  /// borders.)
  bool has_window = true;

  bool operator==(const PhaseCorrelation&) const = default;
};

/// A place where S has a peak.
struct Peak {
  /// Place of the template's first sample in the image, or how far the image is moved against the
  /// reference; in pixels. Between pixels it is the vertex of the parabola through the peak and its
  /// neighbours along each axis (phase correlation with a bandwidth: through their logarithms,
  /// which is exact for a Gaussian peak). A normed score is not above 1, so the place is not
  /// farther from the sample than the vertex of the parabola through S and its larger neighbour N
  /// that rises to 1: a / (a + b), where a^2 = 1 - S + 2^-17 and b^2 = 1 - N + 2^-17. At the border
  /// of S, and beside a place without a score, it is the sample itself (phase correlation has no
  /// border, it goes round).
  double x = 0;
  double y = 0;
  double score = 0;  ///< S at the sample
  /// 1 - s/score, where s is the score of the next lower peak, or 0 where that is negative or there
  /// is none. It is 0 where the score is not positive.
  double confidence = 0;
  std::int64_t template_index = 0;  ///< which template; phase correlation: 0
  bool operator==(const Peak&) const = default;
};

/// Matching with defaults for the sample type: `flat` by the data, one peak, a radius of half the
/// template's smaller side.
FFTCORE_API TemplateMatching matching(Score score, const Layout& image, Extent template_extent);
/// Phase correlation with defaults for the sample type: `noise` of 0.3 steps of whole numbers,
/// however many bits they have, and measured for f32; one peak.
FFTCORE_API PhaseCorrelation phase_correlation(const Layout& image);

/// Extent of S.
FFTCORE_API Extent surface_extent(const TemplateMatching& matching);
FFTCORE_API Extent surface_extent(const PhaseCorrelation& correlation);

/// The smallest even extents with no prime factor above 5 that are not smaller than the image's.
FFTCORE_API Extent phase_extent(Extent image);

/// Checks of searches. They throw InvalidArgument with the field, its value and what is allowed.
FFTCORE_API void validate(const TemplateMatching& matching);
FFTCORE_API void validate(const PhaseCorrelation& correlation);

/// Text of a search: `match ccoeff-normed u8 1080x1920 p64x64 radius=32` or `phase u8 1080x1920`.
/// `match` has the score, the sample type, rows x columns [x channels] of the image, and rows x
/// columns of the template; `phase` the sample type and the image. Then follow, where they are not
/// the default of matching() or phase_correlation(), `planar`, `pitch=N`, `pixel=N`, `channel=N`
/// (strides of rows, columns and channels), `weights=A,B,C,D`, `peaks=N`, `radius=N`, `surface`;
/// for matching `templates=N` and `flat=S`; for phase `noise=S`, `bandwidth=F`, `no-window`. The
/// parsers read it back and throw InvalidArgument at what they do not understand.
FFTCORE_API std::string to_string(const TemplateMatching& matching);
FFTCORE_API std::string to_string(const PhaseCorrelation& correlation);
FFTCORE_API TemplateMatching parse_matching(std::string_view text);
FFTCORE_API PhaseCorrelation parse_phase_correlation(std::string_view text);
FFTCORE_API std::string_view to_string(Score score);

}  // namespace fftcore
