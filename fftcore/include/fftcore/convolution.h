// SPDX-License-Identifier: LGPL-2.1-or-later
// What to compute. A Convolution is a plain value: equal when its fields are equal, printable and
// parseable.
#pragma once

#include <string>
#include <string_view>

#include "fftcore/layout.h"

namespace fftcore {

/// With taps h of L taps along an axis, anchor c = L / 2 (integer division), x extended by the
/// EdgeMode:
///   convolve   y[n] = sum_k x[n + c - k] h[k]      (scipy.ndimage.convolve)
///   correlate  y[n] = sum_k x[n - c + k] h[k] (cv::filter2D with its default anchor,
///              scipy.ndimage.correlate)
///   correlate_image  the same with the image moving over the taps instead: of N outputs along an
///                    axis, correlate's N - 1 - n
/// In the frequency domain that is X H, X conj(H) and conj(X) H.
enum class Operation : std::uint8_t { convolve, correlate, correlate_image };

/// What lies outside the image, as cv::borderInterpolate has it. `constant` is the Convolution's
/// `bias` (0 unless set).
///   replicate aaa|abcd|ddd   reflect cba|abcd|dcb   reflect_101 dcb|abcd|cba   wrap bcd|abcd|abc
enum class EdgeMode : std::uint8_t { constant, replicate, reflect, reflect_101, wrap };

/// Which n the output holds, for an image of N and taps of L along an axis:
///   same   N of them, as the image
///   valid  the N - L + 1 that need nothing from outside the image
///   full   the N + L - 1 that touch the image at all
enum class Region : std::uint8_t { same, valid, full };

/// How the channels that are filtered meet, C of them: output channel c = sum over input channels d
/// of conv(x_d, K[c][d]).
///   none       one kernel, each channel by itself
///   diagonal   K[c][c] only: C kernels, one a channel
///   full       C x C kernels, row-major: K[0][0], K[0][1], ...
///   symmetric  K[c][d] = K[d][c]: C (C + 1) / 2 kernels, the upper triangle row-major: of 3, 00 01
///              02 11 12 22
enum class Mixing : std::uint8_t { none, diagonal, full, symmetric };

/// How many digits results have, at least; the CPU backend always computes as for `full`.
///   full  all arithmetic and all that lies in memory in single precision: an error of some 1e-6 of
///         max|H| ||x||
///   fast  on GPUs, spectra that lie in memory between launches, and the kernel's, are kept in half
///         precision (11 bits): half the traffic of large kernels, whose launches wait for memory.
///         The error's 2-norm stays below 2^-11 sqrt(S) max|H| ||x||, S being how often a spectrum
///         is stored on the way (images: 4; volumes, and images whose lines take two launches: 7),
///         mostly a tenth of that; u8 results of averaging kernels stay within 1 of the exact ones.
///         What takes one launch has no such spectra, and is as in `full`. Needs: - no u16, which
///         has more digits than that; - |sample - bias| of at most kFastRange: what exceeds it
///         becomes infinite. Taps may be of any size; - samples that are not tiny, since half
///         precision ends: about 2^-23 sqrt(N) sum |taps| a sample more, N the points of a row
///         (volumes: of
///           a plane). Nothing to care about in f32 images of values about 1; scale those of 1e-3
///             and less;
///         - kernels of one bank whose sums of |taps| are within 256 of each other (set_taps()
///           refuses others).
enum class Precision : std::uint8_t { full, fast };

/// Largest |sample - bias| of images in Precision::fast: two of them, packed as a complex value,
/// stay below half precision's 65504.
inline constexpr float kFastRange = 45000;

/// Longest kernel, in taps a side.
inline constexpr std::int64_t kMaxTaps = 8191;
/// Longest image side.
inline constexpr std::int64_t kMaxExtent = 65536;
/// Most frames and most kernels.
inline constexpr std::int64_t kMaxFrames = 65536;

/// Convolution of signals, images or volumes with real kernels:
///   output = gain * conv(input - bias) + offset + bias
/// One kernel serves all frames; several kernels and one frame give an output frame each; else
/// kernels and frames go in pairs. Output is rounded to nearest and clamped to the range of an
/// integer output. Taps, gain and offset are not part of the Convolution: they can change on a
/// ready ConvolutionExecutable.
struct Convolution {
  Operation operation = Operation::convolve;
  Layout input;
  Layout output;  ///< extent must be output_extent(); element may differ from the input's
  Extent taps;    ///< of each filter, 1 to kMaxTaps a side
  EdgeMode edge = EdgeMode::reflect_101;
  Region region = Region::same;
  /// taken off before and added after the convolution (128 for the chroma of video)
  float bias = 0;
  /// Bit c set: channel c is copied as it is (alpha). Needs Region::same, equal element types, and
  /// an image that does not move.
  std::uint32_t copied_channels = 0;
  Mixing mixing = Mixing::none;
  /// 1; with one input frame any number; else as many as there are frames. Each has as many Taps as
  /// `mixing` says.
  std::int64_t filters = 1;
  Precision precision = Precision::full;

  bool operator==(const Convolution&) const = default;
};

/// Extent of the output that operation, region and kernel call for; a side is below 1 where `valid`
/// leaves nothing.
FFTCORE_API Extent output_extent(Extent image, Extent kernel, Region region);

/// A Convolution whose output has the input's element type and channel arrangement and no row
/// padding.
FFTCORE_API Convolution convolution(const Layout& input, Extent kernel,
                                    Operation operation = Operation::convolve,
                                    EdgeMode edge = EdgeMode::reflect_101,
                                    Region region = Region::same);

/// The same with several kernels, or kernels that mix channels; as many output frames as that
/// gives, without gaps.
FFTCORE_API Convolution with_filters(Convolution problem, std::int64_t kernels,
                                     Mixing mixing = Mixing::none);

/// How many Taps set_taps() takes: kernel after kernel, each in the order of Mixing.
FFTCORE_API std::int64_t taps_needed(const Convolution& problem);

/// Throws InvalidArgument naming the field, its value and what is allowed.
FFTCORE_API void validate(const Convolution& problem);

/// `conv2d u8 1080x1920x3 k31x31 replicate same`: operation (conv | corr | icorr, 1d | 2d | 3d),
/// element (u8, u16, f16, f32; `u8>f32` where the output differs), [slices x] [rows x] columns [x
/// channels], taps, edge mode, region; then, where they are not the default: `planar`,
/// `pitch=IN[,OUT]` (row stride in elements), `bias=B`, `copy=MASK`, `frames=N`, `filters=N`,
/// `mix=diagonal|full|symmetric`, `precision=fast`. parse_convolution() reads it back and throws
/// InvalidArgument at what it does not understand.
FFTCORE_API std::string to_string(const Convolution& problem);
FFTCORE_API Convolution parse_convolution(std::string_view text);

FFTCORE_API std::string_view to_string(Element);
FFTCORE_API std::string_view to_string(Operation);
FFTCORE_API std::string_view to_string(EdgeMode);
FFTCORE_API std::string_view to_string(Region);
FFTCORE_API std::string_view to_string(Mixing);
FFTCORE_API std::string_view to_string(Precision);

}  // namespace fftcore
