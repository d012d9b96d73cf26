// SPDX-License-Identifier: LGPL-2.1-or-later
#include "launch_plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "line_shape_for.h"

namespace fftcore {
namespace {

std::string_view to_string(Work work) {
  switch (work) {
    case Work::forward: return "forward";
    case Work::inverse: return "inverse";
    case Work::convolve: return "forward, multiply, inverse";
  }
  return "";
}

std::string shape_text(const StageSpec& stage) {
  const LineShape& shape = stage.shape;
  return fmt::format("{} = {}, {} threads a line, {} lines a block", shape.length, fmt::join(shape.radices, "*"), shape.threads, shape.lines);
}

}  // namespace

std::string_view to_string(Place place) {
  switch (place) {
    case Place::input: return "input";
    case Place::output: return "output";
    case Place::work_0: return "work 0";
    case Place::work_1: return "work 1";
    case Place::taps: return "taps";
    case Place::spectrum: return "spectrum";
  }
  return "";
}

std::int64_t line_count(const StageSpec& stage) {
  std::int64_t lines = 1;
  for (const Dim dim : kAllDims) lines *= stage.lines[dim];
  return lines;
}

double launch_cost(const StageSpec& stage) {
  const double transforms = stage.work == Work::convolve ? 1.0 + stage.repeats : 1.0;
  return static_cast<double>(line_count(stage)) * line_cost(stage.shape) * transforms;
}

std::string to_string(const LaunchPlan& plan) {
  std::string text = fmt::format("{} launch{}", plan.run.size(), plan.run.size() == 1 ? "" : "es");
  if (!plan.set_kernels.empty()) text += fmt::format(" (and {} to set kernels)", plan.set_kernels.size());
  for (const PlannedLaunch& launch : plan.run)
    text += fmt::format("\n    {}: {} lines of {}: {}; {} to {}", launch.stage.name, line_count(launch.stage), shape_text(launch.stage),
                        to_string(launch.stage.work), to_string(launch.from), to_string(launch.to));
  return text;
}

}  // namespace fftcore
