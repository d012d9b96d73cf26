// SPDX-License-Identifier: LGPL-2.1-or-later
#include "window_launches.h"

#include <fmt/format.h>

#include <limits>
#include <utility>

#include "launch_steps.h"
#include "strided_axes.h"
#include "window_blocks.h"

namespace fftcore {
Planned<LaunchPlan> launches_of(const WindowCorrelation& windows, const DeviceTraits& traits) {
  if (image_reach(windows.image) > std::numeric_limits<std::int32_t>::max())
    return NoPlan{fmt::format("an image reaches over {} samples; kernels count up to 2^31",
                              image_reach(windows.image))};
  if (windows.image.type == SampleType::f64 && !traits.has_doubles)
    return NoPlan{fmt::format("{} has no double precision, and images are f64", traits.name)};
  WindowSpec spec;
  spec.name = "windows";
  spec.image = geometry_of(windows.image, {});
  const auto channels = static_cast<std::ptrdiff_t>(windows.image.channels.extent);
  spec.weights.assign(windows.weights.begin(), windows.weights.begin() + channels);
  spec.score = windows.score;
  spec.window_rows = static_cast<int>(windows.window.rows);
  spec.window_columns = static_cast<int>(windows.window.columns);
  spec.search = static_cast<int>(windows.search);
  spec.count = static_cast<int>(windows.count);
  spec.is_mapped = windows.is_mapped;
  spec.interpolation = windows.interpolation;
  spec.refine = windows.refine;
  spec.bandwidth = static_cast<double>(windows.bandwidth);
  spec.flat = static_cast<double>(windows.flat);
  if (windows.taper != BlockWindow::rectangle) {
    spec.taper_rows = window_taper(windows.taper, spec.window_rows);
    spec.taper_columns = window_taper(windows.taper, spec.window_columns);
  }
  spec.down = window_line(spec.second_rows());
  spec.across = window_line(spec.second_columns());
  if (const auto reason = choose_blocks(spec, traits)) return NoPlan{*reason};
  if (spec.refine > 0) {
    spec.keeps_window = true;
    if (spec.shared_bytes() > traits.shared_bytes ||
        windows_beside(spec, traits, spec.threads) < spec.blocks_beside)
      spec.keeps_window = false;
  }
  LaunchPlan plan;
  plan.run.push_back({std::move(spec), Place::input, Place::output});
  return plan;
}

}  // namespace fftcore
