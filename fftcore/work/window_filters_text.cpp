// SPDX-License-Identifier: LGPL-2.1-or-later
// WindowFilters <-> text.
#include <fmt/format.h>

#include <limits>

#include "block_window_words.h"
#include "fftcore/convolution.h"
#include "fftcore/window_filters.h"
#include "field_text.h"
#include "image_fields.h"
#include "interpolation_words.h"
#include "kind_fields.h"
#include "weight_words.h"

namespace fftcore {

// Defaults depend on the sample type, which is known by its place.
template <>
struct Draft<WindowFilters> : OneImageDraft<WindowFilters> {
  static WindowFilters usual(const WindowFilters& filters) {
    return window_filters(filters.image, filters.window);
  }
};

namespace {

void read_image(Draft<WindowFilters>& draft, std::string_view word, const FieldFacts&) {
  read_image_size(draft.image, word);
  limited(draft.image.extent.rows, kMaxWindowImage, "rows");
  limited(draft.image.extent.columns, kMaxWindowImage, "columns");
  limited(draft.image.channels, 4, "channels");
}

std::string all_weights_text(const std::array<float, 4>& weights) {
  return changed_weights_text(weights, WindowFilters().weights);
}

using FilterRow = ImageRows<WindowFilters>;
constexpr Field<WindowFilters> kFilterFields[] = {
    FilterRow::literal("filters"),
    FilterRow::type(),
    FilterRow::place(
        "extent", "size", {},
        [](const WindowFilters& filters) { return image_size_text(filters.image); }, read_image),
    FilterRow::place(
        "window", "window", "w",
        [](const WindowFilters& filters) {
          return fmt::format("{}x{}", filters.window.rows, filters.window.columns);
        },
        [](Draft<WindowFilters>& draft, std::string_view word, const FieldFacts& field) {
          draft.value = window_filters(draft.image.input(), parse_extent(word, field));
        }),
    FilterRow::planar(),
    FilterRow::stride<&Layout::rows>("pitch"),
    FilterRow::stride<&Layout::columns>("pixel"),
    FilterRow::stride<&Layout::channels>("channel"),
    FilterRow::text<all_weights_text, parse_weights, &WindowFilters::weights>("weights"),
    FilterRow::number<&WindowFilters::count>(
        "count", "a number of windows",
        {.least = 1, .most = kMaxWindows, .said = "the number of windows is {}"}),
    FilterRow::number<&WindowFilters::filters>(
        "filters", "a number of filters",
        {.least = 1, .most = kMaxWindows, .said = "the number of filters is {}"}),
    FilterRow::word<kSampleTypeWords, &WindowFilters::stored>("stored", "sample type"),
    FilterRow::word<kInterpolationWords, &WindowFilters::interpolation>("interpolation",
                                                                        "interpolation"),
    FilterRow::word<kBlockWindowWords, &WindowFilters::taper>("taper", "window function"),
    FilterRow::number<&WindowFilters::width>("width", {},
                                             {.least = kMinFilterWidth, .most = kMaxFilterWidth}),
    FilterRow::number<&WindowFilters::regularization>("regularization", {},
                                                      {.least = 1e-6, .most = 1e6}),
    FilterRow::number<&WindowFilters::flat>(
        "flat", {}, {.least = 0, .most = std::numeric_limits<float>::max()}),
};

}  // namespace

std::vector<WrittenField> fields_of(const WindowFilters& filters) {
  return written_fields(filters, kFilterFields);
}

void check_ranges(const WindowFilters& filters) {
  check_ranges(filters, kFilterFields);
}

std::string to_string(const WindowFilters& filters) {
  return text_of_fields(fields_of(filters));
}

WindowFilters parse_window_filters(std::string_view text) {
  constexpr Usage kUsage = {"correlation filters of windows",
                            "filters TYPE ROWSxCOLUMNS[xCHANNELS] wROWSxCOLUMNS ..."};
  return read_fields(text, kFilterFields, kUsage);
}

}  // namespace fftcore
