// SPDX-License-Identifier: LGPL-2.1-or-later
// Searches in real pictures beside OpenCV's: cv::matchTemplate gives the same scores, and
// shifts that are known come out nearer than cv::phaseCorrelate's. Pictures: Debian's opencv-doc,
// or the folder that FFTCORE_TEST_PICTURES names.
#include <fmt/format.h>

#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "search_run.h"

namespace opencv_peer_test {

using namespace fftcore;
using namespace searches;

namespace {

cv::Mat picture(const std::string& name) {
  const char* folder = std::getenv("FFTCORE_TEST_PICTURES");
  return cv::imread(
      fmt::format("{}/{}", folder != nullptr ? folder : "/usr/share/doc/opencv-doc/examples/data",
                  name),
      cv::IMREAD_GRAYSCALE);
}

Layout layout_of(const cv::Mat& image) {
  return Layout::interleaved(image.depth() == CV_8U ? SampleType::u8 : SampleType::f32,
                             {image.rows, image.cols}, 1, static_cast<std::int64_t>(image.step1()));
}

Taps taps_of(const cv::Mat& templ) {
  Taps taps{{templ.rows, templ.cols}, {}};
  for (int y = 0; y < templ.rows; ++y)
    for (int x = 0; x < templ.cols; ++x) taps.values.push_back(templ.at<std::uint8_t>(y, x));
  return taps;
}

struct Shift {
  double x = NAN, y = NAN;
};

class BesideOpenCv : public OnThisBackend<testing::Test> {
 protected:
  void SetUp() override {
    OnThisBackend::SetUp();
    if (IsSkipped()) return;
    if (picture("leuvenA.jpg").empty())
      GTEST_SKIP()
          << "there are no pictures here (Debian: opencv-doc; or set FFTCORE_TEST_PICTURES)";
  }

  /// By how much `image` is `reference` moved.
  Shift shift(const cv::Mat& reference, const cv::Mat& image) {
    const auto ready = compile(phase_correlation(layout_of(image)));
    if (!ready) return {};
    ready->executable->set_reference(
        *ready->queue, {reference.data, static_cast<std::int64_t>(reference.step1())});
    ready->executable->run(*ready->queue, {image.data, static_cast<std::int64_t>(image.step1())});
    const auto peaks = ready->executable->peaks();
    return peaks.size() == 1 ? Shift{peaks[0].x, peaks[0].y} : Shift{};
  }

  /// The same, of the parts alone that both show according to `first`.
  Shift shift_of_common(const cv::Mat& reference, const cv::Mat& image, Shift first) {
    const cv::Point whole(cvRound(first.x), cvRound(first.y));
    const cv::Rect all({0, 0}, image.size()), in_image = all & (all + whole),
                                              in_reference = all & (all - whole);
    const Shift rest = shift(reference(in_reference), image(in_image));
    return {whole.x + rest.x, whole.y + rest.y};
  }
};

/// Frames that a camera of fewer, larger pixels takes of a large picture: each pixel the mean of
/// kPixel x kPixel, after optics that let through hardly anything that such pixels cannot show.
/// Shifts are multiples of 1 / kPixel.
class Camera {
 public:
  static constexpr int kPixel = 4;
  explicit Camera(const cv::Mat& scene) { cv::GaussianBlur(scene, scene_, {}, 0.6 * kPixel); }
  cv::Size size() const { return scene_.size() / kPixel; }

  cv::Mat frame(cv::Point corner, cv::Size size, double noise, cv::RNG& random) const {
    cv::Mat frame;
    cv::resize(scene_({corner, size * kPixel}), frame, size, 0, 0, cv::INTER_AREA);
    frame.convertTo(frame, CV_32F);
    cv::Mat grain(size, CV_32F);
    random.fill(grain, cv::RNG::NORMAL, 0, noise);
    frame += grain;
    frame.convertTo(frame, CV_8U);
    return frame;
  }

