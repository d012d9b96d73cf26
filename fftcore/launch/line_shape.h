// SPDX-License-Identifier: LGPL-2.1-or-later
// How the threads of a block share out the transforms of some lines (rows, or columns). Plain
// values.
#pragma once

#include <cstdint>
#include <vector>

#include "storage.h"

namespace fftcore {

struct LineShape {
  int length = 1;  ///< of the transform
  /// Their product is the length. A thread transforms so many values in its registers.
  std::vector<int> radices;
  int threads = 1;  ///< of a line
  int lines = 1;    ///< of a block
  /// Neighbouring threads hold the same element of neighbouring lines (columns of an array) where
  /// set, else neighbouring elements of a line.
  bool lines_adjacent = false;
  /// Two buffers need one barrier an exchange; one needs two barriers and half the shared memory.
  int exchange_buffers = 2;

  /// The last butterflies of a thread go in pairs: the n-th of all and the last but n - 1, or 0 and
  /// the middle one. Elements k and length - k of the transform, which are Hermitian mirrors, are
  /// in one thread then. See can_have_mirrors().
  bool has_mirrors = false;
  Real real = Real::f32;

  /// Where not 0, lines have so many points, at most (length + 1) / 2, and are transformed by a
  /// convolution with a chirp: forward and back, both of `length` points (Bluestein). Elements of a
  /// line from there on are zeros before, and anything after.
  int chirped = 0;

  /// In an exchange all real parts go before all imaginary ones: half the shared memory, twice the
  /// barriers.
  bool parts_in_turn = false;
  /// Most elements of an exchange buffer; 0: as many as padding against bank conflicts takes.
  int exchange_limit = 0;
  /// All threads of a line are of one warp, and exchanges let only these wait. There is one
  /// exchange at most, since each gives the lines other shares of the shared memory.
  bool in_warps = false;
  /// What ran before may still use the shared memory: the block waits before the first exchange.
  bool waits_first = false;

  bool operator==(const LineShape&) const = default;
};

/// Points of a line.
constexpr int line_points(const LineShape& shape) {
  return shape.chirped != 0 ? shape.chirped : shape.length;
}

/// Butterflies of a radix that a thread does. The last threads have one less where there are not
/// enough for all.
constexpr int butterflies_per_thread(const LineShape& shape, int radix) {
  return (shape.length / radix + shape.threads - 1) / shape.threads;
}

/// Number, among all `length / radix` butterflies, of the i-th one of a thread in the last step of
/// a transform with Hermitian mirrors in one thread.
constexpr int mirror_butterfly(const LineShape& shape, int radix, int thread, int i) {
  const int n = thread + i / 2 * shape.threads, count = shape.length / radix;
  return i % 2 == 0 ? n : n == 0 ? count / 2 : count - n;
}
/// Whether the last butterflies can be dealt out in such pairs.
constexpr bool can_have_mirrors(const LineShape& shape) {
  const int radix = shape.radices.back();
  return shape.radices.size() > 1 && shape.lines == 1 &&
         shape.length % (2 * radix * shape.threads) == 0;
}

/// Complex values that a thread holds at most.
constexpr int values_per_thread(const LineShape& shape) {
  int most = 1;
  for (const int radix : shape.radices)
    most = most < radix * butterflies_per_thread(shape, radix)
               ? radix * butterflies_per_thread(shape, radix)
               : most;
  return most;
}

/// Registers of 32 bits that a real number takes.
constexpr int registers_of_real(const LineShape& shape) {
  return static_cast<int>(size_bytes(shape.real) / size_bytes(Real::f32));
}

/// Elements of an exchange buffer, with the padding that avoids bank conflicts, at most.
constexpr std::int64_t most_exchange_elements(const LineShape& shape) {
  if (shape.exchange_limit != 0) return shape.exchange_limit;
  const std::int64_t values = std::int64_t{shape.length} * shape.lines;
  return values + values / 16 + 128;
}

}  // namespace fftcore
