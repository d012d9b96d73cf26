// SPDX-License-Identifier: LGPL-2.1-or-later
// The properties of fftforward: texts, ranges, and the members of Settings that hold their values.
#pragma once

#include "../gobject/property_table.h"
#include "settings.h"

namespace fftcore::gst::forward {

PropertyTable<Settings> properties();

}  // namespace fftcore::gst::forward
