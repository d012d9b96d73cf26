// SPDX-License-Identifier: LGPL-2.1-or-later
#include "planner.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "cpu_rules.h"
#include "environment.h"
#include "fftcore/error.h"
#include "gpu_rules.h"
#include "kinds.h"
#include "log_line.h"
#include "no_plan.h"
#include "stage_launches.h"
#include "stream_blocks.h"

namespace fftcore {
namespace {

/// What the rules for a device say about a convolution.
struct PlanChoice {
  std::vector<std::string_view> names;  // of the rules
  std::vector<Offer> offers;            // theirs
  std::vector<const Plan*> ranked;      // of the offers, cheapest first
};

bool is_called(const Rule& rule, std::string_view name) {
  return rule.name == name || (!rule.other_name.empty() && rule.other_name == name);
}

void check_rule_name(std::string_view name) {
  std::vector<std::string_view> names;
  for (const auto rules : {cpu_rules(), gpu_rules()})
    for (const Rule& rule : rules) {
      if (is_called(rule, name)) return;
      if (std::ranges::find(names, rule.name) == names.end()) names.push_back(rule.name);
    }
  throw InvalidArgument(
      fmt::format("FFTCORE_PLAN={} is no rule; {} are", name, fmt::join(names, ", ")));
}

PlanChoice weigh(const Convolution& convolution, const DeviceTraits& traits) {
  const char* variable = plain_variable("FFTCORE_PLAN");
  const std::string_view only = variable != nullptr ? variable : "";
  if (!only.empty()) check_rule_name(only);
  PlanChoice choice;
  for (const Rule& rule : traits.kind == DeviceKind::cpu ? cpu_rules() : gpu_rules()) {
    choice.names.push_back(rule.name);
    choice.offers.push_back(only.empty() || is_called(rule, only)
                                ? rule.offer(convolution, traits)
                                : Offer{{}, fmt::format("FFTCORE_PLAN={}", only)});
  }
  for (Offer& offer : choice.offers)
    for (Plan& plan : offer.plans) {
      if (only.empty() && traits.kind == DeviceKind::cpu) add_low_rank(convolution, traits, plan);
      choice.ranked.push_back(&plan);
    }
  // What fits the memory comes first, and of what does not the smallest.
  const auto excess = [&](const Plan* plan) {
    return std::max<std::int64_t>(plan->workspace_bytes - traits.memory_bytes, 0);
  };
  std::stable_sort(choice.ranked.begin(), choice.ranked.end(), [&](const Plan* a, const Plan* b) {
    return std::pair(excess(a), a->cost_ns) < std::pair(excess(b), b->cost_ns);
  });
  return choice;
}

std::string offers_text(const PlanChoice& choice) {
  std::string text;
  for (std::size_t i = 0; i < choice.offers.size(); ++i) {
    const Offer& offer = choice.offers[i];
    if (offer.plans.empty())
      text += fmt::format("\n  {} has no plan: {}", choice.names[i], offer.reason);
    for (const Plan& plan : offer.plans) {
      text += fmt::format("\n  {} offers {}", choice.names[i], cost_text(plan));
      if (offer.plans.size() > 1) text += fmt::format(": {}", name_of(plan));
    }
  }
  return text;
}

std::string device_text(const DeviceTraits& traits) {
  return traits.kind == DeviceKind::cpu
             ? fmt::format("{} ({} threads, {} KiB cache each)", traits.name, traits.threads,
                           traits.cache_bytes / 1024)
             : fmt::format("{} ({} KiB shared memory a block)", traits.name,
                           traits.shared_bytes / 1024);
}

/// The value, or Unsupported with the reason. `subject`: what was to be planned, as text.
template <class Value>
Value value_or_throw(Planned<Value> planned, std::string_view subject, const DeviceTraits& traits) {
  if (!planned)
    throw Unsupported(fmt::format("no plan for {} on {}: {}; backend 'cpu' does it", subject,
                                  traits.name, planned.none().reason));
  return std::move(*planned);
}

}  // namespace

std::vector<Plan> rank_plans(const Convolution& convolution, const DeviceTraits& traits) {
  validate(convolution);
  const PlanChoice choice = weigh(convolution, traits);
  if (choice.ranked.empty())
    throw Unsupported(fmt::format("no plan for {} on {}:{}", to_string(convolution), traits.name,
                                  offers_text(choice)));
  log_line("plan", "{} on {}{}\n  cheapest {}", to_string(convolution), device_text(traits),
           offers_text(choice), to_string(*choice.ranked.front()));
  std::vector<Plan> plans;
  for (const Plan* plan : choice.ranked) plans.push_back(*plan);
  return plans;
}

Plan plan_convolution(const Convolution& convolution, const DeviceTraits& traits) {
  return std::move(rank_plans(convolution, traits).front());
}

std::string describe_choice(const Convolution& convolution, const DeviceTraits& traits) {
  validate(convolution);
  const PlanChoice choice = weigh(convolution, traits);
  std::string text = fmt::format("{}{}", to_string(convolution), offers_text(choice));
  if (!choice.ranked.empty()) text += fmt::format("\nchosen {}", to_string(*choice.ranked.front()));
  return text;
}

LaunchPlan plan_launches(const AnyWork& work, const DeviceTraits& traits) {
  if (const auto convolution = ranked_convolution(work, traits))
    return std::get<LaunchPlan>(plan_convolution(*convolution, traits).geometry);
  std::visit([](const auto& one) { validate(one); }, work);
  return value_or_throw(launches_of_any(work, traits), text_of(work), traits);
}

std::optional<Convolution> ranked_convolution(const AnyWork& work, const DeviceTraits& traits) {
  if (const auto* const convolution = std::get_if<Convolution>(&work)) return *convolution;
  if (const auto* const stream = std::get_if<StreamConvolution>(&work))
    return plan_blocks(*stream, traits).work;
  return std::nullopt;
}

StreamBlocks plan_blocks(const StreamConvolution& stream, const DeviceTraits& traits) {
  validate(stream);
  return value_or_throw(stream_blocks(stream), to_string(stream), traits);
}

Extent plan_spectrum_points(Extent least, const DeviceTraits& traits) {
  if (traits.kind == DeviceKind::cpu) return whole_transform(least);
  return value_or_throw(
      spectrum_points(least, traits),
      fmt::format("a spectrum of {}x{} or more points", least.rows, least.columns), traits);
}

}  // namespace fftcore
