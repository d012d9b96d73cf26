// SPDX-License-Identifier: LGPL-2.1-or-later
// Overlap-save. A task is a pair of tiles of one channel that share one complex transform: real
// part the one, imaginary part the other; of complex samples it is one tile. Where channels are
// mixed, a task takes the two tiles of every channel.
#include <algorithm>

#include "arithmetic.h"
#include "ceil_div.h"
#include "column_filter.h"
#include "cpu_executable.h"

namespace fftcore {
namespace {

/// One tile: its first output pixel, how many it has, and how much input they need (none for a tile
/// past the last).
struct Tile {
  std::int64_t y = 0, x = 0;
  Extent useful{0, 0};
  Extent input{0, 0};
};

/// Neighbours of one channel, counted among those that are filtered (of a mixture: its first one).
struct Pair {
  std::int64_t channel = 0;
  Tile first, second;
  std::int64_t input_rows() const { return std::max(first.input.rows, second.input.rows); }
  std::int64_t output_rows() const { return std::max(first.useful.rows, second.useful.rows); }
};

template <class Real>
class TileExecutable final : public CpuExecutable<Real> {
  using Base = CpuExecutable<Real>;
  using Base::channels;
  using Base::convolution;
  using Base::copy_rows;
  using Base::copy_tasks;
  using Base::image;
  using Base::mixed;
  using Base::parts;
  using Base::taps_spectrum;
  using typename Base::Complex;
  using typename Base::Spectrum;

 public:
  TileExecutable(const Convolution& problem, const Plan& plan, int thread_count,
                 const FftEngine& engine)
      : Base(problem, plan, thread_count),
        tile_(std::get<TilePlan>(plan.geometry)),
        blocks_(ceil_div(tile_.fft.columns, tile_.lanes)),
        stride_(row_stride(blocks_ * tile_.lanes)),
        is_bank_(filters_of_frame(problem, 0).count > 1),
        tiles_(tile_.grid.rows * tile_.grid.columns),
        taps_worker_(engine, tile_, stride_, 1, false) {
    for (int i = 0; i < thread_count; ++i)
      workers_.emplace_back(engine, tile_, stride_, mixed(), is_bank_);
  }

 protected:
  std::int64_t taps_points() const override { return blocks_ * tile_.fft.rows * tile_.lanes; }

  /// Laid out as the column pass reads it: block by block, each fft rows x lanes.
  void transform_taps(const std::vector<Real>& taps, Complex* spectrum) override {
    const Extent kernel = convolution().taps;
    Worker& worker = taps_worker_;
    std::fill_n(worker.pair.data(), tile_.fft.columns, Complex{});
    for (std::int64_t y = 0; y < kernel.rows; ++y) {
      const Real* const row = taps.data() + y * kernel.columns * parts();
      Complex* const pair = worker.pair.data();
      for (std::int64_t x = 0; x < kernel.columns; ++x)
        pair[x] = parts() == 2 ? Complex{row[2 * x], row[2 * x + 1]} : Complex{row[x]};
      std::fill(pair + kernel.columns, pair + tile_.fft.columns, Complex{});
      worker.rows->forward(pair, tile(worker, 0) + y * stride_);
    }
    for (std::int64_t block = 0; block < blocks_; ++block)
      forward_block(worker, 0, block, kernel.rows, spectrum + block * block_points());
    conjugate_scaled(spectrum, taps_points(),
                     Real(1) / static_cast<Real>(tile_.fft.rows * tile_.fft.columns), spectrum);
  }

  void execute(WorkerPool& pool, const Frame& whole, const Spectrum& spectrum) noexcept override {
    const std::int64_t pairs = ceil_div(tiles_, tiles_of_task()),
                       sets = channel_sets(convolution()),
                       frames = convolution().input.frames.extent;
    const std::int64_t filtered = frames * sets * pairs;
    pool.run(filtered + copy_tasks(), [&](std::int64_t task, int worker) {
      if (task < filtered)
        filter_pair(whole, spectrum, {task / pairs / sets, task / pairs % sets, task % pairs},
                    workers_[static_cast<std::size_t>(worker)]);
      else
        copy_rows(whole, task - filtered);
    });
  }

