// SPDX-License-Identifier: LGPL-2.1-or-later
// Fields of a picture's caps that say nothing of its samples' place: they pass through spectra as
// they are, whatever there will be (interlace-mode, multiview-mode, mastering-display-info ...).
#pragma once

#include <gst/gst.h>

namespace fftcore::gst {

/// From a picture's structure to its spectrum's or back: all fields but those that a picture or a
/// spectrum says for itself (spectrum_info.h).
void copy_carried_fields(const GstStructure* from, GstStructure* to);

}  // namespace fftcore::gst
