// SPDX-License-Identifier: LGPL-2.1-or-later
// The GObject type of fftspectrumenc.
#pragma once

#include <gst/gst.h>

G_BEGIN_DECLS

G_DECLARE_FINAL_TYPE(GstFftSpectrumEnc, gst_fft_spectrum_enc, GST, FFT_SPECTRUM_ENC, GstElement)

GST_ELEMENT_REGISTER_DECLARE(fftspectrumenc)

G_END_DECLS
