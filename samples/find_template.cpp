// SPDX-License-Identifier: LGPL-2.1-or-later
// find_template TEMPLATE IMAGE...: where in images a smaller one is. samples/README.md has its
// manual.
#include <iostream>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>

#include <opencv2/imgproc.hpp>

#include "batch.h"
#include "fftcore/backend.h"
#include "image_file.h"
#include "json.h"
#include "opencv.h"
#include "options.h"
#include "outputs.h"

using namespace fftcore;

namespace {

struct Settings {
  Score method = Score::ccoeff_normed;
  std::optional<double> threshold;
  int max_peaks = 10, distance = -1;  ///< -1: half the template's smaller side
  bool has_json = false;
  std::string output;
};

/// What counts as found.
double threshold_of(const Settings& settings) {
  if (settings.threshold) return *settings.threshold;
  return settings.method == Score::ccorr ? -std::numeric_limits<double>::infinity()
                                         : 0.8;  // ccorr's values depend on the brightness
}

class Finder {
 public:
  Finder(Backend& backend, const Settings& settings, std::string name, const cv::Mat& templ)
      : backend_(backend),
        settings_(settings),
        name_(std::move(name)),
        template_(templ),
        queue_(backend.create_queue({})) {}

  std::vector<Peak> find(const std::string& file, const cv::Mat& image) {
    prepare(file, image);
    executable_->run(*queue_, opencv::input_of(image));
    std::vector<Peak> found;
    for (const Peak& peak : executable_->peaks())
      if (peak.score >= threshold_of(settings_)) found.push_back(peak);
    return found;
  }

 private:
  /// Plans, unless the image before was of the same kind.
  void prepare(const std::string& file, const cv::Mat& image) {
    if (image.depth() != template_.depth())
      throw samples::FileError(
          fmt::format("'{}' and '{}' differ in bits a sample; convert one of them", file, name_));
    if (image.rows < template_.rows || image.cols < template_.cols)
      throw samples::FileError(fmt::format("the template '{}' ({}x{}) is larger than '{}' ({}x{})",
                                           name_, template_.cols, template_.rows, file, image.cols,
                                           image.rows));
    const Layout layout = opencv::layout_of(image);
    if (executable_ && executable_->matching().image == layout) return;
    TemplateMatching wanted = matching(settings_.method, layout, {template_.rows, template_.cols});
    wanted.weights = opencv::luma_weights(image.channels());
    wanted.max_peaks = settings_.max_peaks;
    if (settings_.distance >= 0) wanted.radius = settings_.distance;
    executable_ = backend_.compile(wanted, *queue_);
    const Taps taps = opencv::taps_of(opencv::luma_of(template_));
    try {
      executable_->set_templates({&taps, 1});
    } catch (const InvalidArgument& error) {
      throw samples::FileError(fmt::format("'{}' cannot be searched for: {}", name_, error.what()));
    }
  }

  Backend& backend_;
  const Settings& settings_;
  std::string name_;
  cv::Mat template_;
  std::unique_ptr<Queue> queue_;
  std::unique_ptr<MatchingExecutable> executable_;
};

void print(const Settings& settings, const std::string& file, bool has_several, const Peak& peak,
           cv::Size size) {
  if (settings.has_json) {
    fmt::print(
        "{{\"image\": {}, \"x\": {:.3f}, \"y\": {:.3f}, \"width\": {}, \"height\": {}, \"score\": "
        "{:.6g}, \"confidence\": "
        "{:.4f}}}\n",
        samples::json_string(file), peak.x, peak.y, size.width, size.height, peak.score,
        peak.confidence);
  } else {
    fmt::print("{}x={:.2f} y={:.2f} score={:.4g} confidence={:.3f}\n",
               has_several ? file + ": " : "", peak.x, peak.y, peak.score, peak.confidence);
  }
}

cv::Mat with_boxes(const cv::Mat& image, const std::vector<Peak>& peaks, cv::Size size) {
  cv::Mat picture = image.clone();
  if (picture.channels() == 1) cv::cvtColor(picture, picture, cv::COLOR_GRAY2BGR);
  const double white = picture.depth() == CV_8U ? 255 : picture.depth() == CV_16U ? 65535 : 1;
  for (const Peak& peak : peaks) {
    const cv::Rect box(cv::Point(cvRound(peak.x), cvRound(peak.y)), size);
    cv::rectangle(picture, box, cv::Scalar(0, white, 0, white), 2);
  }
  return picture;
}

int find_all(const Settings& settings, const std::string& backend,
             const std::vector<std::string>& files) {
  const auto images = std::span(files).subspan(1);
  std::vector<std::string> outputs;
  if (!settings.output.empty()) outputs = samples::Outputs(files).add(settings.output, images);
  const cv::Mat templ = samples::read_image(files[0]);
  Finder finder(select_backend(backend), settings, files[0], templ);
  bool has_found = false;
  samples::for_each_file(images, [&](std::size_t i) {
    const cv::Mat image = samples::read_image(images[i]);
    const std::vector<Peak> peaks = finder.find(images[i], image);
    for (const Peak& peak : peaks)
      print(settings, images[i], images.size() > 1, peak, templ.size());
    has_found |= !peaks.empty();
    if (!outputs.empty()) samples::write_image(outputs[i], with_boxes(image, peaks, templ.size()));
  });
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
  options.add("method", settings.method,
              {{"ccoeff-normed", Score::ccoeff_normed},
               {"ccorr-normed", Score::ccorr_normed},
               {"ccorr", Score::ccorr}},
              "score, as of cv::matchTemplate (ccoeff-normed)");
  options.add("threshold", "S", threshold, "least score (0.8; ccorr: any)");
  options.add("max-peaks", "N", settings.max_peaks, 1, int(kMaxPeaks),
              "most places in an image (10)");
  options.add("distance", "PIXELS", settings.distance, 0, 1024,
              "places nearer than that in both axes are one (half the template's smaller side)");
  options.title("What is told");
  options.add("json", settings.has_json, "a JSON object a line");
  options.add("output", "PATH", settings.output,
              "the image with boxes drawn; of several images a folder, or a name with {}");
  return options.run(argc, argv, [&](const std::vector<std::string>& files) {
    if (!threshold.empty()) settings.threshold = samples::number("--threshold", threshold);
    return find_all(settings, options.backend(), files);
  });
}
