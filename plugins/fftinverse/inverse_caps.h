// SPDX-License-Identifier: LGPL-2.1-or-later
// What fftinverse makes of caps: a spectrum of video becomes video of its format or of another one
// with as many filtered channels, one of audio becomes audio.
#pragma once

#include <gst/gst.h>

#include <string>

#include "../spectra/spectrum_info.h"

namespace fftcore::gst::inverse {

/// All that comes out, in all memories that work here; for the pad template.
GstCaps* image_caps();

/// From caps of spectra to those of images, a spectrum's own format first; and back. The caller's.
GstCaps* to_images(const GstCaps* spectra);
GstCaps* to_spectra(const GstCaps* images);

/// One of `images`, which follow to_images(spectrum): in the spectrum's own format where that is
/// possible, else the first. Takes `images`; not fixed yet in other fields. Throws InvalidArgument
/// where the spectrum has no format and `images` leave open which.
GstCaps* preferred_image(const GstCaps* spectrum, GstCaps* images);

/// Throws InvalidArgument where nothing can be made of such a spectrum: its channels do not fit its
/// format.
void check_spectrum(const SpectrumInfo& info);

}  // namespace fftcore::gst::inverse
