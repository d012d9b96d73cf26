// SPDX-License-Identifier: LGPL-2.1-or-later
#include "window_checks.h"

#include <fmt/format.h>

#include "check_count.h"
#include "fast_size.h"
#include "fftcore/convolution.h"
#include "fftcore/error.h"
#include "fftcore/window_correlation.h"
#include "image_checks.h"
#include "strided_axes.h"

namespace fftcore {

void check_window_image(const Layout& image) {
  validate_layout(image, "image");
  check_sides(image, "the image", kMaxWindowImage);
  check_count(image.channels.extent, "the image's number of channels", 1, 4);
  check_single_frame(image, "the image");
  if (traits_of(image.type).is_complex())
    throw InvalidArgument(
        fmt::format("the image is {}; real types are allowed", to_string(image.type)));
}

void check_window_extent(Extent window) {
  check_count(window.rows, "the windows' number of rows", kMinWindow, kMaxWindow);
  check_count(window.columns, "the windows' number of columns", kMinWindow, kMaxWindow);
  if (window.slices != 1)
    throw InvalidArgument(
        fmt::format("the windows have {} slices; they are of images, 1", window.slices));
}

void check_round_window(Extent window, std::string_view because) {
  for (const std::int64_t side : {window.rows, window.columns})
    if (!is_smooth(side))
      throw InvalidArgument(fmt::format(
          "a side of the windows is {}{}; sides without prime factors above 5 are allowed, such as "
          "16, 24, 32, 48 and 64",
          side, because));
}

}  // namespace fftcore
