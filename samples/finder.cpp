// SPDX-License-Identifier: LGPL-2.1-or-later
#include "finder.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "deviation.h"
#include "float_scale.h"
#include "image_file.h"
#include "lost_contrast.h"
#include "opencv.h"
#include "options.h"
#include "searched_image.h"

namespace samples {

using namespace fftcore;

namespace {

/// What counts as flat of whole numbers: half a step (TemplateMatching::flat).
constexpr double kFlatOfWhole = 0.5;

/// Scores from which on something counts as found: what is not normed depends on the brightness.
double default_threshold(Measure method) {
  switch (method) {
    case Measure::ccoeff_normed:
    case Measure::ccorr_normed: return 0.8;
    case Measure::sqdiff_normed: return 0.2;
    case Measure::sqdiff: return std::numeric_limits<double>::infinity();
    case Measure::ccorr: break;
  }
  return -std::numeric_limits<double>::infinity();
}

bool is_found(const FinderSettings& settings, double score) {
  const double threshold = settings.threshold.value_or(default_threshold(settings.method));
  return is_less_better(settings.method) ? score <= threshold : score >= threshold;
}

std::array<cv::Point2d, 4> corners_of(const Pose& pose, cv::Size templ) {
  const auto matrix = matrix_of(pose, templ);
  const auto at = [&](int x, int y) {
    const cv::Vec2d place = matrix * cv::Vec3d(x, y, 1);
    return cv::Point2d(place[0], place[1]);
  };
  const int right = templ.width - 1, bottom = templ.height - 1;
  return {at(0, 0), at(right, 0), at(right, bottom), at(0, bottom)};
}

void check_depth(const std::string& file, const cv::Mat& image, const std::string& name,
                 const cv::Mat& templ) {
  if (image.depth() != templ.depth())
    throw FileError(
        fmt::format("'{}' and '{}' differ in bits a sample; convert one of them", file, name));
}

[[noreturn]] void fail_larger(const std::string& file, const cv::Mat& image,
                              const std::string& name, cv::Size templ) {
  throw FileError(fmt::format("the template '{}' ({}x{}) is larger than '{}' ({}x{})", name,
                              templ.width, templ.height, file, image.cols, image.rows));
}

/// The library's score of a method that it has.
Score score_of(Measure method) {
  return method == Measure::ccorr          ? Score::ccorr
         : method == Measure::ccorr_normed ? Score::ccorr_normed
                                           : Score::ccoeff_normed;
}

bool has_level(Measure method) {
  return method == Measure::ccoeff_normed;
}

/// For the search for poses, whose double precision holds any scale.
cv::Mat brightness_of(const std::string& name, const cv::Mat& image, Measure method) {
  const SearchedImage searched = searched_image(image, has_level(method), kBeyondSquares);
  if (searched.unseen > 0)
    throw FileError(
        fmt::format("'{}': {}; they would reach all scores", name, unseen_text(searched)));
  return single_luma(image);
}

[[noreturn]] void fail_unseen(const std::string& file, const SearchedImage& searched) {
  const std::string why =
      searched.unseen == 0 ? "some samples are so much larger than others that rounding hides these"
                           : unseen_text(searched);
  throw FileError(fmt::format("'{}' has no score at any place: {}", file, why));
}

/// Takes all places back where the template's own place would have none: its contrast is less than
/// what counts as flat. What looks like it elsewhere is another thing.
void check_contrast(Findings& found, const std::string& file, const cv::Mat& image,
                    const cv::Mat& templ, const cv::Mat& mask, const FinderSettings& settings) {
  if (settings.method == Measure::ccorr || settings.method == Measure::sqdiff) return;
  const double by_data = image.depth() == CV_32F ? 0 : kFlatOfWhole,
               flat = settings.flat > 0 ? settings.flat : by_data;
  const std::string text = lost_contrast_text(single_luma(image), single_luma(templ), mask,
                                              has_level(settings.method), flat);
  if (text.empty()) return;
  found.places.clear();
  found.warning = fmt::format("'{}': {}", file, text);
}

/// As the template is, by the library's search.
class Matching : public Finder {
 public:
  Matching(Backend& backend, const FinderSettings& settings, std::string name, const cv::Mat& templ)
      : backend_(backend),
        settings_(settings),
        name_(std::move(name)),
        template_(searched_image(templ, has_level(settings.method))),
        queue_(backend.create_queue({})) {}

