// SPDX-License-Identifier: LGPL-2.1-or-later
// Fields that caps of video may have, and pipelines that leave them as they are.
#pragma once

#include <gst/check/gstharness.h>
#include <gst/video/video.h>

#include <array>
#include <string>
#include <vector>

#include "picture.h"

namespace fftcore::test {

inline constexpr std::array kElementNames = {"fftfilter",  "fftcorrelate",   "fftstabilize",
                                             "fftdenoise", "fftforward",     "fftmultiply",
                                             "fftinverse", "fftspectrumenc", "fftspectrumdec"};

const std::vector<std::string>& lines_that_keep_fields();
/// Whether such a line takes video with such fields of caps: frames of fields, or of several views.
bool takes_pictures(const std::string& line, const std::string& fields);

/// As in caps: ", interlace-mode=mixed".
const std::vector<std::string>& kept_fields();

/// Text of caps with these fields; `feature` null: in system memory.
std::string caps_with(const char* feature, GstVideoFormat format, Size size,
                      const std::string& fields);

/// The caps that came out of the harness have all that `caps` have, and nothing else.
void expect_same_fields(GstHarness* harness, const std::string& caps);

}  // namespace fftcore::test
