// SPDX-License-Identifier: LGPL-2.1-or-later
// Each search of the list against the definitions in double: the surface, and the peaks.
#include "search_list.h"
#include "search_run.h"

using namespace fftcore;
using namespace searches;

namespace {

constexpr double kAllowed = 1e-4;  // of S; ccorr: of its largest

double largest_of(const Samples& s) {
  double largest = 0;
  for (const double value : s.values) largest = std::max(largest, std::abs(value));
  return largest;
}

/// What scores are measured in: their own unit, or where they have none the largest.
double unit_of(const TemplateMatching& matching, const Samples& exact) {
  return matching.score == Score::ccorr ? largest_of(exact) : 1;
}
double unit_of(const PhaseCorrelation&, const Samples&) {
  return 1;
}

template <class Search>
void expect_close(const Search& search, const Samples& got, const oracle::ExactSurface& exact) {
  ASSERT_EQ(got.values.size(), exact.s.values.size());
  const double unit = unit_of(search, exact.s);
  double worst = 0;
  for (std::size_t i = 0; i < got.values.size(); ++i) {
    if (exact.is_doubtful[i]) continue;
    const double error = std::abs(got.values[i] - exact.s.values[i]);
    worst = std::isnan(error) ? INFINITY : std::max(worst, error);
  }
  EXPECT_LE(worst, kAllowed * unit) << to_string(search);
}

/// What was chosen from a surface is what the definition says of that same surface: not a bit less.
template <class Search>
void expect_chosen(const Search& search, const Samples& surface, const std::vector<Peak>& got) {
  const std::vector<Peak> want = oracle::peaks_of(search, surface);
  ASSERT_EQ(got.size(), want.size()) << to_string(search);
  for (std::size_t i = 0; i < got.size(); ++i) {
    EXPECT_EQ(got[i].template_index, want[i].template_index);
    EXPECT_EQ(got[i].score, want[i].score) << to_string(search) << ", peak " << i;
    EXPECT_NEAR(got[i].x, want[i].x, 1e-6) << to_string(search) << ", peak " << i;
    EXPECT_NEAR(got[i].y, want[i].y, 1e-6) << to_string(search) << ", peak " << i;
    EXPECT_NEAR(got[i].confidence, want[i].confidence, 1e-6) << to_string(search) << ", peak " << i;
  }
}

/// The best peak of each template lies where the definition has it, unless another place is as good
/// but for rounding.
template <class Search>
void expect_best(const Search& search, const Samples& exact, const std::vector<Peak>& got) {
  const std::vector<Peak> want = oracle::peaks_of(search, exact);
  const double unit = unit_of(search, exact);
  for (std::int64_t index = 0; index < surfaces_of(search); ++index) {
    const auto first =
        exact.values.begin() + static_cast<std::ptrdiff_t>(exact.index(index, 0, 0, 0, 0));
    std::vector<double> values(first,
                               first + static_cast<std::ptrdiff_t>(exact.index(1, 0, 0, 0, 0)));
    if (values.size() > 1) {
      std::nth_element(values.begin(), values.begin() + 1, values.end(), std::greater<>());
      if (values[0] - values[1] < 2 * kAllowed * unit) continue;
    }
    const auto of_template = [&](const Peak& peak) { return peak.template_index == index; };
    const auto best = std::find_if(got.begin(), got.end(), of_template),
               exact_best = std::find_if(want.begin(), want.end(), of_template);
    ASSERT_TRUE(best != got.end() && exact_best != want.end());
    EXPECT_NEAR(best->x, exact_best->x, 0.05) << to_string(search) << ", template " << index;
    EXPECT_NEAR(best->y, exact_best->y, 0.05) << to_string(search) << ", template " << index;
    EXPECT_NEAR(best->score, exact_best->score, kAllowed * unit);
  }
}

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
      const std::vector<Peak> peaks = ready->run(memory);
      EXPECT_TRUE(memory.padding_is_untouched() && ready->padding_is_untouched())
          << to_string(search);
      EXPECT_EQ(memory.get().values, image.values) << "image changed: " << to_string(search);
      expect_best(search, exact.s, peaks);
      if (!has_surface) continue;
      expect_close(search, ready->surface(), exact);
      expect_chosen(search, ready->surface(), peaks);
      EXPECT_EQ(ready->run(memory), peaks) << "a second run";
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
  Samples image =
      moved(reference, correlation.image.rows.extent / 8, -correlation.image.columns.extent / 9);
  std::uniform_real_distribution<double> grain(-0.02, 0.02);
  for (double& value : image.values) {
    value = std::clamp(value + grain(random) * white_of(correlation.image.element), 0.0,
                       white_of(correlation.image.element));
    value = oracle::is_real(correlation.image.element)
                ? static_cast<double>(static_cast<float>(value))
                : std::round(value);
  }
  check(correlation, image, oracle::phase_correlated(correlation, image, reference),
        [&](auto& ready) { ready.set_reference(reference); });
}

INSTANTIATE_TEST_SUITE_P(Search, Matchings,
                         testing::ValuesIn(asked_for(problems::matchings(), "match")));
INSTANTIATE_TEST_SUITE_P(Search, Phases, testing::ValuesIn(asked_for(problems::phases(), "phase")));
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Matchings);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Phases);
