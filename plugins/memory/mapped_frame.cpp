// SPDX-License-Identifier: LGPL-2.1-or-later
#include "mapped_frame.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstring>

#include "../frames/fields.h"
#include "../frames/samples.h"
#include "../gobject/errors.h"

namespace fftcore::gst {

MappedFrame::MappedFrame(const GstVideoInfo& info, GstBuffer* buffer, GstMapFlags access,
                         MemoryKind memory)
    : map_(info, buffer, access | (memory == MemoryKind::device ? kMapOnDevice : 0)),
      memory_(memory),
      is_of_fields_(gst::is_of_fields(info, buffer)) {}

std::int64_t MappedFrame::row_stride(const PlaneJob& job) const {
  const auto sample = static_cast<std::int64_t>(size_bytes(job.layout.type));
  const auto address =
      reinterpret_cast<std::uintptr_t>(GST_VIDEO_FRAME_PLANE_DATA(&map_.frame(), job.plane));
  if (address % static_cast<std::uintptr_t>(sample) != 0)
    throw WrongBuffer(fmt::format(
        "plane {} begins at an odd address; it has to be a multiple of the {} bytes of a word",
        job.plane, sample));
  const std::int64_t stride_bytes = GST_VIDEO_FRAME_PLANE_STRIDE(&map_.frame(), job.plane);
  if (stride_bytes % sample != 0) {
    throw WrongBuffer(fmt::format(
        "plane {} has a stride of {} bytes; it has to be a multiple of the {} bytes of a word",
        job.plane, stride_bytes, sample));
  }
  return stride_bytes / sample * traits_of(job.layout.type).samples;
}

ConstBuffer MappedFrame::source(const PlaneJob& job) const {
  const std::int64_t stride = row_stride(job);
  const ConstBuffer plane{GST_VIDEO_FRAME_PLANE_DATA(&map_.frame(), job.plane),
                          stride * job.row_step, 0, memory_};
  return from_sample(plane, job.layout.type, job.first_row * stride + job.offset);
}

Buffer MappedFrame::target(const PlaneJob& job) {
  const std::int64_t stride = row_stride(job);
  const Buffer plane{GST_VIDEO_FRAME_PLANE_DATA(&map_.frame(), job.plane), stride * job.row_step, 0,
                     memory_};
  return from_sample(plane, job.layout.type, job.first_row * stride + job.offset);
}

MappedFrame::RawPlane MappedFrame::raw(int plane) const {
  return {GST_VIDEO_FRAME_PLANE_DATA(&map_.frame(), plane),
          GST_VIDEO_FRAME_PLANE_STRIDE(&map_.frame(), plane),
          plane_shape(map_.frame().info, plane)};
}

// GStreamer's own copy leaves out the last chroma of packed rows of an odd width.
void MappedFrame::copy_plane_from(const MappedFrame& source, int plane) {
  const RawPlane from = source.raw(plane);
  const RawPlane to = raw(plane);
  for (std::int64_t y = 0; y < to.shape.rows; ++y)
    std::memcpy(static_cast<std::byte*>(to.data) + y * to.stride_bytes,
                static_cast<const std::byte*>(from.data) + y * from.stride_bytes,
                static_cast<std::size_t>(to.shape.row_bytes));
}

}  // namespace fftcore::gst
