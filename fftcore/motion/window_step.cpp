// SPDX-License-Identifier: LGPL-2.1-or-later
#include "window_step.h"

#include <algorithm>
#include <cmath>

namespace fftcore {
namespace {

/// Windows of two images whose score is below this do not show the same.
constexpr float kLeastScore = 0.3F;
/// By how much a linear part may differ from the identity that windows are not turned for: a third
/// of a pixel at the border of one of 32. Windows between samples take five times as long.
constexpr double kTurn = 0.02;

WindowCorrelation work_of(const StepRules& rules, const Layout& level) {
  WindowCorrelation windows =
      window_correlation(WindowScore::zncc, level, {rules.side, rules.side});
  windows.search = rules.search;
  windows.count = most_windows(rules);
  windows.is_mapped = true;
  windows.interpolation = rules.is_last ? Interpolation::lanczos : Interpolation::bilinear;
  windows.refine = rules.refine;
  return windows;
}

/// The nearest place at which a window of an even side lies on samples.
double on_samples(double at) {
  return std::floor(at) + 0.5;
}

/// What a map does to small steps from a place.
std::array<double, 4> linear_part(const MotionMap& map, double x, double y) {
  const auto& m = map.numbers;
  const double w = m[6] * x + m[7] * y + m[8];
  const auto [X, Y] = mapped(map, x, y);
  return {(m[0] - X * m[6]) / w, (m[1] - X * m[7]) / w, (m[3] - Y * m[6]) / w,
          (m[4] - Y * m[7]) / w};
}

}  // namespace

WindowStep::WindowStep(Backend& backend, const Queue& queue, const LevelPlan& plan,
                       const StepRules& rules, const Layout& level)
    : plan_(plan), rules_(rules), executable_(backend.compile(work_of(rules, level), queue)) {
  const auto count = static_cast<std::size_t>(most_windows(rules));
  centres_.reserve(count);
  places_.resize(count);
  results_.resize(count);
}

/// Whether windows are mapped as the map says.
bool WindowStep::is_turned(const MotionMap& expected) const {
  if (!rules_.is_last) return false;
  const Extent extent = plan_.extents[rules_.level];
  const auto [xx, xy, yx, yy] =
      linear_part(expected, plan_.to_image(rules_.level, static_cast<double>(extent.columns) / 2),
                  plan_.to_image(rules_.level, static_cast<double>(extent.rows) / 2));
  return std::max({std::abs(xx - 1), std::abs(xy), std::abs(yx), std::abs(yy - 1)}) > kTurn;
}

/// False where the window has no place in the second image that counts.
bool WindowStep::place(StructureMap::Place centre, const MotionMap& expected, bool is_turned,
                       const LeftOut& left_out, MappedWindowPlace& place) const {
  const std::size_t level = rules_.level;
  const double x1 = on_samples(plan_.to_level(level, centre.x));
  const double y1 = on_samples(plan_.to_level(level, centre.y));
  const double x = plan_.to_image(level, x1), y = plan_.to_image(level, y1);
  const auto [to_x, to_y] = mapped(expected, x, y);
  double x2 = plan_.to_level(level, to_x), y2 = plan_.to_level(level, to_y);
  const Extent extent = plan_.extents[level];
  if (!(x2 >= 0 && y2 >= 0 && x2 <= static_cast<double>(extent.columns - 1) &&
        y2 <= static_cast<double>(extent.rows - 1)))
    return false;
  place = {};
  if (rules_.is_last && left_out.at_place(to_x, to_y)) return false;
  if (is_turned) {
    const auto linear = linear_part(expected, x, y);
    for (std::size_t i = 0; i < 4; ++i) place.map2[i] = static_cast<float>(linear[i]);
  } else {
    x2 = on_samples(x2);
    y2 = on_samples(y2);
  }
  place.place = {static_cast<float>(x1), static_cast<float>(y1), static_cast<float>(x2),
                 static_cast<float>(y2)};
  return true;
}

bool WindowStep::run(Queue& queue, const Image& first, const Image& second,
                     const StructureMap& structure, const MotionMap& expected, WindowPairs& found) {
  const std::size_t level = rules_.level;
  found.pairs.clear();
  found.scores.clear();
  found.unmatched = 0;
  // A window may reach beyond the image by half of its half.
  const auto margin = static_cast<std::int64_t>(
      static_cast<double>(rules_.side / 4) * plan_.factor(level) / plan_.factor(plan_.structure));
  const bool turned = is_turned(expected);
  structure.choose(turned ? rules_.turned_grid : rules_.grid, margin, first.left_out, centres_);
  std::size_t count = 0;
  for (const StructureMap::Place& centre : centres_)
    if (place(centre, expected, turned, second.left_out, places_[count])) ++count;
  if (count == 0) return false;
  executable_->set_count(static_cast<std::int64_t>(count));
  executable_->run(queue, first.levels.buffer(level), second.levels.buffer(level), {places_.data()},
                   {results_.data()});
  for (std::size_t i = 0; i < count; ++i) {
    const WindowResult& result = results_[i];
    const auto state = static_cast<WindowState>(static_cast<int>(result.state));
    if (state == WindowState::flat || state == WindowState::outside) continue;
    if (state == WindowState::border || !(result.score >= kLeastScore)) {
      ++found.unmatched;
      continue;
    }
    const WindowPlace& at = places_[i].place;
    found.pairs.push_back({plan_.to_image(level, at.x1), plan_.to_image(level, at.y1),
                           plan_.to_image(level, double{at.x2} + double{result.x}),
                           plan_.to_image(level, double{at.y2} + double{result.y}), 1});
    found.scores.push_back(double{result.score});
  }
  return !found.pairs.empty() || found.unmatched > 0;
}

}  // namespace fftcore
