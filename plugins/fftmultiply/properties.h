// SPDX-License-Identifier: LGPL-2.1-or-later
// The properties of fftmultiply: texts, ranges, and the members of Settings that hold their values.
#pragma once

#include "../gobject/property_table.h"
#include "settings.h"

namespace fftcore::gst::multiply {

PropertyTable<Settings> properties();

}  // namespace fftcore::gst::multiply
