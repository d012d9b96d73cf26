// SPDX-License-Identifier: LGPL-2.1-or-later
// Files of NumPy arrays, https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#pragma once

#include "fftcore/frequency_response.h"
#include "fftcore/taps.h"
#include "input_file.h"

namespace fftcore {

/// First byte of the format's magic number. No text begins with it, neither ASCII nor UTF-8.
inline constexpr int kNpyFirstByte = 0x93;

/// Which taps a file may hold: one filter's, those of a matrix too, or one filter's complex ones.
enum class NpyTaps { plain, matrix, complex };

/// Array from the file's start, of 2 dimensions or, of a matrix, 4. Bytes after it are left alone,
/// as NumPy does. The values are not checked. Throws FileError.
TapsMatrix read_npy(InputFile& file, NpyTaps allowed);

/// Array of any real numbers likewise, of 1 to 8 dimensions.
NumberArray read_npy_array(InputFile& file);

/// Response likewise, of 1 to 3 dimensions, real or complex.
SampledResponse read_npy_response(InputFile& file);

}  // namespace fftcore
