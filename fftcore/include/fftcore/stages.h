// SPDX-License-Identifier: LGPL-2.1-or-later
// Stages of a convolution: its three steps by themselves, so that the spectra between them can be
// seen, shared and saved. They are plain values and can be compared.
//   ForwardStage   image -> half spectrum          R2C, edges extended, padded with zeros
//   MultiplyStage  half spectrum -> half spectrum  by taps, or by another half spectrum
//   InverseStage   half spectrum -> image          C2R, cropped, rounded and clamped
// A half spectrum may be transformed along its rows only. The MultiplyStage then does columns
// forward, product and columns back in one go, and the three stages do what the three passes of a
// Convolution do. A value that is not a finite number reaches at most its own channel, or all
// channels that mix with it.
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

/// Axes along which values have been transformed. `rows` means each row by itself.
enum class Transformed : std::uint8_t { rows, rows_and_columns };

/// Most points of a row, and of a column.
inline constexpr std::int64_t kMaxSpectrumPoints = 65536;

/// Half spectrum of `points.rows` x `points.columns` real samples x[n], zeros included, for each of
/// `channels`:
///   X[k] = sum_n x[n] exp(-2 pi i n k / N)
/// along each axis that is transformed, N its points; divided by N where `normalized`.
///
/// A row has the points.columns / 2 + 1 bins that a real signal needs, DC first. Columns run from
/// DC through the positive frequencies to the negative ones. Row r of channel c begins at complex
/// value (c * stored_rows + r) * row_stride(). Rows are padded to whole multiples of 8 values; the
/// padding is finite but has no meaning. A value is a pair of f32 or of f16.
struct SpectrumLayout {
  /// rows 1 to kMaxSpectrumPoints; columns even, 2 to kMaxSpectrumPoints; one slice
  Extent points;
  std::int64_t channels = 1;  ///< 1 to 256
  /// f32 or f16; f16 has 65504 as its largest value, so it goes with `normalized`
  SampleType type = SampleType::f32;
  Transformed transformed = Transformed::rows_and_columns;
  /// How many rows are there. With Transformed::rows, those that follow count as zeros, or are not
  /// known after a MultiplyStage. Otherwise it is points.rows.
  std::int64_t stored_rows = 0;
  bool normalized = false;  ///< divided by the points along each axis that is transformed

  bool operator==(const SpectrumLayout&) const = default;
};

/// Complex values of a row: bins() without its padding, row_stride() with it.
FFTCORE_API std::int64_t bins(const SpectrumLayout& spectrum);
FFTCORE_API std::int64_t row_stride(const SpectrumLayout& spectrum);
/// Bytes of all channels, with the rows' padding.
FFTCORE_API std::size_t size_bytes(const SpectrumLayout& spectrum);

/// Samples around an image, as its EdgeMode extends it, that take part in the transform.
struct Border {
  std::int64_t left = 0;
  std::int64_t right = 0;
  std::int64_t top = 0;
  std::int64_t bottom = 0;
  bool operator==(const Border&) const = default;
};

/// Samples that a convolution with such taps reads beyond the image (Region::same).
FFTCORE_API Border border_for(Extent taps, Operation operation);

/// Weights of the image's samples. `none` is 1 for all. `hann` is sin^2(pi (n + 1/2) / extent)
/// along each axis of the image, and 0 for its border.
enum class Window : std::uint8_t { none, hann };

/// First stage: image - bias -> spectrum. Sample (0, 0) of the image lies at row border.top, column
/// border.left of the field that is transformed. Samples after the border, on the right and below,
/// are 0. Filtered channels, those not in `skipped_channels`, become the spectrum's, in order.
struct ForwardStage {
  Layout image;                        ///< one slice, one frame
  std::uint32_t skipped_channels = 0;  ///< bit c: channel c, such as alpha, is not transformed
  EdgeMode edge = EdgeMode::constant;  ///< constant is the bias, so zeros are transformed
  /// Image and border fit into the points. With Transformed::rows they have as many rows as are
  /// stored.
  Border border{};
  Window window = Window::none;  ///< one other than none has no border
  float bias = 0;
  SpectrumLayout spectrum;

  bool operator==(const ForwardStage&) const = default;
};

