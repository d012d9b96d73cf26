// SPDX-License-Identifier: LGPL-2.1-or-later
// Each search of the list against the definitions in double: the surface, and the peaks.
#include "search_check.h"
#include "search_list.h"

using namespace fftcore;
using namespace searches;

namespace {

/// One alone, whose surface is as it says.
const char* asked_for() {
  return std::getenv("FFTCORE_TEST_SEARCH");
}

class TheList : public OnThisBackend<testing::TestWithParam<std::string>> {
 protected:
  /// With and without a surface to write: S, its peaks, and what must stay untouched. `prepare`
  /// gives the templates or the reference.
  template <class Search, class Prepare>
  void check(Search search, const Samples& image, const oracle::ExactSurface& exact,
             Prepare prepare) {
    const oracle::TestImage memory = image_of(search.image, image);
    for (const bool has_surface : asked_for() != nullptr ? std::vector<bool>{search.has_surface}
                                                         : std::vector<bool>{true, false}) {
      search.has_surface = has_surface;
      const auto ready = compile(search);
      if (!ready) return;
      prepare(*ready);
      expect_right(*ready, memory, image, exact);
    }
  }
};
class Matchings : public TheList {};
class Phases : public TheList {};

unsigned seed_of(const std::string& text) {
  return static_cast<unsigned>(std::hash<std::string>{}(text));
}

std::vector<std::string> asked_for(std::vector<std::string> list, std::string_view first_word) {
  if (const char* one = asked_for()) {
    list.clear();
    if (std::string_view(one).starts_with(first_word)) list.emplace_back(one);
  }
  return list;
}

}  // namespace

TEST_P(Matchings, AreRight) {
  const TemplateMatching matching = parse_matching(GetParam());
  std::mt19937 random(seed_of(GetParam()));
  const Samples image = texture(matching.image, random);
  const std::vector<Taps> templates = templates_from(matching, image, random);
  check(matching, image, oracle::matched(matching, image, templates),
        [&](auto& ready) { ready.executable->set_templates(templates); });
}

TEST_P(Phases, AreRight) {
  const PhaseCorrelation correlation = parse_phase_correlation(GetParam());
  std::mt19937 random(seed_of(GetParam()));
  const Samples reference = texture(correlation.image, random);
  const Samples image = with_grain(
      moved(reference, correlation.image.rows.extent / 8, -correlation.image.columns.extent / 9),
      correlation.image.element, random);
  check(correlation, image, oracle::phase_correlated(correlation, image, reference),
        [&](auto& ready) { ready.set_reference(reference); });
}

INSTANTIATE_TEST_SUITE_P(Search, Matchings,
                         testing::ValuesIn(asked_for(problems::matchings(), "match")));
INSTANTIATE_TEST_SUITE_P(Search, Phases, testing::ValuesIn(asked_for(problems::phases(), "phase")));
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Matchings);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Phases);
