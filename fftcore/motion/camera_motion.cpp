// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fftcore/camera_motion.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "fftcore/error.h"
#include "image_levels.h"
#include "left_out.h"
#include "motion_fitter.h"
#include "port_checks.h"
#include "structure_map.h"
#include "window_step.h"

namespace fftcore {
namespace {

/// The work whose image is taken, for its checks.
PhaseCorrelation checked(const Layout& image, const CameraMotionOptions& options) {
  PhaseCorrelation search = phase_correlation(image);
  search.weights = options.weights;
  validate(search);
  for (const std::int64_t side : {image.rows.extent, image.columns.extent})
    if (side < kMinMotionSide)
      throw InvalidArgument(fmt::format("an image of {}x{}; {} or more a side are allowed",
                                        image.rows.extent, image.columns.extent, kMinMotionSide));
  for (const std::int64_t count : {options.windows.rows, options.windows.columns})
    if (count != 0 && (count < 2 || count > 64))
      throw InvalidArgument(
          fmt::format("windows is {}x{}; 2 to 64 along each axis are allowed, or 0",
                      options.windows.rows, options.windows.columns));
  if (!(options.least_agreeing >= 0 && options.least_agreeing <= 1))
    throw InvalidArgument(
        fmt::format("least_agreeing is {}; 0 to 1 are allowed", options.least_agreeing));
  return search;
}

/// Deviation of a window's place that is reckoned with, in pixels of its level.
constexpr double kLeastDeviation = 0.02;

/// Windows along the longer side of an image, and as densely along the other.
Extent grid_of(Extent image, std::int64_t along, std::int64_t least_cell) {
  const std::int64_t longer = std::max(image.rows, image.columns);
  const double cell = std::max(static_cast<double>(longer) / static_cast<double>(along),
                               static_cast<double>(least_cell));
  const auto count = [&](std::int64_t side) {
    return std::max<std::int64_t>(3, std::llround(static_cast<double>(side) / cell));
  };
  return {count(image.rows), count(image.columns)};
}

/// Coarse to fine.
std::vector<StepRules> steps_of(const LevelPlan& plan, const CameraMotionOptions& options) {
  std::vector<StepRules> steps;
  // A tenth of the side for shifts, and as much as turns and zooms move corners besides.
  const Extent coarse = plan.extents[plan.coarsest];
  const std::int64_t longer = std::max(coarse.rows, coarse.columns);
  const auto search = std::clamp<std::int64_t>(longer * 15 / 100, 4, kMaxWindowSearch);
  steps.push_back({.level = plan.coarsest,
                   .grid = grid_of(coarse, 8, 8),
                   .search = search,
                   .tolerance = 1.5,
                   .most = MotionModel::similarity});
  if (plan.coarsest >= plan.finest + 2) {
    const std::size_t level = plan.coarsest > plan.finest + 2 ? plan.coarsest - 2 : plan.finest + 1;
    steps.push_back({.level = level,
                     .grid = grid_of(plan.extents[level], 12, 16),
                     .search = 3,
                     .most = MotionModel::affine});
  }
  const Extent fine = plan.extents[plan.finest];
  StepRules last{.level = plan.finest,
                 .grid = grid_of(fine, 18, 16),
                 .turned_grid = grid_of(fine, 14, 16),
                 .side = std::min(fine.rows, fine.columns) >= 128 ? 32 : 16,
                 .search = 2,
                 .refine = 2,
                 .is_last = true};
  for (Extent* grid : {&last.grid, &last.turned_grid}) {
    if (options.windows.rows != 0) grid->rows = options.windows.rows;
    if (options.windows.columns != 0) grid->columns = options.windows.columns;
  }
  steps.push_back(last);
  return steps;
}

/// What a step is fitted with: few windows do not tell all of a map with many parameters.
MotionModel model_of(const StepRules& step, MotionModel model) {
  return std::min(model, step.most);
}

}  // namespace

class CameraMotion::Steps {
 public:
  Steps(Backend& backend, Queue& queue, const Layout& image, const CameraMotionOptions& options)
      : queue_(queue),
        image_(image),
        options_(options),
        port_(ports_of(checked(image, options)).inputs[0]),
        mask_port_(port_),
        plan_(image.extent()),
        earlier_(std::make_unique<Seen>(image, options.weights, plan_)),
        later_(std::make_unique<Seen>(image, options.weights, plan_)),
        structure_(plan_) {
    mask_port_.name = "mask";
    mask_port_.layout = Layout::interleaved(SampleType::u8, image.extent());
    std::size_t most = 0;
    for (const StepRules& rules : steps_of(plan_, options)) {
      steps_.emplace_back(backend, queue, plan_, rules, earlier_->levels.layout(rules.level));
      most = std::max(most, static_cast<std::size_t>(most_windows(rules)));
    }
    found_.pairs.reserve(most);
    found_.scores.reserve(most);
    fitter_.reserve(most);
  }

