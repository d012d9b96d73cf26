// SPDX-License-Identifier: LGPL-2.1-or-later
// The GObject type of fftmultiply.
#pragma once

#include <gst/base/gstbasetransform.h>
#include <gst/gst.h>

G_BEGIN_DECLS

G_DECLARE_FINAL_TYPE(GstFftMultiply, gst_fft_multiply, GST, FFT_MULTIPLY, GstBaseTransform)

GST_ELEMENT_REGISTER_DECLARE(fftmultiply)

G_END_DECLS
