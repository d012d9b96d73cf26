// SPDX-License-Identifier: LGPL-2.1-or-later
// Which length a line is padded to on a GPU, and how a block transforms it.
#pragma once

#include <cstdint>
#include <optional>

#include "device_traits.h"
#include "line_shape.h"

namespace fftcore {

/// The most values that a thread transforms at once: more do not stay in registers. Primes are
/// exceptions, up to those that there are butterflies for, by blocks of fewer threads.
inline constexpr int kMostRadix = 24;
inline constexpr int kMostRadixOfWideChoice = 25;
inline constexpr int kMostRadixOfPieces = 32;
inline constexpr int kMostRadixOfFewValues = 8;
inline constexpr int kMostPrime = 31;

/// Shapes to choose from. The wide choice is for lines whose length is given. There a thread may
/// have 25 values, in f64 too, without which large powers of 5 have more threads than a block, and
/// there may be so many threads that the last step keeps them busy and the first leaves some idle.
/// Long rows and pieces of a long line wait for memory: there a thread may have 32 values, of f64
/// 25. So do pieces of samples, whose neighbours fill a sector of memory only where there are eight
/// of them: for that, blocks may have more threads. Few are 8 values.
enum class Choice : std::uint8_t { usual, wide, pieces, samples, few };

/// What a shape of Choice::samples costs, times its line_cost().
double samples_cost(const LineShape& shape);

/// Points of a row from which on it is long.
inline constexpr std::int64_t kLeastOfLongRows = 4097;

/// The cheapest shape of at least `least` points that a block of the device holds in one piece
/// ("one upload"), or nothing. Rows are lines of their own; `adjacent` lines are columns, several a
/// block so that neighbouring threads touch neighbouring memory. Where channels mix, a block holds
/// each of its lines `channels_per_block` times, once a channel.
std::optional<LineShape> line_shape_for(std::int64_t least, bool adjacent,
                                        const DeviceTraits& traits, int channels_per_block = 1,
                                        Real real = Real::f32, Choice choice = Choice::usual);

/// The cheapest shape of exactly `points` points, or nothing. A block has no more neighbours than
/// the `lines` that there are.
std::optional<LineShape> line_shape_of(std::int64_t points, bool adjacent, int lines,
                                       const DeviceTraits& traits, int channels_per_block = 1,
                                       Real real = Real::f32, Choice choice = Choice::usual);

/// The cheapest shape of exactly `points` points with LineShape::has_mirrors, or nothing. A block
/// has one line, a thread up to 32 values.
std::optional<LineShape> line_shape_with_mirrors(std::int64_t points, const DeviceTraits& traits);

/// Points of a line that no block exceeds.
std::int64_t most_line_points();

/// Operations of a point in a butterfly of n, in line_cost()'s units; infinite where n has a prime
/// factor above kMostPrime.
double butterfly_work(int n);

/// Bytes of shared memory that a block needs, at most.
std::int64_t shared_bytes_of(const LineShape& shape);

/// Relative cost of one line of that shape: operations of all its points, where one radix-2
/// butterfly costs each point 1. launch_cost.h counts in these units.
double line_cost(const LineShape& shape);

}  // namespace fftcore
