// SPDX-License-Identifier: LGPL-2.1-or-later
// Correlation filters of windows: how far what a filter has learned has moved, and learning on. A
// window is gathered from its own place of an image, in several channels, and meets a filter whose
// spectra stay in memory of the caller's from run to run. This is what trackers are made of.
//
//   WindowFilters filters = window_filters(layout, {64, 64});
//   filters.count = filters.filters = 100;
//   auto executable = backend.compile(filters, *queue);
//   executable->run(*queue, {image}, {places}, {stored}, {results});
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "fftcore/block_window.h"
#include "fftcore/export.h"
#include "fftcore/interpolation.h"
#include "fftcore/layout.h"
#include "fftcore/window_correlation.h"

namespace fftcore {

/// Samples that the wanted response may be wide.
inline constexpr float kMinFilterWidth = 0.5F, kMaxFilterWidth = 32;

/// A filter answers where the highest S is above 0, and below this. Else the window is `empty`: the
/// filter has learned nothing, or numbers that are no filter's.
inline constexpr float kMostFilterScore = 1e30F;

/// A row of places. Row i and column j of an R x C window lie at (x, y) plus map (j - (C - 1) / 2,
/// i - (R - 1) / 2), as those of WindowCorrelation. A window is `outside` too where `filter` or
/// `rate` is not allowed.
struct FilterPlace {
  float x = 0, y = 0;  ///< the centre, in pixels from the image's first sample
  float filter = 0;    ///< its number, a whole one: 0 to WindowFilters::filters - 1
  float rate = 0;      ///< 0 to 1: how much the filter learns of this window
  std::array<float, 4> map{1, 0, 0, 1};  ///< xx xy yx yy
};
inline constexpr std::int64_t kFilterPlaceNumbers = 8;

/// Up to `count` windows of a run meet any of `filters` stored filters.
///
/// Let x_c be the samples of channel c of a window: interpolated between those of the image, which
/// goes on as EdgeMode::replicate outside of itself, and 0 where a sample is not a finite number or
/// beyond kMaxSignal. They become w_c (x_c - mean x_c), times the taper along each axis, and all
/// are divided by one number, so that the mean of sum_c x_c^2 is 1. X_c is their DFT over sqrt(n),
/// n the samples of a window. With g[y] = exp(-|y|^2 / (2 width^2)), y a lag that goes round, and G
/// its DFT, a filter is spectra A_c and B, all 0 at first. A window gives
///   S = IDFT of G[0] sum_c conj(A_c) X_c / (B + regularization), whose peak is found as that of
///       WindowCorrelation's `plain` with search 0, and then, where `rate` r is above 0,
///   A_c <- (1 - r) A_c + r G X_c / G[0],   B <- (1 - r) B + r sum_c |X_c|^2
/// So S of what the filter learned last is about g. The filter is the sum of squares' solution for
/// it of Bolme, Beveridge, Draper and Lui, "Visual Object Tracking using Adaptive Correlation
/// Filters" (2010), with channels as Danelljan, Haeger, Khan and Felsberg have them in "Accurate
/// Scale Estimation for Robust Visual Tracking" (2014). With r = 1 the filter that was there is not
/// read. A window that is flat or outside teaches nothing.
///
/// Windows of a run are computed in any order. So where one of them learns, no other one of that
/// run may have its filter. run() throws InvalidArgument where the places are in host memory. Of
/// others it does not know: what the filter becomes, and what they find, is not defined then.
///
/// Stored filters are `stored`, f16 or f32, one behind the other. Of C channels each has 2 C + 1
/// planes of R x K numbers, K = columns / 2 + 1: the real parts of A_0, its imaginary parts, those
/// of the next channels, and B. Bins lie as a DFT has them; of columns the first half.
struct WindowFilters {
  /// Not complex; 1 to 4 channels, one slice, one frame; 1 to kMaxWindowImage rows and columns.
  Layout image;
  /// w_c, finite; one at least is not 0.
  std::array<float, 4> weights{1, 1, 1, 1};
  /// kMinWindow to kMaxWindow a side, without prime factors above 5.
  Extent window{64, 64};
  std::int64_t count = 1;    ///< most windows of a run, 1 to kMaxWindows
  std::int64_t filters = 1;  ///< that are stored, 1 to kMaxWindows
  SampleType stored = SampleType::f16;
  Interpolation interpolation = Interpolation::bilinear;
  BlockWindow taper = BlockWindow::hann;
  float width = 2;               ///< of g, kMinFilterWidth to kMaxFilterWidth samples
  float regularization = 0.01F;  ///< 1e-6 to 1e6; the mean of B is 1
  /// A window is flat where the root of the mean of sum_c (w_c (x_c - mean x_c))^2, before the
  /// taper, is not above this. It is WindowResult::deviation.
  float flat = 0;

  bool operator==(const WindowFilters&) const = default;
};

/// Filters with defaults for the sample type: `flat` is half a step of whole numbers, 0 of others.
FFTCORE_API WindowFilters window_filters(const Layout& image, Extent window);

/// The stored filters, as an image of f16 or f32: a frame each, without gaps between them.
FFTCORE_API Layout stored_filters(const WindowFilters& filters);

/// Checks. They throw InvalidArgument with the field, its value and what is allowed.
FFTCORE_API void validate(const WindowFilters& filters);

/// Text: `filters u8 1080x1920x3 w64x64 count=100 filters=100`. It has the sample type, rows x
/// columns [x channels] of the image, and rows x columns of the windows. Then follow, where they
/// are not the default of window_filters(), `planar`, `pitch=N`, `pixel=N`, `channel=N` (strides of
/// rows, columns and channels), `weights=A,B,C,D`, `count=N`, `filters=N`, `stored=T`,
/// `interpolation=I`, `taper=W`, `width=F`, `regularization=F`, `flat=S`. The parser throws
/// InvalidArgument at what it does not understand.
FFTCORE_API std::string to_string(const WindowFilters& filters);
FFTCORE_API WindowFilters parse_window_filters(std::string_view text);

}  // namespace fftcore
