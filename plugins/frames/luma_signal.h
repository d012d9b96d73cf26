// SPDX-License-Identifier: LGPL-2.1-or-later
// What a search sees of a frame: its brightness, and where that lies in memory.
#pragma once

#include <gst/video/video.h>

#include <array>
#include <vector>

#include "fftcore/backend.h"
#include "fftcore/taps.h"
#include "frame_planes.h"
#include "rectangle.h"

namespace fftcore::gst {

/// What a frame's brightness is made of, and what each channel counts: ImageSearch::image and
/// ImageSearch::weights. Grey and Y as they are, R, G and B by the weights of BT.601.
struct LumaSignal {
  std::vector<PlaneJob> planes;  ///< one, or those of R, G and B
  std::array<float, 4> weights{};
  /// From a plane's first sample to the next plane's: as in frames that lie as the caps say. No
  /// search is built anew for others; they are copied (LumaView).
  std::int64_t plane_stride = 1;
  bool operator==(const LumaSignal&) const = default;

  fftcore::SampleType type() const { return planes.front().layout.type; }
  bool is_planar() const { return planes.size() > 1; }
};

LumaSignal luma_signal(const GstVideoInfo& info);

/// Layout of a part of the frame: ImageSearch::image for it.
Layout part_of(const LumaSignal& signal, const Rectangle& part);
/// Where a part of one plane begins. `plane` is what MappedFrame::source() gave for `job`.
ConstBuffer part_of(const PlaneJob& job, ConstBuffer plane, const Rectangle& part);

/// The signal's values of such a part, which lies in host memory as part_of() says.
Taps read_luma(const LumaSignal& signal, Extent extent, ConstBuffer part);

}  // namespace fftcore::gst
