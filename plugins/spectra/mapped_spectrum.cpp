// SPDX-License-Identifier: LGPL-2.1-or-later
#include "mapped_spectrum.h"

#include <fmt/format.h>

#include "../gobject/errors.h"
#include "../memory/mapped_frame.h"

namespace fftcore::gst {

MappedSpectrum::MappedSpectrum(const SpectrumLayout& layout, GstBuffer* buffer, GstMapFlags access,
                               MemoryKind memory)
    : buffer_(buffer),
      channel_bytes_(size_bytes(layout) / static_cast<std::size_t>(layout.channels)),
      memory_(memory) {
  const std::size_t needed = size_bytes(layout);
  const int flags = access | (memory == MemoryKind::device ? kMapOnDevice : 0);
  if (!gst_buffer_map(buffer, &map_, static_cast<GstMapFlags>(flags)))
    throw WrongBuffer(fmt::format("a buffer of {} bytes cannot be mapped as a spectrum {}",
                                  gst_buffer_get_size(buffer), to_string(layout)));
  if (map_.size < needed) {
    gst_buffer_unmap(buffer, &map_);
    throw WrongBuffer(
        fmt::format("a buffer of {} bytes is too small for a spectrum {}, which needs {}",
                    map_.size, to_string(layout), needed));
  }
}

}  // namespace fftcore::gst
