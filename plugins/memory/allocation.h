// SPDX-License-Identifier: LGPL-2.1-or-later
// Buffer pools and metas of elements whose output has the input's format and size.
#pragma once

#include <gst/video/video.h>

namespace fftcore::gst {

/// Answers upstream's ALLOCATION query: strides and offsets of any kind are welcome (GstVideoMeta),
/// and here is a pool, and the allocator of its memory where that is no ordinary one.
bool propose_video_pool(GstQuery* query, GstAllocator* allocator = nullptr);

/// Sets up downstream's pool, or one of our own where it has none, with strides of its own where
/// downstream takes them. Memory is `allocator`'s unless it is null or downstream has wishes.
bool decide_video_pool(GstQuery* query, GstAllocator* allocator = nullptr);

/// Puts `allocator` into an answer to an ALLOCATION query unless it is null, or the answer names
/// one or has a pool that is not GStreamer's own. Whether it does.
bool name_allocator(GstQuery* query, GstAllocator* allocator);

/// The frame lies as `info` says, so that those who know no GstVideoMeta read it right.
bool has_default_layout(const GstVideoInfo& info, GstBuffer* buffer);

/// A meta about the picture, its size, orientation or colours: it holds for the output too.
bool describes_picture(GType meta_api);

}  // namespace fftcore::gst
