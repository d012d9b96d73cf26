// SPDX-License-Identifier: LGPL-2.1-or-later
#include "window_launches.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "block_window_value.h"
#include "fast_size.h"
#include "fftcore/error.h"
#include "launch_steps.h"
#include "strided_axes.h"

namespace fftcore {
namespace {

/// The most values of a butterfly: of all sides that windows have, 125 wants the most.
constexpr int kMostValues = 25;

/// Two butterflies of about as many values, the larger one last: its values are what the product is
/// made of.
std::optional<WindowLine> line_of(int length) {
  std::optional<WindowLine> best;
  for (int first = 1; first * first <= length; ++first)
    if (length % first == 0 && length / first <= kMostValues)
      best = WindowLine{first, length / first};
  return best;
}

/// The transform of a window's side. Lags of a search need no more points than the second window
/// has: at none does the first one reach beyond it. Sides whose lags go round have small factors.
WindowLine line_for(std::int64_t samples) {
  constexpr std::int64_t kLongest = kMaxWindow + 2 * kMaxWindowSearch;
  for (std::int64_t length = samples; length <= kLongest; ++length)
    if (const auto line = line_of(static_cast<int>(length)); line && is_smooth(length))
      return *line;
  throw InvalidArgument(fmt::format("windows of {} samples a side", samples));
}

/// Threads of a multiprocessor that windows are given: more would have registers for less than a
/// butterfly and what is around it, 128 (measured on an H200).
constexpr int kThreadsBeside = 512;

/// Blocks beside each other on a multiprocessor, by shared memory and registers, as far as there
/// are windows for them.
int blocks_beside(const WindowSpec& spec, const DeviceTraits& traits, int threads) {
  constexpr std::int64_t kOfDriver = 1024;  // in each block
  const std::int64_t room = (traits.shared_bytes + kOfDriver) / (spec.shared_bytes() + kOfDriver),
                     units = std::max(1, traits.compute_units),
                     wanted = (spec.count + units - 1) / units;
  return static_cast<int>(
      std::max(std::int64_t{1}, std::min({room, wanted, std::int64_t{kThreadsBeside / threads}})));
}

/// Values that threads of a block go through one after the other, where the last round of each part
/// of the transforms leaves some of them idle.
std::int64_t cost_of(const WindowSpec& spec, int threads) {
  std::int64_t cost = 0;
  const auto add = [&](int lines, int butterflies, int values) {
    cost += std::int64_t{(lines * butterflies + threads - 1) / threads} * values;
  };
  add(spec.second_rows(), spec.across.last, spec.across.first);
  add(spec.second_rows(), spec.across.first, spec.across.last);
  add(spec.across.length(), spec.down.last, spec.down.first);
  constexpr int kOfProduct = 3;  // butterflies that a thread does one after the other
  add(spec.half_columns() - 1, spec.down.first, kOfProduct * spec.down.last);
  add(spec.half_columns(), spec.down.last, spec.down.first);
  return cost * threads;
}

/// The number of threads between half of the most and the most that idles least.
void choose_threads(WindowSpec& spec, const DeviceTraits& traits) {
  constexpr int kLeast = 64, kWarp = 32;
  spec.threads = kLeast;
  const int beside = blocks_beside(spec, traits, kLeast);
  const int most = std::clamp(kThreadsBeside / beside / kWarp * kWarp, kLeast,
                              std::max(kLeast, traits.block_threads / kWarp * kWarp));
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (int threads = most; 2 * threads >= most && threads >= kLeast; threads -= kWarp) {
    WindowSpec tried = spec;
    tried.threads = threads;  // each has room in shared memory for sums
    const std::int64_t cost = cost_of(tried, threads);
    if (cost >= least || tried.shared_bytes() > traits.shared_bytes) continue;
    least = cost;
    spec.threads = threads;
  }
}

std::vector<double> taper_of(BlockWindow taper, int count) {
  std::vector<double> weights;
  constexpr double kMiddle = 0.5;
  for (int i = 0; i < count; ++i) weights.push_back(window_value(taper, (i + kMiddle) / count));
  return weights;
}

}  // namespace

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
    spec.taper_rows = taper_of(windows.taper, spec.window_rows);
    spec.taper_columns = taper_of(windows.taper, spec.window_columns);
  }
  spec.down = line_for(spec.second_rows());
  spec.across = line_for(spec.second_columns());
  choose_threads(spec, traits);
  if (spec.shared_bytes() > traits.shared_bytes)
    return NoPlan{
        fmt::format("windows of {}x{} samples and lags up to {} want {} KiB of shared "
                    "memory; a block of {} has {} KiB",
                    spec.window_rows, spec.window_columns, spec.search,
                    (spec.shared_bytes() + 1023) / 1024, traits.name, traits.shared_bytes / 1024)};
  spec.blocks_beside = blocks_beside(spec, traits, spec.threads);
  if (spec.refine > 0) {
    spec.keeps_window = true;
    if (spec.shared_bytes() > traits.shared_bytes ||
        blocks_beside(spec, traits, spec.threads) < spec.blocks_beside)
      spec.keeps_window = false;
  }
  LaunchPlan plan;
  plan.run.push_back({std::move(spec), Place::input, Place::output});
  return plan;
}

}  // namespace fftcore
