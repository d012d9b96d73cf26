// SPDX-License-Identifier: LGPL-2.1-or-later
// Samples of video in the host's memory, one at a time, whatever their type: for what is drawn,
// filled or looked at outside fftcore.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "fftcore/layout.h"

namespace fftcore::gst {

/// Bits that a sample of video has.
int bits_of(fftcore::SampleType type);
/// Samples that are white (or opaque), and those of chroma that are no colour.
int white_of(fftcore::SampleType type);
int no_colour_of(fftcore::SampleType type);

/// Sample number `sample` of a buffer, which need not be aligned. `value` is 0 to
/// white_of(element). By one thread at a time.
int read_sample(const void* data, fftcore::SampleType type, std::int64_t sample);
void write_sample(void* data, fftcore::SampleType type, std::int64_t sample, int value);

/// The buffer from the word on that holds its sample `offset`; that is its first one then.
template <class AnyBuffer>
AnyBuffer from_sample(AnyBuffer buffer, fftcore::SampleType type, std::int64_t offset) {
  using Byte = std::conditional_t<std::is_const_v<std::remove_pointer_t<decltype(buffer.data)>>,
                                  const std::byte, std::byte>;
  buffer.first += offset;
  buffer.data = static_cast<Byte*>(buffer.data) + byte_of(type, buffer.first);
  buffer.first %= traits_of(type).samples;
  return buffer;
}

}  // namespace fftcore::gst
