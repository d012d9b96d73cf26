// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tuner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <locale>
#include <mutex>
#include <span>
#include <sstream>
#include <utility>

#include "environment.h"
#include "fftcore/compile_stop.h"
#include "fftcore/error.h"
#include "log_line.h"
#include "measure_plans.h"

namespace fftcore {
namespace {

// The plans that are measured: at most so many, each of at most so many times the least cost.
// Between rules the cost model is far out for small images.
constexpr std::size_t kMostCandidates = 8;
constexpr double kMostCost = 8;

/// The cheapest of each rule, then whichever are cheapest.
std::vector<Plan> candidates_of(const std::vector<Plan>& ranked) {
  std::vector<Plan> candidates, others;
  for (const Plan& plan : ranked) {
    if (plan.cost_ns > kMostCost * ranked.front().cost_ns) break;
    const bool is_new_rule =
        std::none_of(candidates.begin(), candidates.end(),
                     [&](const Plan& other) { return other.rule == plan.rule; });
    (is_new_rule ? candidates : others).push_back(plan);
  }
  candidates.insert(candidates.end(), others.begin(), others.end());
  candidates.resize(std::min(candidates.size(), kMostCandidates));
  return candidates;
}

std::optional<Plan> named(const std::vector<Plan>& ranked, std::string_view name) {
  const auto plan = std::find_if(ranked.begin(), ranked.end(),
                                 [&](const Plan& one) { return name_of(one) == name; });
  if (plan == ranked.end()) {
    log_line("plan", "what was measured or compiled is no plan any more: {}", name);
    return std::nullopt;
  }
  return *plan;
}

/// The fastest candidate; nothing where none could be measured.
std::optional<Plan> measure(const Convolution& problem, std::span<const Plan> candidates,
                            Device& device) {
  std::vector<std::optional<double>> times;
  try {
    times = measure_plans(device, problem, candidates);
  } catch (const Stopped&) {
    throw;
  } catch (const Error& error) {
    // The device's memory may hold one plan, but not what measuring takes.
    log_line("plan", "{} is not measured: {}", to_string(problem), error.what());
    return std::nullopt;
  }
  std::string text;
  std::optional<Plan> fastest;
  int count = 0;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (!times[i]) continue;
    ++count;
    text += fmt::format("\n  {:.1f} us: {}", *times[i], name_of(candidates[i]));
    if (fastest && fastest->measured->microseconds <= *times[i]) continue;
    fastest = candidates[i];
    fastest->measured = {*times[i], 0};
  }
  if (fastest) fastest->measured->candidates = count;
  log_line("plan", "{} was measured on '{}':{}", to_string(problem), device.info().name, text);
  return fastest;
}

std::string plan_setting() {
  const char* const only = plain_variable("FFTCORE_PLAN");
  return fmt::format("FFTCORE_PLAN={}", only != nullptr ? only : "");
}

}  // namespace

std::optional<Plan> recall_fastest(const std::vector<Plan>& ranked, const CacheKey& key,
                                   KernelCache& memory) {
  const std::optional<std::string> text = memory.find(key);
  const std::optional<Remembered> remembered = text ? parse_remembered(*text) : std::nullopt;
  if (!remembered) return std::nullopt;
  std::optional<Plan> plan = named(ranked, remembered->name);
  if (plan) plan->measured = remembered->measured;
  return plan;
}

CacheKey compiled_plan_key(const Convolution& problem, const DeviceTraits& traits,
                           std::string_view architecture) {
  CacheKey key;
  key.source = fmt::format("{}\n{}", to_string(problem), plan_setting());
  key.options = "fftcore " FFTCORE_VERSION ": the compiled plan";
  key.architecture = fmt::format("{} {}", architecture, gpu_traits_text(traits));
  return key;
}

std::string to_string(const Remembered& remembered) {
  return fmt::format("{} {}\n{}", remembered.measured.microseconds, remembered.measured.candidates,
                     remembered.name);
}

std::optional<Remembered> parse_remembered(std::string_view text) {
  std::istringstream stream{std::string(text)};
  stream.imbue(std::locale::classic());
  Remembered remembered;
  stream >> remembered.measured.microseconds >> remembered.measured.candidates;
  if (stream.get() != '\n' || !std::getline(stream, remembered.name)) return std::nullopt;
  const bool is_sound =
      std::isfinite(remembered.measured.microseconds) && remembered.measured.microseconds >= 0 &&
      remembered.measured.candidates > 0 && !remembered.name.empty() && stream.eof();
  return is_sound ? std::optional(remembered) : std::nullopt;
}

CacheKey tuning_key(const Convolution& problem, const DeviceTraits& traits,
                    const DeviceInfo& device) {
  CacheKey key;
  key.source = fmt::format("{}\n{}", to_string(problem), plan_setting());
  key.options = "fftcore " FFTCORE_VERSION ": the fastest plan";
  key.architecture =
      fmt::format("{}, {}, as {}: {} units, {} threads and {} bytes a block, {} bytes of cache",
                  device.name, device.architecture, traits.name, traits.compute_units,
                  traits.block_threads, traits.shared_bytes, traits.cache_bytes);
  key.compiler = device.compiler;
  return key;
}

Plan choose_plan(const Convolution& problem, std::vector<Plan> ranked, const DeviceTraits& traits,
                 Device& device, KernelCache& memory, Tuning tuning) {
  if (tuning == Tuning::none || ranked.size() == 1) return std::move(ranked.front());
  const CacheKey key = tuning_key(problem, traits, device.info());
  // Two that measure at once would measure each other; the second of the same Convolution finds
  // what the first remembers.
  static std::mutex one_at_a_time;
  std::unique_lock lock(one_at_a_time, std::defer_lock);
  if (tuning == Tuning::everything) lock.lock();
  std::optional<Plan> chosen = recall_fastest(ranked, key, memory);
  if (chosen) {
    log_line("plan", "{}: remembered as the fastest, {:.1f} us: {}", to_string(problem),
             chosen->measured->microseconds, name_of(*chosen));
    return *std::move(chosen);
  }
  const std::vector<Plan> candidates = candidates_of(ranked);
  if (tuning == Tuning::everything && candidates.size() > 1)
    chosen = measure(problem, candidates, device);
  if (!chosen) {
    const auto name = memory.find(compiled_plan_key(problem, traits, device.info().architecture));
    if (name) chosen = named(ranked, *name);
    return chosen ? *std::move(chosen) : std::move(ranked.front());
  }
  memory.put(key, to_string(Remembered{name_of(*chosen), *chosen->measured}));
  return *std::move(chosen);
}

}  // namespace fftcore
