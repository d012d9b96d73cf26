// SPDX-License-Identifier: LGPL-2.1-or-later
#include "signal_access.h"

#include <algorithm>

#include "image_access.h"
#include "pixels.h"
#include "search_levels.h"
#include "simd.h"

namespace fftcore {
namespace {

FFTCORE_SIMD_CLONES
void scale_by(float factor, std::int64_t count, float* to) {
  for (std::int64_t i = 0; i < count; ++i) to[i] *= factor;
}

FFTCORE_SIMD_CLONES
void add_scaled(const float* __restrict from, float factor, std::int64_t count,
                float* __restrict to) {
  for (std::int64_t i = 0; i < count; ++i) to[i] += factor * from[i];
}

}  // namespace

SignalAccess::SignalAccess(const Layout& image, const std::array<float, 4>& weights)
    : image_(image) {
  for (std::int64_t channel = 0; channel < image.channels.extent; ++channel)
    if (const float weight = weights[static_cast<std::size_t>(channel)]; weight != 0)
      channels_.push_back(
          {channel * image.channels.stride, weight, static_cast<std::size_t>(channel)});
}

void SignalAccess::read(const ConstBuffer& image, std::int64_t row, const Levels& levels, float* to,
                        float* scratch) const {
  const std::int64_t columns = image_.columns.extent, first = first_of(image, image_);
  const void* const start = row_of(image, image_, row);
  if (channels_.empty()) std::fill_n(to, columns, 0.0F);
  for (const Channel& channel : channels_) {
    const bool is_first = &channel == channels_.data();
    float* const samples = is_first ? to : scratch;
    load_samples(start, image_.type, first + channel.first, image_.columns.stride, columns,
                 levels[channel.number], samples);
    if (!is_first)
      add_scaled(samples, channel.weight, columns, to);
    else if (channel.weight != 1)
      scale_by(channel.weight, columns, to);
  }
}

SignalAccess::Levels SignalAccess::levels(const ConstBuffer& image, float most) const {
  const std::array<SamplePlace, 3> places = level_places(image_.extent());
  Levels levels{};
  for (const Channel& channel : channels_) {
    std::array<float, 3> samples{};
    for (std::size_t i = 0; i < places.size(); ++i)
      load_samples(
          row_of(image, image_, places[i].row), image_.type,
          first_of(image, image_) + channel.first + places[i].column * image_.columns.stride,
          image_.columns.stride, 1, 0, &samples[i]);
    levels[channel.number] = level_of(samples, most);
  }
  return levels;
}

float SignalAccess::signal_level(const Levels& levels) const {
  float sum = 0;
  for (const Channel& channel : channels_) sum += channel.weight * levels[channel.number];
  return sum;
}

}  // namespace fftcore
