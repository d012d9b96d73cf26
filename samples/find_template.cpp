// SPDX-License-Identifier: LGPL-2.1-or-later
// find_template TEMPLATE IMAGE...: where in images a smaller one is. samples/README.md has its
// manual.
#include <iostream>

#include <opencv2/imgproc.hpp>

#include "batch.h"
#include "finder.h"
#include "image_file.h"
#include "json.h"
#include "options.h"
#include "outputs.h"

namespace {

using samples::Found;
using samples::Measure;

/// Most angles times scales.
constexpr std::int64_t kMostPoses = 20000;

struct Settings {
  samples::FinderSettings finder;
  std::string rotation, scale, mask;
  bool has_json = false;
  std::string output;
  samples::Page page, template_page;
};

/// Ranges as FROM..TO:STEP, or one value; none where `text` is empty.
std::optional<samples::SearchRange> range_of(const std::string& what, const std::string& text,
                                             double least, double most) {
  if (text.empty()) return {};
  const auto dots = text.find(".."), colon = text.find(':');
  const bool is_range = dots != std::string::npos && colon != std::string::npos && dots < colon;
  if (!is_range && (dots != std::string::npos || colon != std::string::npos))
    throw samples::UsageError(
        fmt::format("{} is '{}'; FROM..TO:STEP or one value is expected", what, text));
  samples::SearchRange range;
  range.from = samples::number(what, is_range ? text.substr(0, dots) : text);
  range.to = is_range ? samples::number(what, text.substr(dots + 2, colon - dots - 2)) : range.from;
  range.step = is_range ? samples::number(what, text.substr(colon + 1)) : 1;
  if (range.from < least || range.to > most || range.from > range.to || range.step <= 0 ||
      (range.to - range.from) / range.step > double(kMostPoses))
    throw samples::UsageError(fmt::format(
        "{} is '{}'; {} to {} are allowed, FROM no more than TO, in up to {} steps above "
        "0",
        what, text, least, most, kMostPoses));
  return range;
}

void print(const Settings& settings, const std::string& file, bool has_several, cv::Size size,
           const Found& found) {
  const cv::Point2d first = found.corners[0];
  const bool is_posed = settings.finder.rotation || settings.finder.scale;
  if (settings.has_json) {
    std::string corners;
    for (const cv::Point2d& corner : found.corners)
      corners += fmt::format("{}[{:.3f}, {:.3f}]", corners.empty() ? "" : ", ", corner.x, corner.y);
    fmt::print(
        "{{\"image\": {}, \"x\": {:.3f}, \"y\": {:.3f}, \"width\": {}, \"height\": {}, {}"
        "\"score\": {}, \"confidence\": {}}}\n",
        samples::json_string(file), first.x, first.y, size.width, size.height,
        is_posed ? fmt::format("\"angle\": {:.3f}, \"scale\": {:.4f}, \"corners\": [{}], ",
                               found.degrees, found.scale, corners)
                 : "",
        samples::json_number("{:.6g}", found.score),
        samples::json_number("{:.4f}", found.confidence));
  } else {
    fmt::print(
        "{}x={:.2f} y={:.2f} {}score={:.4g} confidence={:.3f}\n", has_several ? file + ": " : "",
        first.x, first.y,
        is_posed ? fmt::format("angle={:.2f} scale={:.3f} ", found.degrees, found.scale) : "",
        found.score, found.confidence);
  }
}

/// With each place framed.
cv::Mat with_frames(const cv::Mat& image, const std::vector<Found>& found) {
  cv::Mat picture = image.clone();
  if (picture.channels() == 1) cv::cvtColor(picture, picture, cv::COLOR_GRAY2BGR);
  const double white = picture.depth() == CV_8U ? 255 : picture.depth() == CV_16U ? 65535 : 1;
  for (const Found& one : found) {
    std::vector<cv::Point> corners;
    for (const cv::Point2d& corner : one.corners)
      corners.emplace_back(cvRound(corner.x), cvRound(corner.y));
    cv::polylines(picture, corners, true, cv::Scalar(0, white, 0, white), 2);
  }
  return picture;
}

int find_all(const Settings& settings, const std::string& backend,
             const std::vector<std::string>& files) {
  const auto images = std::span(files).subspan(1);
  std::vector<std::string> inputs = files, outputs;
  if (!settings.mask.empty()) inputs.push_back(settings.mask);
  if (!settings.output.empty()) outputs = samples::Outputs(inputs).add(settings.output, images);
  const cv::Mat templ = samples::read_image(files[0], settings.template_page);
  const auto finder =
      samples::make_finder(fftcore::select_backend(backend), settings.finder, files[0], templ);
  bool has_found = false;
  const auto one = [&](std::size_t i, const samples::InTurn& in_turn) {
    samples::FileTags tags;
    const cv::Mat image = samples::read_image(images[i], settings.page, &tags);
    samples::Findings found;
    in_turn([&] {
      found = finder->find(images[i], image);
      if (!found.warning.empty()) std::cerr << fmt::format("find_template: {}\n", found.warning);
      for (const Found& place : found.places)
        print(settings, images[i], images.size() > 1, templ.size(), place);
      has_found |= !found.places.empty();
    });
    tags.is_grey = false;  // frames are green
    if (!outputs.empty()) samples::write_image(outputs[i], with_frames(image, found.places), tags);
  };
  samples::for_each_file(images, samples::kFilesAtOnce, one);
  if (!has_found) std::cerr << fmt::format("find_template: '{}' was not found\n", files[0]);
  return has_found ? samples::kDone : samples::kNothingFound;
}

}  // namespace

