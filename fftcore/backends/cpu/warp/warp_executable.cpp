// SPDX-License-Identifier: LGPL-2.1-or-later
// A task is some blocks of pixels side by side. A block finds its places, then the samples that all
// of its pixels need become a tile of numbers, which has the edges too. Blocks whose samples are
// too many, or lie far from each other, are halved until that is not so: a pixel's always fit.
#include "warp_executable.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "aligned_array.h"
#include "arithmetic.h"
#include "ceil_div.h"
#include "cpu_queue.h"
#include "image_access.h"
#include "pixels.h"
#include "port_checks.h"
#include "warp_loops.h"
#include "warp_numbers.h"
#include "warp_tile.h"

namespace fftcore {
namespace {

constexpr std::int64_t kBlockRows = 32, kBlockPixels = kBlockRows * kWarpColumns,
                       kTaskColumns = 8 * kWarpColumns, kMostTile = 32768;

/// Neighbours along an axis that have weights, at most.
constexpr std::int64_t kMostNeighbours = 6;

/// Pixels of a block.
struct Pixels {
  std::int64_t row, column, rows, columns;  // in the block

  std::int64_t count() const { return rows * columns; }
  std::array<Pixels, 2> halves() const {
    if (columns >= rows)
      return {{{row, column, rows, columns / 2},
               {row, column + columns / 2, rows, columns - columns / 2}}};
    return {{{row, column, rows / 2, columns}, {row + rows / 2, column, rows - rows / 2, columns}}};
  }
};

/// What one thread works with.
template <class Real>
struct Worker {
  AlignedArray<std::int32_t> x{kBlockPixels}, y{kBlockPixels}, somewhere{kBlockPixels};
  AlignedArray<Real> part_x{kBlockPixels}, part_y{kBlockPixels};
  AlignedArray<Real> weights_x{kMostNeighbours * kWarpColumns},
      weights_y{kMostNeighbours * kWarpColumns};
  AlignedArray<Real> scratch{kWarpColumns * kWarpLanes}, values{kWarpColumns};
  AlignedArray<Real> tile{kMostTile + kWarpLanes};

  WarpPlaces<Real> places(std::int64_t row, std::int64_t column) const {
    return WarpPlaces<Real>{x.data(), y.data(), somewhere.data(), part_x.data(), part_y.data()}
        .from(row * kWarpColumns + column);
  }
};

template <class Real>
class CpuWarpExecutable final : public WarpExecutable {
 public:
  CpuWarpExecutable(const Warp& warp, int threads)
      : WarpExecutable(warp),
        ports_(ports_of(warp)),
        threads_(threads),
        workers_(static_cast<std::size_t>(threads)) {}

  void run_any(Queue& queue, std::span<const ConstBuffer> inputs, const Buffer& output,
               const Buffer&) override {
    WorkerPool& pool = pool_of(queue, threads_);
    check_buffers(ports_, inputs, output);
    const Run run{inputs[0], output, warp_numbers(warp(), inputs[1])};
    const Extent extent = warp().output.extent();
    const std::int64_t across = ceil_div(extent.columns, kTaskColumns),
                       down = ceil_div(extent.rows, kBlockRows);
    pool.run(across * down, [&](std::int64_t task, int worker) {
      const std::int64_t row = task / across * kBlockRows, first = task % across * kTaskColumns,
                         end = std::min(first + kTaskColumns, extent.columns);
      for (std::int64_t column = first; column < end; column += kWarpColumns)
        block(run, row, column,
              {0, 0, std::min(kBlockRows, extent.rows - row), std::min(kWarpColumns, end - column)},
              workers_[static_cast<std::size_t>(worker)]);
    });
  }

  std::string plan_text() const override {
    return fmt::format("{}: blocks of {}x{} pixels, each from a tile of samples in {} precision",
                       to_string(warp()), kBlockRows, kWarpColumns,
                       sizeof(Real) == sizeof(double) ? "double" : "single");
  }

 private:
  struct Run {
    ConstBuffer input;
    Buffer output;
    WarpNumbers numbers;
  };
  /// Where the block's first pixel is in the output.
  struct Block {
    std::int64_t row, column;
  };

  void block(const Run& run, std::int64_t row, std::int64_t column, const Pixels& pixels,
             const Worker<Real>& worker) const {
    const auto number = [](const WarpTerms& terms, std::int64_t y) {
      return typename WarpLine<Real>::Number{
          static_cast<Real>(terms.row * static_cast<double>(y) + terms.more),
          static_cast<Real>(terms.column)};
    };
    const auto& [x, y, w] = run.numbers;
    for (std::int64_t i = 0; i < pixels.rows; ++i)
      find_places(
          {number(x, row + i), number(y, row + i), number(w, row + i), warp().is_projective},
          warp().interpolation, column, pixels.columns, worker.places(i, 0));
    if (warp().keeps_outside) leave_out_outside(pixels, worker);
    part(run, {row, column}, pixels, worker);
  }

  /// Places are nowhere whose nearest sample the input has not.
  void leave_out_outside(const Pixels& pixels, const Worker<Real>& worker) const {
    const int samples = samples_of(warp().interpolation);
    const std::int32_t lead = samples == 1 ? 0 : samples / 2 - 1;
    const auto rows = static_cast<std::int32_t>(warp().input.rows.extent),
               columns = static_cast<std::int32_t>(warp().input.columns.extent);
    for (std::int64_t i = 0; i < pixels.rows; ++i) {
      const WarpPlaces<Real> places = worker.places(i, 0);
      for (std::int64_t j = 0; j < pixels.columns; ++j) {
        const auto nearest = [&](std::int32_t first, Real part) {
          return first + lead + (samples > 1 && part >= Real(0.5) ? 1 : 0);
        };
        const std::int32_t x = nearest(places.x[j], places.part_x[j]),
                           y = nearest(places.y[j], places.part_y[j]);
        if (x < 0 || x >= columns || y < 0 || y >= rows) places.somewhere[j] = 0;
      }
    }
  }

