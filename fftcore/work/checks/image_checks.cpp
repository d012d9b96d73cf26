// SPDX-License-Identifier: LGPL-2.1-or-later
#include "image_checks.h"

#include <fmt/format.h>

#include <cmath>

#include "check_count.h"
#include "fftcore/error.h"
#include "fftcore/search.h"

namespace fftcore {

void check_sides(const Layout& image, std::string_view what, std::int64_t most) {
  check_count(image.rows.extent, fmt::format("{}'s number of rows", what), 1, most);
  check_count(image.columns.extent, fmt::format("{}'s number of columns", what), 1, most);
}

void check_single_frame(const Layout& image, std::string_view what, std::string_view hint) {
  if (image.slices.extent != 1 || image.frames.extent != 1)
    throw InvalidArgument(fmt::format("{} has {} slices and {} frames; 1 of each is allowed{}",
                                      what, image.slices.extent, image.frames.extent, hint));
}

void check_weights(const std::array<float, 4>& weights) {
  for (const float weight : weights)
    if (!(std::abs(weight) <= kMaxWeight))  // NaN too
      throw InvalidArgument(fmt::format("a channel's weight is {}; -{} to {} is allowed", weight,
                                        kMaxWeight, kMaxWeight));
}

}  // namespace fftcore
