// SPDX-License-Identifier: LGPL-2.1-or-later
// WindowCorrelation <-> text.
#include <fmt/format.h>

#include <array>
#include <limits>

#include "block_window_words.h"
#include "fftcore/convolution.h"
#include "fftcore/window_correlation.h"
#include "field_text.h"
#include "image_fields.h"
#include "interpolation_words.h"
#include "kind_fields.h"
#include "weight_words.h"

namespace fftcore {

// Defaults depend on the score and the sample type, which are known by their places.
template <>
struct Draft<WindowCorrelation> : OneImageDraft<WindowCorrelation> {
  static WindowCorrelation usual(const WindowCorrelation& windows) {
    return window_correlation(windows.score, windows.image, windows.window);
  }
};

namespace {

constexpr std::array kWindowScores = {Word<WindowScore>{WindowScore::plain, "plain"},
                                      Word<WindowScore>{WindowScore::zncc, "zncc"},
                                      Word<WindowScore>{WindowScore::phase, "phase"}};

void read_windowed_size(Draft<WindowCorrelation>& draft, std::string_view word, const FieldFacts&) {
  read_image_size(draft.image, word);
  limited(draft.image.extent.rows, kMaxWindowImage, "rows");
  limited(draft.image.extent.columns, kMaxWindowImage, "columns");
  limited(draft.image.channels, 4, "channels");
}

using Row = ImageRows<WindowCorrelation>;
constexpr Field<WindowCorrelation> kWindowFields[] = {
    Row::literal("windows"),
    Row::placed<kWindowScores, &WindowCorrelation::score>(Form::place, "score", "score"),
    Row::type(),
    Row::place(
        "extent", "size", {},
        [](const WindowCorrelation& windows) { return image_size_text(windows.image); },
        read_windowed_size),
    Row::place(
        "window", "window", "w",
        [](const WindowCorrelation& windows) {
          return fmt::format("{}x{}", windows.window.rows, windows.window.columns);
        },
        [](Draft<WindowCorrelation>& draft, std::string_view word, const FieldFacts& field) {
          draft.value =
              window_correlation(draft.value.score, draft.image.input(), parse_extent(word, field));
        }),
    Row::planar(),
    Row::stride<&Layout::rows>("pitch"),
    Row::stride<&Layout::columns>("pixel"),
    Row::stride<&Layout::channels>("channel"),
    Row::text<weights_text, parse_weights, &WindowCorrelation::weights>("weights"),
    Row::number<&WindowCorrelation::search>("search", "a number of samples",
                                            within(0, kMaxWindowSearch)),
    Row::number<&WindowCorrelation::count>(
        "count", "a number of windows",
        {.least = 1, .most = kMaxWindows, .said = "the number of windows is {}"}),
    Row::flag<true, &WindowCorrelation::is_mapped>("mapped"),
    Row::word<kInterpolationWords, &WindowCorrelation::interpolation>("interpolation",
                                                                      "interpolation"),
    Row::word<kBlockWindowWords, &WindowCorrelation::taper>("taper", "window function"),
    Row::number<&WindowCorrelation::refine>("refine", "a number of steps",
                                            within(0, kMaxWindowRefine)),
    Row::number<&WindowCorrelation::bandwidth>("bandwidth", {},
                                               {.least = 0, .most = 10, .unit = " cycles/pixel"}),
    Row::number<&WindowCorrelation::flat>("flat", {},
                                          {.least = 0, .most = std::numeric_limits<float>::max()}),
};

}  // namespace

std::vector<WrittenField> fields_of(const WindowCorrelation& windows) {
  return written_fields(windows, kWindowFields);
}

void check_ranges(const WindowCorrelation& windows) {
  check_ranges(windows, kWindowFields);
}

std::string_view to_string(WindowScore score) {
  return word_of(kWindowScores, score);
}

std::string to_string(const WindowCorrelation& windows) {
  return text_of_fields(fields_of(windows));
}

WindowCorrelation parse_window_correlation(std::string_view text) {
  constexpr Usage kUsage = {"correlation of windows",
                            "windows SCORE TYPE ROWSxCOLUMNS[xCHANNELS] wROWSxCOLUMNS ..."};
  return read_fields(text, kWindowFields, kUsage);
}

}  // namespace fftcore
