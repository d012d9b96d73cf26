// SPDX-License-Identifier: LGPL-2.1-or-later
// Frames that hold more than one picture: two fields, whose rows take turns, or several views. What
// works on a frame as if it were one picture would mix them.
#pragma once

#include <gst/video/video.h>

#include <vector>

#include "frame_planes.h"

namespace fftcore::gst {

/// What the frames of a stream are, by its caps.
enum class Interlacing : std::uint8_t {
  none,     ///< progressive
  all,      ///< each frame is of two fields
  by_flag,  ///< those frames are whose buffer says so (interlace-mode=mixed)
};
Interlacing interlacing_of(const GstVideoInfo& info);

/// Whether the frame in this buffer is of two fields.
bool is_of_fields(const GstVideoInfo& info, GstBuffer* buffer);

/// Jobs of the two fields in place of those of frames. Planes that are copied are copied once.
std::vector<PlaneJob> field_jobs(const std::vector<PlaneJob>& frame_jobs);

/// Which frames of several pictures an element does right by.
struct TakenPictures {
  bool fields = false;
  bool views_by_turns = false;  ///< multiview-mode=frame-by-frame: each frame is one view
};

/// Throws Unsupported, which says what to put before the element, where the caps are of other
/// frames. `verb`: what would mix the pictures, as in "blurred into each other".
void require_pictures(const GstVideoInfo& info, const TakenPictures& taken, const char* verb);

}  // namespace fftcore::gst
