// SPDX-License-Identifier: LGPL-2.1-or-later
// Whichever kernel a launch is.
#include "launch_kernel.h"
#include "denoise_kernel.h"
#include "direct_kernel.h"
#include "filter_kernel.h"
#include "line_kernel.h"
#include "moving_sum_kernel.h"
#include "norm_kernel.h"
#include "overloaded.h"
#include "peak_kernel.h"
#include "tile_kernel.h"
#include "warp_kernel.h"
#include "window_kernel.h"

namespace fftcore {

GeneratedKernel launch_kernel(const LaunchSpec& spec) {
  return std::visit(Overloaded{[](const LineSpec& stage) { return line_kernel(stage); },
                               [](const TileSpec& tile) { return tile_kernel(tile); },
                               [](const DirectSpec& direct) { return direct_kernel(direct); },
                               [](const MovingSumSpec& sums) { return moving_sum_kernel(sums); },
                               [](const PeakSpec& peaks) { return peak_kernel(peaks); },
                               [](const DenoiseSpec& denoise) { return denoise_kernel(denoise); },
                               [](const NormSpec& norms) { return norm_kernel(norms); },
                               [](const WarpSpec& warp) { return warp_kernel(warp); },
                               [](const WindowSpec& windows) { return window_kernel(windows); },
                               [](const FilterSpec& filters) { return filter_kernel(filters); }},
                    spec);
}

}  // namespace fftcore