/// Second stage: the input is multiplied, bin by bin, by one of these:
///   taps      y[m] = sum_j x[m + j] g[j], where g is the taps, turned about for
///             Operation::convolve: the product of X with conj(G). The result for the image's first
///             sample then lies border_for(taps).top rows above and .left columns left of that
///             sample's place in the input.
///   spectrum  what `op` makes of X and of the spectrum K. SpectralKind::multiply is the circular
///             convolution or correlation with the field that K is the spectrum of.
/// A product is normalized where one of its factors is; taps always can be. A product of two
/// normalized factors is multiplied by the number of points. SpectralKind::phase_only is never
/// normalized. SpectralKind::wiener is normalized where the input is.
struct MultiplyStage {
  SpectrumLayout input;
  /// Points, channels and sample type are the input's; `transformed` is rows or rows_and_columns;
  /// `normalized` is is_product_normalized(). With Transformed::rows the first stored_rows rows are
  /// made, at most points.rows.
  SpectrumLayout output;
  // One of the two:
  std::optional<Extent> taps{};  ///< extent of each filter
  /// The other spectrum: transformed along rows and columns, of the same points, f32 or f16.
  std::optional<SpectrumLayout> spectrum{};
  /// How channels meet, with taps and with spectra alike (convolution.h). `spectrum` has 1 channel
  /// for none, C for diagonal, C * C for full, C (C + 1) / 2 for symmetric.
  Mixing mixing = Mixing::none;
  Operation operation = Operation::convolve;  ///< with taps: convolve or correlate
  /// With a spectrum: what happens where they meet. Mixing::full and symmetric add products up, so
  /// theirs is SpectralKind::multiply.
  SpectralOp op{};
  /// Formula (sample_formula.h) whose value takes the place of each bin of the product, or of the
  /// sum where channels mix: of v, fx, fy, f and parameters, as Convolution::spectrum has them, but
  /// of the field's points. `v` is the product of both spectra unnormalised. So that results do not
  /// depend on zeros that were padded, let the field be the image. Empty: none.
  std::string formula = {};
  /// Functions that the formula may call, as of a Convolution (convolution.h).
  std::string code = {};

  bool operator==(const MultiplyStage&) const = default;
};

/// How many numbers set_parameters() takes: one more than the largest number of a parameter that
/// the formula names. Throws InvalidArgument where it cannot be read.
FFTCORE_API std::int64_t parameters_needed(const MultiplyStage& stage);

/// Whether the product is normalized.
FFTCORE_API bool is_product_normalized(const MultiplyStage& stage);

/// Third stage: spectrum -> gain * x + offset + bias, rounded to nearest and clamped where samples
/// are whole numbers. The image's first sample is the field's at (first_row, first_column). Further
/// ones follow it, and go round the field's ends. Rows go round only where columns are transformed;
/// otherwise image.rows rows from first_row on are stored.
struct InverseStage {
  SpectrumLayout spectrum;
  Layout image;  ///< as ForwardStage's; channels in `skipped_channels` are not written
  std::uint32_t skipped_channels = 0;
  /// Whether channels in `skipped_channels` are written too, as they are in another image of this
  /// Layout: the source that run() gets.
  bool copies_skipped = false;
  std::int64_t first_row = 0;     ///< 0 to points.rows - 1
  std::int64_t first_column = 0;  ///< 0 to points.columns - 1
  float bias = 0;

  bool operator==(const InverseStage&) const = default;
};

/// Checks. They throw InvalidArgument with the field, its value and what is allowed.
FFTCORE_API void validate(const SpectrumLayout& spectrum);
FFTCORE_API void validate(const ForwardStage& stage);
FFTCORE_API void validate(const MultiplyStage& stage);
FFTCORE_API void validate(const InverseStage& stage);

/// Texts for messages, tests, logs and fftcore-compile: `rows f16 1152x2048x3 stored=1110
/// normalized`, `forward u8 1080x1920 replicate border=15,15,15,15 -> rows f32 1152x2048`, ... A
/// formula stands before the arrow, as `formula="v / abs(v)"`.
FFTCORE_API std::string to_string(const SpectrumLayout& spectrum);
FFTCORE_API std::string to_string(const ForwardStage& stage);
FFTCORE_API std::string to_string(const MultiplyStage& stage);
FFTCORE_API std::string to_string(const InverseStage& stage);
/// From these texts. Fields that need not be there stand in any order, each once. They throw
/// InvalidArgument with what is expected.
FFTCORE_API ForwardStage parse_forward_stage(std::string_view text);
FFTCORE_API MultiplyStage parse_multiply_stage(std::string_view text);
FFTCORE_API InverseStage parse_inverse_stage(std::string_view text);
FFTCORE_API std::string_view to_string(Transformed);
FFTCORE_API std::string_view to_string(Window);

}  // namespace fftcore
