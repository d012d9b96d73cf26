// SPDX-License-Identifier: LGPL-2.1-or-later
// Convolutions: what to compute. A Convolution is a plain value: equal when its fields are equal,
// printable and parseable.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "fftcore/layout.h"
#include "fftcore/sample_formula.h"

namespace fftcore {

/// How taps meet the image. Let h be L taps along an axis, c = L / 2 their centre (integer
/// division), and x the image as EdgeMode extends it. Output n is
///   convolve         y[n] = sum_k x[n + c - k] h[k], as scipy.ndimage.convolve
///   correlate        y[n] = sum_k x[n - c + k] h[k], as cv::filter2D with its default anchor and
///                    scipy.ndimage.correlate
///   correlate_image  the correlation with the image moving over the taps instead: of N outputs
///                    along an axis, number n is correlate's N - 1 - n
/// In the frequency domain these are X H, X conj(H) and conj(X) H. So of complex numbers correlate
/// takes conj(h[k]), as scipy.ndimage.correlate does, and correlate_image the conjugate of that.
enum class Operation : std::uint8_t { convolve, correlate, correlate_image };

/// What lies outside the image, as in cv::borderInterpolate. The image is abcd here:
///   constant     the Convolution's bias, which is 0 unless set
///   replicate    aaa|abcd|ddd
///   reflect      cba|abcd|dcb
///   reflect_101  dcb|abcd|cba
///   wrap         bcd|abcd|abc
enum class EdgeMode : std::uint8_t { constant, replicate, reflect, reflect_101, wrap };

/// Which outputs there are, for an image of N samples and L taps along an axis:
///   same   the N of the image
///   valid  the N - L + 1 that need nothing from outside the image
///   full   the N + L - 1 that touch the image at all
enum class Region : std::uint8_t { same, valid, full };

/// How the C filtered channels meet. Output channel c is the sum of x_d convolved with K[c][d],
/// over the input channels d. A filter has these Taps, row-major:
///   none       one, which every channel takes for itself
///   diagonal   C, one a channel: K[c][c]
///   full       C x C: K[0][0], K[0][1], ...
///   symmetric  C (C + 1) / 2, where K[c][d] = K[d][c]: the upper triangle; for three channels 00,
///              01, 02, 11, 12, 22
enum class Mixing : std::uint8_t { none, diagonal, full, symmetric };

/// Which filters meet which of M frames, where there are N filters:
///   paired   One filter serves all frames. Several filters and one frame give an output frame
///            each. Otherwise there are as many of one as of the other, and they go in pairs.
///   crossed  Each filter meets each frame: output frame m * N + n is frame m by filter n. A frame
///            is transformed once for all of them.
enum class Bank : std::uint8_t { paired, crossed };

/// How many digits results have, at least. The CPU computes everything as `full`.
///   full  Arithmetic and memory are in single precision. The error is about 1e-6 of max|H| ||x||.
///         Where input or output is f64 or complex128 they are in double precision, and taps are
///         too: it is about 1e-15.
///   fast  GPUs keep spectra that lie in memory between launches, and those of the taps, in half
///         precision (11 bits). That halves the traffic of large filters, whose launches wait for
///         memory. Plans of one launch have no such spectra, and results are those of `full`.
///
/// Error of `fast`: its 2-norm stays below 2^-11 sqrt(S) max|H| ||x||, and mostly a tenth of that.
/// S counts how often a spectrum is stored on the way: 4 for images; 7 for volumes, and for images
/// whose lines take two launches. u8 results of averaging filters stay within 1 of the exact ones.
///
/// Needs of `fast`:
///   types     no whole numbers of more bits than half precision: of 8 or 10; no f64, no complex128
///   range     |sample - bias| of at most kFastRange, the sample being what `load` makes of it;
///             what exceeds it becomes infinite. Taps may be of any size.
///   scale     samples that are not tiny, since half precision ends: it adds an error of about
///             2^-23 sqrt(N) sum |taps| to each sample, where N is the points of a row (volumes: of
///             a plane). Values about 1 are well off; values of 1e-3 and less are better scaled.
///   filters   sums of |taps| within a factor of 256 of each other; set_taps() refuses others
enum class Precision : std::uint8_t { full, fast };

/// Largest |sample - bias| of images in Precision::fast. Two such samples, packed as one complex
/// value, stay below half precision's 65504.
inline constexpr float kFastRange = 45000;

/// Most taps a side.
inline constexpr std::int64_t kMaxTaps = std::int64_t{1} << 30;
/// Longest image side.
inline constexpr std::int64_t kMaxExtent = std::int64_t{1} << 40;
/// Most points of output and taps together: the product, over the axes, of both extents' sum.
inline constexpr std::int64_t kMaxPaddedPoints = std::int64_t{1} << 50;
/// Most channels of an image, and most of those that meet (Mixing::full, Mixing::symmetric).
inline constexpr std::int64_t kMaxChannels = 64, kMaxMixedChannels = 16;
/// Most frames in and out, and most filters.
inline constexpr std::int64_t kMaxFrames = 65536;

/// Convolution of signals, images or volumes:
///   output = gain * conv(input - bias) + offset + bias
/// Where the output is complex, taps may be, and the input may be; gain, offset and bias are real.
/// Integer outputs are rounded to nearest and clamped to their range. The values of the taps, gain
/// and offset are not part of the Convolution: they can change on a ready ConvolutionExecutable.
///
/// A sample that is NaN or infinite reaches the outputs that have it times a tap other than 0 in
/// their sum, and no others, whatever the plan: as in scipy.ndimage, and where edges repeat it too.
/// Such an output is what the sum gives: infinite where all that is infinite in it has one sign,
/// else NaN. Likewise a value of `load` that is not finite. Parts of complex numbers go each by
/// itself; with `store`, v is NaN in a part that is not reached where the other one is.
///
/// A finite sample that is much larger than the others, such as a mark for "no data", likewise
/// disturbs the outputs alone that have it times a tap other than 0 in their sum. These have the
/// digits that the largest sample in the sum leaves them. Much larger is 2^18 times, in double
/// precision 2^47 times, the magnitude that a sixteenth of a channel's samples other than 0 stay
/// below; a sparse look at the channel finds it. A transform rounds by the largest sample within
/// that, so outputs may be off by about 2 % of the faint samples. Data of a wide range are not
/// taken apart: samples between which no gap of 2^8 lies, and what is up to 2^8 times beyond them,
/// share a transform, which rounds by the largest. Direct sums round by what is in them, and may
/// overflow on the way.
///
/// Where there are samples of either kind, run() takes memory, and two to four times as long, or
/// longer where large samples differ by much. The rules do not hold
///   with `spectrum`, since a bin is of all samples
///   on GPUs with `load` or `code`, and where an input or the output is in device memory: kernels
///     do not look for such samples, which the processor does beside them
/// There a sample may reach any output of its own frame's channel, or of all channels that mix with
/// it, and none of others. Where `store` is not finite, be it by a sample w of a second image, that
/// is its own output's alone; of whole numbers it is 0 or an end of their range.
struct Convolution {
  Operation operation = Operation::convolve;
  Layout input;
  /// Its extent is output_extent(). Its sample type may differ from the input's; it is complex
  /// where the input is.
  Layout output;
  Extent taps;  ///< extent of each filter, 1 to kMaxTaps a side
  EdgeMode edge = EdgeMode::reflect_101;
  Region region = Region::same;
  /// Level that counts as 0: taken off before the convolution and added after it (128 for the
  /// chroma of 8-bit video). Floating point keeps the digits that the level leaves it.
  float bias = 0;
  /// Channels that are skipped, such as alpha, and copied as they are: bit c for channel c. There
  /// are bits for the first 32; others are filtered. It needs Region::same, equal sample types,
  /// and an operation other than correlate_image.
  std::uint32_t skipped_channels = 0;
  Mixing mixing = Mixing::none;
  /// How many filters, as `bank` allows. Each has as many Taps as `mixing` says.
  std::int64_t filters = 1;
  Bank bank = Bank::paired;
  Precision precision = Precision::full;
  /// Formula (sample_formula.h) whose value takes the place of each sample of filtered channels,
  /// as it is read from inside the image, before the bias is taken off: conv(load(input) - bias).
  /// What lies outside is what the edge mode makes of these values; EdgeMode::constant's bias is
  /// none. `v` is complex where the input is; the value may be where the output is. Empty: none.
  std::string load = {};
  /// Formula whose value takes the place of each bin of the result's spectrum: of the DFT of
  /// conv(load(input) - bias) over the image's extents, not divided by their product. `v` is that
  /// bin, x H in the frequency domain; where channels mix, of their sum. So it needs what makes
  /// that DFT the transform's own: EdgeMode::wrap, Region::same, no more taps than samples along
  /// any axis, an image or a signal, and another operation than correlate_image. Real images need
  /// an even number of columns: they have the bins of half a spectrum, for which it is computed. It
  /// has to be Hermitian, with the conjugate at -f, and where a bin is its own mirror its real part
  /// counts. GPUs do real samples in single precision, one frame, one filter, and lines that fit a
  /// block. Empty: none.
  std::string spectrum = {};
  /// Formula whose value takes the place of what would be stored, after gain, offset and bias and
  /// before rounding and clamping; x, y, z, c and n are the output's. `v` is complex, and the value
  /// may be, where the output is. Empty: none.
  std::string store = {};
  /// Layout of a second image, whose samples `store` reads as w: given where `store` has w, and
  /// only there. `second = output` is usual. run() takes the image after the input. Its extents,
  /// channels and frames are the output's. Its sample type may be any; a complex one needs a
  /// complex output, and f64 or complex128 an input or output of double precision. w is the sample
  /// as it is in memory: no bias is taken off. Samples of skipped channels are not read. The image
  /// may be the input's memory. It must not overlap the output, since a run may write outputs more
  /// than once.
  std::optional<Layout> second = {};
  /// Functions that these formulas may call, as text of a GPU's language (sample_formula.h). It
  /// needs a formula, and backend cuda or opencl. Empty: none.
  std::string code = {};