 private:
  /// What one thread works with.
  struct Worker {
    Worker(const FftEngine& engine, const TilePlan& plan, std::int64_t stride, std::int64_t mixed,
           bool is_bank)
        : rows(engine_in<Real>(engine).complex(plan.fft.columns, 1)),
          columns(engine, plan.fft.rows, plan.lanes),
          product(mixed, columns.block_points(), is_bank),
          tiles(mixed * stride * plan.fft.rows),
          spectra(mixed * columns.block_points() *
                  (is_bank ? ceil_div(plan.fft.columns, plan.lanes) : 1)),
          pair(plan.fft.columns),
          first(plan.fft.columns),
          second(plan.fft.columns) {}
    std::unique_ptr<ComplexTransformOf<Real>> rows;
    ColumnTransformOf<Real> columns;
    BlockProductOf<Real> product;
    AlignedArray<Complex> tiles;  // one for each channel that is mixed
    // of one block of columns, of a bank all blocks; of each channel
    AlignedArray<Complex> spectra;
    AlignedArray<Complex> pair;        // one row before its transform, or after
    AlignedArray<Real> first, second;  // the same row as two real ones
  };

  /// Two tiles that share complex transforms.
  struct Task {
    std::int64_t frame, set, pair;
  };

  /// Rows a multiple of 4 KiB apart would all fall into the same cache sets.
  static std::int64_t row_stride(std::int64_t columns) {
    return columns % 512 == 0 ? columns + 16 : columns;
  }

  std::int64_t block_points() const { return tile_.fft.rows * tile_.lanes; }
  Complex* tile(const Worker& worker, std::int64_t member) const {
    return worker.tiles.data() + member * stride_ * tile_.fft.rows;
  }

  /// Tiles are numbered row by row.
  Tile tile_at(std::int64_t index) const {
    if (index >= tiles_) return {};
    Tile tile;
    tile.y = index / tile_.grid.columns * tile_.useful.rows;
    tile.x = index % tile_.grid.columns * tile_.useful.columns;
    const Extent out = convolution().output.extent();
    tile.useful = {std::min(out.rows - tile.y, tile_.useful.rows),
                   std::min(out.columns - tile.x, tile_.useful.columns)};
    if (tile.useful.rows <= 0 || tile.useful.columns <= 0) return {};
    tile.input = {tile.useful.rows + convolution().taps.rows - 1,
                  tile.useful.columns + convolution().taps.columns - 1};
    return tile;
  }

  /// A tile of complex samples has a transform for itself.
  std::int64_t tiles_of_task() const { return parts() == 2 ? 1 : 2; }

  Pair pair_of(const Task& task) const {
    if (parts() == 2) return {task.set * mixed(), tile_at(task.pair), {}};
    return {task.set * mixed(), tile_at(2 * task.pair), tile_at(2 * task.pair + 1)};
  }

  /// The channel of the image that a member of a mixture is, or the pair's own.
  int channel_of(const Pair& pair, std::int64_t member) const {
    return channels()[static_cast<std::size_t>(pair.channel + member)];
  }

  /// Row y of the tile's input, zeros to the transform's width.
  template <class Number>
  void read_row(const Frame& frame, const Tile& tile, int channel, std::int64_t y,
                Number* to) const {
    const std::int64_t count = y < tile.input.rows ? tile.input.columns : 0;
    if (count > 0) image().read_extended(frame, tile.y + y, channel, tile.x, count, to);
    std::fill(to + count, to + tile_.fft.columns, Number{});
  }

  void forward_row(const Frame& frame, const Pair& pair, Worker& worker, std::int64_t member,
                   std::int64_t y) const {
    const int channel = channel_of(pair, member);
    if (parts() == 2) {
      read_row(frame, pair.first, channel, y, worker.pair.data());
    } else {
      read_row(frame, pair.first, channel, y, worker.first.data());
      read_row(frame, pair.second, channel, y, worker.second.data());
      interleave(worker.first.data(), worker.second.data(), tile_.fft.columns, worker.pair.data());
    }
    worker.rows->forward(worker.pair.data(), tile(worker, member) + y * stride_);
  }

