// SPDX-License-Identifier: LGPL-2.1-or-later
#include "window_blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "block_window_value.h"
#include "fast_size.h"
#include "fftcore/error.h"
#include "fftcore/window_correlation.h"

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

/// Threads of a multiprocessor that windows are given: more would have registers for less than a
/// butterfly and what is around it, 128 (measured on an H200).
constexpr int kThreadsBeside = 512;
/// The fewest threads that a window is given, likewise: for transforms of many points there are
/// more, whoever has room for more windows beside each other.
constexpr int kLeastThreads = 64;
int least_threads(const WindowSpec& spec) {
  constexpr int kPoints = 32, kMost = 128;
  return std::clamp(spec.down.length() * spec.across.length() / kPoints, kLeastThreads, kMost);
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
  constexpr int kLeast = kLeastThreads, kWarp = 32;
  spec.threads = kLeast;
  const int beside = windows_beside(spec, traits, kLeast);
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

}  // namespace

WindowLine window_line(std::int64_t samples) {
  constexpr std::int64_t kLongest = kMaxWindow + 2 * kMaxWindowSearch;
  for (std::int64_t length = samples; length <= kLongest; ++length)
    if (const auto line = line_of(static_cast<int>(length)); line && is_smooth(length))
      return *line;
  throw InvalidArgument(fmt::format("windows of {} samples a side", samples));
}

int windows_beside(const WindowSpec& spec, const DeviceTraits& traits, int threads) {
  constexpr std::int64_t kOfDriver = 1024;  // in each block
  const std::int64_t room = (traits.shared_bytes + kOfDriver) / (spec.shared_bytes() + kOfDriver),
                     units = std::max(1, traits.compute_units),
                     wanted = (spec.count + units - 1) / units,
                     by_threads = kThreadsBeside / std::max(threads, least_threads(spec));
  return static_cast<int>(std::max(std::int64_t{1}, std::min({room, wanted, by_threads})));
}

std::vector<double> window_taper(BlockWindow taper, int count) {
  std::vector<double> weights;
  constexpr double kMiddle = 0.5;
  for (int i = 0; i < count; ++i) weights.push_back(window_value(taper, (i + kMiddle) / count));
  return weights;
}

std::optional<std::string> choose_blocks(WindowSpec& spec, const DeviceTraits& traits) {
  choose_threads(spec, traits);
  if (spec.shared_bytes() > traits.shared_bytes)
    return fmt::format(
        "windows of {}x{} samples{} want {} KiB of shared memory; a block of {} has {} KiB",
        spec.window_rows, spec.window_columns,
        spec.search > 0 ? fmt::format(" and lags up to {}", spec.search) : "",
        (spec.shared_bytes() + 1023) / 1024, traits.name, traits.shared_bytes / 1024);
  spec.blocks_beside = windows_beside(spec, traits, spec.threads);
  return std::nullopt;
}

}  // namespace fftcore
