// SPDX-License-Identifier: LGPL-2.1-or-later
#include "line_reach.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace fftcore {
namespace {

/// `frames`: how many there are along Dim::frame; nothing: as many as lines that are loaded.
std::int64_t last_index(const Strides& strides, const LineSpec& spec, std::int64_t last_element,
                        std::optional<std::int64_t> frames = {}) {
  std::int64_t last = strides.offset + last_element * strides.element;
  for (const Dim dim : kAllDims) {
    const std::int64_t lines = dim == Dim::frame && frames ? *frames : spec.lines[dim],
                       after = spec.first_line[dim] + lines;
    last += (spec.around[dim] != 0 ? spec.around[dim] - 1 : after - 1) * strides.line[dim];
  }
  return last;
}

}  // namespace

std::int64_t last_index_of(const LineSpec& spec) {
  std::vector<std::int64_t> last;
  const std::int64_t length = line_points(spec.shape);
  if (const auto* load = std::get_if<ComplexLoad>(&spec.load))
    last.push_back(last_index(load->strides, spec, length - 1));
  if (const auto* load = std::get_if<RealLoad>(&spec.load))
    last.push_back(last_index(load->strides, spec, load->is_folded ? 2 * length - 1 : length - 1));
  if (const auto* load = std::get_if<HermitianLoad>(&spec.load))
    last.push_back(last_index(load->strides, spec, load->points / 2) +
                   std::max(0, load->rows - spec.lines[Dim::row]) * load->strides.line[Dim::row]);
  if (const auto* load = std::get_if<ChirpLoad>(&spec.load))
    last.push_back(std::max(load->points, load->around));
  if (const ChirpOfWhole chirp = chirp_of_whole(spec.work); chirp.points != 0)
    last.push_back(chirp.first + chirp.points - 1);
  const auto add_cosine = [&](const auto& side) {
    last.push_back(last_index(side.strides, spec, side.line.points - 1));
    last.push_back(4 * side.line.points);  // more than any number of a sample on the way
  };
  if (const auto* load = std::get_if<CosineLoad>(&spec.load)) add_cosine(*load);
  if (const auto* store = std::get_if<CosineStore>(&spec.store)) add_cosine(*store);
  if (const auto* store = std::get_if<ComplexStore>(&spec.store)) {
    last.push_back(last_index(store->strides, spec, has_pairs(spec) ? length : length - 1,
                              std::int64_t{spec.lines[Dim::frame]} * repeats_of(spec.work)));
    // Its parts are stored by themselves, and counted in reals.
    if (store->packed_points != 0) last.push_back(2 * last_index(store->strides, spec, 0) + 1);
  }
  if (const auto* store = std::get_if<RealStore>(&spec.store))
    last.push_back(
        last_index(store->strides, spec, store->is_folded ? 2 * length - 1 : length - 1));
  if (const auto* scores = std::get_if<SurfaceStore>(&spec.store))
    last.push_back(scores->surface.all_rows() * scores->surface.columns);
  if (const SpectrumMultiply* const by = product_of(spec.work)) {
    const std::int64_t last_plane =
        by->planes.empty() ? 0 : *std::max_element(by->planes.begin(), by->planes.end());
    const int repeats = repeats_of(spec.work);
    last.push_back(
        last_index(by->strides, spec, length - 1, repeats > 1 ? repeats : spec.lines[Dim::frame]) +
        (last_plane + (by->with_mirror ? 1 : 0)) * by->plane_stride);
  }
  if (const auto* correlate = std::get_if<Correlate>(&spec.work))
    last.push_back(last_index(correlate->by.strides, spec, length - 1));
  const std::int64_t planes = std::max(spec.input_imaginary, spec.output_imaginary);
  return planes + (last.empty() ? 0 : *std::max_element(last.begin(), last.end()));
}

}  // namespace fftcore
