// SPDX-License-Identifier: LGPL-2.1-or-later
// Finders of a template in images, of which one fits each request.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <opencv2/core.hpp>

#include "fftcore/backend.h"
#include "template_search.h"

namespace samples {

struct FinderSettings {
  Measure method = Measure::ccoeff_normed;
  std::optional<SearchRange> rotation, scale;
  std::optional<double> threshold;
  int max_peaks = 10, distance = -1;  ///< -1: half the template's smaller side
  double flat = 0;                    ///< as TemplateMatching's
  cv::Mat mask;                       ///< none, or the template's size: what is above half counts
};

/// A place where an image shows the template.
struct Found {
  /// Middles of the template's first pixel, then clockwise of the other corners'.
  std::array<cv::Point2d, 4> corners;
  double degrees = 0, scale = 1, score = 0;
  /// How much better it is than the next one: 1 - s / score, or 1 - score / s where less is better.
  double confidence = 0;
};

/// What an image shows.
struct Findings {
  std::vector<Found> places;  ///< best first
  std::string warning;        ///< of samples that no score counts, or that hide the others, if any
};

class Finder {
 public:
  virtual ~Finder() = default;
  /// FileError, with the image's name, where it does not go with the template, or has no score.
  virtual Findings find(const std::string& name, const cv::Mat& image) = 0;
};

/// Whether more is asked for than the library's TemplateMatching: a mask, angles, scales, sqdiff.
bool needs_search(const FinderSettings& settings);

/// `name` is the template's, for messages. FileError where nothing can be looked for in it.
std::unique_ptr<Finder> make_finder(fftcore::Backend& backend, const FinderSettings& settings,
                                    std::string name, const cv::Mat& templ);

}  // namespace samples
