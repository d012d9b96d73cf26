// SPDX-License-Identifier: LGPL-2.1-or-later
// Taps that are a sum of few products of a column and a row, in one launch: columns, then rows of
// what they make, for one product after the other. Plans are made before taps are known. So there
// is another one for taps that are no such sum, and set_taps() chooses.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ceil_div.h"
#include "direct_launches.h"
#include "gpu_offer.h"
#include "gpu_rules.h"

namespace fftcore {
namespace {

/// Most taps a side, which a thread has registers for, and least ones, of which there are as few
/// that products save nothing.
constexpr std::int64_t kMostTapsOfAxis = 33, kLeastTaps = 5;
constexpr int kMostProducts = 3;
/// Threads of a block, of which several find room on a multiprocessor.
constexpr std::int64_t kMostBlockThreads = 320;

/// Rows of tiles and of columns' strips that are offered.
struct SeparableStrips {
  int tile_rows, rows;
};
constexpr std::array kSeparableStrips = {SeparableStrips{32, 8}, SeparableStrips{16, 4}};

/// Threads that go through all strips of columns in the fewest rounds, all of them nearly full.
int threads_for(const Convolution& convolution, const SeparableStrips& strips) {
  DirectSpec spec;
  spec.tap_columns = static_cast<int>(convolution.taps.columns);
  spec.lead = lead_of(convolution, loads_quads(convolution));
  const std::int64_t count = std::int64_t{spec.groups()} * (strips.tile_rows / strips.rows),
                     rounds = ceil_div(count, kMostBlockThreads);
  return static_cast<int>(ceil_div(ceil_div(count, rounds), std::int64_t{kStripsAcross}) *
                          kStripsAcross);
}

/// The most products that are cheaper than a plan for all taps, at least one.
int most_products(const Convolution& convolution, const StripShape& shape, double other_ns,
                  const DeviceTraits& traits) {
  int most = 1;
  for (int products = 2; products <= kMostProducts; ++products) {
    auto launches = direct_launches(convolution, DirectBody::products, shape, products, traits);
    if (!launches) break;
    std::get<DirectSpec>(launches->run.front().spec).products = products;
    if (run_cost_ns(convolution, *launches, traits) < other_ns) most = products;
  }
  return most;
}

std::string separable_obstacle(const Convolution& convolution) {
  if (std::string reason = direct_obstacle(convolution, kMostTapsOfAxis); !reason.empty())
    return reason;
  if (std::min(convolution.taps.rows, convolution.taps.columns) < kLeastTaps)
    return fmt::format(
        "products of a column and a row save nothing where a side of {}x{} taps is "
        "less than {}",
        convolution.taps.rows, convolution.taps.columns, kLeastTaps);
  return {};
}

}  // namespace

Offer offer_gpu_separable(const Convolution& convolution, const DeviceTraits& traits) {
  if (std::string reason = separable_obstacle(convolution); !reason.empty())
    return {{}, std::move(reason)};
  const std::optional<Plan> other = cheapest_of_others({"separable", "bands"}, convolution, traits);
  if (!other) return {{}, "no other rule has a plan for taps that are no few products"};
  GpuOffer offer("separable", convolution, traits);
  for (const SeparableStrips strips : kSeparableStrips) {
    const StripShape shape{strips.tile_rows, strips.rows, threads_for(convolution, strips),
                           static_cast<int>(convolution.taps.rows)};
    const int most = most_products(convolution, shape, other->cost_ns, traits);
    auto launches = direct_launches(convolution, DirectBody::products, shape, most, traits);
    if (launches) launches->otherwise = {std::get<LaunchPlan>(other->geometry)};
    offer.add(std::move(launches));
  }
  return std::move(offer).all();
}

}  // namespace fftcore
