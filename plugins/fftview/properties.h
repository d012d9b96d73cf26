// SPDX-License-Identifier: LGPL-2.1-or-later
// The properties of fftview: texts, ranges, and the members of Settings that hold their values.
#pragma once

#include "../gobject/property_table.h"
#include "settings.h"

namespace fftcore::gst::view {

PropertyTable<Settings> properties();

}  // namespace fftcore::gst::view
