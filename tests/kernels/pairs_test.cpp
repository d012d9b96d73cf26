// SPDX-License-Identifier: LGPL-2.1-or-later
// What a merge runs has each pair of features that the lists have, and the lists keep the pairs
// that they had. README.md says what to do where a test fails.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "case_file.h"
#include "dialect.h"
#include "emitter.h"
#include "feature_pairs.h"
#include "launch_kernel.h"
#include "pair_file.h"
#include "planned_cases.h"

namespace kernels::pairs_test {
namespace {

constexpr const char* kUpdate = "FFTCORE_UPDATE_CASES";
constexpr const char* kListThem = "FFTCORE_LIST_PAIRS";

Pairs all_pairs_of(const PlannedCase& planned) {
  Pairs pairs;
  for (const fftcore::LaunchSpec& launch : planned.launches)
    pairs.merge(pairs_of(features_of(launch, planned.one.kind)));
  return pairs;
}

const Pairs& covered_pairs() {
  static const Pairs all = [] {
    Pairs pairs;
    for (const PlannedCase& planned : planned_cases()) pairs.merge(all_pairs_of(planned));
    return pairs;
  }();
  return all;
}

/// All pairs of the table that no case covers.
Pairs pairs_without_case() {
  Pairs pairs;
  for (std::size_t i = 0; i < kFactors; ++i)
    for (std::size_t j = i + 1; j < kFactors; ++j)
      for (const std::string& a : values_of(static_cast<Factor>(i)))
        for (const std::string& b : values_of(static_cast<Factor>(j)))
          pairs.insert(FeaturePair{.first = {static_cast<Factor>(i), a},
                                   .second = {static_cast<Factor>(j), b}});
  for (const FeaturePair& pair : covered_pairs()) pairs.erase(pair);
  return pairs;
}

std::string pair_file_path() {
  return FFTCORE_KERNEL_CASES_FOLDER "/covered_pairs.txt";
}

PairFile pair_file() {
  std::ifstream file(pair_file_path());
  return parse_pairs({std::istreambuf_iterator<char>(file), {}});
}

/// Those of `some` that are not in `others`.
std::string difference_text(const Pairs& some, const Pairs& others) {
  std::string text;
  for (const FeaturePair& pair : some)
    if (!others.contains(pair)) text += "\n  " + to_string(pair);
  return text;
}

/// What PoCL takes for it on a fast core, in microseconds: for any kernel, and for each byte.
std::int64_t cost_of(const std::string& source) {
  constexpr std::int64_t kOfKernel = 250'000, kOfByte = 20;
  return kOfKernel + kOfByte * static_cast<std::int64_t>(source.size());
}

CountedCase counted(const PlannedCase& planned) {
  CountedCase result{planned.one, all_pairs_of(planned), {}, 0};
  for (const fftcore::LaunchSpec& launch : planned.launches) {
    const std::string source =
        emit_kernel(fftcore::launch_kernel(launch).kernel, fftcore::cuda_dialect());
    result.cost_of_kernel.emplace(source, cost_of(source));
  }
  return result;
}

/// Writes the choice and the pairs anew.
void update() {
  std::vector<CountedCase> cases;
  for (const PlannedCase& planned : planned_cases()) cases.push_back(counted(planned));
  std::ofstream file(case_file_path());
  file << "# The cases that a merge runs. README.md says how they are chosen, and how to write "
          "this\n"
          "# file and covered_pairs.txt anew.\n";
  for (const KernelCase& one : choose_cases(cases)) file << to_string(one) << "\n";
  std::ofstream(pair_file_path())
      << "# Features that meet in a kernel of some case of the lists. README.md says more.\n"
      << to_text({covered_pairs(), pairs_without_case().size()});
}

/// Those of the table that no pair has.
std::vector<Feature> features_without(const Pairs& pairs) {
  std::set<Feature> met;
  for (const FeaturePair& pair : pairs) met.insert({pair.first, pair.second});
  std::vector<Feature> others;
  for (std::size_t i = 0; i < kFactors; ++i)
    for (const std::string& value : values_of(static_cast<Factor>(i)))
      if (const Feature feature{static_cast<Factor>(i), value}; !met.contains(feature))
        others.push_back(feature);
  return others;
}

class KernelPairs : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    if (std::getenv(kUpdate) != nullptr) update();
  }
};

const std::string kAnew = fmt::format(
    "\nIf that is what was wanted, run this test with {}=1, look at the difference that git shows, "
    "and commit it.",
    kUpdate);

TEST_F(KernelPairs, AreOfFeaturesInTheTable) {
  for (const PlannedCase& planned : planned_cases())
    for (const fftcore::LaunchSpec& launch : planned.launches) {
      const Features features = features_of(launch, planned.one.kind);
      for (std::size_t i = 0; i < kFactors; ++i) {
        const auto& values = values_of(static_cast<Factor>(i));
        ASSERT_TRUE(features[i].empty() || std::ranges::count(values, features[i]) == 1)
            << to_string(planned.one) << ": feature_values.cpp has no "
            << name_of(static_cast<Factor>(i)) << " '" << features[i] << "'";
      }
    }
}

TEST_F(KernelPairs, AreAllInTheCasesOfAMerge) {
  Pairs chosen;
  for (const KernelCase& one : read_cases()) {
    const auto& all = planned_cases();
    const auto planned =
        std::ranges::find_if(all, [&](const PlannedCase& other) { return other.one == one; });
    ASSERT_NE(planned, all.end()) << "no list has this case of merge_cases.txt: " << to_string(one)
                                  << kAnew;
    chosen.merge(all_pairs_of(*planned));
  }
  std::string missing;
  std::size_t count = 0;
  for (const PlannedCase& planned : planned_cases())
    for (const FeaturePair& pair : all_pairs_of(planned))
      if (chosen.insert(pair).second) {
        missing += fmt::format("\n  {}: {}", to_string(pair), to_string(planned.one));
        ++count;
      }
  EXPECT_EQ(count, 0U) << "merge_cases.txt has no case of these pairs; the lists have:" << missing
                       << kAnew;
}

TEST_F(KernelPairs, OfTheListsAreNotLost) {
  const PairFile file = pair_file();
  EXPECT_EQ(difference_text(file.covered, covered_pairs()), "")
      << "no case of the lists covers these pairs any more; add one." << kAnew;
  EXPECT_EQ(difference_text(covered_pairs(), file.covered), "")
      << "covered_pairs.txt does not have these pairs yet." << kAnew;
}

TEST_F(KernelPairs, WithoutACaseAreNoMoreThanBefore) {
  const Pairs pairs = pairs_without_case();
  if (std::getenv(kListThem) != nullptr) fmt::print("{}\n", difference_text(pairs, {}));
  fmt::print("{} pairs of features are covered, {} are not ({}=1 lists them)\n",
             covered_pairs().size(), pairs.size(), kListThem);
  for (const Feature& feature : features_without(covered_pairs()))
    fmt::print("no case at all has {} {}\n", name_of(feature.factor), feature.value);
  const PairFile file = pair_file();
  std::string fresh;
  for (const Feature& feature : features_without(file.covered))
    for (const FeaturePair& pair : pairs)
      if (pair.first == feature || pair.second == feature) fresh += "\n  " + to_string(pair);
  EXPECT_EQ(pairs.size(), file.without_case)
      << "covered_pairs.txt knows none of the features in these pairs:" << fresh
      << "\n"
         "add cases of the new features to the lists, by as many pairs as there can be."
      << kAnew;
}

}  // namespace
}  // namespace kernels::pairs_test
