// SPDX-License-Identifier: LGPL-2.1-or-later
// How the stages of a convolution split their work: rows some at a time, columns in blocks.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "any_length.h"
#include "channel_mask.h"
#include "column_filter.h"
#include "cost.h"
#include "fftcore/stages.h"
#include "worker_pool.h"

namespace fftcore {

inline constexpr std::int64_t kRowsPerTask = 4;

/// Columns of a half spectrum, `lanes` at a time, as plan/cpu/three_pass.cpp has them.
struct ColumnBlocks {
  explicit ColumnBlocks(const SpectrumLayout& spectrum)
      : rows(spectrum.points.rows),
        lanes(lanes_for(rows)),
        count((bins(spectrum) + lanes - 1) / lanes) {}
  std::int64_t stride() const { return count * lanes; }
  std::int64_t points() const { return rows * lanes; }  ///< of one block

  std::int64_t rows;
  std::int64_t lanes;
  std::int64_t count;
};

/// What one thread works with in a stage between image and spectrum.
struct StageWorker {
  StageWorker(AnyLength& lengths, std::int64_t points, const ColumnBlocks& blocks, bool has_columns)
      : rows(lengths.real_line(points)),
        row(points),
        spectrum(has_columns ? blocks.points() : blocks.stride()) {
    if (has_columns)
      columns = std::make_unique<ColumnTransform>(lengths.complex(blocks.rows, blocks.lanes),
                                                  blocks.rows, blocks.lanes);
  }
  std::unique_ptr<RealTransform> rows;
  std::unique_ptr<ColumnTransform> columns;  // null where only rows are transformed
  AlignedArray<float> row;
  AlignedArray<Complex> spectrum;  // of a row, or of a block
};

/// Calls task(channel, row, workers[i]) for each.
template <class Worker, class Task>
void for_each_row(WorkerPool& pool, std::int64_t channels, std::int64_t rows,
                  std::vector<Worker>& workers, Task task) {
  const std::int64_t all = channels * rows;
  pool.run((all + kRowsPerTask - 1) / kRowsPerTask, [&](std::int64_t index, int worker) {
    for (std::int64_t i = index * kRowsPerTask; i < std::min(all, (index + 1) * kRowsPerTask); ++i)
      task(i / rows, i % rows, workers[static_cast<std::size_t>(worker)]);
  });
}

/// Calls task(channel, block, workers[i]) for each.
template <class Worker, class Task>
void for_each_block(WorkerPool& pool, std::int64_t channels, const ColumnBlocks& blocks,
                    std::vector<Worker>& workers, Task task) {
  pool.run(channels * blocks.count, [&](std::int64_t index, int worker) {
    task(index / blocks.count, index % blocks.count, workers[static_cast<std::size_t>(worker)]);
  });
}

/// Channels of an image that are not skipped, in order.
inline std::vector<std::int64_t> kept_channels(const Layout& image, std::uint32_t skipped) {
  std::vector<std::int64_t> channels;
  for (std::int64_t c = 0; c < image.channels.extent; ++c)
    if (!is_in_mask(c, skipped)) channels.push_back(c);
  return channels;
}

/// Those that are, in order.
inline std::vector<std::int64_t> skipped_channels(const Layout& image, std::uint32_t skipped) {
  std::vector<std::int64_t> channels;
  for (std::int64_t c = 0; c < std::min<std::int64_t>(image.channels.extent, 32); ++c)
    if (is_in_mask(c, skipped)) channels.push_back(c);
  return channels;
}

/// Points along the axes that are transformed: what a normalized spectrum is divided by.
inline std::int64_t transformed_points(const SpectrumLayout& spectrum) {
  return spectrum.transformed == Transformed::rows ? spectrum.points.columns
                                                   : spectrum.points.rows * spectrum.points.columns;
}

}  // namespace fftcore