  Findings find(const std::string& file, const cv::Mat& image) override {
    check_depth(file, image, name_, template_.image);
    if (image.rows < template_.image.rows || image.cols < template_.image.cols)
      fail_larger(file, image, name_, template_.image.size());
    const SearchedImage searched = searched_image(image, has_level(settings_.method));
    prepare(searched);
    executable_->run(*queue_, opencv::input_of(searched.image));
    Findings found;
    if (executable_->peaks().empty()) fail_unseen(file, searched);
    if (searched.unseen > 0)
      found.warning =
          fmt::format("'{}': {}; nothing is found where one of them lies under the template", file,
                      unseen_text(searched));
    const double unit =
        settings_.method == Measure::ccorr ? 1 / searched.scale / template_.scale : 1;
    for (Peak peak : executable_->peaks()) {
      peak.score *= unit;
      if (!is_found(settings_, peak.score)) continue;
      const cv::Point2d first(peak.x, peak.y);
      const cv::Size size = template_.image.size();
      const Pose pose{first + cv::Point2d(cv::Point(size.width / 2, size.height / 2))};
      found.places.push_back({corners_of(pose, size), 0, 1, peak.score, peak.confidence});
    }
    if (found.warning.empty() && settings_.method == Measure::ccorr_normed)
      found.warning = high_level_text(single_luma(scaled(template_.image, 1 / template_.scale)));
    check_contrast(found, file, scaled(searched.image, 1 / searched.scale),
                   scaled(template_.image, 1 / template_.scale), {}, settings_);
    return found;
  }

 private:
  /// Plans, unless the image before was of the same kind.
  void prepare(const SearchedImage& searched) {
    const Layout layout = opencv::layout_of(searched.image);
    const cv::Mat& templ = template_.image;
    TemplateMatching wanted =
        matching(score_of(settings_.method), layout, {templ.rows, templ.cols});
    wanted.weights = opencv::luma_weights(searched.image.channels());
    wanted.max_peaks = settings_.max_peaks;
    wanted.flat = static_cast<float>(std::min(settings_.flat * searched.scale, 1e15));
    if (settings_.distance >= 0) wanted.radius = settings_.distance;
    if (executable_ && executable_->matching() == wanted) return;
    auto executable = backend_.compile(wanted, *queue_);
    const Taps taps = opencv::taps_of(opencv::luma_of(templ));
    try {
      executable->set_templates({&taps, 1});
    } catch (const InvalidArgument& error) {
      throw FileError(fmt::format("'{}' cannot be searched for: {}", name_, error.what()));
    }
    executable_ = std::move(executable);  // now that it is ready
  }

  Backend& backend_;
  const FinderSettings& settings_;
  std::string name_;
  SearchedImage template_;
  std::unique_ptr<Queue> queue_;
  std::unique_ptr<MatchingExecutable> executable_;
};

/// With a mask, at other angles and scales, by other scores.
class Searching : public Finder {
 public:
  Searching(Backend& backend, const FinderSettings& settings, std::string name,
            const cv::Mat& templ)
      : settings_(settings),
        name_(std::move(name)),
        template_(templ),
        mask_(checked_mask()),
        search_(backend, search_settings(), brightness_of(name_, templ, settings.method), mask_) {}

  Findings find(const std::string& file, const cv::Mat& image) override {
    check_depth(file, image, name_, template_);
    const std::vector<Pose> poses = search_.find(brightness_of(file, image, settings_.method));
    const double least = search_settings().scale.from;
    const cv::Size size(cvRound(template_.cols * least), cvRound(template_.rows * least));
    if (poses.empty() && (size.width > image.cols || size.height > image.rows))
      fail_larger(file, image, name_, size);
    const bool is_less = is_less_better(settings_.method);
    Findings found;
    for (std::size_t i = 0; i < poses.size() && int(i) < settings_.max_peaks; ++i) {
      const double score = is_less ? -poses[i].score : poses[i].score;
      if (!is_found(settings_, score)) break;
      const double next = i + 1 == poses.size() ? kNoScore : poses[i + 1].score;
      found.places.push_back({corners_of(poses[i], template_.size()), poses[i].degrees,
                              poses[i].scale, score, confidence(poses[i].score, next)});
    }
    check_contrast(found, file, image, template_, mask_, settings_);
    return found;
  }

