// SPDX-License-Identifier: LGPL-2.1-or-later
// Head of a .npy file: what its numbers are, and how many.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "input_file.h"

namespace fftcore {

struct NpyHeader {
  std::size_t bytes = 4;  ///< of a float
  std::size_t parts = 1;  ///< floats of an element: 2 of a complex number
  bool is_fortran = false;
  std::vector<std::int64_t> shape;
  std::string shape_text;  ///< as it stands in the file
};

/// Header from the file's start, whose elements are floats, or complex where that is allowed.
/// Sides are as they stand there, unchecked. Throws FileError.
NpyHeader read_npy_header(InputFile& file, bool complex_allowed);

}  // namespace fftcore
