// SPDX-License-Identifier: LGPL-2.1-or-later
// Fourier, cosine and sine transforms by themselves. A Transform is a plain value like Convolution:
// equal when its fields are equal, printable and parseable.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fftcore/export.h"
#include "fftcore/sample_formula.h"

namespace fftcore {

/// Complex to complex, real to half a spectrum, or half a spectrum to real; cosine and sine
/// transforms of types I to IV, real to real. A complex value is a pair of real ones.
enum class TransformKind : std::uint8_t {
  c2c,
  r2c,
  c2r,
  dct1,
  dct2,
  dct3,
  dct4,
  dst1,
  dst2,
  dst3,
  dst4,
};

/// Whether it is a cosine or sine transform.
constexpr bool is_trigonometric(TransformKind kind) {
  return kind >= TransformKind::dct1;
}

/// Formats of a Transform's real numbers: in memory, on both sides, and in arithmetic. Storing
/// rounds to nearest.
enum class Numbers : std::uint8_t {
  f32,         ///< single precision
  f64,         ///< double precision
  f16,         ///< half precision in memory, single in arithmetic
  f32_in_f64,  ///< single precision in memory, double in arithmetic
};

/// Sign of the exponent: forward -1, inverse +1. r2c is forward, c2r is inverse. The inverse of a
/// cosine or sine transform is the type that undoes it: III for II, II for III, else the same.
enum class Direction : std::uint8_t { forward, inverse };

/// One axis: how many points (or transforms, in a batch), and how far apart they lie. Strides count
/// elements: complex values on a complex side, real ones on a real one and where complex values are
/// planar.
struct TransformAxis {
  std::int64_t extent = 1;
  std::int64_t input_stride = 1;
  std::int64_t output_stride = 1;
  bool operator==(const TransformAxis&) const = default;
};

/// Points of an axis: from `first` to the one before `end`. Where `end` is less than `first` they
/// go round: from `first` to the axis' last one, and from 0 to the one before `end`. None where
/// both are equal.
struct PointRange {
  std::int64_t first = 0;
  std::int64_t end = 0;
  bool operator==(const PointRange&) const = default;
};

/// Most axes of a signal, and most that it is repeated along.
inline constexpr std::size_t kMaxTransformAxes = 8, kMaxTransformBatches = 3;

/// Longest axis, in points.
inline constexpr std::int64_t kMaxTransformExtent = std::int64_t{1} << 32;

/// Fourier transform along 1 to 8 axes, each of N points:
///   X[k] = sum_n x[n] exp(-+ 2 pi i n k / N)
/// An inverse after a forward transform multiplies by the number of points, unless one of them is
/// `normalized`. A real signal of N points along axes[0] has N / 2 + 1 bins (integer division). c2r
/// takes the imaginary parts of bin 0 and, where N is even, of bin N / 2 for 0; with several axes
/// it does so after the others are transformed. A value that is not a finite number reaches its own
/// transform of the batch, any part of it, and no other.
///
/// Cosine and sine transforms are FFTW's (REDFT00, 10, 01, 11 and RODFT likewise), x and X with
/// indices from 0 on, one kind along all axes:
///   dct1  X[k] = x[0] + (-1)^k x[N-1] + 2 sum_{0<n<N-1} x[n] cos(pi n k / (N - 1)); N is 2 or more
///   dct2  X[k] = 2 sum_n x[n] cos(pi (n + 1/2) k / N)
///   dct3  X[k] = x[0] + 2 sum_{0<n} x[n] cos(pi n (k + 1/2) / N)
///   dct4  X[k] = 2 sum_n x[n] cos(pi (n + 1/2) (k + 1/2) / N)
///   dst1  X[k] = 2 sum_n x[n] sin(pi (n + 1) (k + 1) / (N + 1))
///   dst2  X[k] = 2 sum_n x[n] sin(pi (n + 1/2) (k + 1) / N)
///   dst3  X[k] = (-1)^k x[N-1] + 2 sum_{n<N-1} x[n] sin(pi (n + 1) (k + 1/2) / N)
///   dst4  X[k] = 2 sum_n x[n] sin(pi (n + 1/2) (k + 1/2) / N)
/// The number of points that counts is that of the Fourier transform they are part of: 2 (N - 1)
/// for dct1, 2 (N + 1) for dst1, else 2 N.
struct Transform {
  TransformKind kind = TransformKind::c2c;
  Direction direction = Direction::forward;
  Numbers numbers = Numbers::f32;
  /// Axes of the signal, 1 to 8. The first is the one that r2c and c2r halve.
  std::vector<TransformAxis> axes;
  std::vector<TransformAxis> batches;  ///< 0 to 3; how many transforms, each by itself
  std::int64_t input_offset = 0;       ///< in elements from the buffer's start
  std::int64_t output_offset = 0;      ///< in elements from the buffer's start
  /// Planar complex values: how many real numbers after its real part a value's imaginary part
  /// lies, in the same buffer. Strides and offset of that side then count real numbers. 0: a
  /// complex value is a pair. A real side has 0. r2c and c2r are not planar in place; others have
  /// the same on both sides then.
  std::int64_t input_imaginary = 0;
  std::int64_t output_imaginary = 0;
  /// Packed half spectra, of r2c and c2r: N / 2 complex values instead of N / 2 + 1. The first one
  /// has bin 0 as its real part and bin N / 2 as its imaginary part; both are real. So a line in
  /// place takes the memory of its N reals. N is even, and there is one axis: with several, these
  /// bins are not real. There may be batches.
  bool packed = false;
  /// Zero padding: inputs of each axis that count as zeros, whatever memory holds there, and are
  /// never read. Packed bins are counted by place: both of place 0 are zeros, or none. One at least
  /// is left. An empty range means none, and so does an empty list.
  std::vector<PointRange> zero;
  /// Pruning: outputs of each axis that are wanted. Packed bins are counted by place: both of
  /// place 0 are wanted, or none. The others are never written. An empty range means all, and so
  /// does an empty list. Of lines that nobody wants, and of lines of zeros, no transform
  /// is done.
  std::vector<PointRange> keep;
  /// One buffer for input and output. Strides and offsets must then place a line's output over its
  /// input. For r2c and c2r that means: axes[0] has no gaps, and all other strides and offsets are
  /// twice as many real values as complex ones. Out of place the input stays as it is.
  bool in_place = false;
  bool normalized = false;  ///< divide by the number of points
  /// Cosine and sine transforms as orthonormal matrices, SciPy's norm="ortho": divided by the root
  /// of the number of points. Ends of x that weigh 1 above where others weigh 2 (dct1, dct3, dst3)
  /// weigh the root of 2, and the same ends of X (dct1, dct2, dst2) are divided by it.
  bool ortho = false;
  /// What results are multiplied by besides. Of arithmetic in single precision its magnitude is
  /// 1e-37 to 1e38, in double 1e-307 to 1e308, and not below that where it is divided as
  /// `normalized` or `ortho` says.
  double scale = 1;
  /// Formula (sample_formula.h) whose value takes the place of each value that is loaded; zero
  /// padding stays zeros. Empty: none. A transform with formulas has up to 3 axes.
  std::string load = {};
  /// Formula whose value takes the place of each value that is stored, after `normalized`, `ortho`
  /// and `scale`. Empty: none.
  std::string store = {};
  /// Functions that these formulas may call, as of a Convolution (convolution.h).
  std::string code = {};
  // The input of an inverse c2c and of a c2r is a spectrum, and so is the output of a forward c2c
  // and of an r2c. `v` is complex, and the value may be, where the side is. Of half a spectrum the
  // formula is computed of the bins there are, packed or not; of bins 0 and N / 2 of a c2r, and of
  // packed ones, imaginary parts do not count afterwards. So a filter's formula has conj(H(f)) at
  // -f.