  void part(const Run& run, const Block& block, const Pixels& pixels,
            const Worker<Real>& worker) const {
    WarpBounds bounds;
    for (std::int64_t i = 0; i < pixels.rows; ++i) {
      const WarpPlaces<Real> places = worker.places(pixels.row + i, pixels.column);
      extend_bounds(places.x, places.y, places.somewhere, pixels.columns, bounds);
    }
    // Pixels that are nowhere have no samples, but something stands in.
    if (bounds.are_empty()) bounds = {0, 0, 0, 0};
    const std::int64_t samples = samples_of(warp().interpolation);
    const WarpBox box{bounds.least_x, bounds.least_y,
                      std::int64_t{bounds.most_x} - bounds.least_x + samples,
                      std::int64_t{bounds.most_y} - bounds.least_y + samples};
    constexpr std::int64_t kMostForPixel = 40, kMostForAny = 1024;
    const std::int64_t most =
        pixels.count() == 1 ? kMostTile
                            : std::min(kMostTile, kMostForAny + kMostForPixel * pixels.count());
    // No overflow: sides are less than 2^24.
    if (box.columns * box.rows > most) {
      for (const Pixels& half : pixels.halves()) part(run, block, half, worker);
      return;
    }
    // As many channels at once as there is room for, since they share weights.
    const std::int64_t channels = warp().input.channels.extent, area = box.columns * box.rows,
                       together = std::min(channels, kMostTile / area);
    std::array<WarpTile<Real>, kMaxChannels> tiles;
    for (std::int64_t first = 0; first < channels; first += together) {
      const std::int64_t count = std::min(together, channels - first);
      for (std::int64_t i = 0; i < count; ++i)
        tiles[static_cast<std::size_t>(i)] = warp_tile<Real>(
            warp(), run.input, first + i, box, kWarpLanes, worker.tile.data() + i * area);
      values(run, block, pixels, {tiles.data(), first, count, box}, worker);
    }
  }

  /// Of channels from `first` on.
  struct Tiles {
    const WarpTile<Real>* tiles;
    std::int64_t first, count;
    const WarpBox& box;
  };

  void values(const Run& run, const Block& block, const Pixels& pixels, const Tiles& tiles,
              const Worker<Real>& worker) const {
    const Layout& out = warp().output;
    const Interpolation interpolation = warp().interpolation;
    for (std::int64_t i = 0; i < pixels.rows; ++i) {
      const WarpPlaces<Real> places = worker.places(pixels.row + i, pixels.column);
      find_weights(interpolation, places.part_x, pixels.columns, worker.weights_x.data());
      find_weights(interpolation, places.part_y, pixels.columns, worker.weights_y.data());
      void* const row = row_of(run.output, out, block.row + pixels.row + i);
      for (std::int64_t c = 0; c < tiles.count; ++c) {
        const WarpTile<Real>& tile = tiles.tiles[c];
        sum_samples(interpolation,
                    {tile.samples, tile.pitch, static_cast<std::int32_t>(tiles.box.left),
                     static_cast<std::int32_t>(tiles.box.top), places.x, places.y, places.somewhere,
                     worker.weights_x.data(), worker.weights_y.data(),
                     static_cast<Real>(warp().fill), worker.scratch.data()},
                    pixels.columns, worker.values.data());
        const std::int64_t first = first_of(run.output, out) +
                                   (tiles.first + c) * out.channels.stride +
                                   (block.column + pixels.column) * out.columns.stride;
        each_stored(places.somewhere, pixels.columns, [&](std::int64_t at, std::int64_t count) {
          store_samples(row, out.type, first + at * out.columns.stride, out.columns.stride, count,
                        Real(1), Real(0), worker.values.data() + at);
        });
      }
    }
  }

  /// `store(first, count)` for the pixels of a row that are written: for all, or for runs of those
  /// that are somewhere.
  template <class Store>
  void each_stored(const std::int32_t* somewhere, std::int64_t count, const Store& store) const {
    if (!warp().keeps_outside) return store(0, count);
    for (std::int64_t first = 0, end = 0; first < count; first = end + 1) {
      for (end = first; end < count && somewhere[end] != 0;) ++end;
      if (end > first) store(first, end - first);
    }
  }

  const Ports ports_;
  const int threads_;
  std::vector<Worker<Real>> workers_;
};

}  // namespace

std::int64_t warp_memory_bytes(const Warp& warp, int threads) {
  constexpr std::int64_t kIntegers = 3 * kBlockPixels,
                         kNumbers = 2 * kBlockPixels + kMostTile +
                                    (2 * kMostNeighbours + kWarpLanes + 1) * kWarpColumns;
  return threads * (4 * kIntegers + (is_double(warp) ? 8 : 4) * kNumbers);
}

std::unique_ptr<WarpExecutable> make_warp_executable(const Warp& warp, int threads) {
  if (is_double(warp)) return std::make_unique<CpuWarpExecutable<double>>(warp, threads);
  return std::make_unique<CpuWarpExecutable<float>>(warp, threads);
}

}  // namespace fftcore
