// SPDX-License-Identifier: LGPL-2.1-or-later
// A Fourier transform of its own. A plain value like Convolution: equal when its fields are equal,
// printable and parseable.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fftcore/export.h"

namespace fftcore {

/// Complex to complex, real to half a spectrum, half a spectrum to real. Complex values are pairs
/// of floats.
enum class TransformKind : std::uint8_t { c2c, r2c, c2r };

/// The sign of the exponent: forward -1, inverse +1. r2c is forward, c2r inverse.
enum class Direction : std::uint8_t { forward, inverse };

/// How many points (or transforms, for a batch), and how far apart they lie. Strides count
/// elements: complex values on a complex side, floats on a real one.
struct TransformAxis {
  std::int64_t extent = 1;
  std::int64_t input_stride = 1;
  std::int64_t output_stride = 1;
  bool operator==(const TransformAxis&) const = default;
};

/// Longest axis, in points.
inline constexpr std::int64_t kMaxTransformExtent = std::int64_t{1} << 27;

/// X[k] = sum_n x[n] exp(-+ 2 pi i n k / N) along each axis; inverse after forward multiplies by
/// the number of points unless one of them is `normalized`. A real signal of N points along axes[0]
/// has N / 2 + 1 bins (integer division); c2r takes the imaginary parts of bins 0 and, N even, N /
/// 2 as 0 (in one dimension; in more, after the other axes).
struct Transform {
  TransformKind kind = TransformKind::c2c;
  Direction direction = Direction::forward;
  /// 1 to 3, points of the signal; the first is the one that r2c and c2r halve
  std::vector<TransformAxis> axes;
  std::vector<TransformAxis> batches;  ///< 0 to 3: that many transforms, each by itself
  std::int64_t input_offset = 0;       ///< elements from the buffer's start
  std::int64_t output_offset = 0;
  /// Zero padding: of each axis, how many inputs there are (0 = all). Those that follow count as
  /// zeros and are never read. Empty = all.
  std::vector<std::int64_t> stored;
  /// One buffer for both: input and output strides and offsets place a line's values over one
  /// another (r2c and c2r: axes[0] without gaps, all other strides and offsets twice as many floats
  /// as complex values). Else the input stays as it is.
  bool in_place = false;
  bool normalized = false;  ///< divide by the number of points

  bool operator==(const Transform&) const = default;
};

/// The same with strides that leave no gaps (in place, r2c and c2r: rows padded to whole complex
/// values), first axis contiguous, then the further ones, then the batches; offsets 0.
FFTCORE_API Transform with_dense_strides(Transform transform);

/// Throws InvalidArgument naming the field, its value and what is allowed. Inputs may overlap (out
/// of place), outputs may not.
FFTCORE_API void validate(const Transform& transform);

/// Least size of the buffers, in bytes: up to the last value that is read or written. For valid
/// Transforms.
FFTCORE_API std::size_t input_size_bytes(const Transform& transform);
FFTCORE_API std::size_t output_size_bytes(const Transform& transform);

/// `r2c 480x640 batch=3`: kind, points of each axis, the contiguous one last; then, where they are
/// not the default: `inverse` (c2c), `batch=B[xB[xB]]`, `stored=ROWSxCOLUMNS`, `in-place`,
/// `normalized`, and where strides are not dense `in=...` and `out=...`, separated by commas in the
/// order of the batches, then the points, and `offset=IN,OUT`. parse_transform() reads it back and
/// throws InvalidArgument at what it does not understand.
FFTCORE_API std::string to_string(const Transform& transform);
FFTCORE_API Transform parse_transform(std::string_view text);

FFTCORE_API std::string_view to_string(TransformKind);
FFTCORE_API std::string_view to_string(Direction);

}  // namespace fftcore
