// SPDX-License-Identifier: LGPL-2.1-or-later
#include "unseen_samples.h"

#include <algorithm>
#include <cmath>

#include "fftcore/search.h"
#include "simd.h"

namespace fftcore {
namespace {

inline bool is_seen(float sample) {
  return std::abs(sample) <= kMaxSignal;  // not so for what is not a number
}

FFTCORE_SIMD_CLONES
std::int32_t count_unseen(const float* row, std::int64_t columns) {
  std::int32_t count = 0;
  for (std::int64_t x = 0; x < columns; ++x) count += is_seen(row[x]) ? 0 : 1;
  return count;
}

}  // namespace

void UnseenSamples::take_out(std::int64_t y, float* row) {
  counts_[y] = count_unseen(row, extent_.columns);
  if (counts_[y] == 0) return;
  std::uint8_t* const marks = marks_.data() + y * extent_.columns;
  for (std::int64_t x = 0; x < extent_.columns; ++x) {
    marks[x] = is_seen(row[x]) ? 0 : 1;
    if (marks[x] != 0) row[x] = 0;
  }
}

bool UnseenSamples::any() const {
  return std::any_of(counts_.data(), counts_.data() + counts_.size(),
                     [](std::int64_t count) { return count > 0; });
}

void UnseenPlaces::start(std::int64_t y) {
  std::fill_n(counts_.data(), counts_.size(), 0);
  for (std::int64_t row = y; row < y + template_.rows - 1; ++row) add_row(row, 1);
  y_ = y;
}

void UnseenPlaces::next(float* factors) {
  add_row(y_ + template_.rows - 1, 1);
  std::int32_t under = 0;
  for (std::int64_t x = 0; x < template_.columns - 1; ++x) under += counts_[x];
  for (std::int64_t x = 0; x + template_.columns <= counts_.size(); ++x) {
    under += counts_[x + template_.columns - 1];
    if (under > 0) factors[x] = kUnseenFactor;
    under -= counts_[x];
  }
  add_row(y_++, -1);
}

void UnseenPlaces::add_row(std::int64_t y, std::int32_t sign) {
  const std::uint8_t* const marks = samples_.marks(y);
  if (marks == nullptr) return;
  for (std::int64_t x = 0; x < counts_.size(); ++x) counts_[x] += sign * marks[x];
}

}  // namespace fftcore
