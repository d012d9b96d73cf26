// SPDX-License-Identifier: LGPL-2.1-or-later
// register_images REFERENCE IMAGE...: how far images are moved against a first one, and those
// images moved back. samples/README.md has its manual.
#include <cmath>
#include <iostream>
#include <limits>
#include <optional>

#include <opencv2/imgproc.hpp>

#include "batch.h"
#include "fftcore/backend.h"
#include "image_file.h"
#include "json.h"
#include "options.h"
#include "outputs.h"
#include "registration.h"

using namespace fftcore;
using samples::json_number;

namespace {

/// What counts as the same thing. The best of many turns and scales of another thing is better than
/// the best of its shifts.
constexpr double kLeastConfidence = 0.2, kLeastConfidenceTurned = 0.5;

struct Settings {
  samples::Registration::Settings registration;
  double least_confidence = std::numeric_limits<double>::quiet_NaN();
  bool has_no_window = false, has_json = false;
  std::string aligned, difference;
  samples::Page page, reference_page;
};

/// Root of the mean square difference of samples that `seen` names; no number where it names none.
double rms(const cv::Mat& a, const cv::Mat& b, const cv::Mat& seen) {
  const int count = cv::countNonZero(seen);
  return count == 0 ? std::numeric_limits<double>::quiet_NaN()
                    : cv::norm(a, b, cv::NORM_L2, seen) / std::sqrt(double(count) * a.channels());
}

/// Three rows of three.
std::string numbers_of(const cv::Matx33d& map) {
  std::string text = "[";
  for (int i = 0; i < 3; ++i)
    text += fmt::format("{}[{:.9g}, {:.9g}, {:.9g}]", i == 0 ? "" : ", ", map(i, 0), map(i, 1),
                        map(i, 2));
  return text + "]";
}

void print(const Settings& settings, const std::string& file, bool has_several,
           const samples::Registration::Found& found, double before, double after) {
  const auto& [degrees, scale, shift] = found.similarity;
  const auto& searched = settings.registration.searched;
  const bool has_turn = searched.rotation || searched.scale;
  if (settings.has_json) {
    fmt::print(
        "{{\"image\": {}, \"dx\": {}, \"dy\": {}, {}{}\"confidence\": {}, "
        "\"rms_before\": {}, \"rms_after\": {}}}\n",
        samples::json_string(file), json_number("{:.4f}", shift.x), json_number("{:.4f}", shift.y),
        has_turn ? fmt::format("\"angle\": {}, \"scale\": {}, ", json_number("{:.4f}", degrees),
                               json_number("{:.5f}", scale))
                 : "",
        found.map ? fmt::format("\"matrix\": {}, ", numbers_of(*found.map)) : "",
        json_number("{:.4f}", found.confidence), json_number("{:.6g}", before),
        json_number("{:.6g}", after));
  } else {
    fmt::print("{}dx={:.3f} dy={:.3f} {}confidence={:.3f} rms-before={:.4g} rms-after={:.4g}\n",
               has_several ? file + ": " : "", shift.x, shift.y,
               has_turn ? fmt::format("angle={:.3f} scale={:.4f} ", degrees, scale) : "",
               found.confidence, before, after);
  }
}

/// How far `aligned` is from the reference where it was seen; black elsewhere. Without alpha, which
/// would hide it.
cv::Mat difference(const cv::Mat& aligned, const cv::Mat& reference, const cv::Mat& seen) {
  cv::Mat all, result(aligned.size(), aligned.type(), cv::Scalar::all(0));
  cv::absdiff(aligned, reference, all);
  all.copyTo(result, seen);
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

  samples::Registration registration(select_backend(backend), settings.registration, files[0],
                                     samples::read_image(files[0], settings.reference_page));
  const cv::Mat& reference = registration.reference();
  bool is_sure = true;
  const auto one = [&](std::size_t i, const samples::InTurn& in_turn) {
    samples::FileTags tags;
    const cv::Mat image = samples::read_image(images[i], settings.page, &tags);
    cv::Mat aligned, seen;
    in_turn([&] {
      const auto found = registration.find(images[i], image);
      aligned = registration.aligned(image, found);
      seen = found.map ? samples::seen_mask(*found.map, image.size())
                       : samples::seen_mask(found.similarity, image.size());
      print(settings, images[i], images.size() > 1, found, rms(image, reference, seen),
            rms(aligned, reference, seen));
      if (found.confidence >= settings.least_confidence) return;
      std::cerr << fmt::format(
          "register_images: '{}' and '{}' seem to show different things: confidence {:.3f} is "
          "below {}\n",
          files[0], images[i], found.confidence, settings.least_confidence);
      is_sure = false;
    });
    if (!aligned_paths.empty()) samples::write_image(aligned_paths[i], aligned, tags);
    if (!difference_paths.empty())
      samples::write_image(difference_paths[i], difference(aligned, reference, seen), tags);
  };
  samples::for_each_file(images, samples::kFilesAtOnce, one);
  return is_sure ? samples::kDone : samples::kNothingFound;
}

}  // namespace

int main(int argc, char** argv) {
  Settings settings;
  samples::Options options("register_images", "REFERENCE IMAGE...",
                           "Finds how far images are moved against a reference, in parts of "
                           "pixels, by phase correlation\nof their brightness; turned and scaled, "
                           "where asked for.",
                           2, 1'000'000);
  options.title("What is written");
  options.add("aligned", "PATH", settings.aligned,
              "the image, moved back; of several images a folder, or a name with {}");
  options.add("difference", "PATH", settings.difference,
              "how far that is from the reference, absolute; likewise");
  options.add("json", settings.has_json, "a JSON object a line instead of text");
  options.title("How");
  samples::add_page(options, settings.page);
  samples::add_page(options, settings.reference_page, "reference");
  options.add("confidence", "C", settings.least_confidence,
              "less than that, 0 to 1, ends with exit status 3 (0.2; turned or scaled 0.5)");
  options.add("noise", "S", settings.registration.noise,
              "the images' noise, as a standard deviation where white is 255 (by the data)");
  options.add("bandwidth", "F", settings.registration.bandwidth,
              "of the Gaussian that weighs frequencies, cycles/pixel; 0: all alike (0.2)");
  options.add("no-window", settings.has_no_window,
              "use the whole images; else they fade towards their edges");
  options.add("rotation", settings.registration.searched.rotation,
              "images may be turned, too, by any angle");
  options.add("scale", settings.registration.searched.scale,
              "images may be enlarged or reduced, too, up to about twice");
  using Model = std::optional<MotionModel>;
  options.add<Model>("model", settings.registration.model,
                     {{"similarity", MotionModel::similarity},
                      {"affine", MotionModel::affine},
                      {"projective", MotionModel::projective}},
                     "how images may differ, turned and scaled besides, found by windows all over");
  return options.run(argc, argv, [&](const std::vector<std::string>& files) {
    settings.registration.has_window = !settings.has_no_window;
    auto& searched = settings.registration.searched;
    if (settings.registration.model) searched.rotation = searched.scale = true;
    if (std::isnan(settings.least_confidence))
      settings.least_confidence =
          searched.rotation || searched.scale ? kLeastConfidenceTurned : kLeastConfidence;
    return register_all(settings, options.backend(), files);
  });
}