  bool operator==(const Convolution&) const = default;
};

/// Extent of the output of a region. A side is below 1 where `valid` leaves nothing.
FFTCORE_API Extent output_extent(Extent image, Extent taps, Region region);

/// Convolution whose output has the input's sample type and arrangement of channels, and rows
/// without padding.
FFTCORE_API Convolution convolution(const Layout& input, Extent taps,
                                    Operation operation = Operation::convolve,
                                    EdgeMode edge = EdgeMode::reflect_101,
                                    Region region = Region::same);

/// Convolution with several filters, or with filters that mix channels. Its output, and a second
/// image, have as many frames as that gives, without gaps.
FFTCORE_API Convolution with_filters(Convolution work, std::int64_t filters,
                                     Mixing mixing = Mixing::none, Bank bank = Bank::paired);

/// How many Taps set_taps() takes: filter after filter, each in the order of Mixing.
FFTCORE_API std::int64_t taps_needed(const Convolution& work);

/// How many numbers set_parameters() takes: one more than the largest number of a parameter that a
/// formula names, and 0 where none does. Throws InvalidArgument where a formula cannot be read.
FFTCORE_API std::int64_t parameters_needed(const Convolution& work);

/// Check of a Convolution. Throws InvalidArgument with the field, its value and what is allowed.
FFTCORE_API void validate(const Convolution& work);

/// Text of a Convolution, such as `conv2d u8 1080x1920x3 k31x31 replicate same`:
///   operation  conv, corr or icorr (correlate_image), with 1d, 2d or 3d
///   type       as in layout.h, such as u8, u10-high, complex64; `u8>f32` where the output differs
///   extent     [slices x] [rows x] columns [x channels]
///   taps       k, and their extent
///   edge       constant, replicate, reflect, reflect-101 or wrap
///   region     same, valid or full
/// Fields that have not their default follow: `planar`, `pitch=IN[,OUT[,W]]` (row strides in
/// elements), `pixel=IN[,OUT[,W]]`, `channel=...`, `slice=...` and `frame=...` (likewise from a
/// column, a channel, a slice and a frame to the next), `bias=B`, `skip=MASK`, `frames=N`,
/// `filters=N`, `bank=crossed`, `mix=diagonal|full|symmetric`, `precision=fast`, `w=TYPE`,
/// `load="FORMULA"`, `spectrum="FORMULA"`, `store="FORMULA"`, `code="TEXT"`. A second image is
/// there where `store` has w; its sample type is the output's unless `w=` says another one. Between
/// quotes `\n`, `\r`, `\t`, `\v` and `\f` stand for line breaks and other blanks, so that the text
/// is one line, and `\"` and `\\` for themselves.
FFTCORE_API std::string to_string(const Convolution& work);
/// Convolution of a text. Throws InvalidArgument at what it does not understand.
FFTCORE_API Convolution parse_convolution(std::string_view text);

FFTCORE_API std::string_view to_string(SampleType);
FFTCORE_API std::string_view to_string(Operation);
FFTCORE_API std::string_view to_string(EdgeMode);
FFTCORE_API std::string_view to_string(Region);
FFTCORE_API std::string_view to_string(Mixing);
FFTCORE_API std::string_view to_string(Bank);
FFTCORE_API std::string_view to_string(Precision);

}  // namespace fftcore
