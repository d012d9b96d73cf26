// SPDX-License-Identifier: LGPL-2.1-or-later
#include "map_refinement.h"

#include <utility>

#include "opencv.h"
#include "similarity.h"

namespace samples {
namespace {

using namespace fftcore;

/// How often the map is measured again, of the image as it was moved back.
constexpr int kRounds = 2;

CameraMotionOptions options_of(MotionModel model, const cv::Mat& reference) {
  CameraMotionOptions options;
  options.model = model;
  options.weights = opencv::luma_weights(reference.channels());
  return options;
}

cv::Matx33d matrix_of(const MotionMap& map) {
  return cv::Matx33d(map.numbers.data());
}

}  // namespace

// On the processor: images lie in host memory, and so do places and maps.
MapRefinement::MapRefinement(MotionModel model, cv::Mat reference)
    : reference_(std::move(reference)),
      queue_(select_backend("cpu").create_queue({})),
      motion_(select_backend("cpu"), *queue_, opencv::layout_of(reference_),
              options_of(model, reference_)) {}

std::optional<MapRefinement::Refined> MapRefinement::refined(const cv::Mat& image,
                                                             cv::Matx33d map) {
  Refined result;
  for (int i = 0; i < kRounds; ++i) {
    const cv::Mat back = moved_back(image, map);
    cv::Mat unseen;
    cv::bitwise_not(seen_mask(map, image.size()), unseen);
    motion_.reset();
    motion_.update(opencv::input_of(reference_), {}, {unseen.data});
    const MotionFit fit = motion_.update(opencv::input_of(back), {}, {unseen.data});
    if (!fit.is_known()) return std::nullopt;
    map = map * matrix_of(fit.map);
    map *= 1 / map(2, 2);
    result = {map, fit.confidence};
  }
  return result;
}

}  // namespace samples
