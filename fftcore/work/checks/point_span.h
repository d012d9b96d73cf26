// SPDX-License-Identifier: LGPL-2.1-or-later
// Points of an axis that there are, counted round it.
#pragma once

#include <cstdint>
#include <limits>

namespace fftcore {

/// Points first, first + 1, ..., `count` of them; after number around - 1 comes number 0.
struct PointSpan {
  std::int64_t first = 0;
  std::int64_t count = 0;
  std::int64_t around = std::numeric_limits<std::int64_t>::max();

  PointSpan() = default;
  /// Points 0 to count - 1.
  PointSpan(std::int64_t count) : count(count) {}
  PointSpan(std::int64_t first, std::int64_t count, std::int64_t around)
      : first(first), count(count), around(around) {}

  bool is_all() const { return count == around; }
  bool goes_round() const { return count > around - first; }
  /// Points below it go round; 0 where none do.
  std::int64_t round_end() const { return goes_round() ? first + count - around : 0; }
  /// The point after the last one.
  std::int64_t end() const { return goes_round() ? around : first + count; }
  /// Point number `i` of them.
  std::int64_t point(std::int64_t i) const { return first + i - (i < around - first ? 0 : around); }
  /// `other` is of the same axis.
  bool contains(const PointSpan& other) const {
    const std::int64_t ahead = other.first - first + (other.first < first ? around : 0);
    return is_all() || ahead + other.count <= count;
  }

  bool operator==(const PointSpan&) const = default;
};

/// Calls visit(first, end) for one range or two, in order.
template <class Visit>
void for_each_range(const PointSpan& span, Visit visit) {
  if (span.goes_round()) visit(std::int64_t{0}, span.round_end());
  visit(span.first, span.end());
}

}  // namespace fftcore
