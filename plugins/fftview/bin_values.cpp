// SPDX-License-Identifier: LGPL-2.1-or-later
#include "bin_values.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace fftcore::gst::view {
namespace {

constexpr float kDecibelsPerDoubledPower = 3.01029996F;
// a float's bits; what is not a number has larger ones
constexpr std::uint32_t kInfinity = 0x7f800000U;

// Polynomials by weighted least squares, so that the largest error is about the least.
inline float log2_of(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  const float exponent = static_cast<float>(static_cast<std::int32_t>(bits >> 23U) - 127);
  const float t = std::bit_cast<float>((bits & 0x007fffffU) | 0x3f800000U) - 1;  // mantissa - 1
  return exponent + t +
         t * (1 - t) * (0.44191703F + t * (-0.26717937F + t * (0.14842657F + t * -0.04514899F)));
}

inline float decibels_of(float power) {
  const float decibels = kDecibelsPerDoubledPower * log2_of(power);
  const float known = std::bit_cast<std::uint32_t>(power) >= kInfinity ? kNotFinite : decibels;
  return power == 0 ? -std::numeric_limits<float>::infinity() : known;
}

inline float turns_of(float re, float im) {
  const float x = std::fabs(re), y = std::fabs(im);
  const float large = x > y ? x : y, small = x > y ? y : x;
  // 0 to 1; not a number for 0/0 and where large is not finite, or small is none
  const float q = small / large;
  const float s = q * q;
  constexpr float kTurn = 0.159154943F;  // 1 / (2 pi)
  float turns =
      kTurn * q *
      (0.99997722F +
       s * (-0.33262283F +
            s * (0.19354036F + s * (-0.11642643F + s * (0.05264729F + s * -0.01171911F)))));
  // Chosen constants instead of chosen results: so the loop vectorises.
  turns = (y > x ? 0.25F : 0.0F) + (y > x ? -turns : turns);
  turns = (re < 0 ? 0.5F : 0.0F) + (re < 0 ? -turns : turns);
  turns = std::copysign(turns, im);
  const float least = large <= std::numeric_limits<float>::max() ? -1.0F : 1.0F;
  return turns > least ? turns : 0.0F;  // also where q was not a number
}

// f16: sign, exponent and mantissa moved to a float's places; its exponent's bias of 15 becomes 127
// by a multiplication, which is right for numbers below the normal ones too.
inline float value_of(float value) {
  return value;
}
inline float value_of(std::uint16_t half) {
  const std::uint32_t magnitude = static_cast<std::uint32_t>(half & 0x7fffU) << 13U;
  const float finite = std::bit_cast<float>(magnitude) * 0x1p112F;
  const std::uint32_t bits =
      magnitude >= 0x0f800000U ? magnitude | kInfinity : std::bit_cast<std::uint32_t>(finite);
  return std::bit_cast<float>(bits | static_cast<std::uint32_t>(half & 0x8000U) << 16U);
}

// One row, added to what the channels before it gave.
template <class T>
void add_power(const T* __restrict row, std::int64_t count, float scale, float* __restrict power) {
  for (std::int64_t i = 0; i < count; ++i) {
    const float re = scale * value_of(row[2 * i]), im = scale * value_of(row[2 * i + 1]);
    power[i] += re * re + im * im;
  }
}

template <class T>
void add_values(const T* __restrict row, std::int64_t count, float* __restrict re,
                float* __restrict im) {
  for (std::int64_t i = 0; i < count; ++i) {
    re[i] += value_of(row[2 * i]);
    im[i] += value_of(row[2 * i + 1]);
  }
}

// Calls visit(row of the spectrum, row number) for each row of the channels that count, those of
// one row number together.
template <class T, class Visit>
void for_each_row(const SpectrumLayout& layout, const void* spectrum, int channel, Visit visit) {
  const std::int64_t first = channel == kAllChannels ? 0 : channel,
                     last = channel == kAllChannels ? layout.channels - 1 : channel;
  const std::int64_t stride = 2 * row_stride(layout);
  for (std::int64_t r = 0; r < layout.points.rows; ++r)
    for (std::int64_t c = first; c <= last; ++c)
      visit(static_cast<const T*>(spectrum) + (c * layout.points.rows + r) * stride, r);
}

template <class T>
void add_powers(const SpectrumLayout& layout, const void* spectrum, int channel, float scale,
                float* power) {
  const std::int64_t count = bins(layout);
  for_each_row<T>(layout, spectrum, channel, [&](const T* row, std::int64_t r) {
    add_power(row, count, scale, power + r * count);
  });
}

template <class T>
void phases_of(const SpectrumLayout& layout, const void* spectrum, int channel, float* turns) {
  const std::int64_t count = bins(layout);
  const std::int64_t last = channel == kAllChannels ? layout.channels - 1 : 0;
  std::vector<float> sum(static_cast<std::size_t>(2 * count));
  float* const re = sum.data();
  float* const im = re + count;
  std::int64_t seen = 0;  // channels of this row so far
  for_each_row<T>(layout, spectrum, channel, [&](const T* row, std::int64_t r) {
    if (seen == 0) std::ranges::fill(sum, 0.0F);
    add_values(row, count, re, im);
    if (seen++ < last) return;
    seen = 0;
    float* const to = turns + r * count;
    for (std::int64_t i = 0; i < count; ++i) to[i] = turns_of(re[i], im[i]);
  });
}

std::size_t bins_in_all(const SpectrumLayout& layout) {
  return static_cast<std::size_t>(layout.points.rows * bins(layout));
}

}  // namespace

