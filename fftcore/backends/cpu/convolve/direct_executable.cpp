// SPDX-License-Identifier: LGPL-2.1-or-later
// A task is a tile of one channel of one frame, or of all channels where these are filtered
// together: a row is then that of all of them, and taps are as far apart as pixels. Its rows come
// one after the other, extended to all sides and as floats, into a ring that holds as many as a few
// rows of output need. These rows are summed up at once, while all of it is in the cache. Where
// taps are up to 9 and the image has floats side by side, only its outermost columns come that way;
// the others are summed up from the image. Rows of u8 samples that are filtered by one product of
// few taps stay whole numbers of 16 bits, in a ring of their own. Where taps are long beside tiles,
// all rows are filtered first, into memory that tiles share.
#include "direct_executable.h"

#include <fmt/format.h>

#include <algorithm>

#include "bank.h"
#include "canonical.h"
#include "channel_mask.h"
#include "fftcore/error.h"
#include "finite_loops.h"
#include "low_rank.h"
#include "setting_checks.h"

namespace fftcore {
namespace {

std::vector<float> floats(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

}  // namespace

DirectExecutable::Worker::Worker(const DirectMemory& memory,
                                 const FixedPointMemory& fixed_point_memory)
    : line(memory.line),
      sums(kDirectRows * memory.sums_stride),
      stride(memory.sums_stride),
      in_image(static_cast<std::size_t>(memory.ring_rows)) {
  for (std::int64_t i = 0; i < memory.rings; ++i)
    rings.emplace_back(memory.ring_rows, memory.ring_stride);
  if (fixed_point_memory.stride > 0) fixed_point.emplace(fixed_point_memory);
}

DirectExecutable::DirectExecutable(const Convolution& problem, const Plan& plan, int threads)
    : PreparedExecutable(problem, plan, threads),
      plan_(std::get<DirectPlan>(plan.geometry)),
      together_(channels_together(problem, plan_.products)),
      sums_in_image_(sums_in_image(problem, plan_)) {
  if (together_ > 1 && problem.skipped_channels != 0) {
    const std::size_t bytes = size_bytes(problem.output.type);
    for (std::int64_t x = 0; x < plan_.tile.columns; ++x)
      for (std::int64_t channel = 0; channel < together_; ++channel)
        copied_bytes_.insert(copied_bytes_.end(), bytes,
                             is_in_mask(channel, problem.skipped_channels) ? 255 : 0);
  }
  for (int i = 0; i < threads; ++i)
    workers_.emplace_back(direct_memory(problem, plan_), fixed_point_memory(problem, plan_));
  const DirectMemory memory = direct_memory(problem, plan_);
  for (std::int64_t i = 0; i < memory.shared; ++i)
    shared_.emplace_back(memory.shared_rows, memory.shared_stride);
}

std::optional<DirectExecutable::LowRankTaps> DirectExecutable::set_low_rank_taps(
    std::span<const Taps> taps) {
  check_taps(convolution(), taps);
  std::optional<DirectTaps> products = products_of(taps);
  if (!products) return {};
  LowRankTaps found{0, true};
  for (const std::vector<DirectTerm>& terms : *products) {
    found.products = std::max(found.products, static_cast<std::int64_t>(terms.size()));
    found.is_fixed_point &= !terms.empty() && terms.front().fixed_point.has_value();
  }
  publish(std::move(*products), taps);
  return found;
}

std::optional<DirectTaps> DirectExecutable::products_of(std::span<const Taps> taps) const {
  DirectTaps all;
  for (const Taps& one : taps) {
    const auto products =
        low_rank({one.extent, correlation_taps<double>(convolution(), one)}, plan_.products);
    if (!products) return {};
    std::vector<DirectTerm>& terms = all.emplace_back();
    for (const OuterProduct& product : *products)
      terms.push_back({floats(product.row), floats(product.column), {one.extent.rows, 1}});
    if (terms.size() == 1 && workers_.front().fixed_point)
      terms.front().fixed_point = fixed_point_taps(products->front());
  }
  return all;
}

DirectTaps DirectExecutable::prepare(std::span<const Taps> taps) {
  if (plan_.products > 0) {
    if (auto products = products_of(taps)) return std::move(*products);
    throw Unsupported(fmt::format("taps that are more than {}; as many are allowed here",
                                  products_text(plan_.products)));
  }
  DirectTaps all;
  for (const Taps& one : taps)
    all.push_back({{{}, correlation_taps<float>(convolution(), one), one.extent}});
  return all;
}

bool DirectExecutable::confines_by_itself(const DirectTaps& prepared,
                                          std::span<const Taps> taps) const {
  const auto has_no_zero = [](const auto& numbers) {
    return std::ranges::find(numbers, 0) == numbers.end();
  };
  return std::ranges::all_of(taps, has_no_zero, &Taps::values) &&
         std::ranges::all_of(prepared, [&](const std::vector<DirectTerm>& terms) {
           return terms.size() == 1 && has_no_zero(terms.front().row) &&
                  has_no_zero(terms.front().block);
         });
}

void DirectExecutable::execute(WorkerPool& pool, const Frame& whole,
                               const DirectTaps& taps) noexcept {
  if (!shared_.empty()) share_rows(pool, whole, taps);
  const std::int64_t tiles =
      convolution().input.frames.extent * channel_tiles() * plan_.grid.rows * plan_.grid.columns;
  pool.run(tiles + (together_ > 1 ? 0 : copy_tasks()), [&](std::int64_t task, int worker) {
    if (task < tiles)
      filter(whole, taps, tile_of(task), workers_[static_cast<std::size_t>(worker)]);
    else
      copy_rows(whole, task - tiles);
  });
}

DirectExecutable::Tile DirectExecutable::tile_of(std::int64_t task) const {
  const std::int64_t tiles = plan_.grid.rows * plan_.grid.columns, count = channel_tiles();
  Tile tile{task / tiles / count,
            task / tiles % count,
            task % tiles / plan_.grid.columns * plan_.tile.rows,
            task % plan_.grid.columns * plan_.tile.columns,
            {}};
  const Extent out = convolution().output.extent();
  tile.extent = {std::min(plan_.tile.rows, out.rows - tile.y),
                 std::min(plan_.tile.columns, out.columns - tile.x)};
  return tile;
}

void DirectExecutable::filter(const Frame& whole, const DirectTaps& taps, const Tile& tile,
                              Worker& worker) const {
  const Frame frame = image().slice(whole, {tile.frame}, {});
  const auto [first, count] = filters_of_frame(convolution(), tile.frame);
  const auto index_of = [&](std::int64_t filter) {
    return taps_index(convolution(), filter, tile.channel, tile.channel);
  };
  // Counted once: it takes as long as a row of few samples.
  const std::int64_t index = index_of(first), apart = count > 1 ? index_of(first + 1) - index : 0;
  const auto terms_of = [&, first = first](std::int64_t filter) -> const std::vector<DirectTerm>& {
    return taps[static_cast<std::size_t>(index + (filter - first) * apart)];
  };
  if (const std::vector<DirectTerm>& terms = terms_of(first);
      !terms.empty() && terms.front().fixed_point && FixedPointRows::can_write(whole))
    return filter_fixed_point(
        frame, image().slice(whole, {}, {output_frame(convolution(), tile.frame, first)}),
        *terms.front().fixed_point, tile, *worker.fixed_point);
  const Columns columns = whole.sets_aside ? Columns{} : columns_of(whole, tile);
  std::int64_t loaded = tile.y;  // rows before it are in the ring, or were
  bool has_edges_only = false;   // the ring
  for (std::int64_t y = tile.y; y < tile.y + tile.extent.rows; y += kDirectRows) {
    const std::int64_t rows = std::min(kDirectRows, tile.y + tile.extent.rows - y),
                       end = y + rows + convolution().taps.rows - 1;
    const bool is_in_image = columns.inner > 0 && find_rows(frame, tile, y, end, worker);
    if (has_edges_only != is_in_image) loaded = y;
    has_edges_only = is_in_image;
    for (; shared_.empty() && loaded < end; ++loaded) {
      if (is_in_image)
        load_edges(worker.in_image[static_cast<std::size_t>(loaded - y)], tile, columns,
                   worker.rings.front().row(loaded));
      else
        load_row(frame, terms_of(first), tile, loaded, worker);
    }
    for (std::int64_t filter = first; filter < first + count; ++filter) {
      const Frame result =
          image().slice(whole, {}, {output_frame(convolution(), tile.frame, filter)});
      if (is_in_image)
        write_rows_of_image(result, terms_of(filter).front(), tile, columns, y, rows, worker);
      else
        write_rows(frame, result, terms_of(filter), tile, y, rows, worker);
    }
  }
}

void DirectExecutable::copy_pixels(const Frame& source, const Frame& result, const Tile& tile,
                                   std::int64_t y, std::int64_t count) const {
  if (copied_bytes_.empty()) return;
  Frame both = result;
  both.input = source.input;
  const std::size_t bytes = copied_bytes_.size() / static_cast<std::size_t>(plan_.tile.columns) *
                            static_cast<std::size_t>(tile.extent.columns);
  for (std::int64_t i = 0; i < count; ++i)
    image().copy_bytes(both, y + i, tile.x, std::span(copied_bytes_).first(bytes));
}

void DirectExecutable::write_rows(const Frame& source, Frame result,
                                  const std::vector<DirectTerm>& terms, const Tile& tile,
                                  std::int64_t y, std::int64_t count, const Worker& worker) const {
  const int channel = channels()[static_cast<std::size_t>(tile.channel)];
  const std::int64_t samples = tile.extent.columns * together_;
  const auto write = [&](std::int64_t i, std::int64_t first, const float* from) {
    if (together_ > 1) {
      image().write_pixels(result, y + i, tile.x, tile.extent.columns, from);
      return copy_pixels(source, result, tile, y + i, 1);
    }
    image().write(result, y + i, channel, tile.x + first, tile.extent.columns - first, from);
  };
  // A single tap is a gain, where there is no other that it would overflow with.
  if (plan_.products == 0 && terms.front().block.size() == 1 && result.gain == 1) {
    result.gain = terms.front().block.front();
    for (std::int64_t i = 0; i < count; ++i) {
      look(result, tile, y + i, 1, tile.extent.columns, worker.rings.front().row(y + i), 0);
      write(i, 0, worker.rings.front().row(y + i));
    }
    return;
  }
  const auto sum_columns = [&](std::int64_t first, std::int64_t end, float* out,
                               std::int64_t stride) {
    sum(terms, tile, worker, y,
        {.first = first, .count = count, .columns = end - first, .out = out, .stride = stride});
  };
  std::int64_t done = 0;  // columns, straight into the image
  if (image().writes_floats(result, channel)) {
    const auto to = image().samples<float>(result, y, channel, tile.x);
    done = tile.extent.columns / kDirectWholeColumns * kDirectWholeColumns;
    sum_columns(0, done, to.data, to.stride);
    look(result, tile, y, count, done, to.data, to.stride);
  }
  if (done == samples) return;
  sum_columns(done, samples, worker.sums.data(), worker.stride);
  look(result, tile, y, count, samples - done, worker.sums.data(), worker.stride);
  for (std::int64_t i = 0; i < count; ++i) write(i, done, worker.sums.data() + i * worker.stride);
}

// A sample that is not finite makes each result such that has it in its sum, by a tap of 0 too. So
// it is enough to look at the first and the last row of a tile, and between them at one of as many
// rows as taps have.
void DirectExecutable::look(const Frame& frame, const Tile& tile, std::int64_t y,
                            std::int64_t count, std::int64_t columns, const float* results,
                            std::int64_t stride) const {
  if (frame.met_not_finite == nullptr || frame.sets_aside) return;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t row = y + i - tile.y;
    if (row % convolution().taps.rows != 0 && row + 1 != tile.extent.rows) continue;
    if (!all_finite(results + i * stride, columns))
      frame.met_not_finite->store(true, std::memory_order_relaxed);
  }
}

void DirectExecutable::filter_fixed_point(const Frame& source, const Frame& result,
                                          const FixedPointTaps& taps, const Tile& tile,
                                          const FixedPointRows& rows) const {
  // Of all channels rows begin with the first one, be it filtered or not.
  const int channel = together_ > 1 ? 0 : channels()[static_cast<std::size_t>(tile.channel)];
  std::int64_t loaded = tile.y;
  for (std::int64_t y = tile.y; y < tile.y + tile.extent.rows; ++y) {
    for (; loaded < y + convolution().taps.rows; ++loaded)
      rows.load(image(), source, loaded, channel, tile.x, tile.extent.columns, taps);
    rows.write(image(), result, y, channel, tile.x, tile.extent.columns, taps);
    copy_pixels(source, result, tile, y, 1);
  }
}

/// Row y of the extended image, filtered along where the terms say so.
void DirectExecutable::load_row(const Frame& frame, const std::vector<DirectTerm>& terms,
                                const Tile& tile, std::int64_t y, const Worker& worker) const {
  const bool is_filtered = plan_.products > 0;
  const std::vector<RowRing<float>>& rings = rings_of(worker);
  const std::int64_t row = ring_row(tile, y);
  float* const line = is_filtered ? worker.line.data() : rings.front().row(row);
  const std::int64_t columns = tile.extent.columns + convolution().taps.columns - 1;
  if (together_ > 1)
    image().read_pixels(frame, y, tile.x, columns, line);
  else
    image().read_extended(frame, y, channels()[static_cast<std::size_t>(tile.channel)], tile.x,
                          columns, line);
  if (!is_filtered) return;
  const float* const rows = line;
  for (std::size_t i = 0; i < terms.size(); ++i)
    correlate_rows({.rows = &rows,
                    .count = 1,
                    .columns = tile.extent.columns * together_,
                    .taps = terms[i].row.data(),
                    .extent = {1, convolution().taps.columns},
                    .step = together_,
                    .out = rings[i].row(row)});
}

/// The sum of all terms, of rows of output from y on, where `sums` says.
void DirectExecutable::sum(const std::vector<DirectTerm>& terms, const Tile& tile,
                           const Worker& worker, std::int64_t y, const DirectSums& sums) const {
  if (terms.empty())
    for (std::int64_t m = 0; m < sums.count; ++m)
      std::fill_n(sums.out + m * sums.stride, sums.columns, 0.0F);
  DirectSums term = sums;
  if (!shared_.empty()) term.first += tile.x * together_;  // they are whole rows
  for (std::size_t i = 0; i < terms.size(); ++i) {
    term.rows = rings_of(worker)[i].from(ring_row(tile, y));
    term.taps = terms[i].block.data();
    term.extent = terms[i].extent;
    term.step = together_;
    term.adds = i > 0;
    correlate_rows(term);
  }
}

}  // namespace fftcore
