// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu_offer.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "arithmetic.h"
#include "launch_cost.h"
#include "launch_steps.h"
#include "strided_axes.h"

namespace fftcore {
namespace {

std::string_view variant_of(Packing packing) {
  switch (packing) {
    case Packing::none: return "no halves";
    case Packing::columns: return "halves of columns";
    case Packing::rows: return "halves of rows";
    case Packing::slices: return "halves of slices";
    case Packing::even_odd: return "even and odd samples";
    case Packing::half_spectrum: return "rows as half spectra";
  }
  return "";
}

}  // namespace

double run_cost_ns(const Convolution& convolution, const LaunchPlan& launches,
                   const DeviceTraits& traits) {
  // Fitted to an H200. A byte between launches that leaves the cache costs kByte units of
  // launch_cost(); launches wait less for f16, kF16 of the time; one unit takes a multiprocessor
  // kUnitNs nanoseconds.
  constexpr double kByte = 1.3, kF16 = 0.8, kUnitNs = 0.0105;
  double cost = 0;
  for (const PlannedLaunch& launch : launches.run) cost += launch_cost(launch.spec, traits);
  // What launches leave for the next ones, and what several filters' spectra add.
  double largest = 0, moved = image_bytes(convolution);
  for (std::size_t i = 0; i + 1 < launches.run.size(); ++i) {
    const auto bytes = static_cast<double>(launches.bytes_of(launches.run[i].to));
    largest = std::max(largest, bytes);
    moved += 2 * bytes;
  }
  if (convolution.filters > 1) moved += static_cast<double>(launches.bytes_of(Place::spectrum));
  if (largest > 0 && convolution.precision == Precision::fast) cost *= kF16;
  if (largest > static_cast<double>(traits.cache_bytes) / 2)
    cost += kByte * moved * memory_slowness(traits);
  return cost * kUnitNs / std::max(1, traits.compute_units);
}

void GpuOffer::add(Planned<LaunchPlan> launches, Packing packing) {
  add(std::move(launches), variant_of(packing));
}

void GpuOffer::add(Planned<LaunchPlan> launches, std::string_view variant) {
  if (!launches) {
    reason_ = launches.none().reason;
    return;
  }
  Plan plan;
  plan.rule = rule_;
  plan.variant = variant;
  plan.cost_ns = run_cost_ns(convolution_, *launches, traits_);
  for (const PlannedLaunch& launch : launches->run) plan.flops += launch_flops(launch.spec);
  // Taps are kept for one of the plans at a time.
  std::int64_t spectrum = 0;
  for (const LaunchPlan* one : all_of(*launches)) {
    spectrum = std::max(spectrum, one->bytes_of(Place::spectrum));
    plan.workspace_bytes -= one->bytes_of(Place::spectrum);
    for (const std::int64_t bytes : one->size_bytes) plan.workspace_bytes += bytes;
  }
  plan.workspace_bytes += spectrum;
  plan.bytes = image_bytes(convolution_) + static_cast<double>(launches->bytes_of(Place::spectrum));
  plan.geometry = std::move(*launches);
  const auto is_same = [&, name = name_of(plan)](const Plan& other) {
    return name_of(other) == name;
  };
  if (std::none_of(plans_.begin(), plans_.end(), is_same)) plans_.push_back(std::move(plan));
}

Offer GpuOffer::all() && {
  std::stable_sort(plans_.begin(), plans_.end(),
                   [](const Plan& a, const Plan& b) { return a.cost_ns < b.cost_ns; });
  return {std::move(plans_), reason_};
}

std::vector<Packing> packings_of(const Convolution& convolution) {
  std::vector<Packing> packings = {Packing::none};
  if (is_complex(convolution)) return packings;  // samples are what travels
  const Extent out = convolution.output.extent();
  if (out.columns > 1) packings.push_back(Packing::columns);
  if (out.rows > 1) packings.push_back(Packing::rows);
  if (out.slices > 1) packings.push_back(Packing::slices);
  return packings;
}

std::string too_many_samples(const Convolution& convolution) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  const Extent out = convolution.output.extent(), taps = convolution.taps;
  // Good sizes are a quarter longer at most.
  for (const std::int64_t side :
       {out.rows + taps.rows, out.columns + taps.columns, out.slices + taps.slices})
    if (side > kMost / 2)
      return fmt::format(
          "lines of {} samples and taps are longer than {}; cut the image, or use "
          "fewer taps",
          side, kMost / 2);
  if (static_cast<double>(taps.rows * taps.columns * taps.slices) *
          static_cast<double>(taps_needed(convolution)) >
      kMost)
    return fmt::format("there are more than {} taps in all; use fewer", kMost);
  for (const Layout& layout :
       {convolution.input, convolution.output, convolution.second.value_or(convolution.output)}) {
    const std::int64_t samples = image_reach(layout);
    if (samples > kMost)
      return fmt::format(
          "the images reach over {} samples; kernels count up to 2^31. Split the batch", samples);
  }
  return {};
}

}  // namespace fftcore
