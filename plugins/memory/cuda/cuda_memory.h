// SPDX-License-Identifier: LGPL-2.1-or-later
// Frames in GStreamer's CUDA memory, which pass from element to element on the GPU.
#pragma once

#include "../frame_memory.h"

namespace fftcore::gst {

/// Of plane_jobs()' formats those that this memory can hold; no GStreamer has GRAY8 there.
inline constexpr char kCudaVideoCaps[] = GST_VIDEO_CAPS_MAKE_WITH_FEATURES(
    "memory:CUDAMemory", "{ NV12, I420, Y444, RGBA, BGRA, RGBx, BGRx }");

/// There is a driver, and GStreamer's library can use it.
bool has_cuda_memory();

/// Only where has_cuda_memory().
std::unique_ptr<FrameMemory> cuda_memory(GstElement* element);

}  // namespace fftcore::gst
