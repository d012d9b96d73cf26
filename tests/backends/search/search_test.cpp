// SPDX-License-Identifier: LGPL-2.1-or-later
// Each search of the list against the definitions in double: the surface, and the peaks.
#include "search_check.h"
#include "search_list.h"

namespace search_test {

using namespace fftcore;
using namespace searches;

namespace {

/// One alone, whose surface is as it says.
const char* asked_for() {
  return std::getenv("FFTCORE_TEST_SEARCH");
}

/// With and without a surface, but for the one that is asked for.
Surfaces surfaces() {
  return asked_for() != nullptr ? Surfaces::as_it_says : Surfaces::with_and_without;
}

/// Skipped where the backend cannot do it.
class TheList : public OnThisBackend<testing::TestWithParam<std::string>> {
 protected:
  void check(void (*expect)(const std::string&, Surfaces)) {
    try {
      expect(GetParam(), surfaces());
    } catch (const Unsupported& error) {
      GTEST_SKIP() << error.what();
    }
  }
};
class Matchings : public TheList {};
class Phases : public TheList {};

std::vector<std::string> asked_for(std::vector<std::string> list, std::string_view first_word) {
  if (const char* one = asked_for()) {
    list.clear();
    if (std::string_view(one).starts_with(first_word)) list.emplace_back(one);
  }
  return list;
}

}  // namespace

TEST_P(Matchings, AreRight) {
  check(expect_matching_right);
}

TEST_P(Phases, AreRight) {
  check(expect_phase_right);
}

INSTANTIATE_TEST_SUITE_P(Search, Matchings,
                         testing::ValuesIn(asked_for(problems::matchings(), "match")));
INSTANTIATE_TEST_SUITE_P(Search, Phases, testing::ValuesIn(asked_for(problems::phases(), "phase")));
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Matchings);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Phases);

}  // namespace search_test
