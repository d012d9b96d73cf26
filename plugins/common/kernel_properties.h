// SPDX-License-Identifier: LGPL-2.1-or-later
// The GObject properties that say where taps come from, the same ones for every element that takes
// taps.
#pragma once

#include <glib-object.h>

#include "kernel_source.h"

namespace fftcore::gst {

/// Numbers of the properties; an element's own ones begin at kPropertyAfterKernel.
enum class KernelProperty : guint {
  filter = 1,
  shape,
  cutoff,
  cutoff_high,
  order,
  kernel_location,
  kernel,
  notches,
  normalize,
};
inline constexpr guint kPropertyAfterKernel = static_cast<guint>(KernelProperty::normalize) + 1;

inline bool is_kernel_property(guint id) {
  return id < kPropertyAfterKernel;
}

void install_kernel_properties(GObjectClass* object_class);

/// Only stores: GObject has checked type and range, make_kernel() checks the rest when it is used.
void store(KernelSource& source, KernelProperty property, const GValue* value);
void load(const KernelSource& source, KernelProperty property, GValue* value);

}  // namespace fftcore::gst
