// SPDX-License-Identifier: LGPL-2.1-or-later
// PNM files of text, in which OpenCV takes words that are no samples for some.
#pragma once

#include <string>
#include <vector>

#include "picture.h"

namespace samples {

/// A PNM file of text, P1 to P3, as one of bytes, with P1's 0 as white of 255. Of other files,
/// none. FileError where it ends too early, or has a word that is no whole number from 0 to its
/// white, or more of them than its header says; and where another image follows, unless `reading`
/// asks for the first.
std::vector<unsigned char> bytes_of_pnm_text(const std::string& path,
                                             const fftcore::pictures::Reading& reading);

}  // namespace samples
