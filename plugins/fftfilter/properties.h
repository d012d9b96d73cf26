// SPDX-License-Identifier: LGPL-2.1-or-later
// The GObject properties of fftfilter: names, types, ranges, texts, and how they map to Settings.
#pragma once

#include <glib-object.h>

#include "../common/kernel_properties.h"
#include "settings.h"

namespace fftcore::gst {

/// Besides those of KernelProperty, whose numbers come before.
enum class Property : guint {
  correlate = kPropertyAfterKernel,
  edge_mode,
  gain,
  offset,
  planes,
  precision,
  backend,
  cuda_device_id,
};

void install_properties(GObjectClass* object_class);

/// Only stores: GObject has checked type and range, make_kernel() and Backend::compile() check the
/// rest when it is used.
void store(Settings& settings, Property property, const GValue* value);
void load(const Settings& settings, Property property, GValue* value);

}  // namespace fftcore::gst
