// SPDX-License-Identifier: LGPL-2.1-or-later
// Norms of rows of complex values: how large a signal is, whose spectra these are.
#pragma once

#include <cstdint>
#include <string>

namespace fftcore {

/// `input` to `output`: for each row a complex value, whose imaginary part is 0. Its real part is
/// n = `factor` times the root of the sum of the row's |x|^2; or, where `least` is not 0, 1 over
/// the larger one of n and `least`. A value that is not a finite number makes n no number. No
/// square leaves the range of floats where n does not. A block has one row.
struct NormSpec {
  std::string name;
  int rows = 1;
  int columns = 1;              ///< values of a row
  std::int64_t row_stride = 1;  ///< values
  /// Rows are half spectra of real lines of an even number of points: all values but the first and
  /// the last stand for two bins, and count twice.
  bool are_half_spectra = false;
  double factor = 1;
  double least = 0;
  int threads = 128;  ///< of a block, a power of two
};

}  // namespace fftcore
