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
#include "line_reach.h"
#include "overloaded.h"

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
  if (const auto* points = std::get_if<CosineStore>(&store))
    return points->line.goes_back() && points->line.is_folded;
  const auto* scores = std::get_if<SurfaceStore>(&store);
  return scores != nullptr && scores->is_folded;
}

/// The line's elements are bins of half as many pairs of samples, before they are transformed back.
bool makes_pairs(const LineLoad& load) {
  if (const auto* bins = std::get_if<HermitianLoad>(&load)) return bins->is_folded;
  const auto* points = std::get_if<CosineLoad>(&load);
  return points != nullptr && points->line.goes_back() && points->line.is_folded;
}

/// The work is a forward transform and nothing else.
bool is_plain_forward(const Work& work) {
  const auto* forward = std::get_if<Forward>(&work);
  return forward != nullptr && std::holds_alternative<std::monostate>(forward->after);
}

/// The work is one transform, perhaps with something at its spectral side.
bool is_transform(const Work& work) {
  return std::holds_alternative<Forward>(work) || std::holds_alternative<Inverse>(work);
}

/// No more elements are loaded or stored than the shape's lines, or those that they are pieces of,
/// have.
bool holds_lines_only(const LineSpec& spec) {
  const std::int64_t points = line_points(spec.shape);
  const auto holds = [&](const auto& side) {
    return side.span.end() <= points * side.step * (side.is_folded ? 2 : 1);
  };
  const bool loads = std::visit(
      Overloaded{[&](const ComplexLoad& load) { return load.span.end() <= points * load.step; },
                 [&](const RealLoad& load) { return holds(load); },
                 [](const HermitianLoad&) { return true; },  // goes by its points
                 [](const CosineLoad&) { return true; }, [](const ChirpLoad&) { return true; },
                 [&](const ImageLoad& load) {
                   return load.count <= points * load.step * (load.is_folded ? 2 : 1);
                 }},
      spec.load);
  const bool stores = std::visit(
      Overloaded{[&](const ComplexStore& store) {
                   return store.span.end() <=
                          std::max<std::int64_t>(points * store.step + (has_pairs(spec) ? 1 : 0),
                                                 store.padded);
                 },
                 [&](const RealStore& store) { return holds(store); },
                 [](const CosineStore&) { return true; },
                 [&](const ImageStore& store) { return store.count <= points * store.step; },
                 [](const SurfaceStore&) { return false; }},
      spec.store);
  return loads && stores;
}

/// What is loaded of a cosine or sine transform, and what is stored, are of lines that are
/// transformed so, whole or in pieces.
void check_cosines(const LineSpec& spec) {
  const auto check = [&](const CosineLine& line, int step) {
    const std::int64_t whole = std::int64_t{line_points(spec.shape)} * step;
    const std::int64_t chirped = chirp_of_whole(spec.work).points;
    require(spec, line.elements() == (chirped != 0 ? chirped : whole),
            "cosine and sine transforms are of as many elements as their lines");
    require(spec, !line.is_folded || (line.can_be_folded() && step == 1),
            "only whole lines of pairs are folded");
    require(spec,
            chirped != 0 || (line.goes_back() ? std::holds_alternative<Inverse>(spec.work)
                                              : std::holds_alternative<Forward>(spec.work)),
            "types I, II and IV go forward, and III back");
  };
  if (const auto* load = std::get_if<CosineLoad>(&spec.load)) check(load->line, load->step);
  if (const auto* store = std::get_if<CosineStore>(&spec.store)) {
    check(store->line, store->step);
    require(spec, store->count <= store->line.results(), "results are no more than there are");
  }
}

}  // namespace

bool goes_back(const LineSpec& spec) {
  return std::holds_alternative<Convolve>(spec.work) ||
         std::holds_alternative<Correlate>(spec.work);
}

