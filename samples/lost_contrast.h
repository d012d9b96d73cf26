// SPDX-License-Identifier: LGPL-2.1-or-later
// Templates whose contrast is nothing beside an image's largest samples, or beside a level.
#pragma once

#include <string>

#include <opencv2/core.hpp>

namespace samples {

/// Why nothing like a template can be found in an image, both as brightness and in the same units:
/// its contrast is below what a search takes for flat (TemplateMatching::flat), as beside a sun
/// that is not clipped. Empty where it is not. Samples that are not finite do not count, nor does
/// what `mask` leaves out of the template, if there is one. `has_level`: the constant part of both
/// does not either. `flat`: above 0 that, 0: as it is of floats.
std::string lost_contrast_text(const cv::Mat& image, const cv::Mat& templ, const cv::Mat& mask,
                               bool has_level, double flat);

/// Why ccorr_normed cannot tell where a template is best, as brightness: its score counts the
/// level, and is right to 1e-4 (search.h). Other places of about that level have a score of 1 less
/// the square of contrast over level. Empty where that is not below 10 times 1e-4.
std::string high_level_text(const cv::Mat& templ);

}  // namespace samples
