// SPDX-License-Identifier: LGPL-2.1-or-later
// Samples that are not finite, or marks such as for "no data", where a program cannot keep them
// from the rest of an image.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <opencv2/core.hpp>

#include "fftcore/marks.h"
#include "image_file.h"

namespace samples {

/// Calls visit(y, i) for each sample of the colours, which row y has as its number i. Alpha does
/// not count.
template <class Visit>
void for_each_colour(const cv::Mat& image, Visit visit) {
  const int channels = image.channels(), colours = std::min(channels, 3);
  for (int y = 0; y < image.rows; ++y)
    for (int i = 0; i < image.cols * channels; ++i)
      if (i % channels < colours) visit(y, i);
}

/// visit(samples, extent, row_stride) of all colours as one plane.
template <class Visit>
auto with_colours(const cv::Mat& image, Visit visit) {
  cv::Mat colours = image;
  if (image.channels() > 3)
    cv::mixChannels(image, colours = cv::Mat(image.size(), CV_32FC3), {0, 0, 1, 1, 2, 2});
  return visit(colours.ptr<float>(),
               fftcore::Extent{colours.rows, std::int64_t{colours.cols} * colours.channels()},
               static_cast<std::int64_t>(colours.step1()));
}

/// The least magnitude of marks among the colours (fftcore/marks.h), infinity where there are none.
inline double least_mark(const cv::Mat& image) {
  return with_colours(image, [](const float* samples, fftcore::Extent extent, std::int64_t stride) {
    return fftcore::least_mark(samples, extent, stride);
  });
}

/// What a message names a sample by: "-3.4e+38 at row 3, column 5 of B".
inline std::string sample_text(const cv::Mat& image, int y, int i) {
  const int channels = image.channels();
  return fmt::format("{:.6g} at row {}, column {}{}", image.ptr<float>(y)[i], y, i / channels,
                     channels > 1 ? fmt::format(" of {}", "BGR"[i % channels]) : "");
}

/// Which samples of the colours of floats are marks, by a gap below them or by their size beside
/// all others'.
class MarksOf {
 public:
  explicit MarksOf(const cv::Mat& image)
      : limit_(least_mark(image)),
        values_(with_colours(image, [](const float* samples, fftcore::Extent extent,
                                       std::int64_t stride) {
          return fftcore::find_marks(samples, extent, stride, true, fftcore::MarkBy::size).values;
        })) {}
  bool have(float sample) const {
    return !(std::abs(sample) < limit_) || std::ranges::find(values_, sample) != values_.end();
  }

 private:
  double limit_;
  std::vector<double> values_;
};

/// "3 of 100 samples are not finite, or marks ...; the first is ...", of the colours of floats.
/// Empty where there are none.
inline std::string not_plausible_text(const cv::Mat& image) {
  if (image.depth() != CV_32F) return {};
  const MarksOf marks(image);
  std::int64_t count = 0, all = 0;
  std::string first;
  for_each_colour(image, [&](int y, int i) {
    ++all;
    const float sample = image.ptr<float>(y)[i];
    if (std::isfinite(sample) && !marks.have(sample)) return;
    if (count++ == 0) first = sample_text(image, y, i);
  });
  return count == 0 ? ""
                    : fmt::format(
                          "{} of {} samples are not finite, or marks such as for \"no data\"; the "
                          "first is {}",
                          count, all, first);
}

/// Throws FileError with the place of the first sample of the colours that is not finite, or a
/// mark. `why` ends the message.
inline void check_finite(const std::string& name, const cv::Mat& image, std::string_view why) {
  if (image.depth() != CV_32F) return;
  const auto refuse_others = [&](const auto& is_good, std::string_view expected) {
    for_each_colour(image, [&](int y, int i) {
      if (is_good(image.ptr<float>(y)[i])) return;
      throw FileError(
          fmt::format("'{}' is {}; {}: {}", name, sample_text(image, y, i), expected, why));
    });
  };
  refuse_others([](float sample) { return std::isfinite(sample); }, "finite samples are expected");
  const MarksOf marks(image);
  refuse_others(
      [&](float sample) { return !marks.have(sample); },
      "samples that stand for none, such as those for \"no data\", have to become plausible ones "
      "before");
}

}  // namespace samples
