// SPDX-License-Identifier: LGPL-2.1-or-later
#include "samples.h"

namespace fftcore::gst {

int bits_of(Element element) {
  return traits_of(element).bits;
}

int white_of(Element element) {
  return traits_of(element).white();
}

int no_colour_of(Element element) {
  return 1 << (bits_of(element) - 1);
}

int read_sample(const void* at, Element element) {
  const ElementTraits traits = traits_of(element);
  const auto* const bytes = static_cast<const std::uint8_t*>(at);
  if (traits.bytes == 1) return bytes[0];
  const int low = traits.is_big_endian ? 1 : 0;
  return ((bytes[1 - low] << 8 | bytes[low]) >> traits.shift) & traits.white();
}

void write_sample(void* at, Element element, int value) {
  const ElementTraits traits = traits_of(element);
  auto* const bytes = static_cast<std::uint8_t*>(at);
  const int word = value << traits.shift;
  const int low = traits.is_big_endian ? 1 : 0;
  bytes[traits.bytes == 1 ? 0 : low] = static_cast<std::uint8_t>(word);
  if (traits.bytes == 2) bytes[1 - low] = static_cast<std::uint8_t>(word >> 8);
}

}  // namespace fftcore::gst
