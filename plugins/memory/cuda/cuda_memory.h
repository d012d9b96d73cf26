// SPDX-License-Identifier: LGPL-2.1-or-later
// Frames in GStreamer's CUDA memory, which pass from element to element on the GPU.
#pragma once

#include "../frame_memory.h"

namespace fftcore::gst {

/// There is a driver, and GStreamer's library can use it.
bool has_cuda_memory();

/// Only where has_cuda_memory().
std::unique_ptr<FrameMemory> cuda_memory(GstElement* element);

}  // namespace fftcore::gst
