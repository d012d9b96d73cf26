// SPDX-License-Identifier: LGPL-2.1-or-later
// Transform lengths that FFTs are good at.
#pragma once

#include <cstdint>
#include <vector>

namespace fftcore {

/// Whether n has no prime factor above 5.
bool is_smooth(std::int64_t n);

/// The length, at least n, with the least work. It is smooth, and a multiple of `multiple_of`.
std::int64_t fast_size(std::int64_t n, std::int64_t multiple_of = 1);

/// Candidates to weigh: smooth lengths from least to most, about an eighth apart, and `most` itself
/// where it is smooth.
std::vector<std::int64_t> candidate_sizes(std::int64_t least, std::int64_t most);

}  // namespace fftcore
