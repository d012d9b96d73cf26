// SPDX-License-Identifier: LGPL-2.1-or-later
// Taps: the numbers that images are convolved with, and the files that they come from. Functions
// throw InvalidArgument or FileError with the value and what is allowed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "fftcore/layout.h"

namespace fftcore {

/// A real kernel, row-major, slices x rows x columns.
struct Taps {
  Extent extent;
  std::vector<double> values;
  bool operator==(const Taps&) const = default;
};

/// Throws unless 1 to kMaxTaps a side, as many values as the extent says, all finite.
FFTCORE_API void validate(const Taps& taps);

/// Taps divided by their sum. Throws where the sum is 0 to rounding (|sum| <= 1e-9 * sum of
/// |taps|).
FFTCORE_API Taps normalized(Taps taps);

/// Reads `.npy` (format 1 to 3; 2-D, little-endian f4 or f8, C or Fortran order) or, by any other
/// name, a text matrix: one row a line, numbers separated by blanks, commas or semicolons; `#`
/// begins a comment. The file's content decides, not its name.
FFTCORE_API Taps load_taps(const std::filesystem::path& file);

/// Kernels that mix channels (Mixing::full): taps[c * channels + d] leads from channel d to channel
/// c, all of one extent. Of one channel: a plain kernel.
struct TapsMatrix {
  std::int64_t channels = 1;
  std::vector<Taps> taps;
  bool operator==(const TapsMatrix&) const = default;
};

/// Throws unless there are channels x channels valid Taps of one extent, channels 1 to 4.
FFTCORE_API void validate(const TapsMatrix& kernel);

/// Each output channel's taps divided by their sum over all input channels. Throws where one of
/// these sums is 0 to rounding.
FFTCORE_API TapsMatrix normalized(TapsMatrix kernel);

/// What load_taps() reads, as a matrix of one channel; and `.npy` of 4 dimensions, channels x
/// channels x rows x columns.
FFTCORE_API TapsMatrix load_taps_matrix(const std::filesystem::path& file);

}  // namespace fftcore