int main(int argc, char** argv) {
  Settings settings;
  std::string threshold;
  samples::Options options(
      "find_template", "TEMPLATE IMAGE...",
      "Finds places in images that look like a smaller image; by their brightness.", 2, 1'000'000);
  options.title("What is found");
  options.add("method", settings.finder.method,
              {{"ccoeff-normed", Measure::ccoeff_normed},
               {"ccorr-normed", Measure::ccorr_normed},
               {"ccorr", Measure::ccorr},
               {"sqdiff-normed", Measure::sqdiff_normed},
               {"sqdiff", Measure::sqdiff}},
              "score, as of cv::matchTemplate (ccoeff-normed)");
  options.add(
      "threshold", "S", threshold,
      "least score (0.8; ccorr: any); of sqdiff-normed (0.2) and sqdiff (any) the greatest");
  options.add("rotation", "FROM..TO:STEP", settings.rotation,
              "angles of the template, degrees counter-clockwise, -360 to 360");
  options.add(
      "scale", "FROM..TO:STEP", settings.scale,
      "how large it is shown, 0.05 to 20; both STEPs are those of the first, coarse search");
  samples::add_page(options, settings.page);
  samples::add_page(options, settings.template_page, "template");
  options.add(
      "mask", "FILE", settings.mask,
      "a grey image of the template's size; what is above half of its largest sample counts");
  options.add("max-peaks", "N", settings.finder.max_peaks, 1, int(fftcore::kMaxPeaks),
              "most places in an image (10)");
  options.add("distance", "PIXELS", settings.finder.distance, 0, 1024,
              "places nearer than that in both axes are one (half the template's smaller side)");
  options.add("flat", "S", settings.finder.flat,
              "least standard deviation under the template, in the image's units (by the data)");
  options.title("What is told");
  options.add("json", settings.has_json, "a JSON object a line");
  options.add("output", "PATH", settings.output,
              "the image with frames drawn; of several images a folder, or a name with {}");
  return options.run(argc, argv, [&](const std::vector<std::string>& files) {
    samples::FinderSettings& finder = settings.finder;
    if (!threshold.empty()) finder.threshold = samples::number("--threshold", threshold);
    if (!(finder.flat >= 0 && finder.flat <= 1e38))
      throw samples::UsageError(
          fmt::format("--flat is {}; 0 to 1e38 are allowed, and 0 is by the data", finder.flat));
    finder.rotation = range_of("--rotation", settings.rotation, -360, 360);
    finder.scale = range_of("--scale", settings.scale, 0.05, 20);
    const std::int64_t angles = finder.rotation ? finder.rotation->count() : 1,
                       scales = finder.scale ? finder.scale->count() : 1;
    if (angles * scales > kMostPoses)
      throw samples::UsageError(
          fmt::format("{} angles and {} scales are asked for; {} of both together are allowed",
                      angles, scales, kMostPoses));
    if (!settings.mask.empty()) finder.mask = samples::read_image(settings.mask);
    return find_all(settings, options.backend(), files);
  });
}
