// SPDX-License-Identifier: LGPL-2.1-or-later
// A convolution in three steps of their own, so that what lies between them can be seen, shared and
// saved:
//   ForwardStage   image -> half spectrum           (R2C, edges extended, padded with zeros)
//   MultiplyStage  half spectrum -> half spectrum   (by taps, or by another half spectrum)
//   InverseStage   half spectrum -> image           (C2R, cropped, rounded and clamped)
// A half spectrum may be transformed along its rows only: then the MultiplyStage between does
// columns forward, product and columns back in one go, and the three stages do what the three
// passes of a Convolution do. Plain values, each comparable.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fftcore/convolution.h"
#include "fftcore/spectral_op.h"

namespace fftcore {

/// Along which axes values have been transformed. `rows`: each row by itself.
enum class Transformed : std::uint8_t { rows, rows_and_columns };

/// Points of a row and of a column, at most.
inline constexpr std::int64_t kMaxSpectrumPoints = 65536;

/// A half spectrum of `points.rows` x `points.columns` real samples x[n] (zeros included),
/// `channels` times:
///   X[k] = sum_n x[n] exp(-2 pi i n k / N)    along each axis transformed (N its points), divided
///                                             by N where `normalized`
/// Of a row there are the points.columns / 2 + 1 bins that a real signal needs, DC first; columns
/// run from DC through the positive frequencies to the negative ones. Row r of channel c begins at
/// complex value (c * stored_rows + r) * row_stride(): rows are padded to whole multiples of 8
/// values, the padding being finite but of no meaning. A value is a pair of floats, or of f16.
struct SpectrumLayout {
  /// rows 1 to kMaxSpectrumPoints; columns even, 2 to kMaxSpectrumPoints; one slice
  Extent points;
  std::int64_t channels = 1;  ///< 1 to 16
  /// f32 or f16; f16 has 65504 as its largest value, so it goes with `normalized`
  Element element = Element::f32;
  Transformed transformed = Transformed::rows_and_columns;
  /// Transformed::rows: rows below this are there, those from it on count as zeros (after a
  /// MultiplyStage: are not known). Else points.rows.
  std::int64_t stored_rows = 0;
  bool normalized = false;

  bool operator==(const SpectrumLayout&) const = default;
};

/// Complex values of a row, without its padding and with it.
FFTCORE_API std::int64_t bins(const SpectrumLayout& spectrum);
FFTCORE_API std::int64_t row_stride(const SpectrumLayout& spectrum);
/// All channels, row padding included.
FFTCORE_API std::size_t size_bytes(const SpectrumLayout& spectrum);

/// Samples around an image, as its EdgeMode extends it, that take part in the transform.
struct Border {
  std::int64_t left = 0;
  std::int64_t right = 0;
  std::int64_t top = 0;
  std::int64_t bottom = 0;
  bool operator==(const Border&) const = default;
};

/// What a convolution with such taps reads beyond the image (Region::same).
FFTCORE_API Border border_for(Extent taps, Operation operation);

/// none; hann: sin^2(pi (n + 1/2) / extent) along each axis of the image, its border being weighted
/// 0.
enum class Window : std::uint8_t { none, hann };

/// image - bias -> spectrum. Sample (0, 0) of the image lies at row border.top, column border.left
/// of the field that is transformed; what follows the border on the right and below is 0. Filtered
/// channels (those not in `left_out`) become the spectrum's, in order.
struct ForwardStage {
  Layout image;                        ///< one slice, one frame; u8, u16, f16 or f32
  std::uint32_t left_out = 0;          ///< bit c: channel c is not transformed (alpha)
  EdgeMode edge = EdgeMode::constant;  ///< constant: the bias, so that zeros are transformed
  /// image and border fit the points; Transformed::rows: as many rows as are stored
  Border border{};
  Window window = Window::none;  ///< not none: no border
  float bias = 0;
  SpectrumLayout spectrum;

  bool operator==(const ForwardStage&) const = default;
};

/// What the input is multiplied by, bin by bin.
///   taps      y[m] = sum_j x[m + j] g[j], g the taps (turned about for Operation::convolve, as
///             they are for correlate): the product of X with conj(G). What a centred kernel gives
///             for the image's first sample thus lies border_for(taps).top rows above and .left
///             columns left of that sample's place in the input.
///   spectrum  what `op` makes of X and K. SpectralKind::multiply gives circular convolution or
///             correlation with the field that K is the spectrum of.
/// A product is normalized where one of its factors is (taps always can be); of two normalized ones
/// it is multiplied by the number of points, of none it is not. SpectralKind::phase_only is never
/// normalized, and wiener is where the input is.
struct MultiplyStage {
  SpectrumLayout input;
  /// points, channels and element are the input's, `transformed` may be either's; normalized:
  /// is_product_normalized(). Transformed::rows: stored_rows up to points.rows, the first ones.
  SpectrumLayout output;
  // One of the two:
  std::optional<Extent> taps{};  ///< of each kernel
  /// all of it (rows_and_columns), of the same points; f32 or f16
  std::optional<SpectrumLayout> spectrum{};
  /// How channels meet, of taps and of spectra alike (problem.h). Channels of `spectrum`: none 1,
  /// diagonal C, full C * C, symmetric C (C + 1) / 2.
  Mixing mixing = Mixing::none;
  Operation operation = Operation::convolve;  ///< of taps: convolve or correlate
  /// With a spectrum; taps have an operation. Mixing::full and symmetric add products up, so that
  /// theirs is SpectralKind::multiply.
  SpectralOp op{};

  bool operator==(const MultiplyStage&) const = default;
};

FFTCORE_API bool is_product_normalized(const MultiplyStage& stage);

/// spectrum -> gain * x + offset + bias, rounded to nearest and clamped where samples are whole
/// numbers. The image's first sample is the field's at (first_row, first_column), and further ones
/// follow it, going round the field's ends (first_row: only where columns are transformed; else
/// image.rows from there are stored).
struct InverseStage {
  SpectrumLayout spectrum;
  Layout image;  ///< as ForwardStage's; channels in `left_out` are not written
  std::uint32_t left_out = 0;
  /// Channels in `left_out` are written too: as they are in another image of this Layout, the
  /// source that run() gets.
  bool copies_left_out = false;
  std::int64_t first_row = 0;     ///< 0 to points.rows - 1
  std::int64_t first_column = 0;  ///< 0 to points.columns - 1
  float bias = 0;

  bool operator==(const InverseStage&) const = default;
};

/// Throw InvalidArgument naming the field, its value and what is allowed.
FFTCORE_API void validate(const SpectrumLayout& spectrum);
FFTCORE_API void validate(const ForwardStage& stage);
FFTCORE_API void validate(const MultiplyStage& stage);
FFTCORE_API void validate(const InverseStage& stage);

/// For messages, tests and logs: `rows f16 1152x2048x3 stored=1110 normalized`, `forward u8
/// 1080x1920 replicate border=15,15,15,15 -> rows f32 1152x2048`, ...
FFTCORE_API std::string to_string(const SpectrumLayout& spectrum);
FFTCORE_API std::string to_string(const ForwardStage& stage);
FFTCORE_API std::string to_string(const MultiplyStage& stage);
FFTCORE_API std::string to_string(const InverseStage& stage);
FFTCORE_API std::string_view to_string(Transformed);
FFTCORE_API std::string_view to_string(Window);

}  // namespace fftcore
