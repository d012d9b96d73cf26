// SPDX-License-Identifier: LGPL-2.1-or-later
// What fftview makes of caps: a spectrum's points are the picture's pixels.
#pragma once

#include <gst/gst.h>

#include "../spectra/spectrum_info.h"

namespace fftcore::gst::view {

/// Pictures that Palette draws, in all memories that work here; for the pad template.
GstCaps* picture_caps();

/// Caps of spectra to caps of their pictures, and back; the caller's.
GstCaps* to_pictures(const GstCaps* spectra);
GstCaps* to_spectra(const GstCaps* pictures);

/// Throws InvalidArgument where the spectrum is not whole.
void check_spectrum(const SpectrumInfo& info);

}  // namespace fftcore::gst::view