 private:
  cv::Mat scene_;
};

/// Pictures that go on beyond their borders as in a mirror, enlarged: scenes large enough.
cv::Mat scene(const std::string& name, int columns) {
  cv::Mat scene = picture(name);
  EXPECT_FALSE(scene.empty()) << name;
  const double factor = static_cast<double>(columns) / scene.cols;
  if (factor > 1) cv::resize(scene, scene, {}, factor, factor, cv::INTER_CUBIC);
  return scene;
}

struct Errors {
  std::vector<double> ours, first, opencvs;  // first: before a second look
};

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

/// Where the parabola through three neighbours has its vertex, from the middle one.
double vertex(float before, float at, float after) {
  const double bend = double(before) - 2 * double(at) + double(after);
  return bend < 0 ? (double(before) - double(after)) / (2 * bend) : 0;
}

/// The place of a peak between pixels, by scores at whole ones (search.h).
cv::Point2d refined(const cv::Mat& scores, cv::Point peak) {
  const auto at = [&](int y, int x) { return scores.at<float>(y, x); };
  cv::Point2d place = peak;
  if (peak.x > 0 && peak.x < scores.cols - 1)
    place.x += vertex(at(peak.y, peak.x - 1), at(peak.y, peak.x), at(peak.y, peak.x + 1));
  if (peak.y > 0 && peak.y < scores.rows - 1)
    place.y += vertex(at(peak.y - 1, peak.x), at(peak.y, peak.x), at(peak.y + 1, peak.x));
  return place;
}

cv::Mat floats(const cv::Mat& image) {
  cv::Mat result;
  image.convertTo(result, CV_32F);
  return result;
}

}  // namespace

TEST_F(BesideOpenCv, ScoresOfRealPictures) {
  cv::RNG random(1);
  for (const char* name : {"leuvenA.jpg", "baboon.jpg", "box_in_scene.png", "sudoku.png"}) {
    const cv::Mat whole = picture(name);
    ASSERT_FALSE(whole.empty()) << name;
    // A part of the frame, with the frame's strides.
    const cv::Mat image = whole({3, 5, whole.cols - 10, whole.rows - 11});
    for (const auto& [score, method] : {std::pair{Score::ccorr, cv::TM_CCORR},
                                        {Score::ccorr_normed, cv::TM_CCORR_NORMED},
                                        {Score::ccoeff_normed, cv::TM_CCOEFF_NORMED}}) {
      const cv::Size size(random.uniform(9, 80), random.uniform(9, 80));
      const cv::Point corner(random.uniform(0, image.cols - size.width),
                             random.uniform(0, image.rows - size.height));
      const cv::Mat templ = image({corner, size});
      TemplateMatching wanted = matching(score, layout_of(image), {size.height, size.width});
      wanted.has_surface = true;
      const auto ready = compile(wanted);
      if (!ready) return;
      const Taps taps = taps_of(templ);
      ready->executable->set_templates({&taps, 1});
      cv::Mat ours(image.rows - size.height + 1, image.cols - size.width + 1, CV_32F), theirs;
      ready->executable->run(*ready->queue, {image.data}, {ours.data});
      cv::matchTemplate(image, templ, theirs, method);
      double largest = 0;
      cv::minMaxLoc(theirs, nullptr, &largest);
      // OpenCV's own rounding shows where there is little contrast; it is right to 1e-3 there.
      EXPECT_LE(cv::norm(ours, theirs, cv::NORM_INF), score == Score::ccorr ? 1e-4 * largest : 2e-3)
          << name << ", " << to_string(wanted);
      ASSERT_EQ(ready->executable->peaks().size(), 1U);
      const Peak peak = ready->executable->peaks()[0];
      if (score == Score::ccorr) continue;  // bright places win
      // A copy lies at a sample, which the parabola through scores beside it is bent away from.
      const cv::Point2d place = refined(theirs, corner);
      EXPECT_LE(std::abs(peak.x - corner.x), std::abs(place.x - corner.x) + 0.01) << name;
      EXPECT_LE(std::abs(peak.y - corner.y), std::abs(place.y - corner.y) + 0.01) << name;
      EXPECT_NEAR(peak.score, 1, 1e-4) << name;
    }
  }
}

TEST_F(BesideOpenCv, ShiftsOfRealPictures) {
  cv::RNG random(2);
  for (const auto& [what, noise, is_far] : {std::tuple{"all but the borders in common", 0.0, false},
                                            {"noise of 5", 5.0, false},
                                            {"a quarter in common", 0.0, true}}) {
    Errors errors;
    std::string table;
    for (const char* name :
         {"leuvenA.jpg", "aloeL.jpg", "graf1.png", "starry_night.jpg", "board.jpg", "baboon.jpg"}) {
      const cv::Mat large = scene(name, 2560);
      const Camera camera(large);
      const cv::Size size = is_far ? cv::Size(camera.size() * 2 / 3) - cv::Size(2, 2)
                                   : camera.size() - cv::Size(10, 10);
      const auto far = [&](int side) { return is_far ? side * Camera::kPixel * 49 / 100 : 0; };
      for (int i = 0; i < 4; ++i) {
        // One after the other: compilers differ in the order of a call's arguments.
        const int down = far(size.height) + random.uniform(0, 6 * Camera::kPixel),
                  right = far(size.width) + random.uniform(0, 6 * Camera::kPixel);
        const cv::Point corner(right, down);
        const cv::Mat reference = camera.frame(corner, size, noise, random),
                      image = camera.frame({0, 0}, size, noise, random);
        const double x = static_cast<double>(corner.x) / Camera::kPixel,
                     y = static_cast<double>(corner.y) / Camera::kPixel;
        const Shift first = shift(reference, image);
        if (IsSkipped()) return;
        const Shift found = is_far ? shift_of_common(reference, image, first) : first;
        // With a Hann window OpenCV does not find those that have little in common.
        cv::Mat hann;
        if (!is_far) cv::createHanningWindow(hann, size, CV_32F);
        const cv::Point2d theirs = cv::phaseCorrelate(
            floats(reference), floats(image), hann.empty() ? cv::noArray() : cv::InputArray(hann));
        const auto error_of = [&](auto place) {
          return std::max(std::abs(place.x - x), std::abs(place.y - y));
        };
        errors.ours.push_back(error_of(found));
        errors.first.push_back(error_of(first));
        errors.opencvs.push_back(error_of(theirs));
        table +=
            fmt::format("{} {}x{} by {:.3f}, {:.3f}: error {:.4f}, OpenCV {:.4f}\n", name,
                        size.height, size.width, x, y, errors.ours.back(), errors.opencvs.back());
      }
    }
    const double worst = *std::max_element(errors.ours.begin(), errors.ours.end()),
                 opencvs = *std::max_element(errors.opencvs.begin(), errors.opencvs.end());
    fmt::print(
        "{}: median error {:.4f}, worst {:.4f} pixels (at first {:.4f}, {:.4f}); OpenCV {:.4f}, "
        "{:.4f}\n",
        what, median(errors.ours), worst, median(errors.first),
        *std::max_element(errors.first.begin(), errors.first.end()), median(errors.opencvs),
        opencvs);
    EXPECT_LE(worst, 0.02) << what << '\n' << table;
    EXPECT_LE(median(errors.ours), median(errors.opencvs)) << what;
    EXPECT_LE(worst, opencvs) << what;
  }
}

}  // namespace opencv_peer_test
