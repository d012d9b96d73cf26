// SPDX-License-Identifier: LGPL-2.1-or-later
// A GstBuffer as a spectrum that fftcore can read or write, for as long as the object lives.
#pragma once

#include <gst/gst.h>

#include "fftcore/backend.h"

namespace fftcore::gst {

class MappedSpectrum {
 public:
  /// `access` is GST_MAP_READ or GST_MAP_WRITE. Throws Error where the buffer cannot be mapped, or
  /// is smaller than the spectrum.
  MappedSpectrum(const SpectrumLayout& layout, GstBuffer* buffer, GstMapFlags access,
                 MemoryKind memory);
  ~MappedSpectrum() { gst_buffer_unmap(buffer_, &map_); }
  MappedSpectrum(const MappedSpectrum&) = delete;
  MappedSpectrum& operator=(const MappedSpectrum&) = delete;

  ConstBuffer source() const { return {map_.data, 0, map_.size, memory_}; }
  Buffer target() { return {map_.data, 0, map_.size, memory_}; }

 private:
  GstBuffer* buffer_;  // the caller's
  GstMapInfo map_;
  MemoryKind memory_;
};

}  // namespace fftcore::gst