  MotionFit update(const ConstBuffer& image, std::span<const MotionBox> boxes,
                   const ConstBuffer& mask) {
    check_input(port_, image);
    if (mask.data != nullptr) check_input(mask_port_, mask);
    later_->left_out.set(boxes, mask);
    later_->levels.read(image);
    MotionFit motion;
    motion.reason = MotionReason::first;
    if (has_earlier_) motion = search();
    std::swap(earlier_, later_);
    has_earlier_ = true;
    return motion;
  }

  void reset() { has_earlier_ = false; }
  const Layout& image() const { return image_; }
  const CameraMotionOptions& options() const { return options_; }

 private:
  /// What is kept of an image.
  struct Seen {
    Seen(const Layout& image, const std::array<float, 4>& weights, const LevelPlan& plan)
        : levels(image, weights, plan), left_out(image.extent(), plan) {}
    ImageLevels levels;
    LeftOut left_out;
  };

  MotionFit search() {
    structure_.set(earlier_->levels);
    MotionFit fit;
    MotionMap expected;
    for (WindowStep& step : steps_) {
      fit = step_fit(step, expected);
      // Where a step on the way finds nothing, the camera may stand still.
      if (fit.is_known()) expected = fit.map;
    }
    fit.confidence *= mean_score(fit.map, steps_.back().tolerance());
    return fit;
  }

  MotionFit step_fit(WindowStep& step, const MotionMap& expected) {
    MotionFit flat;
    flat.reason = MotionReason::flat;
    const WindowStep::Image first{earlier_->levels, earlier_->left_out};
    const WindowStep::Image second{later_->levels, later_->left_out};
    if (!step.run(queue_, first, second, structure_, expected, found_)) return flat;
    MotionFitOptions options;
    options.tolerance = step.tolerance();
    options.least_agreeing = options_.least_agreeing;
    options.least_deviation = kLeastDeviation * plan_.factor(step.rules().level);
    options.seed = options_.seed;
    return fitter_.fit(model_of(step.rules(), options_.model), found_.pairs, options,
                       static_cast<double>(found_.unmatched));
  }

  /// Of windows that agree.
  double mean_score(const MotionMap& map, double tolerance) const {
    double sum = 0;
    std::int64_t count = 0;
    for (std::size_t i = 0; i < found_.pairs.size(); ++i) {
      const PlacePair& pair = found_.pairs[i];
      const auto [x, y] = mapped(map, pair.x1, pair.y1);
      if (!(std::hypot(x - pair.x2, y - pair.y2) <= tolerance)) continue;
      sum += found_.scores[i];
      ++count;
    }
    return count > 0 ? sum / static_cast<double>(count) : 0;
  }

  Queue& queue_;
  const Layout image_;
  const CameraMotionOptions options_;
  const Port port_;
  Port mask_port_;
  const LevelPlan plan_;
  std::unique_ptr<Seen> earlier_, later_;
  bool has_earlier_ = false;
  StructureMap structure_;
  std::vector<WindowStep> steps_;
  WindowPairs found_;
  MotionFitter fitter_;
};

CameraMotion::CameraMotion(Backend& backend, Queue& queue, const Layout& image,
                           const CameraMotionOptions& options)
    : steps_(std::make_unique<Steps>(backend, queue, image, options)) {}
CameraMotion::~CameraMotion() = default;
CameraMotion::CameraMotion(CameraMotion&&) noexcept = default;
CameraMotion& CameraMotion::operator=(CameraMotion&&) noexcept = default;

MotionFit CameraMotion::update(ConstBuffer image, std::span<const MotionBox> boxes,
                               ConstBuffer mask) {
  return steps_->update(image, boxes, mask);
}

void CameraMotion::reset() {
  steps_->reset();
}

const Layout& CameraMotion::image() const {
  return steps_->image();
}

const CameraMotionOptions& CameraMotion::options() const {
  return steps_->options();
}

}  // namespace fftcore
