// SPDX-License-Identifier: LGPL-2.1-or-later
// What PTX says that the threads of a warp do together with matrices of halves (ast_expr.h).
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "ast.h"

namespace fftcore::test {

/// Numbers of one thread: one, or those of a vector, or pairs of halves in order.
using Value = std::array<double, 8>;
using Values = std::vector<Value>;  // of all threads

inline constexpr std::size_t kWarp = 32;

/// ldmatrix: the words of thread t, `read(i)` being element i of the array.
template <class Read>
Value loaded_matrices(const ast::LoadMatrices& node, const Values& index, std::size_t t,
                      Read&& read) {
  const std::size_t warp = t / kWarp * kWarp, row = t % kWarp / 4, pair = 2 * (t % 4);
  Value words{};
  for (std::size_t m = 0; m < static_cast<std::size_t>(node.count); ++m)
    for (std::size_t i = 0; i < 2; ++i) {
      const std::size_t of_row = node.is_transposed ? pair + i : row,
                        column = node.is_transposed ? row : pair + i;
      const double begin = index[warp + 8 * m + of_row][0];
      if (std::fmod(begin, 8) != 0) throw std::logic_error("a row that does not begin 16 bytes");
      words[2 * m + i] = read(begin + static_cast<double>(column));
    }
  return words;
}

/// movmatrix.trans: the word of thread t.
inline Value transposed_matrix(const Values& words, std::size_t t) {
  const std::size_t warp = t / kWarp * kWarp, column = t % kWarp / 4, row = 2 * (t % 4);
  Value word{};
  for (std::size_t i = 0; i < 2; ++i)
    word[i] = words[warp + 4 * (row + i) + column / 2][column % 2];
  return word;
}

/// mma.m16n8k8 and m16n8k16 of f16: the four numbers of thread t, not rounded.
inline Value multiplied_matrices(const std::vector<Values>& left, const std::vector<Values>& right,
                                 Value sum, std::size_t t) {
  const std::size_t warp = t / kWarp * kWarp, thread = t % kWarp;
  for (std::size_t i = 0; i < 4; ++i) {
    const std::size_t row = thread / 4, column = 2 * (thread % 4) + i % 2;
    for (std::size_t k = 0; k < 8 * right.size(); ++k) {
      const std::size_t inner = k % 8, of_row = warp + 4 * row + inner / 2,
                        of_column = warp + 4 * column + inner / 2;
      sum[i] += left[2 * (k / 8) + i / 2][of_row][inner % 2] * right[k / 8][of_column][inner % 2];
    }
  }
  return sum;
}

/// What is left of a number without the lower 13 bits of single precision.
inline double as_tf32(double number) {
  const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(number));
  return std::bit_cast<float>(bits & 0xffffe000U);
}

inline double nearest_tf32(double number) {
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(static_cast<float>(number)) + 0x1000U);
}

/// As tensor cores round their sums of real numbers.
inline double towards_zero(double number) {
  const auto nearest = static_cast<float>(number);
  return std::abs(static_cast<double>(nearest)) > std::abs(number)
             ? static_cast<double>(std::nextafter(nearest, 0.0F))
             : static_cast<double>(nearest);
}

/// mma.m16n8k8 of tf32: the four numbers of thread t, not rounded.
inline Value multiplied_reals(const std::vector<Values>& left, const std::vector<Values>& right,
                              Value sum, std::size_t t) {
  const std::size_t warp = t / kWarp * kWarp, row = t % kWarp / 4;
  for (std::size_t i = 0; i < 4; ++i) {
    const std::size_t column = 2 * (t % 4) + i % 2;
    for (std::size_t k = 0; k < 8; ++k) {
      const std::size_t inner = k % 4, far = k / 4;
      sum[i] += as_tf32(left[2 * far + i / 2][warp + 4 * row + inner][0]) *
                as_tf32(right[far][warp + 4 * column + inner][0]);
    }
  }
  return sum;
}

}  // namespace fftcore::test
