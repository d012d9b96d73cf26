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

/// Where words of 16 bits have their number, and what lies beside it; or of how many samples words
/// of 32 bits are. By itself, so that it shows where the library's table is wrong.
struct Packing {
  unsigned mask;
  int shift = 0;
  bool is_big_endian = false;
  std::int64_t samples = 1;
  unsigned largest() const { return mask >> shift; }
};

Packing packing_of(SampleType type) {
  switch (type) {
    case SampleType::u8: return {0x00ff};
    case SampleType::u10: return {0x03ff};
    case SampleType::u12: return {0x0fff};
    case SampleType::u10_high: return {0xffc0, 6};
    case SampleType::u12_high: return {0xfff0, 4};
    case SampleType::u16_be: return {0xffff, 0, true};
    case SampleType::u10_packed: return {0x03ff, 0, false, 3};
    default: return {0xffff};
  }
}

/// The word at some bytes, the first of which is the lower one, or the higher.
unsigned word_at(const std::uint8_t* at, bool is_big_endian) {
  return is_big_endian ? at[0] << 8U | at[1] : at[1] << 8U | at[0];
}

double read_packed(const std::uint8_t* at, const Packing& packing) {
  return (word_at(at, packing.is_big_endian) & packing.mask) >> packing.shift;
}

/// Bits beside the number stay as they are.
void write_packed(std::uint8_t* at, double number, const Packing& packing) {
  const unsigned dirt = word_at(at, packing.is_big_endian) & ~packing.mask,
                 word = static_cast<unsigned>(number) << packing.shift | dirt;
  at[packing.is_big_endian ? 1 : 0] = static_cast<std::uint8_t>(word);
  at[packing.is_big_endian ? 0 : 1] = static_cast<std::uint8_t>(word >> 8U);
}

std::uint32_t shared_word(const std::uint8_t* at) {
  return word_at(at, false) | word_at(at + 2, false) << 16U;
}

double read_shared(const std::uint8_t* at, int shift) {
  return shared_word(at) >> shift & 0x3ffU;
}

