// SPDX-License-Identifier: LGPL-2.1-or-later
// The GObject properties of fftcorrelate: names, types, ranges, texts, and how they map to
// Settings.
#pragma once

#include <glib-object.h>

#include "settings.h"

namespace fftcore::gst::correlate {

enum class Property : guint {
  method = 1,
  template_location,
  template_rect,
  threshold,
  max_peaks,
  search_rect,
  search_margin,
  update_rate,
  post_messages,
  attach_meta,
  output,
  backend,
  cuda_device_id,
};

void install_properties(GObjectClass* object_class);

/// Only stores: GObject has checked type and range, the rest is checked when it is used.
void store(Settings& settings, Property property, const GValue* value);
void load(const Settings& settings, Property property, GValue* value);

}  // namespace fftcore::gst::correlate
