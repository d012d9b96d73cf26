// SPDX-License-Identifier: LGPL-2.1-or-later
// The GObject properties of fftinverse: names, types, ranges, texts, and how they map to Settings.
#pragma once

#include <glib-object.h>

#include "settings.h"

namespace fftcore::gst::inverse {

enum class Property : guint { gain = 1, offset, backend, cuda_device_id };

void install_properties(GObjectClass* object_class);

void store(Settings& settings, Property property, const GValue* value);
void load(const Settings& settings, Property property, GValue* value);

}  // namespace fftcore::gst::inverse