float approximate_log2(float x) {
  return log2_of(x);
}

float approximate_turns(float re, float im) {
  return turns_of(re, im);
}

void magnitudes(const SpectrumLayout& layout, const void* spectrum, int channel, float scale,
                std::vector<float>& decibels) {
  decibels.assign(bins_in_all(layout), 0.0F);
  // Scaled before they are squared: squares of large spectra exceed a float.
  const float scale_each =
      channel == kAllChannels ? scale / std::sqrt(static_cast<float>(layout.channels)) : scale;
  if (layout.type == SampleType::f16)
    add_powers<std::uint16_t>(layout, spectrum, channel, scale_each, decibels.data());
  else
    add_powers<float>(layout, spectrum, channel, scale_each, decibels.data());
  for (float& value : decibels) value = decibels_of(value);
}

void phases(const SpectrumLayout& layout, const void* spectrum, int channel,
            std::vector<float>& turns) {
  turns.resize(bins_in_all(layout));
  if (layout.type == SampleType::f16)
    phases_of<std::uint16_t>(layout, spectrum, channel, turns.data());
  else
    phases_of<float>(layout, spectrum, channel, turns.data());
}

float largest_finite(std::span<const float> decibels) {
  // Several at once: a single maximum would be one long chain.
  constexpr std::size_t kLanes = 16;
  float most[kLanes];
  std::ranges::fill(most, -std::numeric_limits<float>::infinity());
  const auto consider = [](float& largest, float value) {
    const float candidate = value < kNotFinite ? value : -std::numeric_limits<float>::infinity();
    largest = candidate > largest ? candidate : largest;
  };
  std::size_t i = 0;
  for (; i + kLanes <= decibels.size(); i += kLanes)
    for (std::size_t lane = 0; lane < kLanes; ++lane) consider(most[lane], decibels[i + lane]);
  for (; i < decibels.size(); ++i) consider(most[0], decibels[i]);
  return *std::ranges::max_element(most);
}

void decibel_levels(std::span<const float> decibels, Range range, std::span<std::uint8_t> levels) {
  const float factor = 255 / (range.high - range.low), offset = 0.5F - range.low * factor;
  for (std::size_t i = 0; i < decibels.size(); ++i) {
    float level = decibels[i] * factor + offset;
    level = level > 0 ? level : 0;
    level = level < 255 ? level : 255;
    levels[i] = static_cast<std::uint8_t>(static_cast<std::int32_t>(level));
  }
}

void phase_levels(std::span<const float> turns, std::span<std::uint8_t> levels) {
  for (std::size_t i = 0; i < turns.size(); ++i)
    levels[i] = static_cast<std::uint8_t>(static_cast<std::int32_t>(turns[i] * 256 + 128.5F) & 255);
}

}  // namespace fftcore::gst::view
