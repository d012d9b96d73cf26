// SPDX-License-Identifier: LGPL-2.1-or-later
// Rows, then columns. Any taps are as many outer products as their shorter side, so the rule has a
// plan for all of them. Taps that turn out to be fewer, once they are set, are a plan beside
// another.
#include <algorithm>

#include "bank.h"
#include "cpu_rules.h"
#include "direct_plan.h"

namespace fftcore {
namespace {

/// Most products for which a plan beside another is kept.
constexpr std::int64_t kMostProducts = 3;

/// How many times the estimate of large transforms it may have. Costs were fitted on one kind of
/// core, and such transforms lose more on others: a Sapphire Rapids takes 1.9 times the estimate of
/// passes through memory, 2.1 times that of tiles of 256x768, and 1.3 to 1.5 times that of rows and
/// columns.
double most_of(const Plan& plan) {
  constexpr double kMost = 8.0 / 7;
  constexpr std::int64_t kLargeTile = 1 << 17;
  const auto* const tile = std::get_if<TilePlan>(&plan.geometry);
  const bool is_large = plan.rule == "three-pass" ||
                        (tile != nullptr && tile->fft.rows * tile->fft.columns >= kLargeTile);
  return is_large ? kMost : 1;
}

std::string not_separable(const Convolution& convolution) {
  if (std::string reason = needs_exact_spectrum(convolution); !reason.empty()) return reason;
  if (filters_of_frame(convolution, 0).count > 1)
    return "a frame meets several filters, and rows are filtered for one";
  return not_direct(convolution);
}

}  // namespace

Offer offer_separable(const Convolution& convolution, const DeviceTraits& traits) {
  if (std::string reason = not_separable(convolution); !reason.empty())
    return {{}, std::move(reason)};
  Plan plan =
      direct_plan(convolution, std::min(convolution.taps.rows, convolution.taps.columns), traits);
  plan.rule = "separable";
  return {{std::move(plan)}, {}};
}

void add_low_rank(const Convolution& convolution, const DeviceTraits& traits, Plan& plan) {
  const std::int64_t most =
      std::min({kMostProducts, convolution.taps.rows, convolution.taps.columns});
  if (plan.rule == "separable" || !not_separable(convolution).empty()) return;
  const double most_ns = plan.cost_ns * most_of(plan);
  LowRankPlan low_rank;
  std::int64_t workspace_bytes = 0;
  for (std::int64_t products = 1; products <= most; ++products) {
    const Plan candidate = direct_plan(convolution, products, traits);
    if (candidate.cost_ns >= most_ns) break;
    low_rank.geometry = std::get<DirectPlan>(candidate.geometry);
    low_rank.cost_ns.push_back(candidate.cost_ns);
    workspace_bytes = candidate.workspace_bytes;
  }
  if (low_rank.cost_ns.empty()) return;
  plan.low_rank = std::move(low_rank);
  plan.workspace_bytes += workspace_bytes;
}

}  // namespace fftcore
