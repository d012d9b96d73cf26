// SPDX-License-Identifier: LGPL-2.1-or-later
#include "samples.h"

namespace fftcore::gst {

int bits_of(SampleType type) {
  return traits_of(type).bits;
}

int white_of(SampleType type) {
  return traits_of(type).white();
}

int no_colour_of(SampleType type) {
  return 1 << (bits_of(type) - 1);
}

namespace {

// How far a sample's number is shifted in its word.
int shift_of(const SampleTraits& traits, std::int64_t sample) {
  return traits.shift + static_cast<int>(sample % traits.samples) * traits.bits;
}

// Byte i of a word, counted from its lowest.
std::size_t place_of(const SampleTraits& traits, std::size_t i) {
  return traits.is_big_endian ? traits.bytes - 1 - i : i;
}

}  // namespace

int read_sample(const void* data, SampleType type, std::int64_t sample) {
  const SampleTraits traits = traits_of(type);
  const auto* const bytes = static_cast<const std::uint8_t*>(data) + byte_of(type, sample);
  std::uint32_t word = 0;
  for (std::size_t i = 0; i < traits.bytes; ++i)
    word |= static_cast<std::uint32_t>(bytes[place_of(traits, i)]) << 8 * i;
  return static_cast<int>(word >> shift_of(traits, sample)) & traits.white();
}

void write_sample(void* data, SampleType type, std::int64_t sample, int value) {
  const SampleTraits traits = traits_of(type);
  auto* const bytes = static_cast<std::uint8_t*>(data) + byte_of(type, sample);
  const int shift = shift_of(traits, sample);
  const auto mask = static_cast<std::uint32_t>(traits.white()) << shift;
  const auto word = static_cast<std::uint32_t>(value) << shift;
  for (std::size_t i = 0; i < traits.bytes; ++i) {
    std::uint8_t& byte = bytes[place_of(traits, i)];
    const unsigned kept = traits.is_packed() ? byte & ~(mask >> 8 * i) : 0;
    byte = static_cast<std::uint8_t>(kept | word >> 8 * i);
  }
}

}  // namespace fftcore::gst
