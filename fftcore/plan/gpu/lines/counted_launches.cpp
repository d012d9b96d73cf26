// SPDX-License-Identifier: LGPL-2.1-or-later
#include "counted_launches.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "line_reach.h"

namespace fftcore {
namespace {

/// The dimension of most lines, of those that can be cut; nothing where a launch counts all.
std::optional<Dim> cut_of(const LineSpec& stage, const PerDim<std::int64_t>& lines,
                          std::int64_t most) {
  std::int64_t blocks = 1;
  bool is_too_many = false;
  std::optional<Dim> cut;
  for (const Dim dim : kAllDims) {
    is_too_many = is_too_many || lines[dim] > most;
    blocks *= dim == stage.neighbours ? (lines[dim] + stage.shape.lines - 1) / stage.shape.lines
                                      : lines[dim];
    // Numbers of pieces mean more than where they lie.
    if (lines[dim] > 1 && dim != Dim::part && dim != Dim::whole && stage.around[dim] == 0 &&
        (!cut || lines[dim] > lines[*cut]))
      cut = dim;
  }
  return is_too_many || blocks > most ? cut : std::nullopt;
}

/// Half of the lines, and the others.
void add(std::vector<PlannedLaunch>& launches, PlannedLaunch launch,
         const PerDim<std::int64_t>& lines, const DeviceTraits& traits) {
  auto& stage = std::get<LineSpec>(launch.spec);
  if (const auto cut = cut_of(stage, lines, traits.launch_lines)) {
    PerDim<std::int64_t> half = lines, others = lines;
    half[*cut] /= 2;
    others[*cut] -= half[*cut];
    PlannedLaunch rest = launch;
    const auto move_on = [&](auto& side) {
      if constexpr (requires { side.strides; })
        side.strides.offset += half[*cut] * side.strides.line[*cut];
      if constexpr (requires { side.formula.first_line; })
        side.formula.first_line[*cut] += half[*cut];
    };
    std::visit(move_on, std::get<LineSpec>(rest.spec).load);
    std::visit(move_on, std::get<LineSpec>(rest.spec).store);
    add(launches, std::move(launch), half, traits);
    return add(launches, std::move(rest), others, traits);
  }
  for (const Dim dim : kAllDims) stage.lines[dim] = static_cast<int>(lines[dim]);
  stage.has_wide_indices = last_index_of(stage) > traits.narrow_index;
  launches.push_back(std::move(launch));
}

}  // namespace

void add_counted_launches(std::vector<PlannedLaunch>& launches, PlannedLaunch launch,
                          const PerDim<std::int64_t>& lines, const DeviceTraits& traits) {
  const std::size_t first = launches.size();
  add(launches, std::move(launch), lines, traits);
  for (std::size_t i = first + 1; i < launches.size(); ++i)
    std::get<LineSpec>(launches[i].spec).name += fmt::format("_{}", i - first + 1);
}

}  // namespace fftcore