/// The word's other bits stay as they are.
void write_shared(std::uint8_t* at, int shift, double number) {
  const std::uint32_t word =
      (shared_word(at) & ~(0x3ffU << shift)) | static_cast<std::uint32_t>(number) << shift;
  for (int i = 0; i < 4; ++i) at[i] = static_cast<std::uint8_t>(word >> 8 * i);
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

TestImage::TestImage(const Layout& layout, std::int64_t first) : layout_(layout), first_(first) {
  bytes_.resize(static_cast<std::size_t>(allocated_elements(layout) + first) *
                size_bytes(layout.type));
  for (std::size_t i = 0; i < bytes_.size(); ++i) bytes_[i] = kPoison[i % 4];
}

template <class Visit>
void TestImage::visit(Visit visit) const {
  const auto size = static_cast<std::int64_t>(size_bytes(layout_.type));
  const std::int64_t samples = packing_of(layout_.type).samples;
  for (std::int64_t f = 0; f < layout_.frames.extent; ++f)
    for (std::int64_t c = 0; c < layout_.channels.extent; ++c)
      for (std::int64_t z = 0; z < layout_.slices.extent; ++z)
        for (std::int64_t y = 0; y < layout_.rows.extent; ++y)
          for (std::int64_t x = 0; x < layout_.columns.extent; ++x) {
            const std::int64_t at = first_ + f * layout_.frames.stride +
                                    c * layout_.channels.stride + z * layout_.slices.stride +
                                    y * layout_.rows.stride + x * layout_.columns.stride;
            visit(static_cast<std::size_t>(at / samples * size),
                  static_cast<int>(at % samples * 10));
          }
}

void TestImage::set(const Samples& samples) {
  auto value = samples.values.begin();
  auto imaginary = samples.imaginary.begin();
  visit([&](std::size_t at, int shift) {
    switch (layout_.type) {
      case SampleType::u8: write_as<std::uint8_t>(&bytes_[at], *value++); break;
      case SampleType::u16:
      case SampleType::u10:
      case SampleType::u12:
      case SampleType::u10_high:
      case SampleType::u12_high:
      case SampleType::u16_be: write_packed(&bytes_[at], *value++, packing_of(layout_.type)); break;
      case SampleType::u10_packed: write_shared(&bytes_[at], shift, *value++); break;
      case SampleType::f16: write_as<Half>(&bytes_[at], *value++); break;
      case SampleType::f32: write_as<float>(&bytes_[at], *value++); break;
      case SampleType::f64: write_as<double>(&bytes_[at], *value++); break;
      case SampleType::complex64:
        write_as<float>(&bytes_[at], *value++);
        write_as<float>(&bytes_[at + 4], *imaginary++);
        break;
      case SampleType::complex128:
        write_as<double>(&bytes_[at], *value++);
        write_as<double>(&bytes_[at + 8], *imaginary++);
        break;
    }
  });
}

Samples TestImage::get() const {
  Samples samples = samples_of(layout_);
  auto value = samples.values.begin();
  auto imaginary = samples.imaginary.begin();
  visit([&](std::size_t at, int shift) {
    switch (layout_.type) {
      case SampleType::u8: *value++ = read_as<std::uint8_t>(&bytes_[at]); break;
      case SampleType::u16:
      case SampleType::u10:
      case SampleType::u12:
      case SampleType::u10_high:
      case SampleType::u12_high:
      case SampleType::u16_be: *value++ = read_packed(&bytes_[at], packing_of(layout_.type)); break;
      case SampleType::u10_packed: *value++ = read_shared(&bytes_[at], shift); break;
      case SampleType::f16: *value++ = read_as<Half>(&bytes_[at]); break;
      case SampleType::f32: *value++ = read_as<float>(&bytes_[at]); break;
      case SampleType::f64: *value++ = read_as<double>(&bytes_[at]); break;
      case SampleType::complex64:
        *value++ = read_as<float>(&bytes_[at]);
        *imaginary++ = read_as<float>(&bytes_[at + 4]);
        break;
      case SampleType::complex128:
        *value++ = read_as<double>(&bytes_[at]);
        *imaginary++ = read_as<double>(&bytes_[at + 8]);
        break;
    }
  });
  return samples;
}

Samples TestImage::ignored_bits() const {
  Samples samples = samples_of(layout_);
  if (size_bytes(layout_.type) != 2 || is_real(layout_.type)) return samples;
  const Packing packing = packing_of(layout_.type);
  auto value = samples.values.begin();
  visit([&](std::size_t at, int) {
    *value++ = word_at(&bytes_[at], packing.is_big_endian) & ~packing.mask & 0xffffU;
  });
  return samples;
}

bool TestImage::padding_is_untouched() const {
  const bool is_shared = packing_of(layout_.type).samples > 1;
  std::vector<std::uint8_t> of_samples(bytes_.size());  // bits
  visit([&](std::size_t at, int shift) {
    for (std::size_t i = 0; i < size_bytes(layout_.type); ++i)
      of_samples[at + i] |=
          is_shared ? static_cast<std::uint8_t>(0x3ffULL << shift >> 8 * i) : std::uint8_t{0xff};
  });
  for (std::size_t i = 0; i < bytes_.size(); ++i)
    if (((bytes_[i] ^ kPoison[i % 4]) & ~of_samples[i]) != 0) return false;
  return true;
}

Samples random_samples(const Layout& layout, std::mt19937& random) {
  Samples samples = samples_of(layout);
  std::uniform_real_distribution<float> real(-0.5F, 0.5F);
  std::uniform_int_distribution<int> integer(0,
                                             static_cast<int>(packing_of(layout.type).largest()));
  std::uniform_real_distribution<double> wide(-0.5, 0.5);
  const auto draw = [&]() -> double {
    return is_double(layout.type) ? wide(random)
           : is_real(layout.type) ? real(random)
                                  : integer(random);
  };
  for (double& value : samples.values) value = draw();
  for (double& value : samples.imaginary) value = draw();
  if (layout.type == SampleType::f16)
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
  std::uniform_real_distribution<double> wide(-1e-9, 1e-9);
  for (std::int64_t i = 0; i < taps_needed(problem); ++i) {
    kernels.push_back(random_taps(problem.taps, random));
    if (is_complex(problem.output.type))
      kernels.back().imaginary = random_taps(problem.taps, random).values;
    if (!is_double(problem)) continue;
    for (double& value : kernels.back().values) value += wide(random);
    for (double& value : kernels.back().imaginary) value += wide(random);
  }
  return kernels;
}

std::vector<Taps> averaging_kernels(const Convolution& problem, std::mt19937& random) {
  const bool mixes = problem.mixing == Mixing::full || problem.mixing == Mixing::symmetric;
  const int channels =
      static_cast<int>(problem.input.channels.extent) - std::popcount(problem.skipped_channels);
  std::vector<Taps> kernels;
  for (std::int64_t i = 0; i < taps_needed(problem); ++i) {
    kernels.push_back(averaging_taps(problem.taps, random));
    for (double& value : kernels.back().values) value /= mixes ? channels : 1;
  }
  return kernels;
}

double clamped(double value, SampleType type) {
  return is_real(type) ? value : std::clamp<double>(value, 0, packing_of(type).largest());
}

}  // namespace oracle
