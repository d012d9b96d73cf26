// SPDX-License-Identifier: LGPL-2.1-or-later
// The GObject type of fftspectrumdec, and the type finder of its files.
#pragma once

#include <gst/gst.h>

G_BEGIN_DECLS

G_DECLARE_FINAL_TYPE(GstFftSpectrumDec, gst_fft_spectrum_dec, GST, FFT_SPECTRUM_DEC, GstElement)

GST_ELEMENT_REGISTER_DECLARE(fftspectrumdec)
GST_TYPE_FIND_REGISTER_DECLARE(fftspectrumfile)

G_END_DECLS
