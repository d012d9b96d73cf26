// SPDX-License-Identifier: LGPL-2.1-or-later
// The GObject properties of fftstabilize: names, types, ranges, texts, and how they map to
// Settings.
#pragma once

#include <glib-object.h>

#include "settings.h"

namespace fftcore::gst::stabilize {

enum class Property : guint {
  reference = 1,
  smoothing,
  max_shift,
  min_confidence,
  edge_mode,
  post_messages,
  attach_meta,
  backend,
  cuda_device_id,
};

void install_properties(GObjectClass* object_class);

/// GObject has checked type and range.
void store(Settings& settings, Property property, const GValue* value);
void load(const Settings& settings, Property property, GValue* value);

}  // namespace fftcore::gst::stabilize
