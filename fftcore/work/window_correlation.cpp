// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fftcore/window_correlation.h"

#include <fmt/format.h>

#include "fftcore/error.h"
#include "image_checks.h"
#include "kind_fields.h"
#include "window_checks.h"

namespace fftcore {
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
  check_window_image(windows.image);
  check_window_extent(windows.window);
  check_ranges(windows);
  check_weights(windows.weights);
  if (windows.score == WindowScore::zncc && windows.search == 0)
    throw InvalidArgument(fmt::format(
        "search is 0; zncc compares a window with what lies around it: 1 to {} are allowed",
        kMaxWindowSearch));
  if (windows.score == WindowScore::phase && windows.search != 0)
    throw InvalidArgument(fmt::format(
        "search is {}; both windows of phase have one extent: 0 is allowed", windows.search));
  if (windows.search == 0) check_round_window(windows.window, " and search 0");
  if (windows.search != 0 && windows.taper != BlockWindow::rectangle)
    throw InvalidArgument(
        fmt::format("taper is {} and search {}; with a search, rectangle is allowed",
                    to_string(windows.taper), windows.search));
}

}  // namespace fftcore
