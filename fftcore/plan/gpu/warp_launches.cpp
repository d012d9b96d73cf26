// SPDX-License-Identifier: LGPL-2.1-or-later
#include "warp_launches.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "arithmetic.h"
#include "launch_steps.h"
#include "strided_axes.h"

namespace fftcore {

Planned<LaunchPlan> launches_of(const Warp& warp, const DeviceTraits& traits) {
  for (const Layout& layout : {warp.input, warp.output})
    if (image_reach(layout) > std::numeric_limits<std::int32_t>::max())
      return NoPlan{fmt::format("an image reaches over {} samples; kernels count up to 2^31",
                                image_reach(layout))};
  WarpSpec spec;
  spec.name = "warp";
  spec.real = is_double(warp) ? Real::f64 : Real::f32;
  if (spec.real == Real::f64 && !traits.has_doubles)
    return NoPlan{
        fmt::format("{} to {} needs double precision, which the device has not; f32 is possible",
                    to_string(warp.input.type), to_string(warp.output.type))};
  spec.input = geometry_of(warp.input, {});
  spec.output = geometry_of(warp.output, {});
  spec.channels = static_cast<int>(warp.input.channels.extent);
  spec.interpolation = warp.interpolation;
  spec.edge = warp.edge;
  spec.fill = warp.fill;
  spec.is_projective = warp.is_projective;
  spec.keeps_outside = warp.keeps_outside;
  spec.scale_x = warp.scale_x;
  spec.scale_y = warp.scale_y;
  spec.origin_x = warp.origin_x;
  spec.origin_y = warp.origin_y;
  spec.block_rows = std::clamp(traits.block_threads / spec.block_columns, 1, spec.block_rows);
  LaunchPlan plan;
  plan.run.push_back({std::move(spec), Place::input, Place::output});
  return plan;
}

}  // namespace fftcore
