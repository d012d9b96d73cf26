// SPDX-License-Identifier: LGPL-2.1-or-later
// A matrix as text: one row a line, numbers separated by blanks, a comma or a semicolon (one may
// end the line); '#' begins a comment.
#pragma once

#include "fftcore/taps.h"
#include "input_file.h"

namespace fftcore {

/// Reads the whole file. "nan" and "inf" are numbers here. Throws FileError.
Taps read_text_matrix(InputFile& file);

}  // namespace fftcore
