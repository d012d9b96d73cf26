// SPDX-License-Identifier: LGPL-2.1-or-later
// The properties `backend`, `cuda-device-id`, `devices`, `cuda-wait` and `n-threads`, which all
// elements that compute have.
#pragma once

#include "../gobject/property_table.h"
#include "../memory/frame_memory.h"

namespace fftcore::gst {

/// What an element has on its pads, as its properties' texts call it.
enum class Flowing { frames, buffers };

PropertyTable<Device> device_properties(Flowing flowing);

}  // namespace fftcore::gst
