// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fftcore/window_correlation.h"

#include <fmt/format.h>

#include <cmath>

#include "check_count.h"
#include "fftcore/convolution.h"
#include "fftcore/error.h"
#include "fftcore/search.h"
#include "interpolation_words.h"
#include "kind_fields.h"
#include "strided_axes.h"

namespace fftcore {
namespace {

void check_image(const Layout& image) {
  validate_layout(image, "image");
  check_count(image.rows.extent, "the image's number of rows", 1, kMaxWindowImage);
  check_count(image.columns.extent, "the image's number of columns", 1, kMaxWindowImage);
  check_count(image.channels.extent, "the image's number of channels", 1, 4);
  if (image.slices.extent != 1 || image.frames.extent != 1)
    throw InvalidArgument(fmt::format("the image has {} slices and {} frames; 1 of each is allowed",
                                      image.slices.extent, image.frames.extent));
  if (traits_of(image.type).is_complex())
    throw InvalidArgument(
        fmt::format("the image is {}; real types are allowed", to_string(image.type)));
}

void check_numbers(const WindowCorrelation& windows) {
  for (const float weight : windows.weights)
    if (!(std::abs(weight) <= kMaxWeight))  // NaN too
      throw InvalidArgument(fmt::format("a channel's weight is {}; -{} to {} is allowed", weight,
                                        kMaxWeight, kMaxWeight));
  if (!std::isfinite(windows.flat))
    throw InvalidArgument(
        fmt::format("flat is {}; 0 or a number above it is allowed", windows.flat));
}

/// Windows whose lags go round are transformed as long as they are.
void check_round(Extent window) {
  for (std::int64_t side : {window.rows, window.columns}) {
    const std::int64_t whole = side;
    for (const int factor : {2, 3, 5})
      while (side % factor == 0) side /= factor;
    if (side != 1)
      throw InvalidArgument(fmt::format(
          "a side of the windows is {} and search 0; sides without prime factors above 5 are "
          "allowed, such as 16, 24, 32, 48 and 64",
          whole));
  }
}

}  // namespace

WindowCorrelation window_correlation(WindowScore score, const Layout& image, Extent window) {
  WindowCorrelation windows;
  windows.score = score;
  windows.image = image;
  windows.window = window;
  if (traits_of(image.type).is_whole()) windows.flat = 0.5F;
  if (score == WindowScore::phase) {
    windows.search = 0;
    windows.taper = BlockWindow::hann;
  }
  return windows;
}

void validate(const WindowCorrelation& windows) {
  check_image(windows.image);
  check_count(windows.window.rows, "the windows' number of rows", kMinWindow, kMaxWindow);
  check_count(windows.window.columns, "the windows' number of columns", kMinWindow, kMaxWindow);
  if (windows.window.slices != 1)
    throw InvalidArgument(
        fmt::format("the windows have {} slices; they are of images, 1", windows.window.slices));
  check_ranges(windows);
  check_numbers(windows);
  if (windows.score == WindowScore::zncc && windows.search == 0)
    throw InvalidArgument(fmt::format(
        "search is 0; zncc compares a window with what lies around it: 1 to {} are allowed",
        kMaxWindowSearch));
  if (windows.score == WindowScore::phase && windows.search != 0)
    throw InvalidArgument(fmt::format(
        "search is {}; both windows of phase have one extent: 0 is allowed", windows.search));
  if (windows.search == 0) check_round(windows.window);
  if (windows.search != 0 && windows.taper != BlockWindow::rectangle)
    throw InvalidArgument(
        fmt::format("taper is {} and search {}; with a search, rectangle is allowed",
                    to_string(windows.taper), windows.search));
}

std::string_view to_string(Interpolation interpolation) {
  return word_of(kInterpolationWords, interpolation);
}

}  // namespace fftcore
