// SPDX-License-Identifier: LGPL-2.1-or-later
#include "direct_filter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fftcore::test {
namespace {

constexpr int kOutside = -1;

// Walks back into 0 ... size-1 by the edge mode's picture (aaa|abcd|ddd and so on), step by step.
int inside(int index, int size, const std::string& edge_mode) {
  if (index >= 0 && index < size) return index;
  if (edge_mode == "constant") return kOutside;
  if (edge_mode == "replicate") return std::clamp(index, 0, size - 1);
  if (edge_mode == "wrap") return ((index % size) + size) % size;
  if (size == 1) return 0;
  const int doubled_edge = edge_mode == "reflect" ? 1 : 0;
  while (index < 0 || index >= size)
    index = index < 0 ? -index - doubled_edge : 2 * (size - 1) - index + doubled_edge;
  return index;
}

Plane filtered(const DirectFilter& filter, const Picture& picture, const Plane& plane) {
  const double bias = plane.is_chroma ? picture.no_colour : 0;
  const double offset = plane.is_chroma ? 0 : filter.offset * picture.level;
  const int tap_rows = static_cast<int>(filter.taps.size());
  const int tap_columns = static_cast<int>(filter.taps[0].size());
  Plane result = plane;
  std::size_t i = 0;
  for (int row = 0; row < plane.rows; ++row) {
    for (int column = 0; column < plane.columns; ++column) {
      for (int channel = 0; channel < plane.channels; ++channel, ++i) {
        if (!plane.is_chroma && channel == picture.untouched_channel) continue;
        double sum = 0;
        for (int y = 0; y < tap_rows; ++y) {
          for (int x = 0; x < tap_columns; ++x) {
            const int down = filter.correlate ? y - tap_rows / 2 : tap_rows / 2 - y;
            const int right = filter.correlate ? x - tap_columns / 2 : tap_columns / 2 - x;
            const int source_row = inside(row + down, plane.rows, filter.edge_mode);
            const int source_column = inside(column + right, plane.columns, filter.edge_mode);
            if (source_row == kOutside || source_column == kOutside) continue;
            sum += filter.taps[y][x] * (plane.at(source_row, source_column, channel) - bias);
          }
        }
        const double value = std::nearbyint(filter.gain * sum + offset + bias);
        result.samples[i] =
            static_cast<int>(std::clamp(value, 0.0, static_cast<double>(picture.white)));
      }
    }
  }
  return result;
}

}  // namespace

Picture apply(const DirectFilter& filter, const Picture& picture) {
  Picture result = picture;
  for (Plane& plane : result.planes) {
    if (plane.is_alpha || (plane.is_chroma && !filter.all_planes)) continue;
    plane = filtered(filter, picture, plane);
  }
  return result;
}

std::string as_kernel_text(const std::vector<std::vector<double>>& taps) {
  std::vector<std::string> rows;
  for (const std::vector<double>& row : taps)
    rows.push_back(fmt::format("<{:#}>", fmt::join(row, ",")));
  return fmt::format("<{}>", fmt::join(rows, ","));
}

}  // namespace fftcore::test