void check_line_spec(const LineSpec& spec) {
  const LineShape& shape = spec.shape;
  const int product =
      std::accumulate(shape.radices.begin(), shape.radices.end(), 1, std::multiplies<>());
  require(spec,
          std::holds_alternative<Multiply>(spec.work)
              ? shape.radices.size() == 1 && shape.length % product == 0
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
  const SpectrumMultiply* const by = product_of(spec.work);
  require(spec, shape.chirped == 0 || (is_transform(spec.work) && by == nullptr),
          "chirps are for transforms alone");
  require(spec,
          shape.chirped == 0 || (2 * shape.chirped - 1 <= shape.length && !shape.has_mirrors &&
                                 holds_lines_only(spec)),
          "chirps are of lines of up to half the length, and nothing is loaded or stored beyond");
  const auto* const correlate = std::get_if<Correlate>(&spec.work);
  const bool is_alone = spec.channels_per_block == 1;
  require(spec, is_alone || by != nullptr, "channels are together for a product");
  if (by != nullptr) {
    require(spec, can_be_summed(by->op) || (is_alone && !by->with_mirror),
            "products that are weighted are not added up");
    require(spec, !by->with_mirror || (is_alone && by->op == SpectralOp{}),
            "products with mirrors are plain, and their channels not mixed");
  }
  if (correlate != nullptr)
    require(
        spec,
        correlate->by.line_weights.size() == static_cast<std::size_t>(spec.lines[Dim::column]) &&
            correlate->by.element_weights.size() == static_cast<std::size_t>(shape.length),
        "a correlation has a weight for each of its lines and of their elements");

  if (has_pairs(spec))
    require(spec,
            is_plain_forward(spec.work) && (std::holds_alternative<ComplexStore>(spec.store) ||
                                            std::holds_alternative<CosineStore>(spec.store)),
            "pairs of samples go forward to bins");
  if (const auto* image = std::get_if<ImageLoad>(&spec.load);
      image != nullptr && image->image.is_complex)
    require(spec,
            !image->partner.exists() && !image->is_folded && !image->is_vectorized &&
                image->weights.empty() && image->largest == 0,
            "complex samples travel by themselves");
  if (const auto* image = std::get_if<ImageStore>(&spec.store);
      image != nullptr && image->image.is_complex)
    require(spec, !image->partner.exists() && !image->is_vectorized && image->period == 0,
            "complex samples are stored by themselves");
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
  const ChirpOfWhole chirp = chirp_of_whole(spec.work);
  require(spec, chirp.points == 0 || shape.chirped == 0, "lines or their wholes go by chirps");
  const auto* bins = std::get_if<HermitianLoad>(&spec.load);
  const auto* scores = std::get_if<SurfaceStore>(&spec.store);
  require(spec,
          makes_pairs(spec.load)
              ? stores_pairs(spec.store)
              : std::holds_alternative<ImageStore>(spec.store) || !stores_pairs(spec.store),
          "bins of pairs of samples go to such pairs");
  if (const auto* values = std::get_if<ComplexStore>(&spec.store);
      values != nullptr && values->packed_points != 0)
    require(spec,
            values->packed_points % 2 == 0 &&
                values->packed_points == (chirp.points != 0 ? chirp.points
                                          : has_pairs(spec)
                                              ? 2 * std::int64_t{line_points(shape)}
                                              : std::int64_t{line_points(shape)} * values->step) &&
                values->padded == 0 && values->window == 0 && !values->has_gain,
            "packed bins are of lines of an even number of points");
  require(spec,
          scores == nullptr || (four_step_points(spec.work) == 0 && spec.lines[Dim::part] == 1 &&
                                !std::holds_alternative<Forward>(spec.work) && !spec.in_place &&
                                spec.neighbours != Dim::column),
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
              (chirp.points != 0
                   ? bins->points == chirp.points && !bins->is_folded
                   : std::holds_alternative<Inverse>(spec.work) &&
                         bins->points == (bins->is_folded ? 2 : 1) *
                                             std::int64_t{line_points(shape)} * bins->step),
          "half spectra are of as many points as the lines, and go back");

  require(spec,
          !spec.is_staged || (is_transform(spec.work) && by == nullptr && is_alone &&
                              four_step_points(spec.work) == 0 && !shape.lines_adjacent &&
                              !std::holds_alternative<SurfaceStore>(spec.store)),
          "only rows of one transform are staged");
  check_cosines(spec);

  require(spec, !spec.in_place || spec.input_imaginary == spec.output_imaginary,
          "in place both sides are planar, or none");
  const std::int64_t last = last_index_of(spec);
  if (last > std::numeric_limits<std::int32_t>::max() && !spec.has_wide_indices)
    throw Unsupported(
        fmt::format("stage {}: element {} of an array; kernels count up to 2^31. Split the batch",
                    spec.name, last));
}

}  // namespace fftcore
