// SPDX-License-Identifier: LGPL-2.1-or-later
#include "spectrum_access.h"

#include <algorithm>
#include <cstring>

#include "pixels.h"

namespace fftcore {

SpectrumAccess::SpectrumAccess(const SpectrumLayout& layout)
    : type_(layout.type),
      bins_(bins(layout)),
      stride_(row_stride(layout)),
      rows_(layout.stored_rows) {}

void SpectrumAccess::load(const void* data, std::int64_t channel, std::int64_t row,
                          std::int64_t first, std::int64_t count, Complex* to) const {
  const std::int64_t start = row_start(channel, row) + first,
                     known = std::clamp<std::int64_t>(bins_ - first, 0, count);
  if (type_ == SampleType::f32)
    std::copy_n(static_cast<const Complex*>(data) + start, known, to);
  else
    load_samples(data, type_, 2 * start, 1, 2 * known, 0, reinterpret_cast<float*>(to));
  std::fill(to + known, to + count, Complex{});
}

void SpectrumAccess::store(const Complex* from, std::int64_t channel, std::int64_t row,
                           std::int64_t first, std::int64_t count, float scale, void* data) const {
  const std::int64_t start = row_start(channel, row) + first,
                     known = std::clamp<std::int64_t>(bins_ - first, 0, count);
  // Without a scale a copy: 1 * x + 0 would turn -0 into 0.
  if (type_ == SampleType::f32 && scale == 1)
    std::copy_n(from, known, static_cast<Complex*>(data) + start);
  else
    store_samples(data, type_, 2 * start, 1, 2 * known, scale, 0,
                  reinterpret_cast<const float*>(from));
  const std::int64_t padding = std::clamp<std::int64_t>(stride_ - first - known, 0, count - known);
  const auto value_bytes = static_cast<std::int64_t>(2 * size_bytes(type_));
  std::memset(static_cast<std::byte*>(data) + (start + known) * value_bytes, 0,
              static_cast<std::size_t>(padding * value_bytes));
}

void SpectrumAccess::copy_row(void* data, std::int64_t channel, std::int64_t from,
                              std::int64_t to) const {
  const auto value_bytes = static_cast<std::int64_t>(2 * size_bytes(type_));
  auto* const bytes = static_cast<std::byte*>(data);
  const auto row_bytes = static_cast<std::size_t>(stride_ * value_bytes);
  std::byte* const target = bytes + row_start(channel, to) * value_bytes;
  if (from < 0)
    std::memset(target, 0, row_bytes);
  else
    std::memcpy(target, bytes + row_start(channel, from) * value_bytes, row_bytes);
}

}  // namespace fftcore
