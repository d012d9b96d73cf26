// SPDX-License-Identifier: LGPL-2.1-or-later
// EXIF data and XMP in texts of PNG files, as ImageMagick and ExifTool wrote them before PNG had
// chunks for them.
#pragma once

#include <string>
#include <string_view>

#include "picture.h"

namespace fftcore::pictures {

/// Takes what the text of a key such as "Raw profile type exif" holds to the other tags, unless
/// they have it already. Returns whether it was such a text: it is no longer true of pixels that
/// were turned, and results have the tags.
bool take_profile(std::string_view key, std::string_view text, Tags& tags);

}  // namespace fftcore::pictures
