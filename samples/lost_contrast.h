// SPDX-License-Identifier: LGPL-2.1-or-later
// Templates of floats whose contrast is nothing beside an image's largest samples.
#pragma once

#include <string>

#include <opencv2/core.hpp>

namespace samples {

/// Why nothing like a template can be found in an image of floats, both as brightness: its contrast
/// is below what a search takes for flat (TemplateMatching::flat), as beside a sun that is not
/// clipped. Empty where it is not. Samples that are not finite do not count. `has_level`: the
/// constant part of both does not either.
std::string lost_contrast_text(const cv::Mat& image, const cv::Mat& templ, bool has_level);

}  // namespace samples
