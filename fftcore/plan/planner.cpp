// SPDX-License-Identifier: LGPL-2.1-or-later
#include "planner.h"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <vector>

#include "fftcore/error.h"
#include "log_line.h"

namespace fftcore {
namespace {

constexpr std::array kRules = {Rule{"tile", offer_tile}, Rule{"three-pass", offer_three_pass}, Rule{"five-pass", offer_five_pass}};

struct Choice {
  std::vector<Offer> offers;  // as kRules
  const Plan* best = nullptr;
};

Choice weigh(const Problem& problem, const DeviceTraits& traits) {
  const char* variable = std::getenv("FFTCORE_PLAN");
  const std::string_view only = variable != nullptr ? variable : "";
  Choice choice;
  bool known = only.empty();
  for (const Rule& rule : kRules) {
    known = known || rule.name == only;
    choice.offers.push_back(only.empty() || rule.name == only ? rule.offer(problem, traits)
                                                              : Offer{std::nullopt, fmt::format("FFTCORE_PLAN={}", only)});
  }
  if (!known) throw InvalidArgument(fmt::format("FFTCORE_PLAN={} is no rule; tile, three-pass and five-pass are", only));
  for (const Offer& offer : choice.offers)
    if (offer.plan && (choice.best == nullptr || offer.plan->cost_ns < choice.best->cost_ns)) choice.best = &*offer.plan;
  return choice;
}

std::string offers_text(const Choice& choice) {
  std::string text;
  for (std::size_t i = 0; i < kRules.size(); ++i) {
    const Offer& offer = choice.offers[i];
    text += offer.plan ? fmt::format("\n  {} offers {:.2f} ms of one core", kRules[i].name, offer.plan->cost_ns / 1e6)
                       : fmt::format("\n  {} has no plan: {}", kRules[i].name, offer.reason);
  }
  return text;
}

}  // namespace

std::span<const Rule> rules() { return kRules; }

Plan plan_problem(const Problem& problem, const DeviceTraits& traits) {
  validate(problem);
  const Choice choice = weigh(problem, traits);
  if (choice.best == nullptr)
    throw Unsupported(fmt::format("no plan for {} on {}:{}", to_string(problem), traits.name, offers_text(choice)));
  log_line("plan", "{} on {} ({} threads, {} KiB cache each){}\n  chosen {}", to_string(problem), traits.name, traits.threads,
           traits.cache_bytes / 1024, offers_text(choice), to_string(*choice.best));
  return *choice.best;
}

std::string describe_choice(const Problem& problem, const DeviceTraits& traits) {
  validate(problem);
  const Choice choice = weigh(problem, traits);
  std::string text = fmt::format("{}{}", to_string(problem), offers_text(choice));
  if (choice.best != nullptr) text += fmt::format("\nchosen {}", to_string(*choice.best));
  return text;
}

}  // namespace fftcore
