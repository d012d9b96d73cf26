// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fftcore/window_filters.h"

#include <fmt/format.h>

#include <algorithm>

#include "fftcore/convolution.h"
#include "fftcore/error.h"
#include "image_checks.h"
#include "kind_fields.h"
#include "window_checks.h"

namespace fftcore {

WindowFilters window_filters(const Layout& image, Extent window) {
  WindowFilters filters;
  filters.image = image;
  filters.window = window;
  if (traits_of(image.type).is_whole()) filters.flat = 0.5F;
  return filters;
}

Layout stored_filters(const WindowFilters& filters) {
  const std::int64_t planes = 2 * filters.image.channels.extent + 1;
  return Layout::interleaved(filters.stored,
                             {planes * filters.window.rows, filters.window.columns / 2 + 1})
      .with_frames(filters.filters);
}

void validate(const WindowFilters& filters) {
  check_window_image(filters.image);
  check_window_extent(filters.window);
  check_round_window(filters.window);
  check_ranges(filters);
  check_weights(filters.weights);
  const auto channels = static_cast<std::size_t>(filters.image.channels.extent);
  if (std::all_of(filters.weights.begin(), filters.weights.begin() + channels,
                  [](float weight) { return weight == 0; }))
    throw InvalidArgument("all channels have weight 0; a channel with another weight is needed");
  if (filters.stored != SampleType::f16 && filters.stored != SampleType::f32)
    throw InvalidArgument(fmt::format("filters are stored as {}; f16 and f32 are allowed",
                                      to_string(filters.stored)));
}

}  // namespace fftcore
