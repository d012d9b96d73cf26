// SPDX-License-Identifier: LGPL-2.1-or-later
// Correlation of windows: how far many small parts of an image have moved in another. Each window
// is gathered from its own place, correlated, and reduced to a peak between pixels and to its
// quality. A plain value like Convolution.
//
//   WindowCorrelation windows = window_correlation(WindowScore::zncc, layout, {32, 32});
//   windows.count = 500;
//   auto executable = backend.compile(windows, *queue);
//   executable->run(*queue, {first}, {second}, {places}, {results});
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "fftcore/block_window.h"
#include "fftcore/export.h"
#include "fftcore/interpolation.h"
#include "fftcore/layout.h"

namespace fftcore {

/// Sides of a window; what `search` may add on each side of it, and how many windows.
inline constexpr std::int64_t kMinWindow = 4, kMaxWindow = 128, kMaxWindowSearch = 64;
inline constexpr std::int64_t kMaxWindows = std::int64_t{1} << 20;
/// Longest side of the images.
inline constexpr std::int64_t kMaxWindowImage = 65536;
/// Most steps of `refine`.
inline constexpr int kMaxWindowRefine = 8;
/// How far from the highest value of S the second peak is looked for, along either axis.
inline constexpr std::int64_t kSecondPeakDistance = 3;

/// How two windows are compared at a lag y. Let t be the samples of the first window and x those of
/// the second one, n the number of t, and sums go over the samples k of t.
///   plain  sum t[k] x[k + y] / sqrt(sum t^2 X), t and x less their means, and times the taper;
///          X = n times the mean of x^2. With a search it may be above 1, where x varies more
///          under t than elsewhere
///   zncc   sum (t[k] - mean t) x[k + y] / sqrt(sum (t - mean t)^2 sum (x[k + y] - m)^2), m the
///          mean of x under t: -1 to 1. It is 0 at a lag where the variance of x under t is not
///          above flat^2, or not above 2^-18 of that of all x
///   phase  as PhaseCorrelation (search.h): the inverse DFT of W X conj(T) / (|X| |T| + p), divided
///          by the mean of W, of t and x less their means, and times the taper; p is
///          kWindowNoise^2 sqrt(P Q), where P and Q are the means of |X|^2 and |T|^2
enum class WindowScore : std::uint8_t { plain, zncc, phase };
inline constexpr float kWindowNoise = 0.1F;

/// What is known of a window after a run.
enum class WindowState : std::uint8_t {
  good,
  border,  ///< S is highest at the border of the search: the peak may lie beyond it. It is not
           ///< fitted, and not refined
  flat,    ///< a window has no contrast: x, y, and what is said of S, are 0
  /// Likewise: less than half of a window is in its image, or a number of its place is not finite.
  outside,
  empty,  ///< of WindowFilters, likewise: the filter has learned nothing
};

/// A row of places, or the first four numbers of one. They say where the centre of a window is:
/// row i and column j of an R x C window lie at the centre plus M (j - (C - 1) / 2, i - (R - 1) /
/// 2), M being the window's map. So windows of even sides lie on samples where their places are
/// whole numbers and a half.
struct WindowPlace {
  float x1 = 0, y1 = 0;  ///< in the first image, in pixels from its first sample
  float x2 = 0, y2 = 0;  ///< in the second one
};
/// A row of places where is_mapped. The 2 x 2 maps are xx xy yx yy: x' = xx x + xy y, y' = yx x +
/// yy y.
struct MappedWindowPlace {
  WindowPlace place;
  std::array<float, 4> map1{1, 0, 0, 1}, map2{1, 0, 0, 1};
};

/// A row of results.
struct WindowResult {
  /// How far the first window's content lies from its place in the second image, in that image's
  /// pixels: at (x2 + x, y2 + y).
  float x = 0, y = 0;
  float score = 0;      ///< the highest value of S
  float second = 0;     ///< the highest more than kSecondPeakDistance - 1 away along an axis, or 0
  float sidelobe = 0;   ///< (score - mean) / standard deviation of S where `second` is looked for
  float noise = 0;      ///< score over the root mean square of S where `second` is looked for
  float deviation = 0;  ///< standard deviation of the first window, in units of the signal
  float state = 0;      ///< a WindowState
};
/// Numbers of a row.
inline constexpr std::int64_t kWindowPlaceNumbers = 4, kMappedPlaceNumbers = 12;
inline constexpr std::int64_t kWindowResultNumbers = 8;

/// Correlation of up to `count` pairs of windows.
///
/// A sample of a window that lies between samples of its image is interpolated. Outside of its
/// image an image goes on as EdgeMode::replicate. The signal is the sum of weights[c] times channel
/// c. A sample that is not a finite number, or beyond kMaxSignal, counts as 0 (search.h).
///
/// With `search` s the second window has s samples more on each side, and lags go from -s to s
/// along each axis: at none does t reach beyond x. With search 0 both have the same extents and go
/// round: lags are those of a circle, -n / 2 to (n - 1) / 2 along an axis of n.
///
/// The peak between lags is where S is highest, moved along each axis by (b - a) / (2 (2 c - a -
/// b)), at most a half: c is the highest, a lies before it and b after it. Of `phase` and `plain`
/// they are their logarithms, where all three are positive: that is exact for a Gaussian. Then
/// `refine` steps of Gauss and Newton follow, which leave the grid of lags. With g the gradient of
/// the first window t (by differences (t[-2] - 8 t[-1] + 8 t[1] - t[2]) / 12, windows going on as
/// EdgeMode::replicate), less its mean, and e = x |t| / |x| - t, where x is the second window
/// interpolated at the peak, of the extents of t, and both are less their means:
///   peak -= (sum g g^T)^-1 sum g e
/// A step is not taken where the matrix's smaller eigenvalue is below 1e-3 of the larger, or where
/// it would lead more than 1 from the highest lag along an axis. The taper does not count. Steps
/// want the pixels, not S: they are the inverse compositional algorithm (Baker and Matthews 2004)
/// of shifts, whose bias is that of the interpolation: below 0.01 pixels by `lanczos`, 0.03 by
/// `bicubic`.
struct WindowCorrelation {
  WindowScore score = WindowScore::zncc;
  /// Each of both images: not complex; 1 to 4 channels, one slice, one frame; 1 to kMaxWindowImage
  /// rows and columns.
  Layout image;
  /// Weights of the channels, as ImageSearch::weights.
  std::array<float, 4> weights{1, 0, 0, 0};
  /// kMinWindow to kMaxWindow a side; with search 0, without prime factors above 5.
  Extent window{32, 32};
  std::int64_t search = 8;  ///< 0 to kMaxWindowSearch; of zncc at least 1; of phase 0
  std::int64_t count = 1;   ///< most windows of a run, 1 to kMaxWindows
  bool is_mapped = false;   ///< places are MappedWindowPlaces
  Interpolation interpolation = Interpolation::lanczos;
  /// Both windows are multiplied by it along each axis, v((i + 1/2) / n), less their means. Only
  /// where search is 0; else rectangle.
  BlockWindow taper = BlockWindow::rectangle;
  int refine = 2;           ///< steps, 0 to kMaxWindowRefine
  float bandwidth = 0.17F;  ///< of phase: W's, 0 to 10 cycles/pixel; 0: W = 1
  /// A window is flat whose standard deviation is not above this, in units of the signal.
  float flat = 0;

