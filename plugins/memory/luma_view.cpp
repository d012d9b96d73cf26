// SPDX-License-Identifier: LGPL-2.1-or-later
#include "luma_view.h"

#include <cstring>

namespace fftcore::gst {
namespace {

bool lies_as_said(const LumaSignal& signal, const MappedFrame& frame) {
  const std::int64_t step =
      signal.plane_stride * static_cast<std::int64_t>(size_bytes(signal.type()));
  const ConstBuffer first = frame.source(signal.planes.front());
  for (std::size_t i = 1; i < signal.planes.size(); ++i) {
    const ConstBuffer plane = frame.source(signal.planes[i]);
    if (plane.row_stride != first.row_stride ||
        plane.data !=
            static_cast<const std::byte*>(first.data) + static_cast<std::int64_t>(i) * step)
      return false;
  }
  return true;
}

}  // namespace

ConstBuffer LumaView::part(Engine& engine, const LumaSignal& signal, const MappedFrame& frame,
                           const Rectangle& part) {
  if (!lies_as_said(signal, frame)) return gathered(engine, signal, frame, part);
  const PlaneJob& first = signal.planes.front();
  return part_of(first, frame.source(first), part);
}

ConstBuffer LumaView::on_host(Engine& engine, const LumaSignal& signal, const MappedFrame& frame,
                              const Rectangle& part) {
  if (signal.is_planar()) return gathered(engine, signal, frame, part);
  const PlaneJob& job = signal.planes.front();
  return engine.on_host(part_of(signal, part), part_of(job, frame.source(job), part), downloaded_);
}

ConstBuffer LumaView::gathered(Engine& engine, const LumaSignal& signal, const MappedFrame& frame,
                               const Rectangle& part) {
  const auto sample = static_cast<std::int64_t>(size_bytes(signal.type()));
  gathered_.resize(signal.planes.size() * static_cast<std::size_t>(signal.plane_stride * sample));
  for (std::size_t i = 0; i < signal.planes.size(); ++i) {
    const PlaneJob& job = signal.planes[i];
    Layout layout = part_of(signal, part);
    layout.channels = job.layout.channels;
    const ConstBuffer plane =
        engine.on_host(layout, part_of(job, frame.source(job), part), downloaded_);
    std::byte* const to =
        gathered_.data() + static_cast<std::int64_t>(i) * signal.plane_stride * sample;
    for (int y = 0; y < part.height; ++y)
      std::memcpy(to + y * part.width * sample,
                  static_cast<const std::byte*>(plane.data) + y * plane.row_stride * sample,
                  static_cast<std::size_t>(part.width * sample));
  }
  return {gathered_.data(), part.width, gathered_.size(), MemoryKind::host};
}

}  // namespace fftcore::gst
