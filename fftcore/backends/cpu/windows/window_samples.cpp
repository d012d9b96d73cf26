// SPDX-License-Identifier: LGPL-2.1-or-later
#include "window_samples.h"

#include <algorithm>
#include <cmath>

#include "fftcore/search.h"
#include "image_access.h"
#include "pixels.h"

namespace fftcore {

WindowSamples::WindowSamples(const WindowCorrelation& windows)
    : layout_(windows.image), weights_(windows.weights) {}

void WindowSamples::load(const void* row, std::int64_t first, std::int64_t x, std::int64_t columns,
                         float* scratch, float* to) const {
  bool is_first = true;
  for (std::int64_t channel = 0; channel < layout_.channels.extent; ++channel) {
    const float weight = weights_[static_cast<std::size_t>(channel)];
    if (weight == 0) continue;
    float* const samples = is_first ? to : scratch;
    load_samples(row, layout_.type,
                 first + channel * layout_.channels.stride + x * layout_.columns.stride,
                 layout_.columns.stride, columns, 0.0F, samples);
    if (is_first && weight != 1)
      for (std::int64_t i = 0; i < columns; ++i) to[i] *= weight;
    if (!is_first)
      for (std::int64_t i = 0; i < columns; ++i) to[i] += weight * scratch[i];
    is_first = false;
  }
  if (is_first) std::fill_n(to, columns, 0.0F);
  if (!traits_of(layout_.type).is_whole())
    for (std::int64_t i = 0; i < columns; ++i)
      if (!(std::abs(to[i]) <= kMaxSignal)) to[i] = 0;  // NaN too
}

void WindowSamples::read_row(const ConstBuffer& image, std::int64_t row, std::int64_t x,
                             std::int64_t columns, float* scratch, float* to) const {
  const std::int64_t extent = layout_.columns.extent;
  const std::int64_t begin = std::clamp<std::int64_t>(x, 0, extent - 1),
                     end = std::clamp<std::int64_t>(x + columns, begin + 1, extent);
  const std::int64_t left = std::clamp<std::int64_t>(begin - x, 0, columns - 1),
                     inside = std::min(end - begin, columns - left);
  load(row_of(image, layout_, row), first_of(image, layout_), begin, inside, scratch, to + left);
  std::fill_n(to, left, to[left]);
  std::fill_n(to + left + inside, columns - left - inside, to[left + inside - 1]);
}

void WindowSamples::read(const ConstBuffer& image, std::int64_t y, std::int64_t x,
                         std::int64_t rows, std::int64_t columns, std::int64_t pitch,
                         float* scratch, float* to) const {
  std::int64_t before = -1;
  for (std::int64_t i = 0; i < rows; ++i) {
    const std::int64_t row = std::clamp<std::int64_t>(y + i, 0, layout_.rows.extent - 1);
    if (row == before)
      std::copy_n(to + (i - 1) * pitch, columns, to + i * pitch);
    else
      read_row(image, row, x, columns, scratch, to + i * pitch);
    before = row;
  }
}

}  // namespace fftcore
