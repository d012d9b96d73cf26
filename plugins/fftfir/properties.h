// SPDX-License-Identifier: LGPL-2.1-or-later
// The properties of fftfir.
#pragma once

#include "../gobject/property_table.h"
#include "settings.h"

namespace fftcore::gst::fir {

PropertyTable<Settings> properties();

}  // namespace fftcore::gst::fir
