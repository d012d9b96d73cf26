// SPDX-License-Identifier: LGPL-2.1-or-later
// register_images REFERENCE IMAGE...: how far images are moved against a first one, and those
// images moved back. samples/README.md has its manual.
#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>
#include <stdexcept>

#include <opencv2/imgproc.hpp>

#include "batch.h"
#include "fftcore/backend.h"
#include "image_file.h"
#include "json.h"
#include "opencv.h"
#include "options.h"
#include "outputs.h"
#include "shifting_taps.h"

using namespace fftcore;

namespace {

struct Settings {
  double noise = 0.3, bandwidth = 0.2, least_confidence = 0.2;
  bool has_no_window = false, has_json = false;
  std::string aligned, difference;
};

class Registration {
 public:
  Registration(Backend& backend, const Settings& settings, std::string name, cv::Mat reference)
      : backend_(backend),
        name_(std::move(name)),
        reference_(std::move(reference)),
        queue_(backend.create_queue({})) {
    PhaseCorrelation correlation = phase_correlation(opencv::layout_of(reference_));
    correlation.weights = opencv::luma_weights(reference_.channels());
    const double white = reference_.depth() == CV_8U    ? 255
                         : reference_.depth() == CV_16U ? 65535
                                                        : 1;
    correlation.noise =
        samples::single("the noise in the images' units", settings.noise * white / 255);
    correlation.bandwidth = samples::single("--bandwidth", settings.bandwidth);
    correlation.has_window = !settings.has_no_window;
    correlation_ = backend.compile(correlation, *queue_);
    correlation_->set_reference(*queue_, opencv::input_of(reference_));
  }

  Peak shift(const std::string& file, const cv::Mat& image) {
    if (image.size() != reference_.size() || image.type() != reference_.type())
      throw samples::FileError(fmt::format("'{}' is {}, the reference '{}' {}; they must be alike",
                                           file, kind(image), name_, kind(reference_)));
    correlation_->run(*queue_, opencv::input_of(image));
    const auto peaks = correlation_->peaks();
    return peaks.empty() ? Peak{} : peaks.front();
  }

  /// The image moved back; black where nothing was seen.
  cv::Mat aligned(const cv::Mat& image, const Peak& peak) {
    const Taps taps = samples::shifting_taps(-peak.x, -peak.y);
    const auto executable = backend_.compile(
        convolution(opencv::layout_of(image), taps.extent, Operation::convolve, EdgeMode::constant),
        *queue_);
    executable->set_taps(taps);
    cv::Mat result(image.size(), image.type());
    executable->run(*queue_, opencv::input_of(image), opencv::output_of(result));
    return result;
  }

  const cv::Mat& reference() const { return reference_; }

 private:
  static std::string kind(const cv::Mat& image) {
    return fmt::format("{}x{} of type {}", image.cols, image.rows, cv::typeToString(image.type()));
  }

