// SPDX-License-Identifier: LGPL-2.1-or-later
// Head of a .npy file: what its numbers are, and how many; and numbers of each kind.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "input_file.h"

namespace fftcore {

/// Numbers of an element.
struct NpyNumber {
  char kind = 'f';        ///< b: bool; i, u: whole, signed or not; f: floating point
  std::size_t bytes = 4;  ///< 1 to 8
  bool is_big_endian = false;
  std::size_t parts = 1;  ///< in an element: 2 of a complex number
};

struct NpyHeader {
  NpyNumber number;
  bool is_fortran = false;
  std::vector<std::int64_t> shape;
  std::string shape_text;  ///< as it stands in the file
};

/// Header from the file's start, whose elements are real, or complex too where that is allowed.
/// Sides are as they stand there, unchecked. Throws FileError.
NpyHeader read_npy_header(InputFile& file, bool complex_allowed);

/// The number that the bytes at an address are. Whole numbers above 2^53 are rounded.
double number_at(const char* at, const NpyNumber& number);

}  // namespace fftcore
