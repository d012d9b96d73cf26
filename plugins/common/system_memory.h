// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "frame_memory.h"

namespace fftcore::gst {

std::unique_ptr<FrameMemory> system_memory();

}  // namespace fftcore::gst
