// SPDX-License-Identifier: LGPL-2.1-or-later
// TemplateMatching and PhaseCorrelation <-> text.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "fftcore/convolution.h"
#include "fftcore/search.h"
#include "field_text.h"
#include "image_fields.h"
#include "kind_fields.h"
#include "peak_rules.h"
#include "weight_words.h"

namespace fftcore {

// Defaults depend on the score, the sample type and the template, which are known by their places.
template <>
struct Draft<TemplateMatching> : OneImageDraft<TemplateMatching> {
  static TemplateMatching usual(const TemplateMatching& matching) {
    return fftcore::matching(matching.score, matching.image, matching.template_extent);
  }
};
template <>
struct Draft<PhaseCorrelation> : OneImageDraft<PhaseCorrelation> {
  static PhaseCorrelation usual(const PhaseCorrelation& correlation) {
    return phase_correlation(correlation.image);
  }
};

namespace {

constexpr std::array kScores = {Word<Score>{Score::ccorr, "ccorr"},
                                Word<Score>{Score::ccorr_normed, "ccorr-normed"},
                                Word<Score>{Score::ccoeff_normed, "ccoeff-normed"}};

void read_searched_size(ImageDraft& image, std::string_view word) {
  read_image_size(image, word);
  for (const std::int64_t side : {image.extent.rows, image.extent.columns})
    if (side < 1 || side > kMaxSearchExtent)
      throw InvalidArgument(
          message("{} rows or columns; 1 to {} are allowed", side, kMaxSearchExtent));
  if (image.channels < 1 || image.channels > 4)
    throw InvalidArgument(message("{} channels; 1 to 4 are allowed", image.channels));
}

/// Rows that both kinds have.
template <class Search>
struct SearchRows : ImageRows<Search> {
  using Row = Field<Search>;

  static constexpr Row extent(typename Row::Set set) {
    return ImageRows<Search>::place(
        "extent", "size", {}, [](const Search& search) { return image_size_text(search.image); },
        set);
  }
  static constexpr Row weights() {
    return ImageRows<Search>::template text<weights_text, parse_weights, &Search::weights>(
        "weights");
  }
  static constexpr Row peaks() {
    return ImageRows<Search>::template number<&Search::max_peaks>(
        "peaks", {}, {.least = 1, .most = kMaxPeaks, .said = "max_peaks is {}"});
  }
  static constexpr Row radius() {
    return ImageRows<Search>::template number<&Search::radius>("radius", {}, within(0, kMaxRadius));
  }
};

using Match = SearchRows<TemplateMatching>;
constexpr Field<TemplateMatching> kMatching[] = {
    Match::literal("match"),
    Match::placed<kScores, &TemplateMatching::score>(Form::place, "score", "score"),
    Match::type(),
    Match::extent([](Draft<TemplateMatching>& draft, std::string_view word, const FieldFacts&) {
      read_searched_size(draft.image, word);
    }),
    Match::place(
        "template", "template", "p",
        [](const TemplateMatching& matching) {
          return fmt::format("{}x{}", matching.template_extent.rows,
                             matching.template_extent.columns);
        },
        [](Draft<TemplateMatching>& draft, std::string_view word, const FieldFacts& field) {
          draft.value = matching(draft.value.score, draft.image.input(), parse_extent(word, field));
        }),
    Match::planar(),
    Match::stride<&Layout::rows>("pitch"),
    Match::stride<&Layout::columns>("pixel"),
    Match::stride<&Layout::channels>("channel"),
    Match::weights(),
    Match::number<&TemplateMatching::templates>(
        "templates", {},
        {.least = 1, .most = kMaxTemplates, .said = "the number of templates is {}"}),
    Match::peaks(),
    Match::radius(),
    Match::number<&TemplateMatching::flat>("flat", {}),
    Match::flag<true, &TemplateMatching::has_surface>("surface"),
};

using Phase = SearchRows<PhaseCorrelation>;
constexpr Field<PhaseCorrelation> kPhase[] = {
    Phase::literal("phase"),
    Phase::type(),
    Phase::extent([](Draft<PhaseCorrelation>& draft, std::string_view word, const FieldFacts&) {
      read_searched_size(draft.image, word);
      draft.value = phase_correlation(draft.image.input());
    }),
    Phase::planar(),
    Phase::stride<&Layout::rows>("pitch"),
    Phase::stride<&Layout::columns>("pixel"),
    Phase::stride<&Layout::channels>("channel"),
    Phase::weights(),
    Phase::peaks(),
    Phase::radius(),
    Phase::number<&PhaseCorrelation::noise>("noise", {}),
    Phase::number<&PhaseCorrelation::bandwidth>("bandwidth", {},
                                                {.least = 0, .most = 10, .unit = " cycles/pixel"}),
    Phase::flag<false, &PhaseCorrelation::has_window>("no-window"),
    Phase::flag<true, &PhaseCorrelation::has_surface>("surface"),
};

}  // namespace

std::string_view to_string(Score score) {
  return word_of(kScores, score);
}

std::vector<WrittenField> fields_of(const TemplateMatching& matching) {
  return written_fields(matching, kMatching);
}
std::vector<WrittenField> fields_of(const PhaseCorrelation& correlation) {
  return written_fields(correlation, kPhase);
}

void check_ranges(const TemplateMatching& matching) {
  check_ranges(matching, kMatching);
}
void check_ranges(const PhaseCorrelation& correlation) {
  check_ranges(correlation, kPhase);
}

std::string to_string(const TemplateMatching& matching) {
  return text_of_fields(fields_of(matching));
}
std::string to_string(const PhaseCorrelation& correlation) {
  return text_of_fields(fields_of(correlation));
}

TemplateMatching parse_matching(std::string_view text) {
  constexpr Usage kUsage = {"template matching",
                            "match SCORE TYPE ROWSxCOLUMNS[xCHANNELS] pROWSxCOLUMNS ..."};
  return read_fields(text, kMatching, kUsage);
}

PhaseCorrelation parse_phase_correlation(std::string_view text) {
  constexpr Usage kUsage = {"phase correlation", "phase TYPE ROWSxCOLUMNS[xCHANNELS] ..."};
  return read_fields(text, kPhase, kUsage);
}

}  // namespace fftcore
