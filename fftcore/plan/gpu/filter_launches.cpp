// SPDX-License-Identifier: LGPL-2.1-or-later
#include "filter_launches.h"

#include <fmt/format.h>

#include <cstddef>
#include <limits>
#include <utility>

#include "launch_steps.h"
#include "strided_axes.h"
#include "window_blocks.h"

namespace fftcore {

Planned<LaunchPlan> launches_of(const WindowFilters& filters, const DeviceTraits& traits) {
  const auto reason = [](std::string_view what, std::int64_t reach) {
    return NoPlan{fmt::format("{} over {} samples; kernels count up to 2^31", what, reach)};
  };
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  if (const std::int64_t reach = image_reach(filters.image); reach > kMost)
    return reason("an image reaches", reach);
  if (const std::int64_t reach = image_reach(stored_filters(filters)); reach > kMost)
    return reason("filters reach", reach);
  if (filters.image.type == SampleType::f64 && !traits.has_doubles)
    return NoPlan{fmt::format("{} has no double precision, and images are f64", traits.name)};
  FilterSpec spec;
  spec.name = "filters";
  const auto channels = static_cast<std::ptrdiff_t>(filters.image.channels.extent);
  spec.weights.assign(filters.weights.begin(), filters.weights.begin() + channels);
  spec.stored = filters.stored == SampleType::f16 ? Storage::f16 : Storage::f32;
  spec.filters = static_cast<int>(filters.filters);
  spec.width = static_cast<double>(filters.width);
  spec.regularization = static_cast<double>(filters.regularization);
  WindowSpec& windows = spec.windows;
  windows.name = spec.name;
  windows.image = geometry_of(filters.image, {});
  windows.score = WindowScore::plain;
  windows.window_rows = static_cast<int>(filters.window.rows);
  windows.window_columns = static_cast<int>(filters.window.columns);
  windows.search = 0;
  windows.count = static_cast<int>(filters.count);
  windows.is_mapped = true;
  windows.interpolation = filters.interpolation;
  windows.refine = 0;
  windows.flat = static_cast<double>(filters.flat);
  if (filters.taper != BlockWindow::rectangle) {
    windows.taper_rows = window_taper(filters.taper, windows.window_rows);
    windows.taper_columns = window_taper(filters.taper, windows.window_columns);
  }
  windows.down = window_line(windows.window_rows);
  windows.across = window_line(windows.window_columns);
  windows.other_bytes = spec.kept_bytes();
  if (const auto without = choose_blocks(windows, traits)) return NoPlan{*without};
  LaunchPlan plan;
  plan.run.push_back({std::move(spec), Place::input, Place::output});
  return plan;
}

}  // namespace fftcore
