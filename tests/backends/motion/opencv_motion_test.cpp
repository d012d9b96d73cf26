// SPDX-License-Identifier: LGPL-2.1-or-later
// Motion of a camera in real pictures that OpenCV moves, turns and zooms. Pictures: Debian's
// opencv-doc, or the folder that FFTCORE_TEST_PICTURES names.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <string>

#include "fftcore/camera_motion.h"
#include "scene.h"
#include "test_backend.h"

namespace opencv_motion_test {

using namespace fftcore;
using namespace motion_tests;

namespace {

constexpr int kRows = 360, kColumns = 640;

cv::Mat picture(const std::string& name) {
  const char* folder = std::getenv("FFTCORE_TEST_PICTURES");
  return cv::imread(
      fmt::format("{}/{}", folder != nullptr ? folder : "/usr/share/doc/opencv-doc/examples/data",
                  name),
      cv::IMREAD_GRAYSCALE);
}

/// The picture at twice the size at which a frame shows it, and some more of it than a frame.
cv::Mat scene_of(const cv::Mat& picture) {
  const double scale = 2 * std::max(900.0 / picture.cols, 520.0 / picture.rows);
  cv::Mat large;
  cv::resize(picture, large, {}, scale, scale, cv::INTER_CUBIC);
  cv::GaussianBlur(large, large, {}, 1.2);
  large.convertTo(large, CV_32F);
  return large;
}

/// What a camera sees whose image the middle of the scene is mapped to, with noise of two levels.
cv::Mat frame_of(const cv::Mat& scene, const MotionMap& map, std::uint64_t seed) {
  const MotionMap in_scene{
      {2, 0, scene.cols / 2.0 - kColumns, 0, 2, scene.rows / 2.0 - kRows, 0, 0, 1}};
  const auto back = composed(in_scene, inverted(map)).numbers;
  const cv::Matx23d matrix(back[0], back[1], back[2], back[3], back[4], back[5]);
  cv::Mat frame, grain(kRows, kColumns, CV_32F);
  cv::warpAffine(scene, frame, matrix, {kColumns, kRows}, cv::INTER_CUBIC | cv::WARP_INVERSE_MAP,
                 cv::BORDER_REFLECT);
  cv::RNG random(seed);
  random.fill(grain, cv::RNG::NORMAL, 0, 2);
  frame += grain;
  frame.convertTo(frame, CV_8U);
  return frame;
}

}  // namespace

TEST(MotionBesideOpenCv, RealPictures) {
  if (const std::string reason = problems::missing(); !reason.empty()) GTEST_SKIP() << reason;
  if (picture("leuvenA.jpg").empty())
    GTEST_SKIP() << "there are no pictures here (Debian: opencv-doc; or set "
                    "FFTCORE_TEST_PICTURES)";
  const auto queue = problems::backend().create_queue({});
  CameraMotion motion(problems::backend(), *queue,
                      Layout::interleaved(SampleType::u8, {kRows, kColumns}));
  struct Case {
    double x, y, degrees, zoom;
  };
  for (const char* name :
       {"leuvenA.jpg", "baboon.jpg", "building.jpg", "fruits.jpg", "home.jpg", "graf1.png"}) {
    const cv::Mat scene = scene_of(picture(name));
    const cv::Mat first = frame_of(scene, {}, 1);
    for (const Case& one : {Case{0, 0, 0, 1}, Case{3.3, 1.7, 0.5, 1.002}, Case{50, -20, 0, 1},
                            Case{0, 0, 4, 1}, Case{-30, 15, 2, 1.03}, Case{10, 4, -1, 0.97}}) {
      SCOPED_TRACE(fmt::format("{} {} {} {} {}", name, one.x, one.y, one.degrees, one.zoom));
      const MotionMap map = about_middle(kRows, kColumns, one.x, one.y, one.degrees, one.zoom);
      const cv::Mat second = frame_of(scene, map, 2);
      motion.reset();
      motion.update({first.data});
      const MotionFit found = motion.update({second.data});
      ASSERT_TRUE(found.is_known()) << to_string(found.reason);
      EXPECT_LT(difference(found.map, map, kRows, kColumns), 0.05);
      EXPECT_NEAR(degrees_of(found.map), one.degrees, 0.02);
      EXPECT_NEAR(zoom_of(found.map), one.zoom, 2e-4);
      EXPECT_GT(found.confidence, 0.5);
    }
  }
}

}  // namespace opencv_motion_test
