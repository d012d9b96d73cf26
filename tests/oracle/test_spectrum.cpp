// SPDX-License-Identifier: LGPL-2.1-or-later
#include "test_spectrum.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "half.h"

namespace oracle {

using namespace fftcore;

namespace {

constexpr std::uint8_t kPoisonBytes = 0xff;  // bytes of a NaN of either element
constexpr std::size_t kBytesAfter = 256;

template <class T>
Wide read_bin(const std::uint8_t* at) {
  T pair[2];
  std::memcpy(pair, at, sizeof pair);
  return {static_cast<long double>(pair[0]), static_cast<long double>(pair[1])};
}

template <class T>
void write_bin(std::uint8_t* at, Wide value) {
  const T pair[2] = {static_cast<T>(static_cast<double>(value.real())),
                     static_cast<T>(static_cast<double>(value.imag()))};
  std::memcpy(at, pair, sizeof pair);
}

}  // namespace

TestSpectrum::TestSpectrum(const SpectrumLayout& layout)
    : layout_(layout), bytes_(size_bytes(layout) + kBytesAfter, kPoisonBytes) {}

template <class Visit>
void TestSpectrum::visit(Visit visit) const {
  const std::int64_t stride = row_stride(layout_);
  for (std::int64_t row = 0; row < layout_.channels * layout_.stored_rows; ++row)
    for (std::int64_t k = 0; k < stride; ++k) visit(row * stride + k, k < bins(layout_));
}

Wide TestSpectrum::read(std::int64_t index) const {
  const std::uint8_t* const at =
      bytes_.data() + static_cast<std::size_t>(index) * 2 * size_bytes(layout_.type);
  return layout_.type == SampleType::f16 ? read_bin<Half>(at) : read_bin<float>(at);
}

void TestSpectrum::write(std::int64_t index, Wide value) {
  std::uint8_t* const at =
      bytes_.data() + static_cast<std::size_t>(index) * 2 * size_bytes(layout_.type);
  if (layout_.type == SampleType::f16)
    write_bin<Half>(at, value);
  else
    write_bin<float>(at, value);
}

void TestSpectrum::set(const std::vector<Wide>& values) {
  auto value = values.begin();
  visit([&](std::int64_t index, bool is_bin) {
    write(index, is_bin ? *value++ : Wide(30000, -30000));
  });
}

std::vector<Wide> TestSpectrum::get() const {
  std::vector<Wide> values;
  visit([&](std::int64_t index, bool is_bin) {
    if (is_bin) values.push_back(read(index));
  });
  return values;
}

bool TestSpectrum::padding_is_finite() const {
  bool is_finite = true;
  visit([&](std::int64_t index, bool is_bin) {
    if (const Wide value = read(index);
        !is_bin && !(std::isfinite(value.real()) && std::isfinite(value.imag())))
      is_finite = false;
  });
  return is_finite;
}

bool TestSpectrum::end_is_untouched() const {
  return std::all_of(bytes_.end() - static_cast<std::ptrdiff_t>(kBytesAfter), bytes_.end(),
                     [](std::uint8_t byte) { return byte == kPoisonBytes; });
}

}  // namespace oracle
