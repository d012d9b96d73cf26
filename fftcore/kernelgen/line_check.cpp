// SPDX-License-Identifier: LGPL-2.1-or-later
#include "line_check.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "butterfly.h"
#include "fftcore/error.h"
#include "line_blocks.h"

namespace fftcore {
namespace {

constexpr int kMaxThreads = 1024;

void require(const LineSpec& spec, bool holds, std::string_view what) {
  if (!holds) throw InvalidArgument(fmt::format("stage {}: {}", spec.name, what));
}

/// Real and imaginary parts are stored as samples 2e and 2e + 1.
bool stores_pairs(const LineStore& store) {
  if (const auto* image = std::get_if<ImageStore>(&store))
    return image->step == 2 && image->partner == Partner{0, 0, 1};
  if (const auto* samples = std::get_if<RealStore>(&store)) return samples->is_folded;
  const auto* scores = std::get_if<SurfaceStore>(&store);
  return scores != nullptr && scores->is_folded;
}

std::int64_t last_index(const Strides& strides, const LineSpec& spec, std::int64_t last_element) {
  std::int64_t last = strides.offset + last_element * strides.element;
  for (const Dim dim : kAllDims) last += (spec.lines[dim] - 1) * strides.line[dim];
  return last;
}

}  // namespace

bool has_pairs(const LineSpec& spec) {
  const auto* load = std::get_if<RealLoad>(&spec.load);
  const auto* image = std::get_if<ImageLoad>(&spec.load);
  return (load != nullptr && load->is_folded) || (image != nullptr && image->is_folded);
}

bool goes_back(const LineSpec& spec) {
  return spec.work == Work::convolve || spec.work == Work::correlate;
}

void check_line_spec(const LineSpec& spec) {
  const LineShape& shape = spec.shape;
  const int product =
      std::accumulate(shape.radices.begin(), shape.radices.end(), 1, std::multiplies<>());
  require(spec,
          spec.work == Work::multiply ? shape.radices.size() == 1 && shape.length % product == 0
                                      : product == shape.length && !shape.radices.empty(),
          fmt::format("the radices do not make up the length {}", shape.length));
  for (const int radix : shape.radices)
    require(spec, has_small_factors(radix), fmt::format("no butterfly of {} values", radix));
  require(spec,
          shape.threads >= 1 && shape.lines >= 1 && shape.threads * shape.lines <= kMaxThreads,
          fmt::format("{} threads x {} lines are not 1 to {} threads a block", shape.threads,
                      shape.lines, kMaxThreads));
  require(spec, shape.exchange_buffers == 1 || shape.exchange_buffers == 2,
          "there are one or two exchange buffers");
  for (const Dim dim : kAllDims)
    require(spec, spec.lines[dim] >= 1, "there is at least one line along every dimension");
  require(spec,
          spec.channels_per_block >= 1 && shape.lines % spec.channels_per_block == 0 &&
              (spec.channels_per_block == 1 || spec.lines[Dim::channel] == spec.channels_per_block),
          fmt::format("{} lines of a block are not shared out among {} channels", shape.lines,
                      spec.channels_per_block));
  if (blocks_of(spec) > std::numeric_limits<std::int32_t>::max())
    throw Unsupported(fmt::format(
        "stage {}: {} or more blocks of lines; a launch has up to 2^31. Split the batch", spec.name,
        blocks_of(spec)));
  const bool must_multiply = spec.work == Work::convolve || spec.work == Work::multiply,
             may_multiply =
                 spec.work != Work::correlate && spec.four_step_points == 0 && !has_pairs(spec);
  require(spec, spec.multiply ? may_multiply : !must_multiply,
          "a spectrum belongs to a product, and only there");
  require(spec,
          !spec.multiply || can_be_summed(spec.multiply->op) ||
              (spec.channels_per_block == 1 && !spec.multiply->with_mirror),
          "products that are weighted are not added up");
  require(spec, !spec.multiply || !spec.multiply->with_mirror || spec.multiply->op == SpectralOp{},
          "products with mirrors are plain");
  require(spec, spec.channels_per_block == 1 || spec.multiply.has_value(),
          "channels are together for a product");
  require(spec, spec.repeats == 1 || (spec.work == Work::convolve && spec.lines[Dim::frame] == 1),
          "only convolutions of one frame are repeated");
  require(spec, (spec.work == Work::correlate) == spec.cross_power.has_value(),
          "a cross power belongs to a correlation, and only there");
  require(
      spec,
      !spec.cross_power ||
          (spec.channels_per_block == 1 &&
           spec.cross_power->line_weights.size() ==
               static_cast<std::size_t>(spec.lines[Dim::column]) &&
           spec.cross_power->element_weights.size() == static_cast<std::size_t>(shape.length)),
      "a correlation has lines of their own, and a weight for each of them and of their elements");
  require(spec, spec.four_step_points == 0 || !goes_back(spec),
          "pieces of lines are not convolved");

  if (has_pairs(spec))
    require(spec,
            spec.work == Work::forward && spec.four_step_points == 0 &&
                std::holds_alternative<ComplexStore>(spec.store),
            "pairs of samples go forward to bins");
  if (const auto* image = std::get_if<ImageLoad>(&spec.load))
    require(spec,
            image->is_folded ? image->step == 1 && !image->partner.exists()
                             : image->column_window.empty(),
            "pairs are of an image alone, and windows of pairs");
  const auto* ahead = std::get_if<ImageLoad>(&spec.load);
  require(spec,
          spec.prefetch_distance == 0 ||
              (ahead != nullptr && ahead->is_vectorized && shape.lines == 1 && !spec.in_place),
          "only aligned pairs, a line a block, are asked for ahead");
  const auto* bins = std::get_if<HermitianLoad>(&spec.load);
  const auto* scores = std::get_if<SurfaceStore>(&spec.store);
  require(spec,
          bins != nullptr && bins->is_folded
              ? stores_pairs(spec.store)
              : std::holds_alternative<ImageStore>(spec.store) || !stores_pairs(spec.store),
          "bins of pairs of samples go to such pairs");
  require(spec,
          scores == nullptr ||
              (spec.four_step_points == 0 && spec.lines[Dim::part] == 1 &&
               spec.work != Work::forward && !spec.in_place && spec.neighbours != Dim::column),
          "scores are of whole rows, transformed back");
  require(spec,
          scores == nullptr ||
              (scores->surface.cell >= 1 &&
               scores->surface.columns <= (scores->is_folded ? 2 : 1) * spec.shape.length),
          "rows of scores are not longer than the lines");
  require(spec,
          scores == nullptr || !scores->is_even ||
              (scores->is_folded && scores->surface.columns % 2 == 0),
          "even scores are whole pairs");
  require(spec,
          bins == nullptr ||
              (spec.work == Work::inverse &&
               bins->points == (bins->is_folded ? 2 : 1) * std::int64_t{shape.length} * bins->step),
          "half spectra are of as many points as the lines, and go back");

  std::vector<std::int64_t> last;
  const std::int64_t length = shape.length;
  if (const auto* load = std::get_if<ComplexLoad>(&spec.load))
    last.push_back(last_index(load->strides, spec, length - 1));
  if (const auto* load = std::get_if<RealLoad>(&spec.load))
    last.push_back(last_index(load->strides, spec, load->is_folded ? 2 * length - 1 : length - 1));
  if (const auto* load = std::get_if<HermitianLoad>(&spec.load))
    last.push_back(last_index(load->strides, spec, load->points / 2) +
                   std::max(0, load->rows - spec.lines[Dim::row]) * load->strides.line[Dim::row]);
  if (const auto* store = std::get_if<ComplexStore>(&spec.store))
    last.push_back(last_index(store->strides, spec, has_pairs(spec) ? length : length - 1) +
                   (spec.repeats - 1) * store->strides.line[Dim::frame]);
  if (const auto* store = std::get_if<RealStore>(&spec.store))
    last.push_back(
        last_index(store->strides, spec, store->is_folded ? 2 * length - 1 : length - 1));
  if (scores != nullptr) last.push_back(scores->surface.all_rows() * scores->surface.columns);
  if (spec.multiply) {
    const std::vector<int>& planes = spec.multiply->planes;
    const std::int64_t last_plane =
        planes.empty() ? 0 : *std::max_element(planes.begin(), planes.end());
    require(spec, !spec.multiply->with_mirror || spec.channels_per_block == 1,
            "mirrors and channels are not mixed at once");
    last.push_back(last_index(spec.multiply->strides, spec, length - 1) +
                   (last_plane + (spec.multiply->with_mirror ? 1 : 0)) *
                       spec.multiply->plane_stride +
                   (spec.repeats - 1) * spec.multiply->strides.line[Dim::frame]);
  }
  if (spec.cross_power) last.push_back(last_index(spec.cross_power->strides, spec, length - 1));
  for (const std::int64_t index : last)
    if (index > std::numeric_limits<std::int32_t>::max())
      throw Unsupported(
          fmt::format("stage {}: element {} of an array; kernels count up to 2^31. Split the batch",
                      spec.name, index));
}

}  // namespace fftcore
