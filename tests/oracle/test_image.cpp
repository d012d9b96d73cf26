// SPDX-License-Identifier: LGPL-2.1-or-later
#include "test_image.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <numeric>

#include "half.h"

namespace oracle {

using namespace fftcore;

namespace {

/// A quiet NaN in little-endian f32, and every other f16; as integers, bytes that differ from one
/// another.
constexpr std::uint8_t kPoison[4] = {0xa5, 0x5a, 0xc3, 0x7f};

std::int64_t span_elements(const Layout& layout) {
  std::int64_t span = 1;
  for (const Axis& axis :
       {layout.columns, layout.rows, layout.channels, layout.slices, layout.frames})
    span += (axis.extent - 1) * axis.stride;
  return span;
}

/// Rows are padded to their stride at the end too.
std::int64_t allocated_elements(const Layout& layout) {
  return span_elements(layout) + std::max<std::int64_t>(layout.rows.stride, 16);
}

template <class T>
double read_as(const std::uint8_t* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return static_cast<double>(value);
}

template <class T>
void write_as(std::uint8_t* at, double number) {
  const T value = static_cast<T>(number);
  std::memcpy(at, &value, sizeof value);
}

}  // namespace

TestImage::TestImage(const Layout& layout) : layout_(layout) {
  bytes_.resize(static_cast<std::size_t>(allocated_elements(layout)) * size_bytes(layout.element));
  for (std::size_t i = 0; i < bytes_.size(); ++i) bytes_[i] = kPoison[i % 4];
}

template <class Visit>
void TestImage::visit(Visit visit) const {
  const auto size = static_cast<std::int64_t>(size_bytes(layout_.element));
  for (std::int64_t f = 0; f < layout_.frames.extent; ++f)
    for (std::int64_t c = 0; c < layout_.channels.extent; ++c)
      for (std::int64_t z = 0; z < layout_.slices.extent; ++z)
        for (std::int64_t y = 0; y < layout_.rows.extent; ++y)
          for (std::int64_t x = 0; x < layout_.columns.extent; ++x) {
            const std::int64_t at = f * layout_.frames.stride + c * layout_.channels.stride +
                                    z * layout_.slices.stride + y * layout_.rows.stride +
                                    x * layout_.columns.stride;
            visit(static_cast<std::size_t>(at * size));
          }
}

void TestImage::set(const Samples& samples) {
  auto value = samples.values.begin();
  visit([&](std::size_t at) {
    switch (layout_.element) {
      case Element::u8: write_as<std::uint8_t>(&bytes_[at], *value++); break;
      case Element::u16: write_as<std::uint16_t>(&bytes_[at], *value++); break;
      case Element::f16: write_as<Half>(&bytes_[at], *value++); break;
      case Element::f32: write_as<float>(&bytes_[at], *value++); break;
    }
  });
}

Samples TestImage::get() const {
  Samples samples = samples_of(layout_);
  auto value = samples.values.begin();
  visit([&](std::size_t at) {
    switch (layout_.element) {
      case Element::u8: *value++ = read_as<std::uint8_t>(&bytes_[at]); break;
      case Element::u16: *value++ = read_as<std::uint16_t>(&bytes_[at]); break;
      case Element::f16: *value++ = read_as<Half>(&bytes_[at]); break;
      case Element::f32: *value++ = read_as<float>(&bytes_[at]); break;
    }
  });
  return samples;
}

bool TestImage::padding_is_untouched() const {
  std::vector<bool> sample(bytes_.size());
  visit([&](std::size_t at) {
    for (std::size_t i = 0; i < size_bytes(layout_.element); ++i) sample[at + i] = true;
  });
  for (std::size_t i = 0; i < bytes_.size(); ++i)
    if (!sample[i] && bytes_[i] != kPoison[i % 4]) return false;
  return true;
}

Samples random_samples(const Layout& layout, std::mt19937& random) {
  Samples samples = samples_of(layout);
  std::uniform_real_distribution<float> real(-0.5F, 0.5F);
  std::uniform_int_distribution<int> integer(0, layout.element == Element::u8 ? 255 : 65535);
  for (double& value : samples.values)
    value = is_real(layout.element) ? real(random) : integer(random);
  if (layout.element == Element::f16)
    for (double& value : samples.values) value = static_cast<double>(static_cast<Half>(value));
  return samples;
}

Taps random_taps(Extent extent, std::mt19937& random) {
  Taps taps{extent, std::vector<double>(
                        static_cast<std::size_t>(extent.slices * extent.rows * extent.columns))};
  std::uniform_real_distribution<float> real(-0.5F, 0.5F);
  for (double& value : taps.values)
    value = real(random) / static_cast<float>(std::sqrt(static_cast<double>(taps.values.size())));
  return taps;
}

Taps averaging_taps(Extent extent, std::mt19937& random) {
  Taps taps{extent, std::vector<double>(
                        static_cast<std::size_t>(extent.slices * extent.rows * extent.columns))};
  std::uniform_real_distribution<float> real(0.0F, 1.0F);
  for (double& value : taps.values) value = real(random) + 0.01;
  const double sum = std::accumulate(taps.values.begin(), taps.values.end(), 0.0);
  for (double& value : taps.values) value /= sum;
  return taps;
}

std::vector<Taps> random_kernels(const Convolution& problem, std::mt19937& random) {
  std::vector<Taps> kernels;
  for (std::int64_t i = 0; i < taps_needed(problem); ++i)
    kernels.push_back(random_taps(problem.taps, random));
  return kernels;
}

std::vector<Taps> averaging_kernels(const Convolution& problem, std::mt19937& random) {
  const bool mixes = problem.mixing == Mixing::full || problem.mixing == Mixing::symmetric;
  const int channels =
      static_cast<int>(problem.input.channels.extent) - std::popcount(problem.copied_channels);
  std::vector<Taps> kernels;
  for (std::int64_t i = 0; i < taps_needed(problem); ++i) {
    kernels.push_back(averaging_taps(problem.taps, random));
    for (double& value : kernels.back().values) value /= mixes ? channels : 1;
  }
  return kernels;
}

double clamped(double value, Element element) {
  switch (element) {
    case Element::u8: return std::clamp(value, 0.0, 255.0);
    case Element::u16: return std::clamp(value, 0.0, 65535.0);
    case Element::f16:
    case Element::f32: return value;
  }
  return value;
}

}  // namespace oracle
