// SPDX-License-Identifier: LGPL-2.1-or-later
// What one launch does, as plain values: lines are loaded, transformed, perhaps multiplied and
// transformed back, and stored.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "axis_formula.h"
#include "cosine_line.h"
#include "dims.h"
#include "fftcore/convolution.h"
#include "fftcore/spectral_op.h"
#include "line_shape.h"
#include "peak_spec.h"
#include "point_span.h"
#include "sample_formula.h"
#include "storage.h"
#include "strides.h"

namespace fftcore {

// Lines may be pieces of longer lines: element e of piece p (Dim::part) is number e * step + p of
// the whole, and counts and spans are those of the whole. Of several wholes w (Dim::whole), W of
// them, that make up a still longer line, it is number e * step + p * W + w of that.
//
// Real lines may be folded (`is_folded`): element e is sample 2e and, as its imaginary part, sample
// 2e + 1. The line has twice as many samples, and its transform length + 1 bins.

/// Loads complex elements from `input`. Elements outside of the span are 0 and never read.
struct ComplexLoad {
  Storage storage = Storage::f32;
  Strides strides;
  PointSpan span;
  int step = 1;
  AxisFormula formula{};   ///< of each value that is read
  bool is_scaled = false;  ///< values are multiplied by the first number of `image_scale`
};

/// Loads real samples from `input`, strides counting samples. Samples outside of the span are 0 and
/// never read.
struct RealLoad {
  Strides strides;
  PointSpan span;
  int step = 1;
  bool is_folded = false;
  Storage storage = Storage::f32;
  AxisFormula formula{};  ///< of each sample that is read
};

/// Loads bins of a line of `points` real samples from `input`, floor(points / 2) + 1 at most; the
/// others are their Hermitian mirrors. Strides are those of the whole line, also where it is in
/// pieces. Bins outside of the span are 0 and never read; imaginary parts of bins 0 and points / 2
/// do not count. Folded lines are stored as folded samples (RealStore, ImageStore, SurfaceStore).
struct HermitianLoad {
  Strides strides;
  std::int64_t points = 1;
  PointSpan span;
  int step = 1;
  bool is_folded = false;
  Storage storage = Storage::f32;
  /// Where not 0, the line along Dim::row is number (first_row + its own) modulo `rows`.
  int rows = 0;
  int first_row = 0;
  /// Bin points / 2 is the imaginary part of bin 0, and has no place of its own.
  bool is_packed = false;
  AxisFormula formula{};  ///< of each bin that is read; none of packed ones
};

/// Samples of an image or volume: sample (slice, row, column, channel, frame) lies at row * a row
/// stride (a scalar of the launch) + column * column_stride + the others * theirs, counted in
/// samples.
struct ImageGeometry {
  Storage storage = Storage::f32;  ///< of complex samples: of their parts
  int rows = 1;
  int columns = 1;
  std::int64_t column_stride = 1;
  std::int64_t channel_stride = 0;
  std::int64_t frame_stride = 0;
  /// Channel of the image by the line's Dim::channel; empty where they are equal.
  std::vector<int> channels;
  int slices = 1;
  std::int64_t slice_stride = 0;
  bool is_complex = false;  ///< samples are aligned pairs, the real part first
};

/// Distance in the image from a real part to its imaginary part; all 0 where there is none.
struct Partner {
  int slices = 0;
  int rows = 0;
  int columns = 0;
  bool exists() const { return slices != 0 || rows != 0 || columns != 0; }
  bool operator==(const Partner&) const = default;
};

/// A sample of an image.
struct LevelPlace {
  int row = 0;
  int column = 0;
};

/// Loads samples of an image from `input`. Element e of a line is the sample, less the bias, at
/// column first_column + e, row first_row + the line's and slice first_slice + the line's; the
/// image is extended by its edges. Elements from `count` on are 0 and never read.
struct ImageLoad {
  ImageGeometry image;
  EdgeMode edge = EdgeMode::constant;
  int first_row = 0;
  int first_column = 0;
  int count = 0;
  float bias = 0;
  Partner partner;
  int first_slice = 0;
  int step = 1;
  /// Only where there is no partner.
  bool is_folded = false;
  /// Samples are loaded two at once, with a step of 2 and imaginary parts a column to the right:
  /// all samples from column 0 on exist, and lie as aligned pairs of f32 or f16.
  bool is_vectorized = false;
  /// A sample is the sum of weights[c] times channel c; empty where it is the line's own channel.
  std::vector<float> weights;
  /// Where not 0, a sample beyond it, or one that is not a number, counts as 0.
  float largest = 0;
  /// What becomes of each sample before the bias is taken off. Samples of an image may be complex
  /// after it, though they are not in memory; those have no partner and are not folded.
  SampleFormula formula{};
  /// Where there are any, a channel's samples lose the median of those at these three places, too.
  /// Where `largest` is not 0, samples beyond it do not count for that; the median of none is 0.
  std::vector<LevelPlace> level_places;
  /// Samples of folded lines are multiplied by row_window[the line's row] * column_window[the
  /// sample's number]; empty where by 1.
  std::vector<float> row_window, column_window;
};

/// Stores elements of the span to `output`, times `scale`.
struct ComplexStore {
  Storage storage = Storage::f32;
  Strides strides;
  PointSpan span;
  double scale = 1;
  bool conjugate = false;
  int step = 1;
  bool has_gain = false;  ///< also times `product_gain`, a scalar of the launch
  /// Zeros are stored after the bins of folded lines, up to this element.
  int padded = 0;
  int window = 0;  ///< where not 0, only so many elements of each line are stored
  /// Where not 0, bin packed_points / 2 of lines of so many real samples is stored as the imaginary
  /// part of bin 0, and has no place of its own.
  std::int64_t packed_points = 0;
  AxisFormula formula{};  ///< of each element after `scale`; none of packed ones
};

/// Stores real parts of elements of the span to `output`, times `scale`, strides counting samples.
struct RealStore {
  Strides strides;
  PointSpan span;
  double scale = 1;
  int step = 1;
  bool is_folded = false;
  Storage storage = Storage::f32;
  AxisFormula formula{};  ///< of each sample after `scale`
};

/// Channels that are copied to the output from `image`, each frame of it `times` times.
struct CopiedChannels {
  ImageGeometry image;
  std::vector<int> channels;
  int times = 1;
};

/// Stores samples of an image to `output`: elements below `count` that the image has, their real
/// parts times `gain` plus `offset` (scalars of the launch), rounded and clamped where samples are
/// whole numbers; imaginary parts likewise, as samples of their own. Complex samples are elements
/// times `gain`, plus `offset`.
struct ImageStore {
  ImageGeometry image;
  Partner partner;
  std::optional<CopiedChannels> copied;
  int count = 0;
  int step = 1;
  int window = 0;  ///< where not 0, only so many elements of each line (tile) are stored
  /// Sample n along each axis is stored as the last but n; complex ones as their conjugates.
  bool reversed = false;
  /// Samples are stored two at once, with a step of 2 and imaginary parts a column to the right:
  /// rows have an even number of neighbouring samples, of any storage, and lie as aligned pairs. No
  /// channels are copied then.
  bool is_vectorized = false;
  /// Where not 0, lines are so many samples long and wrap; the image's first column is number
  /// `first_column` of them.
  int period = 0;
  int first_column = 0;
  /// What becomes of each sample after gain and offset.
  SampleFormula formula{};
  /// The image `second`, whose sample in the place that is stored the formula reads as w. Its
  /// extents and channels are those of `image`.
  std::optional<ImageGeometry> second{};
};

/// What becomes of the products of a whole half spectrum: the formula of v = `scale` times the
/// product, divided by `scale`. What lies beyond the bins becomes 0. Lines are columns, along
/// Dim::column; or, where `row_stride` is not 0, runs of a plane whose rows lie so far apart, along
/// Dim::row.
struct ProductFormula {
  SampleFormula formula{};
  std::int64_t rows = 1, columns = 1;  ///< of the samples
  int row_stride = 0;
  double scale = 1;
};

/// By the complex array `taps_spectrum`.
struct SpectrumMultiply {
  Storage storage = Storage::f32;
  Strides strides;
  /// Of lines that are mixed, C together: what goes from channel `from` to channel `to` is
  /// multiplied by plane planes[to * C + from], planes being `plane_stride` apart. Empty: each line
  /// by itself.
  std::vector<int> planes;
  std::int64_t plane_stride = 0;
  /// Also the conjugate of element length - k of the line (of 0 for 0) is multiplied, by the plane
  /// after, `plane_stride` further; element k of the product is the sum. That plane is the
  /// transform of an imaginary sequence: its elements k and length - k are each other's conjugates,
  /// negated.
  bool with_mirror = false;
  /// What becomes of an element and its factor; its floor is StoredOp's. Products that are added
  /// up, of channels or of mirrors, can be summed, and mirrors have no conjugates besides.
  SpectralOp op{};
  double floor = 0;
  ProductFormula formula{};  ///< of the products, or of their sums
};

/// The middle of a phase correlation: an element X of the line and the one in its place in the
/// complex array `taps_spectrum` meet as `op` says, line_weights[line along Dim::column] *
/// element_weights[element] times. X itself is stored in `own_spectrum`.
struct CrossPower {
  Strides strides;  ///< of both arrays
  std::vector<float> line_weights, element_weights;
  SpectralOp op{.kind = SpectralKind::phase_only, .conjugate_factor = true};
  double floor = 1;  ///< images are scaled so that noise^2 N is 1 (phase_scale())
};

/// Makes a chirp of `points` elements, c[i] = exp(-pi i i^2 / points) (kernelgen's chirp.h), and
/// loads nothing. Where `around` is not 0, elements are 1 / c[i], -points < i < points, times
/// `scale`, that go round in a line of so many; the others are 0.
struct ChirpLoad {
  std::int64_t points = 1;
  std::int64_t around = 0;
  double scale = 1;
  int step = 1;
};

using LineLoad =
    std::variant<ComplexLoad, ImageLoad, RealLoad, HermitianLoad, CosineLoad, ChirpLoad>;
using LineStore = std::variant<ComplexStore, ImageStore, RealStore, SurfaceStore, CosineStore>;

/// Whole lines that are convolved with a chirp of `points` elements where that is not 0: what their
/// pieces load before the forward transform, and what they store after the inverse one, is
/// multiplied by it. Elements from `points` on count as 0, and are never stored. The chirp is
/// in the complex array `taps_spectrum`, from element `first` on.
struct ChirpOfWhole {
  std::int64_t points = 0;
  std::int64_t first = 0;
  bool is_conjugate = false;  ///< for a transform back
};

/// Lines are pieces of lines of `points` elements, and have four-step twiddles: element k of piece
/// p times exp(-2 pi i k p / points) after the forward transform, divided by it before the inverse
/// one.
struct FourStep {
  std::int64_t points = 0;
  ChirpOfWhole chirp{};
};

/// What happens at the spectral side of a transform, if anything.
using SpectralSide = std::variant<std::monostate, SpectrumMultiply, FourStep>;

/// exp(-2 pi i ...)
struct Forward {
  SpectralSide after{};
};
/// exp(+2 pi i ...), not divided by the length
struct Inverse {
  SpectralSide before{};
};
/// Forward, product, inverse. A line is loaded once, and multiplied, transformed back and stored
/// `repeats` times. Where that is not 1, the n-th time has number n of the spectrum along
/// Dim::frame, and is stored as number (the line's own) * repeats + n.
struct Convolve {
  SpectrumMultiply by;
  int repeats = 1;
};
/// Forward, cross power, inverse.
struct Correlate {
  CrossPower by;
};
/// The product alone. The shape's one radix, which divides the length, is how many elements a
/// thread has at a time.
struct Multiply {
  SpectrumMultiply by;
};

/// What becomes of a line between its load and its store.
using Work = std::variant<Forward, Inverse, Convolve, Correlate, Multiply>;

/// The product that a work has, or null.
const SpectrumMultiply* product_of(const Work& work);
/// Elements of the lines whose pieces are transformed; 0 where lines are whole.
std::int64_t four_step_points(const Work& work);
/// The chirp that their whole lines are convolved with; of 0 points where there is none.
ChirpOfWhole chirp_of_whole(const Work& work);
/// How often each line that is loaded is stored.
int repeats_of(const Work& work);

struct LineSpec {
  std::string name;
  LineShape shape;
  PerDim<int> lines{1};  ///< how many
  /// Number of the first line along each dimension. Where `around` is not 0, number 0 comes after
  /// number around - 1. Images have all theirs from number 0 on.
  PerDim<int> first_line{0}, around{0};
  /// Dimension along which the lines of a block are neighbours.
  Dim neighbours = Dim::row;
  /// All channels of a line are in one block where this is not 1; the shape's lines are its
  /// neighbours times this.
  int channels_per_block = 1;
  LineLoad load;
  Work work;
  LineStore store;
  /// Each line is stored over itself: the GPU kernel has `output` as its one image parameter.
  bool in_place = false;
  /// Neighbouring threads load and store neighbouring elements of a block's lines, and hand them on
  /// by way of shared memory. Only of one transform, of rows.
  bool is_staged = false;
  /// Where not 0, complex values of what is loaded are planar: they are counted in reals, and
  /// imaginary parts lie so many after real parts. Likewise of what is stored.
  std::int64_t input_imaginary = 0, output_imaginary = 0;
  /// Aligned pairs of input and output go past the first-level cache, which the taps' spectrum
  /// needs for itself.
  bool is_streamed = false;
  /// Indices are computed in 64 bits.
  bool has_wide_indices = false;
  /// Where not 0, each block prefetches the line of the block so many after it into the
  /// second-level cache. Only for an ImageLoad's aligned pairs, one line a block.
  int prefetch_distance = 0;
};

/// Elements are two neighbouring real samples each.
bool has_pairs(const LineSpec& spec);

}  // namespace fftcore
