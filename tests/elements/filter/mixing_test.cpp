// SPDX-License-Identifier: LGPL-2.1-or-later
// A 4-D .npy kernel mixes colours: K[c][d] leads from colour d to colour c, colours in the order R,
// G, B whatever the memory's.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <random>

#include "filter_harness.h"

namespace fftcore::test::mixing_test {
namespace {

constexpr int kTaps = 3;
// [to][from][row, column]
using Matrix = std::array<std::array<std::array<double, kTaps * kTaps>, 3>, 3>;

/// Format 1.0 of NumPy's arrays, double.
std::string npy_file(const std::string& name, const Matrix& matrix) {
  std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 3, 3, 3), }";
  header.resize(118, ' ');
  const std::string path = testing::TempDir() + "fftfilter_" + name + ".npy";
  std::ofstream file(path, std::ios::binary);
  file.write("\x93NUMPY\x01\x00\x76\x00", 10);
  file << header;
  file.write(reinterpret_cast<const char*>(&matrix), sizeof matrix);
  return path;
}

/// Rows that sum to about 1, so that pictures keep their range.
Matrix random_matrix() {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(-0.05, 0.12);
  Matrix matrix;
  for (auto& row : matrix)
    for (auto& taps : row)
      for (double& tap : taps) tap = uniform(random);
  return matrix;
}

/// Where R, G and B lie in a pixel.
std::array<int, 3> places_of(GstVideoFormat format) {
  const bool is_bgr = format == GST_VIDEO_FORMAT_BGR || format == GST_VIDEO_FORMAT_BGRA ||
                      format == GST_VIDEO_FORMAT_BGRx;
  return is_bgr ? std::array{2, 1, 0} : std::array{0, 1, 2};
}

/// By the definition, edges replicated.
Picture mixed(const Matrix& matrix, const Picture& picture) {
  Picture result = picture;
  const Plane& plane = picture.planes[0];
  const auto places = places_of(picture.format);
  for (int row = 0; row < plane.rows; ++row) {
    for (int column = 0; column < plane.columns; ++column) {
      for (int to = 0; to < 3; ++to) {
        double sum = 0;
        for (int from = 0; from < 3; ++from)
          for (int y = 0; y < kTaps; ++y)
            for (int x = 0; x < kTaps; ++x)
              sum += matrix[to][from][y * kTaps + x] *
                     plane.at(std::clamp(row + 1 - y, 0, plane.rows - 1),
                              std::clamp(column + 1 - x, 0, plane.columns - 1), places[from]);
        result.planes[0].samples[(row * plane.columns + column) * plane.channels + places[to]] =
            static_cast<int>(std::clamp(std::nearbyint(sum), 0.0, 255.0));
      }
    }
  }
  return result;
}

class Colours : public testing::TestWithParam<GstVideoFormat> {};

TEST_P(Colours, AreMixedByTheMatrix) {
  const Matrix matrix = random_matrix();
  const std::string file = npy_file("mix", matrix);
  for (const Size size : {Size{1, 1}, Size{33, 21}, Size{64, 50}}) {
    const Picture picture = random_picture(GetParam(), size);
    FilterHarness harness(GetParam(), size,
                          {{"kernel-location", file}, {"edge-mode", "replicate"}});
    EXPECT_LE(largest_difference(harness.push(picture), mixed(matrix, picture)), 1);
  }
}

INSTANTIATE_TEST_SUITE_P(, Colours,
                         testing::Values(GST_VIDEO_FORMAT_RGB, GST_VIDEO_FORMAT_BGR,
                                         GST_VIDEO_FORMAT_RGBA, GST_VIDEO_FORMAT_BGRA,
                                         GST_VIDEO_FORMAT_RGBx, GST_VIDEO_FORMAT_BGRx),
                         [](const auto& format) {
                           return std::string(gst_video_format_to_string(format.param));
                         });

/// Of each: caps that are refused are tried again with the next buffer.
void expect_words(const std::vector<Report>& reports) {
  ASSERT_FALSE(reports.empty());
  for (const Report& report : reports)
    for (const char* word : {"mixes 3 channels", "GRAY8", "planes of 1", "RGB"})
      EXPECT_NE(report.text.find(word), std::string::npos) << report.text;
}

TEST(MixingKernel, IsAnErrorForAFormatOfOtherPlanes) {
  FilterHarness harness(GST_VIDEO_FORMAT_GRAY8, {20, 10},
                        {{"kernel-location", npy_file("grey", random_matrix())}});
  EXPECT_EQ(harness.push(buffer_of(random_picture(GST_VIDEO_FORMAT_GRAY8, {20, 10}))), nullptr);
  expect_words(harness.errors());
}

TEST(MixingKernel, ThatDoesNotFitWhilePlayingLeavesTheLastOne) {
  FilterHarness harness(GST_VIDEO_FORMAT_GRAY8, {20, 10}, {{"gain", "0.5"}});
  const Picture picture = random_picture(GST_VIDEO_FORMAT_GRAY8, {20, 10});
  const Picture expected = harness.push(picture);
  harness.set("kernel-location", npy_file("playing", random_matrix()));
  EXPECT_EQ(largest_difference(harness.push(picture), expected), 0);
  const auto warnings = harness.warnings();
  EXPECT_EQ(warnings.size(), 1U);
  expect_words(warnings);
  harness.set("kernel-location", "");
  EXPECT_EQ(largest_difference(harness.push(picture), expected), 0);
}

TEST(MixingKernel, IsNormalizedByColour) {
  Matrix matrix{};
  for (auto& row : matrix)
    for (auto& taps : row) taps[4] = 5;  // each colour becomes the mean of all three
  const std::string file = npy_file("mean", matrix);
  for (auto& row : matrix)
    for (auto& taps : row) taps[4] = 1.0 / 3;
  const Picture picture = random_picture(GST_VIDEO_FORMAT_RGB, {20, 10});
  FilterHarness harness(
      GST_VIDEO_FORMAT_RGB, {20, 10},
      {{"kernel-location", file}, {"normalize", "true"}, {"edge-mode", "replicate"}});
  EXPECT_LE(largest_difference(harness.push(picture), mixed(matrix, picture)), 1);
}

}  // namespace
}  // namespace fftcore::test::mixing_test
