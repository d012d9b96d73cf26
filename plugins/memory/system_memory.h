// SPDX-License-Identifier: LGPL-2.1-or-later
// Frames in ordinary memory, as every element of GStreamer knows them.
#pragma once

#include "frame_memory.h"

namespace fftcore::gst {

std::unique_ptr<FrameMemory> system_memory();

}  // namespace fftcore::gst