  bool operator==(const Transform&) const = default;
};

/// Transform with strides that leave no gaps, and offsets of 0. The first axis is contiguous, then
/// come the further ones, then the batches. r2c and c2r in place pad rows to whole complex values,
/// unless these are packed.
FFTCORE_API Transform with_dense_strides(Transform transform);

/// Check of a Transform. Throws InvalidArgument with the field, its value and what is allowed.
/// Inputs may overlap (out of place), outputs may not.
FFTCORE_API void validate(const Transform& transform);

/// Least sizes of the buffers, in bytes: up to the last value that is read or written. The
/// Transform must be valid.
FFTCORE_API std::size_t input_size_bytes(const Transform& transform);
FFTCORE_API std::size_t output_size_bytes(const Transform& transform);

/// How many numbers set_parameters() takes: one more than the largest number of a parameter that a
/// formula names, and 0 where none does. Throws InvalidArgument where a formula cannot be read.
FFTCORE_API std::int64_t parameters_needed(const Transform& transform);

/// Text of a Transform, such as `r2c 480x640 batch=3`: its kind, and the points of each axis, the
/// contiguous one last. Fields that have not their default follow:
///   f64, f16, f32-in-f64 what the numbers are, where not f32
///   inverse              direction of a c2c
///   packed               half spectra of N / 2 values
///   batch=B[xB[xB]]      how many transforms, each by itself
///   zero=A:B[xA:B[xA:B]] inputs A up to, not including, B of each axis count as zeros; 0:0 none
///   keep=A:B[xA:B[xA:B]] outputs that are wanted; 0:0 all. B less than A: from A on, and up to B
///   in-place             one buffer for input and output
///   normalized           divided by the number of points
///   ortho                cosine and sine transforms: orthonormal
///   scale=FACTOR         what results are multiplied by besides
///   in=S,S and out=S,S   strides that are not dense: those of the batches, then those of the axes
///   offset=IN,OUT        offsets of input and output
///   imaginary=IN,OUT     planar: from real parts to imaginary parts
///   load="FORMULA"       and store="FORMULA", and code="TEXT", quoted as of a Convolution
FFTCORE_API std::string to_string(const Transform& transform);
/// Transform of a text. Throws InvalidArgument at what it does not understand.
FFTCORE_API Transform parse_transform(std::string_view text);

FFTCORE_API std::string_view to_string(TransformKind);
FFTCORE_API std::string_view to_string(Direction);
FFTCORE_API std::string_view to_string(Numbers);

}  // namespace fftcore
