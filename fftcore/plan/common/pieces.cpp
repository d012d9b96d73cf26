// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fftcore/pieces.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "canonical.h"
#include "ceil_div.h"
#include "fftcore/error.h"
#include "sample_formulas.h"

namespace fftcore {
namespace {

/// An axis of the whole: outputs, taps, and where output 0 meets the first tap.
struct CutAxis {
  std::int64_t outputs, taps, origin;
};

/// Outputs of piece number `index`, of `count` each: the last piece ends with the whole.
AxisRange outputs_of(const CutAxis& axis, std::int64_t count, std::int64_t index) {
  return {std::min(index * count, axis.outputs - count), count};
}

/// In canonical form, where output i of a reversed convolution is number outputs - 1 - i.
AxisRange inputs_of(const CutAxis& axis, AxisRange outputs, bool is_reversed) {
  const std::int64_t first =
      is_reversed ? axis.outputs - outputs.first - outputs.count : outputs.first;
  return {first + axis.origin, outputs.count + axis.taps - 1};
}

Layout dense(const Layout& like, Extent extent) {
  const std::int64_t channels = like.channels.extent;
  const Layout layout = like.is_interleaved() || channels == 1
                            ? Layout::interleaved(like.type, extent, channels)
                            : Layout::planar(like.type, extent, channels);
  return layout.with_frames(like.frames.extent);
}

void check_bias(const Convolution& whole) {
  const SampleTraits traits = traits_of(whole.input.type);
  if (whole.edge != EdgeMode::constant || whole.region == Region::valid || !traits.is_whole())
    return;
  const float bias = whole.bias;
  if (bias != std::floor(bias) || bias < 0 || bias > static_cast<float>(traits.white()))
    throw InvalidArgument(fmt::format(
        "bias is {} and edges are constant: pieces of {} need a whole number from 0 to {} there",
        bias, to_string(whole.input.type), traits.white()));
}

std::int64_t floor_mod(std::int64_t value, std::int64_t period) {
  const std::int64_t remainder = value % period;
  return remainder < 0 ? remainder + period : remainder;
}

}  // namespace

PiecedConvolution in_pieces(const Convolution& whole, Extent most) {
  validate(whole);
  if (most.rows < 1 || most.columns < 1 || most.slices < 1)
    throw InvalidArgument(
        fmt::format("pieces of {}x{}x{} (slices, rows, columns); 1 or more are "
                    "allowed a side",
                    most.slices, most.rows, most.columns));
  if (whole.skipped_channels != 0)
    throw InvalidArgument(
        fmt::format("skipped_channels is {:#x}: pieces copy no channels; leave them out of the "
                    "layouts, and copy them beside",
                    whole.skipped_channels));
  if (has_formulas(whole))
    throw InvalidArgument(
        "load, spectrum or store has a formula: pieces know neither the whole's positions nor what "
        "lies "
        "outside of it; operate on the samples beside");
  check_bias(whole);
  const Extent out = whole.output.extent();
  const Extent piece{std::min(most.rows, out.rows), std::min(most.columns, out.columns),
                     std::min(most.slices, out.slices)};
  PiecedConvolution cut{whole, whole, {}};
  cut.work.input =
      dense(whole.input, {piece.rows + whole.taps.rows - 1, piece.columns + whole.taps.columns - 1,
                          piece.slices + whole.taps.slices - 1});
  cut.work.output = dense(whole.output, piece);
  cut.work.region = Region::valid;
  cut.grid = {ceil_div(out.rows, piece.rows), ceil_div(out.columns, piece.columns),
              ceil_div(out.slices, piece.slices)};
  return cut;
}

std::int64_t piece_count(const PiecedConvolution& cut) {
  return cut.grid.rows * cut.grid.columns * cut.grid.slices;
}

Piece piece_at(const PiecedConvolution& cut, std::int64_t number) {
  if (number < 0 || number >= piece_count(cut))
    throw InvalidArgument(
        fmt::format("piece {}; 0 to {} are allowed", number, piece_count(cut) - 1));
  const Extent out = cut.whole.output.extent(), taps = cut.whole.taps,
               each = cut.work.output.extent();
  const Origin origin = origin_of(cut.whole);
  const auto along = [&](const CutAxis& axis, std::int64_t count, std::int64_t index) {
    const AxisRange outputs = outputs_of(axis, count, index);
    return std::pair(outputs, inputs_of(axis, outputs, is_reversed(cut.whole)));
  };
  const auto [out_columns, in_columns] =
      along({out.columns, taps.columns, origin.columns}, each.columns, number % cut.grid.columns);
  const auto [out_rows, in_rows] = along({out.rows, taps.rows, origin.rows}, each.rows,
                                         number / cut.grid.columns % cut.grid.rows);
  const auto [out_slices, in_slices] = along({out.slices, taps.slices, origin.slices}, each.slices,
                                             number / cut.grid.columns / cut.grid.rows);
  return {{out_rows, out_columns, out_slices}, {in_rows, in_columns, in_slices}};
}

EdgeRun edge_run(std::int64_t position, std::int64_t most, std::int64_t extent, EdgeMode edge) {
  const auto run = [&](std::int64_t source, std::int64_t step, std::int64_t count) {
    return EdgeRun{source, step, std::min(count, most)};
  };
  if (position >= 0 && position < extent) return run(position, 1, extent - position);
  const std::int64_t outside = position < 0 ? -position : most;  // positions before the image
  switch (edge) {
    case EdgeMode::constant: return run(-1, 0, outside);
    case EdgeMode::replicate: return run(position < 0 ? 0 : extent - 1, 0, outside);
    case EdgeMode::wrap: {
      const std::int64_t folded = floor_mod(position, extent);
      return run(folded, 1, extent - folded);
    }
    case EdgeMode::reflect: {  // period 2 N: 0 1 .. N-1 N-1 .. 1 0
      const std::int64_t folded = floor_mod(position, 2 * extent);
      if (folded < extent) return run(folded, 1, extent - folded);
      return run(2 * extent - 1 - folded, -1, 2 * extent - folded);
    }
    case EdgeMode::reflect_101: {  // period 2 N - 2: 0 1 .. N-1 N-2 .. 1
      if (extent == 1) return run(0, 0, most);
      const std::int64_t folded = floor_mod(position, 2 * extent - 2);
      if (folded < extent) return run(folded, 1, extent - folded);
      return run(2 * extent - 2 - folded, -1, 2 * extent - 2 - folded);
    }
  }
  return run(-1, 0, outside);
}

}  // namespace fftcore
