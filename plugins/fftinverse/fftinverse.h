// SPDX-License-Identifier: LGPL-2.1-or-later
// The GObject type of fftinverse.
#pragma once

#include <gst/base/gstbasetransform.h>
#include <gst/gst.h>

G_BEGIN_DECLS

G_DECLARE_FINAL_TYPE(GstFftInverse, gst_fft_inverse, GST, FFT_INVERSE, GstBaseTransform)

GST_ELEMENT_REGISTER_DECLARE(fftinverse)

G_END_DECLS
