// SPDX-License-Identifier: LGPL-2.1-or-later
// What a search sees of a frame: its brightness, and where that lies in memory.
#pragma once

#include <gst/video/video.h>

#include <array>

#include "fftcore/backend.h"
#include "fftcore/taps.h"
#include "frame_planes.h"
#include "rectangle.h"

namespace fftcore::gst {

/// The first plane of a frame, and what each of its channels counts: ImageSearch::image and
/// ImageSearch::weights. Grey and Y as they are, R, G and B by the weights of BT.601.
struct LumaSignal {
  PlaneJob plane;  ///< for MappedFrame::source(); rows without padding, as in plane_jobs()
  std::array<float, 4> weights{};
  bool operator==(const LumaSignal&) const = default;
};

LumaSignal luma_signal(const GstVideoInfo& info);

/// Layout of a part of the plane: ImageSearch::image for it.
Layout part_of(const LumaSignal& signal, const Rectangle& part);
/// Where that part begins. `plane` is what MappedFrame::source() gave for signal.plane.
ConstBuffer part_of(const LumaSignal& signal, ConstBuffer plane, const Rectangle& part);

/// The signal's values of such a part, which lies in host memory.
Taps read_luma(const LumaSignal& signal, Extent extent, ConstBuffer part);

}  // namespace fftcore::gst
