// SPDX-License-Identifier: LGPL-2.1-or-later
// A GstBuffer as a spectrum that fftcore can read or write, for as long as the object lives.
#pragma once

#include <gst/gst.h>

#include "fftcore/backend.h"

namespace fftcore::gst {

class MappedSpectrum {
 public:
  /// `access` is GST_MAP_READ or GST_MAP_WRITE. Throws WrongBuffer where the buffer cannot be
  /// mapped, or is smaller than the spectrum.
  MappedSpectrum(const SpectrumLayout& layout, GstBuffer* buffer, GstMapFlags access,
                 MemoryKind memory);
  ~MappedSpectrum() { gst_buffer_unmap(buffer_, &map_); }
  MappedSpectrum(const MappedSpectrum&) = delete;
  MappedSpectrum& operator=(const MappedSpectrum&) = delete;

  /// From that channel on.
  ConstBuffer source(std::int64_t channel = 0) const {
    return {map_.data + first_byte(channel), 0, map_.size - first_byte(channel), memory_};
  }
  Buffer target(std::int64_t channel = 0) {
    return {map_.data + first_byte(channel), 0, map_.size - first_byte(channel), memory_};
  }

 private:
  std::size_t first_byte(std::int64_t channel) const {
    return static_cast<std::size_t>(channel) * channel_bytes_;
  }

  GstBuffer* buffer_;  // the caller's
  GstMapInfo map_;
  std::size_t channel_bytes_;
  MemoryKind memory_;
};

}  // namespace fftcore::gst
