// SPDX-License-Identifier: LGPL-2.1-or-later
// What a WebP file says beside its pixels: OpenCV leaves it out.
#pragma once

#include <string>

#include "picture.h"

namespace samples {

/// Colour profile, EXIF data and XMP of a WebP file; nothing of any other.
fftcore::pictures::Tags webp_tags(const std::string& path);

}  // namespace samples
