// SPDX-License-Identifier: LGPL-2.1-or-later
// Files of NumPy arrays, https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#pragma once

#include "fftcore/taps.h"
#include "input_file.h"

namespace fftcore {

/// First byte of the format's magic number. No text begins with it, neither ASCII nor UTF-8.
inline constexpr int kNpyFirstByte = 0x93;

/// Array from the file's start, of 2 dimensions or, where `matrix_allowed`, of 4. Bytes after it
/// are left alone, as NumPy does. The values are not checked. Throws FileError.
TapsMatrix read_npy(InputFile& file, bool matrix_allowed);

/// Array of any numbers likewise, of 1 to 8 dimensions.
NumberArray read_npy_array(InputFile& file);

}  // namespace fftcore
