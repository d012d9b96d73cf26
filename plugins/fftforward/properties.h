// SPDX-License-Identifier: LGPL-2.1-or-later
// The GObject properties of fftforward: names, types, ranges, texts, and how they map to Settings.
#pragma once

#include <glib-object.h>

#include "settings.h"

namespace fftcore::gst::forward {

void install_properties(GObjectClass* object_class);

/// Only stores: GObject has checked type and range, validate() and the stream's caps check the
/// rest.
void store(Settings& settings, guint property, const GValue* value);
void load(const Settings& settings, guint property, GValue* value);

}  // namespace fftcore::gst::forward
