// SPDX-License-Identifier: LGPL-2.1-or-later
// The GObject type of fftfilter.
#pragma once

#include <gst/base/gstbasetransform.h>
#include <gst/gst.h>

G_BEGIN_DECLS

G_DECLARE_FINAL_TYPE(GstFftFilter, gst_fft_filter, GST, FFT_FILTER, GstBaseTransform)

GST_ELEMENT_REGISTER_DECLARE(fftfilter)

G_END_DECLS
