// SPDX-License-Identifier: LGPL-2.1-or-later
// The properties that say which taps an element has; every element that takes taps includes them.
#pragma once

#include "../gobject/property_table.h"
#include "fftcore/convolution.h"
#include "taps_source.h"

namespace fftcore::gst {

PropertyTable<TapsSource> taps_properties();

/// The property `correlate`: whether taps are turned.
GParamSpec* correlate_spec();

template <class Settings>
void add_correlate(PropertyTable<Settings>& table, Operation Settings::*member) {
  table.add(
      correlate_spec(),
      [member](Settings& settings, const GValue* value) {
        settings.*member =
            g_value_get_boolean(value) != FALSE ? Operation::correlate : Operation::convolve;
      },
      [member](const Settings& settings, GValue* value) {
        g_value_set_boolean(value, settings.*member == Operation::correlate);
      });
}

}  // namespace fftcore::gst
