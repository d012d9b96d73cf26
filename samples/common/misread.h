// SPDX-License-Identifier: LGPL-2.1-or-later
// Files that OpenCV reads wrong without a word.
#pragma once

#include <string>

#include "picture.h"

namespace samples {

/// Refuses a file of a kind that OpenCV reads wrong, and one of several images, of which OpenCV
/// reads the first, unless `reading` asks for the first.
void refuse_misread(const std::string& path, const fftcore::pictures::Reading& reading);

}  // namespace samples
