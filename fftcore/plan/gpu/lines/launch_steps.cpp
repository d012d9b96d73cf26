// SPDX-License-Identifier: LGPL-2.1-or-later
#include "launch_steps.h"

#include <fmt/format.h>

#include <algorithm>

#include "channel_mask.h"
#include "search_levels.h"

namespace fftcore {

std::string_view lines_along(Dim axis) {
  return axis == Dim::column ? "rows" : axis == Dim::row ? "columns" : "slices";
}

std::string name_of(const Step& step, std::string_view what) {
  const std::string_view part = step.part == Step::Part::whole   ? ""
                                : step.part == Step::Part::outer ? "_outer"
                                                                 : "_inner";
  return fmt::format("{}{}_{}", lines_along(step.axis), part, what);
}

Strides strides_of(const ComplexArray& array, const Step& step) {
  Strides strides;
  strides.line = array.strides();
  const std::int64_t along = std::max<std::int64_t>(1, strides.line[step.axis]);
  strides.line[step.axis] = 0;
  strides.element = along;
  if (step.part == Step::Part::whole) return strides;
  const std::int64_t across = along * step.transform.inner->length;
  strides.element = step.part == Step::Part::outer ? across : along;
  strides.line[Dim::part] = step.part == Step::Part::outer ? along : across;
  return strides;
}

SpectralSide four_step_of(const Step& step) {
  if (step.part != Step::Part::outer) return {};
  return FourStep{step.transform.length()};
}

void set_lines(LineSpec& stage, const PerDim<std::int64_t>& places, const Step& step) {
  for (const Dim dim : kAllDims) stage.lines[dim] = static_cast<int>(places[dim]);
  stage.lines[step.axis] = 1;
  if (step.part == Step::Part::outer) stage.lines[Dim::part] = step.transform.inner->length;
  if (step.part == Step::Part::inner) stage.lines[Dim::part] = step.transform.outer.length;
  stage.shape = step.shape();
  // Neighbours lie side by side in memory where the array allows it.
  if (step.part == Step::Part::outer && step.is_contiguous())
    stage.neighbours = Dim::part;
  else if (!step.is_contiguous())
    stage.neighbours = Dim::column;
  else
    for (const Dim dim : kAllDims)
      if (dim != Dim::channel && stage.lines[dim] > stage.lines[stage.neighbours])
        stage.neighbours = dim;
}

std::optional<CopiedChannels> copied_channels(const Layout& image, std::uint32_t mask) {
  if (mask == 0) return std::nullopt;
  CopiedChannels copied{geometry_of(image, {}), {}};
  for (int c = 0; c < static_cast<int>(image.channels.extent); ++c)
    if (is_in_mask(c, mask)) copied.channels.push_back(c);
  return copied;
}

bool has_aligned_groups(const Layout& layout, int samples) {
  const auto keeps = [&](const Axis& axis) {
    return axis.extent == 1 || axis.stride % samples == 0;
  };
  return !traits_of(layout.type).is_packed() && layout.columns.stride == 1 && keeps(layout.rows) &&
         keeps(layout.slices) && keeps(layout.channels) && keeps(layout.frames);
}

ImageGeometry geometry_of(const Layout& layout, const std::vector<int>& channels) {
  ImageGeometry geometry;
  geometry.storage = part_of(layout.type);
  geometry.is_complex = traits_of(layout.type).is_complex();
  geometry.rows = static_cast<int>(layout.rows.extent);
  geometry.columns = static_cast<int>(layout.columns.extent);
  geometry.slices = static_cast<int>(layout.slices.extent);
  geometry.column_stride = layout.columns.stride;
  geometry.channel_stride = layout.channels.stride;
  // A single frame serves all.
  geometry.frame_stride = layout.frames.extent == 1 ? 0 : layout.frames.stride;
  geometry.slice_stride = layout.slices.stride;
  geometry.channels = channels;
  return geometry;
}

std::vector<LevelPlace> level_places_of(Extent image) {
  std::vector<LevelPlace> places;
  for (const SamplePlace& place : level_places(image))
    places.push_back({static_cast<int>(place.row), static_cast<int>(place.column)});
  return places;
}

}  // namespace fftcore
