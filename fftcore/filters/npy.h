// SPDX-License-Identifier: LGPL-2.1-or-later
// NumPy's array files, https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#pragma once

#include "fftcore/filters.h"
#include "input_file.h"

namespace fftcore {

/// First byte of the format's magic. No text begins with it, neither ASCII nor UTF-8.
inline constexpr int kNpyFirstByte = 0x93;

/// Reads a matrix from the file's start; what follows it is left alone, as NumPy does. The values are not checked. Throws
/// FileError.
Taps read_npy(InputFile& file);

}  // namespace fftcore
