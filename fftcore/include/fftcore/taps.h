// SPDX-License-Identifier: LGPL-2.1-or-later
// Taps: the numbers that images are convolved with, and the files that they come from. Functions
// throw InvalidArgument or FileError; the message names the value and what is allowed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "fftcore/layout.h"

namespace fftcore {

/// The taps of one filter, row-major: slices x rows x columns.
struct Taps {
  Extent extent;
  std::vector<double> values;  ///< real, or the real parts
  /// As many imaginary parts, or none where taps are real. Only Convolutions to complex samples
  /// take them.
  std::vector<double> imaginary = {};
  bool operator==(const Taps&) const = default;
};

/// Most taps a side of a file, and of the grid of a frequency response that becomes taps.
inline constexpr std::int64_t kMaxFileTaps = 8191;

/// Check of taps. Throws unless each side has 1 to kMaxTaps taps (convolution.h), there are as many
/// values as the extent says (and as many imaginary parts, or none), and all are finite numbers
/// that single precision holds.
FFTCORE_API void validate(const Taps& taps);

/// Taps divided by their sum, which may be complex. Throws where the sum is 0 to rounding: |sum| <=
/// 1e-9 * sum of |taps|.
FFTCORE_API Taps normalized(Taps taps);

/// Taps from a file. The file's content decides what it is, not its name:
///   NumPy array    format 1 to 3, two dimensions, C or Fortran order; bool, whole numbers of 8 to
///                  64 bits or floats of 16, 32 or 64, in both byte orders
///   text matrix    a row a line; numbers are separated by blanks, commas or semicolons; `#` begins
///                  a comment. Two rows and more that are all `0,` and digits, as decimal commas
///                  are, are refused; `0, 25` is two numbers.
FFTCORE_API Taps load_taps(const std::filesystem::path& file);

/// Taps from a file likewise, where NumPy arrays may also be complex64 or complex128.
FFTCORE_API Taps load_complex_taps(const std::filesystem::path& file);

/// Taps of a filter that mixes channels (Mixing::full). taps[c * channels + d] leads from input
/// channel d to output channel c. All have one extent. With one channel it is a plain filter.
struct TapsMatrix {
  std::int64_t channels = 1;
  std::vector<Taps> taps;
  bool operator==(const TapsMatrix&) const = default;
};

/// Check of a matrix. Throws unless it has 1 to kMaxMixedChannels channels, and channels x channels
/// valid Taps of one extent.
FFTCORE_API void validate(const TapsMatrix& matrix);

/// Matrix in which each output channel's taps are divided by their sum over all input channels.
/// Throws where one of these sums is 0 to rounding.
FFTCORE_API TapsMatrix normalized(TapsMatrix matrix);

/// Matrix from a file. Files that load_taps() reads give a matrix of one channel. A NumPy array of
/// four dimensions is channels x channels x rows x columns.
FFTCORE_API TapsMatrix load_taps_matrix(const std::filesystem::path& file);

/// Numbers of a NumPy array, the last axis fastest.
struct NumberArray {
  std::vector<std::int64_t> shape;
  std::vector<double> values;
  bool operator==(const NumberArray&) const = default;
};

/// Array from a .npy file, as of impulse responses for a StreamConvolution: format 1 to 3, elements
/// as of load_taps(), C or Fortran order, 1 to 8 dimensions, up to 2^32 numbers. The values are not
/// checked.
FFTCORE_API NumberArray load_npy(const std::filesystem::path& file);

}  // namespace fftcore
