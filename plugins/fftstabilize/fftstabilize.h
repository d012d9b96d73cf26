// SPDX-License-Identifier: LGPL-2.1-or-later
// The GObject type of fftstabilize.
#pragma once

#include <gst/base/gstbasetransform.h>
#include <gst/gst.h>

G_BEGIN_DECLS

G_DECLARE_FINAL_TYPE(GstFftStabilize, gst_fft_stabilize, GST, FFT_STABILIZE, GstBaseTransform)

GST_ELEMENT_REGISTER_DECLARE(fftstabilize)

G_END_DECLS
