// SPDX-License-Identifier: LGPL-2.1-or-later
#include "deblurrer.h"

#include <algorithm>
#include <cmath>

#include <opencv2/imgproc.hpp>

#include "fftcore/noise.h"
#include "opencv.h"

namespace samples {

using namespace fftcore;

namespace {

/// Longest side of a window, unless the taps reach farther: a plane of f32 is 25 MiB, and what its
/// convolution needs some times that.
constexpr int kWindowSide = 2560;

/// Parts of an axis: where each begins, what it has of the result, and how long all are.
struct Cut {
  int begin, first, end;
};

/// An axis from `first` to `end`, cut into parts of one length with `reach` around their results.
/// Parts at the ends are moved inwards.
std::vector<Cut> cuts(int first, int end, int side, int reach) {
  if (end - first <= side) return {{first, first, end}};
  std::vector<Cut> parts;
  for (int done = first; done < end;) {
    const int begin = std::clamp(done - reach, first, end - side);
    const int next = begin + side == end ? end : begin + side - reach;
    parts.push_back({begin, done, next});
    done = next;
  }
  return parts;
}

/// Windows of an image of this size.
cv::Size window_of(cv::Size image, cv::Size reach) {
  return {std::min(image.width, std::max(kWindowSide, 4 * reach.width)),
          std::min(image.height, std::max(kWindowSide, 4 * reach.height))};
}

cv::Rect widened(cv::Size image, cv::Size margin) {
  return {-margin.width, -margin.height, image.width + 2 * margin.width,
          image.height + 2 * margin.height};
}

cv::Size half(Extent taps) {
  return {int(taps.columns / 2), int(taps.rows / 2)};
}

/// The part of an outer rectangle's pixels that `inner` names.
cv::Mat part_of(const cv::Mat& samples, const cv::Rect& outer, const cv::Rect& inner) {
  return samples(inner - outer.tl());
}

}  // namespace

Deblurrer::Deblurrer(Backend& backend, const Taps& blur, const Restoration& restoration, int rounds)
    : backend_(backend),
      blur_(normalized(blur)),  // lambda is relative to a blur that leaves brightness as it is
      // Brightness is known, whatever lambda.
      restoring_(normalized(restoring_taps(blur_, restoration))),
      rounds_(rounds),
      margin_(rounds > 0 ? half(blur_.extent) : cv::Size()),
      reach_(half(restoring_.extent)),
      queue_(backend.create_queue({})) {}

cv::Mat Deblurrer::run(std::unique_ptr<ConvolutionExecutable>& executable, const Taps& taps,
                       const cv::Mat& plane) {
  const Layout layout = opencv::layout_of(plane);
  if (!executable || executable->convolution().input != layout) {
    executable.reset();
    executable = backend_.compile(
        convolution(layout, taps.extent, Operation::convolve, EdgeMode::replicate), *queue_);
    executable->set_taps(taps);
  }
  cv::Mat result(plane.size(), plane.type());
  executable->run(*queue_, opencv::input_of(plane), opencv::output_of(result));
  return result;
}

cv::Mat Deblurrer::colour_of(const cv::Mat& image, int c, const cv::Rect& place) const {
  const cv::Rect inside = place & cv::Rect({}, image.size());
  cv::Mat colour, bordered, plane;
  cv::extractChannel(image(inside), colour, c);
  const cv::Point before = inside.tl() - place.tl(), after = place.br() - inside.br();
  cv::copyMakeBorder(colour, bordered, before.y, after.y, before.x, after.x, cv::BORDER_REPLICATE);
  bordered.convertTo(plane, CV_32F);
  return plane;
}

cv::Mat Deblurrer::estimated(const cv::Mat& image, int c, const cv::Rect& strip) {
  cv::Mat plane = colour_of(image, c, strip);
  const cv::Rect seen = strip & cv::Rect({}, image.size());
  for (int round = 0; round < rounds_; ++round) {
    plane = run(restore_, restoring_, plane);
    plane = run(blur_again_, blur_, plane);
    colour_of(image, c, seen).copyTo(part_of(plane, strip, seen));
  }
  return plane;
}

std::vector<std::vector<Deblurrer::Plane>> Deblurrer::outside_of(const cv::Mat& image,
                                                                 int colours) {
  std::vector<std::vector<Plane>> outside(static_cast<std::size_t>(colours));
  if (rounds_ == 0) return outside;
  const cv::Rect wide = widened(image.size(), margin_);
  // Each round reaches farther in by both taps.
  const int rows = margin_.height + rounds_ * (margin_.height + reach_.height),
            columns = margin_.width + rounds_ * (margin_.width + reach_.width);
  const cv::Rect top(wide.tl(), cv::Size(wide.width, std::min(rows, wide.height))),
      left(wide.tl(), cv::Size(std::min(columns, wide.width), wide.height));
  const cv::Rect bottom = top + cv::Point(0, wide.height - top.height),
                 right = left + cv::Point(wide.width - left.width, 0);
  const cv::Rect above(wide.x, wide.y, wide.width, margin_.height),
      before(wide.x, wide.y, margin_.width, wide.height);
  const cv::Rect below = above + cv::Point(0, wide.height - margin_.height),
                 behind = before + cv::Point(wide.width - margin_.width, 0);
  const auto estimate = [&](const cv::Rect& strip, const std::vector<cv::Rect>& edges) {
    if (std::ranges::all_of(edges, [](const cv::Rect& edge) { return edge.empty(); })) return;
    for (int c = 0; c < colours; ++c) {
      const cv::Mat plane = estimated(image, c, strip);
      for (const cv::Rect& edge : edges)
        outside[std::size_t(c)].push_back({edge, part_of(plane, strip, edge).clone()});
    }
  };
  if (window_of(wide.size(), reach_) == wide.size()) {
    estimate(wide, {above, below, before, behind});
  } else {
    estimate(top, {above});
    estimate(bottom, {below});
    estimate(left, {before});
    estimate(right, {behind});
  }
  return outside;
}

cv::Mat Deblurrer::restored(const cv::Mat& image) {
  const int colours = std::min(image.channels(), 3);
  const auto outside = outside_of(image, colours);
  cv::Mat result(image.size(), image.type());
  if (image.channels() > colours) cv::mixChannels(image, result, {colours, colours});  // alpha
  const cv::Rect wide = widened(image.size(), margin_);
  const cv::Size size = window_of(wide.size(), reach_);
  for (const Cut& row : cuts(wide.y, wide.br().y, size.height, reach_.height))
    for (const Cut& column : cuts(wide.x, wide.br().x, size.width, reach_.width)) {
      const cv::Rect place({column.begin, row.begin}, size);
      const cv::Rect wanted =
          cv::Rect(cv::Point(column.first, row.first), cv::Point(column.end, row.end)) &
          cv::Rect({}, image.size());
      if (wanted.empty()) continue;  // nothing but what lies outside
      for (int c = 0; c < colours; ++c) {
        cv::Mat plane = colour_of(image, c, place);
        for (const Plane& edge : outside[std::size_t(c)]) {
          const cv::Rect both = edge.place & place;
          if (!both.empty())
            part_of(edge.samples, edge.place, both).copyTo(part_of(plane, place, both));
        }
        plane = run(restore_, restoring_, plane);
        cv::Mat rounded, target = result(wanted);
        part_of(plane, place, wanted).convertTo(rounded, image.depth());  // rounds and clamps
        cv::insertChannel(rounded, target, c);
      }
    }
  return result;
}

// The best filter has lambda |P|^2 = N / S, the powers of noise and of the picture. Pictures have
// S = A / |P|^2: A is the mean square of their gradient, about the same at any scale. It is seen in
// means of as many pixels as the blur mixes.
double lambda_of(const cv::Mat& image, const Taps& blur) {
  constexpr double kLeast = 0.01, kMost = 1e3;
  constexpr int kLeastBlock = 4, kLeastBlocks = 8, kColours = 3;
  double squares = 0;
  for (const double tap : normalized(blur).values) squares += tap * tap;
  const int block =
      std::max(1, std::min(std::max(int(std::ceil(1 / std::sqrt(squares))), kLeastBlock),
                           std::min(image.rows, image.cols) / kLeastBlocks));
  const cv::Size blocks(image.cols / block, image.rows / block);
  cv::Mat means;
  cv::resize(image(cv::Rect({}, blocks * block)), means, blocks, 0, 0, cv::INTER_AREA);
  const Element element = opencv::layout_of(image).element;
  means.convertTo(means, CV_32F, 255.0 / traits_of(element).white());
  double picture = 0, noise = 0;
  for (int c = 0; c < std::min(image.channels(), kColours); ++c) {
    const double sigma = estimate_noise(opencv::layout_of(image), opencv::input_of(image), c);
    noise += sigma * sigma;
    cv::Mat plane;
    cv::extractChannel(means, plane, c);
    for (const cv::Point step : {cv::Point(1, 0), cv::Point(0, 1)}) {
      const cv::Size size = plane.size() - cv::Size(step.x, step.y);
      if (size.empty()) continue;
      const cv::Rect here({}, size);
      const double change = cv::norm(plane(here + step), plane(here));
      picture += change * change / size.area();
    }
  }
  picture -= 4 * noise / (double(block) * block);
  if (noise >= kMost * picture) return noise > 0 ? kMost : kLeast;
  return std::clamp(noise / picture, kLeast, kMost);
}

}  // namespace samples
