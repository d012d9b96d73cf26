// SPDX-License-Identifier: LGPL-2.1-or-later
// The properties of fftdenoise: texts, ranges, and the members of Settings that hold them.
#pragma once

#include "../gobject/property_table.h"
#include "settings.h"

namespace fftcore::gst::denoise {

PropertyTable<Settings> properties();

}  // namespace fftcore::gst::denoise
