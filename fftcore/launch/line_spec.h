// SPDX-License-Identifier: LGPL-2.1-or-later
// What one launch does, as plain values: lines are loaded, transformed, perhaps multiplied and
// transformed back, and stored.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "dims.h"
#include "fftcore/convolution.h"
#include "fftcore/spectral_op.h"
#include "line_shape.h"
#include "peak_spec.h"
#include "storage.h"

namespace fftcore {

/// Element e of a line lies at offset + e * element + the sum over dimensions of the line's number
/// * line[dim]. Counted in complex elements.
struct Strides {
  std::int64_t element = 1;
  PerDim<std::int64_t> line{};
  std::int64_t offset = 0;
};

// Of lines in pieces: element e of piece p (Dim::part) is number e * step + p of the whole; `count`
// is of the whole.

/// From `input`. Elements from `count` on are 0 and never read.
struct ComplexLoad {
  Storage storage = Storage::f32;
  Strides strides;
  int count = 0;
  int step = 1;
};

/// From `input`: lines of real samples, strides counting floats. Samples from `count` on are 0 and
/// never read. In `pairs`, element e is sample 2e and, as its imaginary part, sample 2e + 1: lines
/// of twice as many samples, whose forward transform gives length + 1 bins.
struct RealLoad {
  Strides strides;
  int count = 0;
  int step = 1;
  bool is_folded = false;
};

/// From `input`: bins of a line of `points` real samples, floor(points / 2) + 1 at most; the others
/// are their mirror images. Strides are those of the whole line, also where it is in pieces. Bins
/// from `count` on are 0 and never read, imaginary parts of bins 0 and points / 2 do not count. In
/// `pairs`: what RealStore's pairs, or an ImageStore's, are transformed back from.
struct HermitianLoad {
  Strides strides;
  std::int64_t points = 1;
  int count = 0;
  int step = 1;
  bool is_folded = false;
  Storage storage = Storage::f32;
  /// Not 0: the line along Dim::row is number (first_row + its own) modulo so many.
  int rows = 0;
  int first_row = 0;
};

/// Samples of an image or volume: sample (slice, row, column, channel, frame) lies at row * a row
/// stride (a scalar of the launch) + column * column_stride + the others * theirs, counted in
/// samples.
struct ImageGeometry {
  Storage storage = Storage::f32;
  int rows = 1;
  int columns = 1;
  std::int64_t column_stride = 1;
  std::int64_t channel_stride = 0;
  std::int64_t frame_stride = 0;
  /// Channel of the line with that Dim::channel; empty: that number itself.
  std::vector<int> channels;
  int slices = 1;
  std::int64_t slice_stride = 0;
};

/// How far from a real part its imaginary part lies in the image; all 0: there is none.
struct Partner {
  int slices = 0;
  int rows = 0;
  int columns = 0;
  bool exists() const { return slices != 0 || rows != 0 || columns != 0; }
  bool operator==(const Partner&) const = default;
};

/// From `input`: element e of a line is the sample at column first.columns + e of row first.rows +
/// the line's, slice first.slices + the line's, the image being extended by its edges, less the
/// bias. Elements from `count` on are 0 and never read.
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
  /// Element e is sample 2e of the `count` and, as its imaginary part, sample 2e + 1, as in
  /// RealLoad's pairs. Not of paired images.
  bool is_folded = false;
  /// With a step of 2 and imaginary parts a column to the right: all samples from column 0 on are
  /// there, and lie as aligned pairs of f32 or f16.
  bool is_vectorized = false;
  /// A sample is the sum of weights[c] times channel c; empty: the line's own channel.
  std::vector<float> weights;
  /// In pairs: samples are multiplied by row_window[the line's row] * column_window[the sample's
  /// number]; empty: by 1.
  std::vector<float> row_window, column_window;
};

/// To `output`, elements below `count` only, times `scale`, conjugated if so wished.
struct ComplexStore {
  Storage storage = Storage::f32;
  Strides strides;
  int count = 0;
  double scale = 1;
  bool conjugate = false;
  int step = 1;
  bool has_gain = false;  ///< also times `product_gain`, a scalar of the launch
  /// of bins of pairs of samples: zeros are stored after them, up to this element
  int padded = 0;
};

/// To `output`, strides counting floats: real parts of elements below `count`, times `scale`. In
/// `pairs`, element e is sample 2e and, by its imaginary part, sample 2e + 1.
struct RealStore {
  Strides strides;
  int count = 0;
  double scale = 1;
  int step = 1;
  bool is_folded = false;
};

/// Channels that come to the output from `image` as they are there.
struct CopiedChannels {
  ImageGeometry image;
  std::vector<int> channels;
};

/// To `output`: elements below `count` that the image has, real part times `gain` plus `offset`
/// (scalars of the launch), rounded and clamped where samples are whole numbers; imaginary parts
/// likewise.
struct ImageStore {
  ImageGeometry image;
  Partner partner;
  std::optional<CopiedChannels> copied;
  int count = 0;
  int step = 1;
  int window = 0;         ///< not 0: of the line itself, elements below this only
  bool reversed = false;  ///< what is meant for sample n along an axis goes to the last but n
  /// With a step of 2 and imaginary parts a column to the right: rows are an even number of samples
  /// beside each other, of any storage, and lie as aligned pairs. No channels are copied then.
  bool is_vectorized = false;
  /// Not 0: lines are so many samples long and go round; the image's first column is number
  /// `first_column` of them.
  int period = 0;
  int first_column = 0;
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

using LineLoad = std::variant<ComplexLoad, ImageLoad, RealLoad, HermitianLoad>;
using LineStore = std::variant<ComplexStore, ImageStore, RealStore, SurfaceStore>;

enum class Work : std::uint8_t {
  forward,    ///< exp(-2 pi i ...)
  inverse,    ///< exp(+2 pi i ...), not divided by the length
  convolve,   ///< forward, multiply, inverse
  correlate,  ///< forward, cross power, inverse
  /// that only: the shape's one radix, which divides the length, is how many elements a thread has
  /// at a time
  multiply,
};

struct LineSpec {
  std::string name;
  LineShape shape;
  PerDim<int> lines{1};  ///< how many
  /// A block has several neighbours along this dimension.
  Dim neighbours = Dim::row;
  /// All channels are in one block, so many; its shape's lines are that many times its neighbours.
  int channels_per_block = 1;
  LineLoad load;
  Work work = Work::forward;
  /// of Work::convolve and multiply; others may have one: after `forward`, before `inverse`
  std::optional<SpectrumMultiply> multiply;
  std::optional<CrossPower> cross_power;  ///< of Work::correlate
  /// Multiplied, transformed back and stored so often, Dim::frame of the spectrum and of the store
  /// counting; loaded once.
  int repeats = 1;
  /// Not 0: element k of piece p is turned by exp(-2 pi i k p / whole) after the forward transform,
  /// or back before the inverse one; the lines are pieces of lines of so many elements.
  std::int64_t four_step_points = 0;
  LineStore store;
  /// `output` is `input` as well (the kernel has that one parameter): each line is stored over
  /// itself.
  bool in_place = false;
  /// The kernel's spectrum is so large that it is better kept in the first-level cache alone; pairs
  /// of input and output go past it.
  bool is_streamed = false;
  /// Not 0: each block asks for the line of the block so many after it, to have it nearer by then.
  /// Of an ImageLoad's aligned pairs, one line a block.
  int prefetch_distance = 0;
};

}  // namespace fftcore
