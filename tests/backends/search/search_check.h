// SPDX-License-Identifier: LGPL-2.1-or-later
// Runs of searches against the definitions in double: the surface, and the peaks.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "search_run.h"

namespace searches {

inline constexpr double kAllowed = 1e-4;  // of S; ccorr: of its largest

inline double largest_of(const Samples& s) {
  double largest = 0;
  for (const double value : s.values) largest = std::max(largest, std::abs(value));
  return largest;
}

/// What scores are measured in: their own unit, or where they have none the largest.
inline double unit_of(const TemplateMatching& matching, const Samples& exact) {
  return matching.score == fftcore::Score::ccorr ? largest_of(exact) : 1;
}
inline double unit_of(const PhaseCorrelation&, const Samples&) {
  return 1;
}

/// Rounding of a transform of so many points, of what its bins have at the root of the mean square.
inline double rounding_of(double points) {
  return 4 * 0x1p-24 * std::sqrt(std::log2(std::max(2.0, points)));
}

/// What rounding of transforms makes of a score. It reaches a normed one by as much as the signal,
/// less its level (of whole numbers: half their range), is larger than the deviation under the
/// template.
inline std::function<double(std::size_t)> allowed_of(const TemplateMatching& matching,
                                                     const Samples& image,
                                                     const oracle::ExactSurface& exact) {
  const double unit = kAllowed * unit_of(matching, exact.s);
  if (exact.deviations.empty()) return [unit](std::size_t) { return unit; };
  const Samples signal = oracle::signal_of(matching, image);
  double middle = oracle::signal_level(matching, image), squares = 0;
  if (!oracle::is_real(matching.image.type))
    for (std::int64_t c = 0; c < matching.image.channels.extent; ++c)
      middle += static_cast<double>(matching.weights[static_cast<std::size_t>(c)]) *
                std::round(white_of(matching.image.type) / 2);
  for (const double value : signal.values) squares += (value - middle) * (value - middle);
  const auto points = static_cast<double>(signal.values.size());
  const double rounding = rounding_of(points) * std::sqrt(squares / points);
  return [unit, rounding, &exact](std::size_t i) { return unit + rounding / exact.deviations[i]; };
}
/// Bins of phase correlation have one size, however weak they were.
inline std::function<double(std::size_t)> allowed_of(const PhaseCorrelation& correlation,
                                                     const Samples&,
                                                     const oracle::ExactSurface& exact) {
  const auto points = static_cast<double>(exact.s.values.size());
  const double allowed =
      kAllowed * unit_of(correlation, exact.s) + rounding_of(points) * exact.moved_by_bins;
  return [allowed](std::size_t) { return allowed; };
}

template <class Search>
void expect_close(const Search& search, const Samples& image, const Samples& got,
                  const oracle::ExactSurface& exact) {
  ASSERT_EQ(got.values.size(), exact.s.values.size());
  const auto allowed = allowed_of(search, image, exact);
  double most_beyond = 0;  // what is allowed
  for (std::size_t i = 0; i < got.values.size(); ++i) {
    if (exact.is_doubtful[i]) continue;
    const double beyond = std::abs(got.values[i] - exact.s.values[i]) - allowed(i);
    most_beyond = std::isnan(beyond) ? INFINITY : std::max(most_beyond, beyond);
  }
  EXPECT_EQ(most_beyond, 0) << to_string(search);
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
void expect_best(const Search& search, const Samples& image, const oracle::ExactSurface& exact,
                 const std::vector<Peak>& got) {
  const std::vector<Peak> want = oracle::peaks_of(search, exact.s);
  const auto allowed = allowed_of(search, image, exact);
  const auto of_template = static_cast<std::ptrdiff_t>(exact.s.index(1, 0, 0, 0, 0));
  for (std::int64_t index = 0; index < surfaces_of(search); ++index) {
    const auto first = exact.s.values.begin() + index * of_template;
    const auto best_exact = std::max_element(first, first + of_template);
    const double most = allowed(static_cast<std::size_t>(best_exact - exact.s.values.begin()));
    const auto as_good = std::count_if(
        first, first + of_template, [&](double value) { return value > *best_exact - 2 * most; });
    if (as_good > 1) continue;
    const auto is_of_template = [&](const Peak& peak) { return peak.template_index == index; };
    const auto best = std::find_if(got.begin(), got.end(), is_of_template),
               wanted = std::find_if(want.begin(), want.end(), is_of_template);
    ASSERT_TRUE(best != got.end() && wanted != want.end());
    EXPECT_NEAR(best->x, wanted->x, 0.05) << to_string(search) << ", template " << index;
    EXPECT_NEAR(best->y, wanted->y, 0.05) << to_string(search) << ", template " << index;
    EXPECT_NEAR(best->score, wanted->score, most) << to_string(search) << ", template " << index;
  }
}

/// One run, and of a surface a second: the peaks, the surface, and what must stay untouched.
template <class Search>
void expect_right(Ready<Search>& ready, const oracle::TestImage& memory, const Samples& image,
                  const oracle::ExactSurface& exact) {
  const Search& search = ready.search;
  const std::vector<Peak> peaks = ready.run(memory);
  EXPECT_TRUE(memory.padding_is_untouched() && ready.padding_is_untouched()) << to_string(search);
  EXPECT_EQ(memory.get().values, image.values) << "image changed: " << to_string(search);
  expect_best(search, image, exact, peaks);
  if (!search.has_surface) return;
  expect_close(search, image, ready.surface(), exact);
  expect_chosen(search, ready.surface(), peaks);
  EXPECT_EQ(ready.run(memory), peaks) << "a second run";
}

/// Whether a search writes its surface: both ways, one after the other, or as its text says.
enum class Surfaces : std::uint8_t { with_and_without, as_it_says };

/// S and its peaks, and what must stay untouched. `prepare` gives the templates or the reference.
template <class Search, class Prepare>
void expect_right(Search search, const Samples& image, const oracle::ExactSurface& exact,
                  Surfaces surfaces, Prepare prepare) {
  const oracle::TestImage memory = image_of(search.image, image);
  const bool is_asked_for = search.has_surface;
  for (const bool has_surface : {true, false}) {
    if (surfaces == Surfaces::as_it_says && has_surface != is_asked_for) continue;
    search.has_surface = has_surface;
    Ready<Search> ready(search);
    prepare(ready);
    expect_right(ready, memory, image, exact);
  }
}

inline unsigned seed_of(const std::string& text) {
  return static_cast<unsigned>(std::hash<std::string>{}(text));
}

inline void expect_matching_right(const std::string& text, Surfaces surfaces) {
  const TemplateMatching matching = fftcore::parse_matching(text);
  std::mt19937 random(seed_of(text));
  const Samples image = texture(matching.image, random);
  const std::vector<Taps> templates = templates_from(matching, image, random);
  expect_right(matching, image, oracle::matched(matching, image, templates), surfaces,
               [&](auto& ready) { ready.executable->set_templates(templates); });
}

/// The image and a wave that moved so far. A part of 0.006 of it is as large as what else there is:
/// noise that is measured counts.
inline Samples with_wave(Samples image, std::int64_t down, std::int64_t right) {
  for (std::int64_t c = 0; c < image.channels; ++c)
    for (std::int64_t y = 0; y < image.rows; ++y)
      for (std::int64_t x = 0; x < image.columns; ++x) {
        double& value = image.at(c, y, x);
        value = static_cast<float>(value +
                                   50 * std::cos(0.8 * static_cast<double>(x - right + y - down)));
      }
  return image;
}

inline void expect_phase_right(const std::string& text, Surfaces surfaces) {
  const PhaseCorrelation correlation = fftcore::parse_phase_correlation(text);
  std::mt19937 random(seed_of(text));
  const std::int64_t down = correlation.image.rows.extent / 8,
                     right = -correlation.image.columns.extent / 9;
  Samples reference = texture(correlation.image, random),
          image = with_grain(moved(reference, down, right), correlation.image.type, random);
  if (correlation.noise == 0) {
    reference = with_wave(std::move(reference), 0, 0);
    image = with_wave(std::move(image), down, right);
  }
  expect_right(correlation, image, oracle::phase_correlated(correlation, image, reference),
               surfaces, [&](auto& ready) { ready.set_reference(reference); });
}

}  // namespace searches
