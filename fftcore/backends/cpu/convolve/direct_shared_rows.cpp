// SPDX-License-Identifier: LGPL-2.1-or-later
// The part of DirectExecutable that filters rows once for all tiles. A tile of few rows would
// filter nearly as many of its neighbour's as of its own.
#include <algorithm>

#include "bank.h"
#include "ceil_div.h"
#include "direct_executable.h"

namespace fftcore {

void DirectExecutable::share_rows(WorkerPool& pool, const Frame& whole,
                                  const DirectTaps& taps) noexcept {
  const std::int64_t rows = extended_rows(convolution()), tasks = ceil_div(rows, kSharedRows),
                     planes = convolution().input.frames.extent * channel_tiles();
  pool.run(planes * tasks, [&](std::int64_t task, int worker) {
    const Tile plane{task / tasks / channel_tiles(),
                     task / tasks % channel_tiles(),
                     0,
                     0,
                     {rows, convolution().output.columns.extent}};
    const Frame frame = image().slice(whole, {plane.frame}, {});
    const std::int64_t filter = filters_of_frame(convolution(), plane.frame).first;
    const std::vector<DirectTerm>& terms = taps[static_cast<std::size_t>(
        taps_index(convolution(), filter, plane.channel, plane.channel))];
    const std::int64_t first = task % tasks * kSharedRows;
    for (std::int64_t y = first; y < std::min(first + kSharedRows, rows); ++y)
      load_row(frame, terms, plane, y, workers_[static_cast<std::size_t>(worker)]);
  });
}

}  // namespace fftcore
