// SPDX-License-Identifier: LGPL-2.1-or-later
#include "deblurrer.h"

#include <algorithm>

#include <opencv2/imgproc.hpp>

#include "fftcore/noise.h"
#include "opencv.h"

namespace samples {

using namespace fftcore;

namespace {

/// Longest side of a window, unless the taps reach farther: a plane of f32 is 25 MiB, and what its
/// convolution needs some times that.
constexpr int kWindowSide = 2560;
constexpr int kColours = 3;  ///< at most; a fourth channel is alpha

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

/// Whether a plan for `planned` taps does as many as `taps`, and not much more than they need.
bool has_room(Extent planned, Extent taps) {
  const auto suits = [](std::int64_t place, std::int64_t side) {
    return side <= place && place <= 2 * side;
  };
  return suits(planned.rows, taps.rows) && suits(planned.columns, taps.columns);
}

/// Taps of odd sides with zeros around them.
Taps widened(const Taps& taps, Extent extent) {
  Taps result{extent, std::vector<double>(std::size_t(extent.rows * extent.columns))};
  const auto [rows, columns, slices] = taps.extent;
  const std::int64_t down = (extent.rows - rows) / 2, across = (extent.columns - columns) / 2;
  for (std::int64_t y = 0; y < rows; ++y)
    std::copy_n(&taps.values[std::size_t(y * columns)], columns,
                &result.values[std::size_t((down + y) * extent.columns + across)]);
  return result;
}

/// The part of an outer rectangle's pixels that `inner` names.
cv::Mat part_of(const cv::Mat& samples, const cv::Rect& outer, const cv::Rect& inner) {
  return samples(inner - outer.tl());
}

}  // namespace

Deblurrer::Deblurrer(Backend& backend, const Taps& blur, const Restoration& restoration, int rounds)
    : backend_(backend), rounds_(rounds), queue_(backend.create_queue({})) {
  // lambda is relative to a blur that leaves brightness as it is
  blur_again_.taps = normalized(blur);
  margin_ = rounds > 0 ? half(blur.extent) : cv::Size();
  set_restoration(restoration);
}

void Deblurrer::set_restoration(const Restoration& restoration) {
  if (restoration_ == restoration) return;
  // Brightness is known, whatever lambda.
  restore_.taps = normalized(restoring_taps(blur_again_.taps, restoration));
  restore_.is_set = false;
  restoration_ = restoration;
  reach_ = half(restore_.taps.extent);
}

double Deblurrer::suited_lambda(const cv::Mat& image) const {
  return measured_lambda(opencv::layout_of(image), opencv::input_of(image), blur_again_.taps,
                         std::min(image.channels(), kColours));
}

cv::Mat Deblurrer::run(Filter& filter, const cv::Mat& plane) {
  const Layout layout = opencv::layout_of(plane);
  auto& executable = filter.executable;
  if (!executable || executable->convolution().input != layout ||
      !has_room(executable->convolution().taps, filter.taps.extent)) {
    executable.reset();
    executable = backend_.compile(
        convolution(layout, filter.taps.extent, Operation::convolve, EdgeMode::replicate), *queue_);
    filter.is_set = false;
  }
  if (!filter.is_set) executable->set_taps(widened(filter.taps, executable->convolution().taps));
  filter.is_set = true;
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
    plane = run(restore_, plane);
    plane = run(blur_again_, plane);
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
  const int colours = std::min(image.channels(), kColours);
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
        plane = run(restore_, plane);
        cv::Mat rounded, target = result(wanted);
        part_of(plane, place, wanted).convertTo(rounded, image.depth());  // rounds and clamps
        cv::insertChannel(rounded, target, c);
      }
    }
  return result;
}

}  // namespace samples
