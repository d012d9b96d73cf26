// SPDX-License-Identifier: LGPL-2.1-or-later
#include "planner.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "fftcore/error.h"
#include "log_line.h"

namespace fftcore {
namespace {

constexpr std::array kRules = {Rule{"tile", DeviceKind::cpu, offer_tile},
                               Rule{"three-pass", DeviceKind::cpu, offer_three_pass},
                               Rule{"five-pass", DeviceKind::cpu, offer_five_pass},
                               Rule{"tile", DeviceKind::gpu, offer_gpu_tile},
                               Rule{"three-pass", DeviceKind::gpu, offer_gpu_passes},
                               Rule{"half-spectrum", DeviceKind::gpu, offer_gpu_half_spectrum}};

struct Choice {
  std::vector<std::string_view> names;  // of the rules that were asked
  std::vector<Offer> offers;            // theirs
  std::vector<const Plan*> ranked;      // of the offers, cheapest first
};

Choice weigh(const Convolution& problem, const DeviceTraits& traits) {
  const char* variable = std::getenv("FFTCORE_PLAN");
  const std::string_view only = variable != nullptr ? variable : "";
  Choice choice;
  bool known = only.empty();
  for (const Rule& rule : kRules) {
    known = known || rule.name == only;
    if (rule.kind != traits.kind) continue;
    choice.names.push_back(rule.name);
    choice.offers.push_back(only.empty() || rule.name == only
                                ? rule.offer(problem, traits)
                                : Offer{{}, fmt::format("FFTCORE_PLAN={}", only)});
  }
  if (!known)
    throw InvalidArgument(fmt::format(
        "FFTCORE_PLAN={} is no rule; tile, three-pass, five-pass and half-spectrum are", only));
  for (const Offer& offer : choice.offers)
    for (const Plan& plan : offer.plans) choice.ranked.push_back(&plan);
  std::stable_sort(choice.ranked.begin(), choice.ranked.end(),
                   [](const Plan* a, const Plan* b) { return a->cost_ns < b->cost_ns; });
  return choice;
}

std::string offers_text(const Choice& choice) {
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

}  // namespace

std::span<const Rule> rules() {
  return kRules;
}

std::vector<Plan> rank_plans(const Convolution& problem, const DeviceTraits& traits) {
  validate(problem);
  const Choice choice = weigh(problem, traits);
  if (choice.ranked.empty())
    throw Unsupported(fmt::format("no plan for {} on {}:{}", to_string(problem), traits.name,
                                  offers_text(choice)));
  log_line("plan", "{} on {}{}\n  cheapest {}", to_string(problem), device_text(traits),
           offers_text(choice), to_string(*choice.ranked.front()));
  std::vector<Plan> plans;
  for (const Plan* plan : choice.ranked) plans.push_back(*plan);
  return plans;
}

Plan plan_problem(const Convolution& problem, const DeviceTraits& traits) {
  return std::move(rank_plans(problem, traits).front());
}

std::string describe_choice(const Convolution& problem, const DeviceTraits& traits) {
  validate(problem);
  const Choice choice = weigh(problem, traits);
  std::string text = fmt::format("{}{}", to_string(problem), offers_text(choice));
  if (!choice.ranked.empty()) text += fmt::format("\nchosen {}", to_string(*choice.ranked.front()));
  return text;
}

}  // namespace fftcore
