// SPDX-License-Identifier: LGPL-2.1-or-later
// Fourier transforms in double for making taps, where no engine of a backend is at hand.
#pragma once

#include <cstddef>
#include <vector>

namespace fftcore {

/// Square of n x n complex values, row-major. n is a power of two.
struct Square {
  explicit Square(int side)
      : n(side), real(std::size_t(side) * side), imag(std::size_t(side) * side) {}
  std::size_t at(int row, int column) const { return std::size_t(row) * n + column; }

  int n;
  std::vector<double> real, imag;
};

enum class Direction { forward, inverse };

/// DFT along both axes, unnormalised, with the exponent -1 or +1. The result is transposed: the
/// value of the frequencies ky and kx lies at (kx, ky). After the way there and back all is in
/// place again.
void transform(Square& square, Direction direction);

}  // namespace fftcore
