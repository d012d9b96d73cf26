// SPDX-License-Identifier: LGPL-2.1-or-later
// The GObject type of fftforward.
#pragma once

#include <gst/base/gstbasetransform.h>
#include <gst/gst.h>

G_BEGIN_DECLS

G_DECLARE_FINAL_TYPE(GstFftForward, gst_fft_forward, GST, FFT_FORWARD, GstBaseTransform)

GST_ELEMENT_REGISTER_DECLARE(fftforward)

G_END_DECLS
