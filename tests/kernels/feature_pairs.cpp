// SPDX-License-Identifier: LGPL-2.1-or-later
#include "feature_pairs.h"

#include <fmt/format.h>

namespace kernels {
namespace {

/// Pairs and kernels as numbers, by which choosing is fast.
struct NumberedCase {
  std::vector<std::size_t> pairs, kernels;
  std::int64_t cost_of_run = 0;
};

template <class Key>
class Numbers {
 public:
  std::size_t of(const Key& key) { return numbers_.emplace(key, numbers_.size()).first->second; }
  std::size_t count() const { return numbers_.size(); }

 private:
  std::map<Key, std::size_t> numbers_;
};

class Choice {
 public:
  explicit Choice(const std::vector<CountedCase>& all) {
    Numbers<FeaturePair> pairs;
    Numbers<std::string> kernels;
    for (const CountedCase& one : all) {
      NumberedCase& numbered = cases_.emplace_back();
      numbered.cost_of_run = one.cost_of_run;
      for (const FeaturePair& pair : one.pairs) numbered.pairs.push_back(pairs.of(pair));
      for (const auto& [kernel, cost] : one.cost_of_kernel) {
        numbered.kernels.push_back(kernels.of(kernel));
        costs_.resize(kernels.count(), cost);
      }
    }
    times_.resize(pairs.count());
  }

  /// Numbers of cases, in no order.
  std::vector<std::size_t> made() {
    while (add_best()) continue;
    drop_superfluous();
    return chosen_;
  }

 private:
  /// False where no pair is missing.
  bool add_best() {
    std::size_t best = 0;
    std::int64_t best_missing = 0, best_cost = 1;
    for (std::size_t i = 0; i < cases_.size(); ++i) {
      const std::int64_t missing = std::ranges::count_if(
          cases_[i].pairs, [&](std::size_t pair) { return times_[pair] == 0; });
      if (missing == 0) continue;
      const std::int64_t cost = cost_of(cases_[i]);
      if (missing * best_cost <= best_missing * cost) continue;
      best = i;
      best_missing = missing;
      best_cost = cost;
    }
    if (best_missing == 0) return false;
    chosen_.push_back(best);
    for (const std::size_t pair : cases_[best].pairs) ++times_[pair];
    for (const std::size_t kernel : cases_[best].kernels) costs_[kernel] = 0;  // paid
    return true;
  }

  /// Cases that those chosen later make superfluous go, the first chosen first.
  void drop_superfluous() {
    std::erase_if(chosen_, [&](std::size_t i) {
      const std::vector<std::size_t>& pairs = cases_[i].pairs;
      if (std::ranges::any_of(pairs, [&](std::size_t pair) { return times_[pair] == 1; }))
        return false;
      for (const std::size_t pair : pairs) --times_[pair];
      return true;
    });
  }

  std::int64_t cost_of(const NumberedCase& one) const {
    std::int64_t cost = 1 + one.cost_of_run;
    for (const std::size_t kernel : one.kernels) cost += costs_[kernel];
    return cost;
  }

  std::vector<NumberedCase> cases_;
  std::vector<std::int64_t> costs_;  // of kernels
  std::vector<int> times_;           // that chosen cases have a pair
  std::vector<std::size_t> chosen_;
};

}  // namespace

std::string to_string(const FeaturePair& pair) {
  return fmt::format("{} {}, {} {}", name_of(pair.first.factor), pair.first.value,
                     name_of(pair.second.factor), pair.second.value);
}

Pairs pairs_of(const Features& features) {
  Pairs pairs;
  for (std::size_t i = 0; i < kFactors; ++i)
    for (std::size_t j = i + 1; j < kFactors; ++j)
      if (!features[i].empty() && !features[j].empty())
        pairs.insert(FeaturePair{.first = {static_cast<Factor>(i), features[i]},
                                 .second = {static_cast<Factor>(j), features[j]}});
  return pairs;
}

std::vector<KernelCase> choose_cases(const std::vector<CountedCase>& all) {
  std::vector<std::size_t> chosen = Choice(all).made();
  std::ranges::sort(chosen);
  std::vector<KernelCase> cases;
  for (const std::size_t i : chosen) cases.push_back(all[i].one);
  return cases;
}

}  // namespace kernels
