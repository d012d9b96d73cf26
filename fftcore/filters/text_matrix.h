// SPDX-License-Identifier: LGPL-2.1-or-later
// Matrices as text: a row a line. Numbers of a line are separated by blanks, by commas or by
// semicolons, one of which may end the line. '#' begins a comment.
#pragma once

#include "fftcore/taps.h"
#include "input_file.h"

namespace fftcore {

/// Matrix of the whole file. "nan" and "inf" are numbers here. Throws FileError.
Taps read_text_matrix(InputFile& file);

}  // namespace fftcore
