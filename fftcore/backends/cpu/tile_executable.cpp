// SPDX-License-Identifier: LGPL-2.1-or-later
// Overlap-save. A task is a pair of items (tile, channel) that share one complex transform: real part the one, imaginary part the other.
#include <algorithm>
#include <array>

#include "column_filter.h"
#include "cpu_executable.h"

namespace fftcore {
namespace {

constexpr std::int64_t kCopiedRowsPerTask = 64;

std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// One tile of one channel: its first output pixel, how many it has, and how much input they need (none for an item past the last).
struct Item {
  int channel = 0;
  std::int64_t y = 0, x = 0;
  Extent useful{0, 0};
  Extent input{0, 0};
};

class TileExecutable final : public CpuExecutable {
 public:
  TileExecutable(const Problem& problem, const Plan& plan, int thread_count, const FftEngine& engine)
      : CpuExecutable(problem, plan, thread_count),
        tile_(std::get<TilePlan>(plan.geometry)),
        blocks_(ceil_div(tile_.fft.columns, tile_.lanes)),
        stride_(row_stride(blocks_ * tile_.lanes)),
        kernel_worker_(engine, tile_, stride_) {
    for (int i = 0; i < thread_count; ++i) workers_.emplace_back(engine, tile_, stride_);
  }

 protected:
  /// Laid out as the column pass reads it: block by block, each fft rows x lanes.
  Spectrum transform_kernel(const std::vector<float>& taps) override {
    const Extent kernel = problem().kernel;
    Worker& worker = kernel_worker_;
    std::fill_n(worker.second.data(), tile_.fft.columns, 0.0F);
    for (std::int64_t y = 0; y < kernel.rows; ++y) {
      float* const row = worker.first.data();
      std::copy_n(taps.data() + y * kernel.columns, kernel.columns, row);
      std::fill(row + kernel.columns, row + tile_.fft.columns, 0.0F);
      forward_row(worker, y);
    }
    Spectrum spectrum(blocks_ * worker.columns.block_points());
    const float scale = 1.0F / static_cast<float>(tile_.fft.rows * tile_.fft.columns);
    for (std::int64_t block = 0; block < blocks_; ++block)
      worker.columns.transform_kernel(worker.tile.data() + block * tile_.lanes, stride_, kernel.rows, scale,
                                      spectrum.data() + block * worker.columns.block_points());
    return spectrum;
  }

  void execute(WorkerPool& pool, const Frame& frame, const Spectrum& spectrum) noexcept override {
    const std::int64_t pairs = ceil_div(items(), 2);
    const std::int64_t rows = problem().input.rows.extent;
    const std::int64_t copies = problem().copied_channels != 0 ? ceil_div(rows, kCopiedRowsPerTask) : 0;
    pool.run(pairs + copies, [&](std::int64_t task, int worker) {
      if (task < pairs) {
        filter_pair(frame, spectrum, task, workers_[static_cast<std::size_t>(worker)]);
      } else {
        const std::int64_t first = (task - pairs) * kCopiedRowsPerTask;
        image().copy_channels(frame, first, std::min(kCopiedRowsPerTask, rows - first));
      }
    });
  }

 private:
  /// What one thread works with.
  struct Worker {
    Worker(const FftEngine& engine, const TilePlan& plan, std::int64_t stride)
        : rows(engine.complex(plan.fft.columns, 1)),
          columns(engine, plan.fft.rows, plan.lanes),
          tile(stride * plan.fft.rows),
          pair(plan.fft.columns),
          first(plan.fft.columns),
          second(plan.fft.columns) {}
    std::unique_ptr<ComplexTransform> rows;
    ColumnFilter columns;
    AlignedArray<Complex> tile;
    AlignedArray<Complex> pair;         // one row before its transform, or after
    AlignedArray<float> first, second;  // the same row as two real ones
  };

  /// Rows a multiple of 4 KiB apart would all fall into the same cache sets.
  static std::int64_t row_stride(std::int64_t columns) { return columns % 512 == 0 ? columns + 16 : columns; }

  std::int64_t items() const { return tile_.grid.rows * tile_.grid.columns * static_cast<std::int64_t>(channels().size()); }

  /// Neighbours in a pair are channels of one tile where there are several, else tiles side by side.
  Item item(std::int64_t index) const {
    if (index >= items()) return {};
    const auto count = static_cast<std::int64_t>(channels().size());
    const std::int64_t tile = index / count;
    Item item;
    item.channel = channels()[static_cast<std::size_t>(index % count)];
    item.y = tile / tile_.grid.columns * tile_.useful.rows;
    item.x = tile % tile_.grid.columns * tile_.useful.columns;
    const Extent out = problem().output.extent();
    item.useful = {std::min(out.rows - item.y, tile_.useful.rows), std::min(out.columns - item.x, tile_.useful.columns)};
    if (item.useful.rows <= 0 || item.useful.columns <= 0) return {};
    item.input = {item.useful.rows + problem().kernel.rows - 1, item.useful.columns + problem().kernel.columns - 1};
    return item;
  }

  /// Row y of the item's input, zeros to the tile's width.
  void read_row(const Frame& frame, const Item& item, std::int64_t y, float* to) const {
    const std::int64_t count = y < item.input.rows ? item.input.columns : 0;
    if (count > 0) image().read_extended(frame, item.y + y, item.channel, item.x, count, to);
    std::fill(to + count, to + tile_.fft.columns, 0.0F);
  }

  void forward_row(Worker& worker, std::int64_t y) const {
    interleave(worker.first.data(), worker.second.data(), tile_.fft.columns, worker.pair.data());
    worker.rows->forward(worker.pair.data(), worker.tile.data() + y * stride_);
  }

  void filter_pair(const Frame& frame, const Spectrum& spectrum, std::int64_t pair, Worker& worker) const {
    const std::array items = {item(2 * pair), item(2 * pair + 1)};
    const std::int64_t input_rows = std::max(items[0].input.rows, items[1].input.rows);
    for (std::int64_t y = 0; y < input_rows; ++y) {
      read_row(frame, items[0], y, worker.first.data());
      read_row(frame, items[1], y, worker.second.data());
      forward_row(worker, y);
    }

    const std::int64_t output_rows = std::max(items[0].useful.rows, items[1].useful.rows);
    for (std::int64_t block = 0; block < blocks_; ++block)
      worker.columns.filter(
          worker.tile.data() + block * tile_.lanes, stride_, input_rows, [](std::int64_t y) { return y; },
          spectrum.data() + block * worker.columns.block_points(), output_rows);

    for (std::int64_t y = 0; y < output_rows; ++y) {
      worker.rows->inverse(worker.tile.data() + y * stride_, worker.pair.data());
      deinterleave(worker.pair.data(), tile_.useful.columns, worker.first.data(), worker.second.data());
      write_row(frame, items[0], y, worker.first.data());
      write_row(frame, items[1], y, worker.second.data());
    }
  }

  void write_row(const Frame& frame, const Item& item, std::int64_t y, const float* from) const {
    if (y < item.useful.rows) image().write(frame, item.y + y, item.channel, item.x, item.useful.columns, from);
  }

  const TilePlan tile_;
  const std::int64_t blocks_;  // of lanes columns
  const std::int64_t stride_;  // of Worker::tile, complex values
  Worker kernel_worker_;       // set_kernel()'s own: it may run beside execute()
  std::vector<Worker> workers_;
};

}  // namespace

std::unique_ptr<Executable> make_tile_executable(const Problem& problem, const Plan& plan, int threads, const FftEngine& engine) {
  return std::make_unique<TileExecutable>(problem, plan, threads, engine);
}

}  // namespace fftcore
