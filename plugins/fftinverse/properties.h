// SPDX-License-Identifier: LGPL-2.1-or-later
// The properties of fftinverse: texts, ranges, and the members of Settings that hold their values.
#pragma once

#include "../gobject/property_table.h"
#include "settings.h"

namespace fftcore::gst::inverse {

PropertyTable<Settings> properties();

}  // namespace fftcore::gst::inverse