  bool operator==(const WindowCorrelation&) const = default;
};

/// Correlation of windows with defaults for the sample type: `flat` is half a step of whole
/// numbers, 0 of others. Phase correlation has a Hann taper and no search.
FFTCORE_API WindowCorrelation window_correlation(WindowScore score, const Layout& image,
                                                 Extent window);

/// Checks. They throw InvalidArgument with the field, its value and what is allowed.
FFTCORE_API void validate(const WindowCorrelation& windows);

/// Text: `windows zncc u8 1080x1920 w32x32 count=2000`. It has the score, the sample type, rows x
/// columns [x channels] of the images, and rows x columns of the windows. Then follow, where they
/// are not the default of window_correlation(), `planar`, `pitch=N`, `pixel=N`, `channel=N`
/// (strides of rows, columns and channels), `weights=A,B,C,D`, `search=N`, `count=N`, `mapped`,
/// `interpolation=I`, `taper=W`, `refine=N`, `bandwidth=F`, `flat=S`. The parser throws
/// InvalidArgument at what it does not understand.
FFTCORE_API std::string to_string(const WindowCorrelation& windows);
FFTCORE_API WindowCorrelation parse_window_correlation(std::string_view text);
FFTCORE_API std::string_view to_string(WindowScore score);

}  // namespace fftcore
