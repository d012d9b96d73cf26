// SPDX-License-Identifier: LGPL-2.1-or-later
// The GObject type of fftcorrelate.
#pragma once

#include <gst/base/gstbasetransform.h>
#include <gst/gst.h>

G_BEGIN_DECLS

G_DECLARE_FINAL_TYPE(GstFftCorrelate, gst_fft_correlate, GST, FFT_CORRELATE, GstBaseTransform)

GST_ELEMENT_REGISTER_DECLARE(fftcorrelate)

G_END_DECLS
