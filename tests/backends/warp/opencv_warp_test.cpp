// SPDX-License-Identifier: LGPL-2.1-or-later
// Warps beside OpenCV's: cv::warpAffine and cv::warpPerspective take places in steps of 1/32 pixel,
// and are as near as that lets them be.
#include <opencv2/imgproc.hpp>

#include "warp_run.h"

namespace opencv_warp_test {

using namespace fftcore;
using namespace warps;

namespace {

using WarpsBesideOpenCv = warps::OnThisBackend<testing::Test>;

/// A wave that changes by at most 8 levels a pixel along each axis.
cv::Mat wave(int rows, int columns) {
  cv::Mat image(rows, columns, CV_8U);
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < columns; ++x)
      image.at<std::uint8_t>(y, x) =
          cv::saturate_cast<std::uint8_t>(128 + 100 * std::sin(0.08 * x) * std::cos(0.07 * y));
  return image;
}

/// How far both are apart, where all samples that a value is made of are in the image.
double difference(const Warp& warp, const cv::Mat& image, const WarpMap& map, int border,
                  bool whole) {
  Ready ready(warp);
  cv::Mat got(static_cast<int>(warp.output.rows.extent),
              static_cast<int>(warp.output.columns.extent), CV_8U),
      want;
  ready.executable->run(*ready.queue, {image.data}, {map.data()}, {got.data});
  ready.queue->wait();
  const int flags = cv::INTER_LINEAR | cv::WARP_INVERSE_MAP;
  cv::Mat matrix(3, 3, CV_32F);
  std::copy(map.begin(), map.end(), matrix.begin<float>());
  if (warp.is_projective)
    cv::warpPerspective(image, want, matrix, got.size(), flags, border, 7);
  else
    cv::warpAffine(image, want, matrix.rowRange(0, 2), got.size(), flags, border, 7);
  const std::vector<double> m(map.begin(), map.end());
  double most = 0;
  for (int y = 0; y < got.rows; ++y)
    for (int x = 0; x < got.cols; ++x) {
      const double w = m[6] * x + m[7] * y + m[8],
                   column = (m[0] * x + m[1] * y + m[2]) / (warp.is_projective ? w : 1),
                   row = (m[3] * x + m[4] * y + m[5]) / (warp.is_projective ? w : 1);
      const bool is_inside =
          column >= 0 && column <= image.cols - 1 && row >= 0 && row <= image.rows - 1;
      if (whole || is_inside)
        most = std::max<double>(most,
                                std::abs(got.at<std::uint8_t>(y, x) - want.at<std::uint8_t>(y, x)));
    }
  return most;
}

}  // namespace

TEST_F(WarpsBesideOpenCv, AreAsNearAsStepsOfPlacesAllow) {
  // Half a step along both axes, and rounding of both results.
  constexpr double kMost = 2 * 8.0 / 64 + 1;
  const cv::Mat image = wave(120, 161);
  Warp warp = parse_warp("warp u8 120x161 out=150x140 bilinear fill=7");
  for (const auto& [edge, border] : {std::pair{EdgeMode::replicate, cv::BORDER_REPLICATE},
                                     std::pair{EdgeMode::reflect, cv::BORDER_REFLECT},
                                     std::pair{EdgeMode::reflect_101, cv::BORDER_REFLECT_101},
                                     std::pair{EdgeMode::wrap, cv::BORDER_WRAP}}) {
    warp.edge = edge;
    // Opposite sides of the wave do not meet.
    EXPECT_LE(difference(warp, image, turned(warp, 25, 0.9), border, edge != EdgeMode::wrap), kMost)
        << to_string(edge);
  }
  warp.edge = EdgeMode::constant;
  EXPECT_LE(difference(warp, image, turned(warp, -60, 1.3), cv::BORDER_CONSTANT, false), kMost);
  warp.is_projective = true;
  WarpMap tilted = turned(warp, 10, 0.8);
  tilted[6] = 0.001F;
  EXPECT_LE(difference(warp, image, tilted, cv::BORDER_CONSTANT, false), kMost);
}

}  // namespace opencv_warp_test