  Backend& backend_;
  std::string name_;
  cv::Mat reference_;
  std::unique_ptr<Queue> queue_;
  std::unique_ptr<PhaseExecutable> correlation_;
};

/// What both see once the image is moved back, with room for the taps' lobes; empty where that is
/// nothing.
cv::Rect common_part(cv::Size size, const Peak& peak) {
  constexpr double kRoom = 3;
  const auto begin = [](double shift) { return int(std::ceil(std::max(0.0, -shift) + kRoom)); };
  const auto end = [](int extent, double shift) {
    return int(std::floor(extent - std::max(0.0, shift) - kRoom));
  };
  const int left = begin(peak.x), top = begin(peak.y);
  return cv::Rect(left, top, std::max(0, end(size.width, peak.x) - left),
                  std::max(0, end(size.height, peak.y) - top)) &
         cv::Rect({}, size);
}

/// Root of the mean square difference of samples.
double rms(const cv::Mat& a, const cv::Mat& b) {
  return a.empty() ? 0 : cv::norm(a, b, cv::NORM_L2) / std::sqrt(double(a.total()) * a.channels());
}

void print(const Settings& settings, const std::string& file, bool has_several, const Peak& peak,
           double before, double after) {
  if (settings.has_json) {
    fmt::print(
        "{{\"image\": {}, \"dx\": {:.4f}, \"dy\": {:.4f}, \"confidence\": {:.4f}, "
        "\"rms_before\": {:.6g}, \"rms_after\": "
        "{:.6g}}}\n",
        samples::json_string(file), peak.x, peak.y, peak.confidence, before, after);
  } else {
    fmt::print("{}dx={:.3f} dy={:.3f} confidence={:.3f} rms-before={:.4g} rms-after={:.4g}\n",
               has_several ? file + ": " : "", peak.x, peak.y, peak.confidence, before, after);
  }
}

/// How far `part` of `aligned` is from the reference; black outside. Without alpha, which would
/// hide it.
cv::Mat difference(const cv::Mat& aligned, const cv::Mat& reference, const cv::Rect& part) {
  cv::Mat result(aligned.size(), aligned.type(), cv::Scalar::all(0));
  if (!part.empty()) cv::absdiff(aligned(part), reference(part), result(part));
  if (result.channels() == 4) cv::cvtColor(result, result, cv::COLOR_BGRA2BGR);
  return result;
}

int register_all(const Settings& settings, const std::string& backend,
                 const std::vector<std::string>& files) {
  const auto images = std::span(files).subspan(1);
  samples::Outputs outputs(files);
  std::vector<std::string> aligned_paths, difference_paths;
  if (!settings.aligned.empty()) aligned_paths = outputs.add(settings.aligned, images);
  if (!settings.difference.empty()) difference_paths = outputs.add(settings.difference, images);

  Registration registration(select_backend(backend), settings, files[0],
                            samples::read_image(files[0]));
  const cv::Mat& reference = registration.reference();
  bool is_sure = true;
  samples::for_each_file(images, [&](std::size_t i) {
    const cv::Mat image = samples::read_image(images[i]);
    const Peak peak = registration.shift(images[i], image);
    const cv::Mat aligned = registration.aligned(image, peak);
    const cv::Rect part = common_part(image.size(), peak);
    print(settings, images[i], images.size() > 1, peak, rms(image(part), reference(part)),
          rms(aligned(part), reference(part)));
    if (peak.confidence < settings.least_confidence) {
      std::cerr << fmt::format(
          "register_images: '{}' and '{}' seem to show different things: confidence {:.3f} is "
          "below {}\n",
          files[0], images[i], peak.confidence, settings.least_confidence);
      is_sure = false;
    }
    if (!aligned_paths.empty()) samples::write_image(aligned_paths[i], aligned);
    if (!difference_paths.empty())
      samples::write_image(difference_paths[i], difference(aligned, reference, part));
  });
  return is_sure ? samples::kDone : samples::kNothingFound;
}

}  // namespace

int main(int argc, char** argv) {
  Settings settings;
  samples::Options options("register_images", "REFERENCE IMAGE...",
                           "Finds how far images are moved against a reference, in parts of "
                           "pixels, by phase correlation of their brightness.",
                           2, 1'000'000);
  options.title("What is written");
  options.add("aligned", "PATH", settings.aligned,
              "the image, moved back; of several images a folder, or a name with {}");
  options.add("difference", "PATH", settings.difference,
              "how far that is from the reference, absolute; likewise");
  options.add("json", settings.has_json, "a JSON object a line instead of text");
  options.title("How");
  options.add("confidence", "C", settings.least_confidence,
              "less than that, 0 to 1, ends with exit status 3 (0.2)");
  options.add("noise", "S", settings.noise,
              "the images' noise, as a standard deviation where white is 255, above 0 (0.3)");
  options.add("bandwidth", "F", settings.bandwidth,
              "of the Gaussian that weighs frequencies, cycles/pixel; 0: all alike (0.2)");
  options.add("no-window", settings.has_no_window,
              "use the whole images; else they fade towards their edges");
  return options.run(argc, argv, [&](const std::vector<std::string>& files) {
    return register_all(settings, options.backend(), files);
  });
}
