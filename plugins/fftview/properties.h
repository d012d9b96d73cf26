// SPDX-License-Identifier: LGPL-2.1-or-later
// The GObject properties of fftview: names, types, ranges, texts, and how they map to Settings.
#pragma once

#include <glib-object.h>

#include "settings.h"

namespace fftcore::gst::view {

enum class Property : guint { show = 1, color_map, range, dynamic_range, low, high, channel };

void install_properties(GObjectClass* object_class);

/// Only stores: GObject has checked type and range, ViewSession checks the rest.
void store(Settings& settings, Property property, const GValue* value);
void load(const Settings& settings, Property property, GValue* value);

}  // namespace fftcore::gst::view
