// SPDX-License-Identifier: LGPL-2.1-or-later
// The GObject type of fftview.
#pragma once

#include <gst/base/gstbasetransform.h>
#include <gst/gst.h>

G_BEGIN_DECLS

G_DECLARE_FINAL_TYPE(GstFftView, gst_fft_view, GST, FFT_VIEW, GstBaseTransform)

GST_ELEMENT_REGISTER_DECLARE(fftview)

G_END_DECLS
