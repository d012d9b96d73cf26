// SPDX-License-Identifier: LGPL-2.1-or-later
// Pairs of features that meet in one kernel, and a choice of cases that has each pair.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "kernel_case.h"
#include "kernel_features.h"

namespace kernels {

struct Feature {
  Factor factor;
  std::string value;

  auto operator<=>(const Feature&) const = default;
};

/// The factor that comes first in Factor is `first`.
struct FeaturePair {
  Feature first, second;

  auto operator<=>(const FeaturePair&) const = default;
};

std::string to_string(const FeaturePair& pair);

using Pairs = std::set<FeaturePair>;

/// What meets in one kernel.
Pairs pairs_of(const Features& features);

/// A case, the pairs of all its kernels, and what it costs by kernel: the name is what tells
/// kernels apart, so that one which two cases have is paid once.
struct CountedCase {
  KernelCase one;
  Pairs pairs;
  std::map<std::string, std::int64_t> cost_of_kernel;
  std::int64_t cost_of_run = 0;
};

/// Cases in their order, by which each pair is covered that any of `all` covers: always the case
/// that has the most pairs that are missing, for what it costs; then without those that the others
/// make superfluous.
std::vector<KernelCase> choose_cases(const std::vector<CountedCase>& all);

}  // namespace kernels