 private:
  TemplateSearch::Settings search_settings() const {
    TemplateSearch::Settings result;
    result.measure = settings_.method;
    result.rotation = settings_.rotation.value_or(SearchRange{0, 0, 1});
    result.scale = settings_.scale.value_or(SearchRange{1, 1, 1});
    // By the data, as the library has it: half a step of whole numbers, a part of floating point.
    if (settings_.flat > 0)
      result.flat = settings_.flat;
    else if (template_.depth() == CV_32F)
      result.flat_part = 0x1p-16;
    else
      result.flat = kFlatOfWhole;
    result.most = settings_.max_peaks;
    result.distance = settings_.distance;
    return result;
  }

  /// FileError where nothing can be looked for.
  cv::Mat checked_mask() const {
    cv::Mat mask = mask_of();
    const Spread spread = spread_of(opencv::luma_of(template_), mask);
    const bool has_contrast = spread.deviation > 0, has_light = has_contrast || spread.mean != 0;
    const bool is_enough =
        settings_.method == Measure::ccoeff_normed ? has_contrast
        : settings_.method == Measure::ccorr_normed || settings_.method == Measure::sqdiff_normed
            ? has_light
            : true;
    if (!is_enough)
      throw FileError(
          fmt::format("'{}' cannot be searched for: all samples that count are {:g}; "
                      "it has no structure",
                      name_, spread.mean));
    return mask;
  }

  cv::Mat mask_of() const {
    if (settings_.mask.empty()) return {template_.size(), CV_8U, cv::Scalar(255)};
    const cv::Mat& mask = settings_.mask;
    if (mask.size() != template_.size())
      throw FileError(fmt::format("the mask has {}x{} pixels, the template '{}' {}x{}", mask.cols,
                                  mask.rows, name_, template_.cols, template_.rows));
    if (mask.channels() != 1)
      throw FileError(
          fmt::format("the mask has {} channels; a grey image is expected", mask.channels()));
    if (!cv::checkRange(mask))
      throw FileError("the mask has NaN or infinite samples; numbers are expected");
    double largest = 0;
    cv::minMaxIdx(mask, nullptr, &largest);
    if (largest <= 0)
      throw FileError(
          "the mask has no sample above 0; what is above half of its largest sample counts");
    cv::Mat counts;
    cv::compare(mask, largest / 2, counts, cv::CMP_GT);
    return counts;
  }

  /// Scores of which more is better: those of sqdiff are negative.
  double confidence(double score, double next) const {
    if (next == kNoScore) return 1;
    if (is_less_better(settings_.method)) return next == 0 ? 0 : 1 - score / next;
    return score <= 0 ? 0 : 1 - std::max(0.0, next) / score;
  }

  const FinderSettings& settings_;
  std::string name_;
  cv::Mat template_, mask_;
  TemplateSearch search_;
};

}  // namespace

bool needs_search(const FinderSettings& settings) {
  return settings.rotation || settings.scale || !settings.mask.empty() ||
         is_less_better(settings.method);
}

std::unique_ptr<Finder> make_finder(Backend& backend, const FinderSettings& settings,
                                    std::string name, const cv::Mat& templ) {
  const double deviations = needs_search(settings) ? kBeyondSquares : 0;
  if (const SearchedImage searched = searched_image(templ, has_level(settings.method), deviations);
      searched.unseen > 0)
    throw FileError(fmt::format("'{}' cannot be searched for: {}", name, unseen_text(searched)));
  if (needs_search(settings))
    return std::make_unique<Searching>(backend, settings, std::move(name), templ);
  return std::make_unique<Matching>(backend, settings, std::move(name), templ);
}

}  // namespace samples
