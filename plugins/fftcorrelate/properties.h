// SPDX-License-Identifier: LGPL-2.1-or-later
// The properties of fftcorrelate: texts, ranges, and the members of Settings that hold them.
#pragma once

#include "../gobject/property_table.h"
#include "settings.h"

namespace fftcore::gst::correlate {

PropertyTable<Settings> properties();

}  // namespace fftcore::gst::correlate
