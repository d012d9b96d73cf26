// SPDX-License-Identifier: LGPL-2.1-or-later
// Pictures as taps.
#pragma once

#include <string>

#include "fftcore/taps.h"

namespace fftcore::pictures {

/// Whether a file is a picture that is read as taps: PNG or TIFF, by its first bytes.
bool is_taps_picture(const std::string& path);

/// The samples of a grey picture, upright, as numbers: 0 to 255 or 65535, or floats as they are. A
/// picture in colours whose R, G and B are the same is grey, and so is one with alpha that is
/// opaque. Throws FileError where the file is none, is damaged, or has several pages.
Taps taps_of_picture(const std::string& path);

}  // namespace fftcore::pictures