  void forward_block(Worker& worker, std::int64_t member, std::int64_t block, std::int64_t rows,
                     Complex* spectrum) const {
    worker.columns.forward(
        tile(worker, member) + block * tile_.lanes, stride_, rows, [](std::int64_t y) { return y; },
        spectrum);
  }

  void filter_pair(const Frame& whole, const Spectrum& spectrum, const Task& task,
                   Worker& worker) const {
    const Pair pair = pair_of(task);
    const Frame frame = image().slice(whole, {task.frame}, {});
    for (std::int64_t member = 0; member < mixed(); ++member)
      for (std::int64_t y = 0; y < pair.input_rows(); ++y)
        forward_row(frame, pair, worker, member, y);

    // With one filter, each block of columns goes forth and back while it is in the cache. With
    // several, all go forth once, and back for each filter.
    const auto [first_filter, kernels] = filters_of_frame(convolution(), task.frame);
    const auto forward = [&](std::int64_t block, Complex* spectra) {
      for (std::int64_t member = 0; member < mixed(); ++member)
        forward_block(worker, member, block, pair.input_rows(), spectra + member * block_points());
    };
    const auto spectra_of = [&](std::int64_t block) {
      return worker.spectra.data() + (is_bank_ ? block * mixed() * block_points() : 0);
    };
    if (is_bank_)
      for (std::int64_t block = 0; block < blocks_; ++block) forward(block, spectra_of(block));
    for (std::int64_t kernel = first_filter; kernel < first_filter + kernels; ++kernel) {
      for (std::int64_t block = 0; block < blocks_; ++block) {
        if (!is_bank_) forward(block, spectra_of(block));
        inverse_block(pair, spectrum, kernel, block, spectra_of(block), worker);
      }
      write_pair(image().slice(whole, {}, {output_frame(convolution(), task.frame, kernel)}), pair,
                 worker);
    }
  }

  void inverse_block(const Pair& pair, const Spectrum& spectrum, std::int64_t kernel,
                     std::int64_t block, Complex* spectra, Worker& worker) const {
    for (std::int64_t member = 0; member < mixed(); ++member) {
      Complex* const product = worker.product(spectra, block_points(), [&](std::int64_t from) {
        return taps_spectrum(spectrum, kernel, pair.channel + member, from) +
               block * block_points();
      });
      worker.columns.inverse(product, tile(worker, member) + block * tile_.lanes, stride_,
                             pair.output_rows());
    }
  }

  void write_pair(const Frame& frame, const Pair& pair, Worker& worker) const {
    for (std::int64_t member = 0; member < mixed(); ++member) {
      const int channel = channel_of(pair, member);
      for (std::int64_t y = 0; y < pair.output_rows(); ++y) {
        worker.rows->inverse(tile(worker, member) + y * stride_, worker.pair.data());
        if (parts() == 2) {
          write_row(frame, pair.first, channel, y, worker.pair.data());
          continue;
        }
        deinterleave(worker.pair.data(), tile_.useful.columns, worker.first.data(),
                     worker.second.data());
        write_row(frame, pair.first, channel, y, worker.first.data());
        write_row(frame, pair.second, channel, y, worker.second.data());
      }
    }
  }

  template <class Number>
  void write_row(const Frame& frame, const Tile& tile, int channel, std::int64_t y,
                 const Number* from) const {
    if (y < tile.useful.rows)
      image().write(frame, tile.y + y, channel, tile.x, tile.useful.columns, from);
  }

  const TilePlan tile_;
  const std::int64_t blocks_;  // of lanes columns
  const std::int64_t stride_;  // of Worker::tiles, complex values
  const bool is_bank_;         // several filters for one frame
  const std::int64_t tiles_;   // of a channel
  Worker taps_worker_;         // set_taps()'s own: it may run beside execute()
  std::vector<Worker> workers_;
};

}  // namespace

std::unique_ptr<ConvolutionExecutable> make_tile_executable(const Convolution& problem,
                                                            const Plan& plan, int threads,
                                                            const FftEngine& engine) {
  if (is_double(problem))
    return std::make_unique<TileExecutable<double>>(problem, plan, threads, engine);
  return std::make_unique<TileExecutable<float>>(problem, plan, threads, engine);
}

}  // namespace fftcore
