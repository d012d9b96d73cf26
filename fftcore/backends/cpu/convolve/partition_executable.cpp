// SPDX-License-Identifier: LGPL-2.1-or-later
// Overlap-save with partitions of the taps, a window of output blocks at a time: blocks of the
// image forward; sums of products, some bins of all blocks at a time; blocks of the output back.
#include <algorithm>

#include "arithmetic.h"
#include "bank.h"
#include "block_transform.h"
#include "ceil_div.h"
#include "cpu_executable.h"

namespace fftcore {
namespace {

/// Bins of a task of sums: those of a window's blocks and of the partitions stay in a second-level
/// cache, so that each is fetched from memory once a window.
constexpr std::int64_t kBinsPerTask = 512;

/// Blocks of one axis, counted from the image's first one.
struct BlockRange {
  std::int64_t first = 0;
  std::int64_t count = 0;
};

template <class Real>
class PartitionExecutable final : public CpuExecutable<Real> {
  using Base = CpuExecutable<Real>;
  using Base::channels;
  using Base::convolution;
  using Base::copy_channels;
  using Base::image;
  using Base::mixed;
  using Base::parts;
  using Base::taps_spectrum;
  using typename Base::Complex;
  using typename Base::Spectrum;

 public:
  PartitionExecutable(const Convolution& problem, const Plan& plan, int thread_count,
                      const FftEngine& engine)
      : Base(problem, plan, thread_count),
        plan_(std::get<PartitionPlan>(plan.geometry)),
        rows_kept_(plan_.window.rows + plan_.partitions.rows - 1),
        columns_kept_(plan_.window.columns + plan_.partitions.columns - 1),
        taps_transform_(transform(engine)),
        values_(taps_transform_.values()),
        spectra_(mixed() * rows_kept_ * columns_kept_ * values_),
        sums_(plan_.window.rows * plan_.window.columns * values_) {
    for (int i = 0; i < thread_count; ++i) workers_.push_back(transform(engine));
  }

 protected:
  std::int64_t taps_points() const override {
    return plan_.partitions.rows * plan_.partitions.columns * values_;
  }

  void transform_taps(const std::vector<Real>& taps, Complex* spectrum) override {
    const Extent all = convolution().taps, each = plan_.partition;
    for (std::int64_t p = 0; p < plan_.partitions.rows; ++p)
      for (std::int64_t q = 0; q < plan_.partitions.columns; ++q) {
        const std::int64_t top = p * each.rows, left = q * each.columns,
                           columns = std::min(each.columns, all.columns - left);
        taps_transform_.forward(
            std::min(each.rows, all.rows - top), columns,
            [&](std::int64_t y, Real* samples) {
              std::copy_n(taps.data() + ((top + y) * all.columns + left) * parts(),
                          columns * parts(), samples);
            },
            spectrum + (p * plan_.partitions.columns + q) * values_);
      }
    conjugate_scaled(spectrum, taps_points(),
                     Real(1) / static_cast<Real>(plan_.fft.rows * plan_.fft.columns), spectrum);
  }

  void execute(WorkerPool& pool, const Frame& whole, const Spectrum& spectrum) noexcept override {
    for (std::int64_t frame = 0; frame < convolution().input.frames.extent; ++frame)
      for (std::int64_t set = 0; set < channel_sets(convolution()); ++set)
        for (std::int64_t top = 0; top < plan_.grid.rows; top += plan_.window.rows)
          filter_strip(pool, whole, spectrum, frame, set * mixed(),
                       {top, std::min(plan_.window.rows, plan_.grid.rows - top)});
    copy_channels(pool, whole);
  }

 private:
  BlockTransformOf<Real> transform(const FftEngine& engine) const {
    return {engine, plan_.fft.rows, plan_.fft.columns, plan_.lanes, parts()};
  }

  /// The spectrum of a block of the image: of a strip's rows, and of columns counted from the
  /// image's first one, of which the last columns_kept_ are there.
  Complex* spectrum_of(std::int64_t member, std::int64_t row, std::int64_t column) const {
    return spectra_.data() +
           ((member * rows_kept_ + row) * columns_kept_ + column % columns_kept_) * values_;
  }
  Complex* sum_of(std::int64_t row, std::int64_t column) const {
    return sums_.data() + (row * plan_.window.columns + column) * values_;
  }
  int channel_of(std::int64_t index) const { return channels()[static_cast<std::size_t>(index)]; }

  /// Output blocks of a strip, from left to right. `first`: the first channel that mixes.
  void filter_strip(WorkerPool& pool, const Frame& whole, const Spectrum& spectrum,
                    std::int64_t frame, std::int64_t first, BlockRange rows) {
    const Frame input = image().slice(whole, {frame}, {});
    const auto [first_filter, filters] = filters_of_frame(convolution(), frame);
    const std::int64_t more = plan_.partitions.columns - 1;  // blocks of the image to the right
    for (std::int64_t left = 0; left < plan_.grid.columns; left += plan_.window.columns) {
      const BlockRange columns{left, std::min(plan_.window.columns, plan_.grid.columns - left)};
      const std::int64_t from = left == 0 ? 0 : left + more;
      transform_blocks(pool, input, first, rows, {from, left + columns.count + more - from});
      for (std::int64_t filter = first_filter; filter < first_filter + filters; ++filter)
        for (std::int64_t member = 0; member < mixed(); ++member) {
          sum_products(pool, spectrum, filter, first + member, rows, columns);
          write_blocks(pool, image().slice(whole, {}, {output_frame(convolution(), frame, filter)}),
                       channel_of(first + member), rows, columns);
        }
    }
  }

  void transform_blocks(WorkerPool& pool, const Frame& input, std::int64_t first, BlockRange rows,
                        BlockRange columns) {
    const std::int64_t down = rows.count + plan_.partitions.rows - 1;
    pool.run(mixed() * down * columns.count, [&](std::int64_t task, int worker) {
      const std::int64_t column = columns.first + task % columns.count,
                         row = task / columns.count % down, member = task / columns.count / down;
      transform_block(input, channel_of(first + member), rows.first + row, column,
                      workers_[static_cast<std::size_t>(worker)], spectrum_of(member, row, column));
    });
  }

  void transform_block(const Frame& input, int channel, std::int64_t row, std::int64_t column,
                       BlockTransformOf<Real>& worker, Complex* spectrum) const {
    const Extent all = image().extended();
    const std::int64_t top = row * plan_.useful.rows, left = column * plan_.useful.columns;
    const std::int64_t columns = std::clamp<std::int64_t>(
        all.columns - left, 0, plan_.useful.columns + plan_.partition.columns - 1);
    const std::int64_t rows =
        columns == 0 ? 0
                     : std::clamp<std::int64_t>(all.rows - top, 0,
                                                plan_.useful.rows + plan_.partition.rows - 1);
    worker.forward(
        rows, columns,
        [&](std::int64_t y, Real* samples) {
          if (parts() == 2)
            image().read_extended(input, top + y, channel, left, columns,
                                  reinterpret_cast<Complex*>(samples));
          else
            image().read_extended(input, top + y, channel, left, columns, samples);
        },
        spectrum);
  }

  void sum_products(WorkerPool& pool, const Spectrum& spectrum, std::int64_t filter,
                    std::int64_t to, BlockRange rows, BlockRange columns) {
    pool.run(ceil_div(values_, kBinsPerTask), [&](std::int64_t task, int) {
      const std::int64_t bin = task * kBinsPerTask, bins = std::min(kBinsPerTask, values_ - bin);
      for (std::int64_t row = 0; row < rows.count; ++row)
        for (std::int64_t column = 0; column < columns.count; ++column)
          sum_bins(spectrum, filter, to, row, columns.first + column, bin, bins,
                   sum_of(row, column) + bin);
    });
  }

  /// Some bins of an output block, over all partitions and the channels that mix.
  void sum_bins(const Spectrum& spectrum, std::int64_t filter, std::int64_t to, std::int64_t row,
                std::int64_t column, std::int64_t bin, std::int64_t bins, Complex* sum) const {
    std::fill_n(sum, bins, Complex{});
    for (std::int64_t from = 0; from < mixed(); ++from) {
      const Complex* taps = taps_spectrum(spectrum, filter, to, from) + bin;
      for (std::int64_t p = 0; p < plan_.partitions.rows; ++p)
        for (std::int64_t q = 0; q < plan_.partitions.columns; ++q, taps += values_)
          multiply_add(spectrum_of(from, row + p, column + q) + bin, taps, bins, sum);
    }
  }

  void write_blocks(WorkerPool& pool, const Frame& output, int channel, BlockRange rows,
                    BlockRange columns) {
    const Extent out = convolution().output.extent();
    pool.run(rows.count * columns.count, [&](std::int64_t task, int worker) {
      const std::int64_t row = task / columns.count, column = task % columns.count,
                         top = (rows.first + row) * plan_.useful.rows,
                         left = (columns.first + column) * plan_.useful.columns,
                         width = std::min(plan_.useful.columns, out.columns - left);
      workers_[static_cast<std::size_t>(worker)].inverse(
          sum_of(row, column), std::min(plan_.useful.rows, out.rows - top),
          [&](std::int64_t y, const Real* samples) {
            image().write_parts(output, top + y, channel, left, width, samples);
          });
    });
  }

  const PartitionPlan plan_;
  const std::int64_t rows_kept_, columns_kept_;  // blocks of the image, of each channel that mixes
  BlockTransformOf<Real> taps_transform_;        // set_taps()'s own: it may run beside execute()
  const std::int64_t values_;                    // of a block's spectrum
  AlignedArray<Complex> spectra_;                // of blocks of the image
  AlignedArray<Complex> sums_;                   // of output blocks
  std::vector<BlockTransformOf<Real>> workers_;
};

}  // namespace

std::unique_ptr<ConvolutionExecutable> make_partition_executable(const Convolution& problem,
                                                                 const Plan& plan, int threads,
                                                                 const FftEngine& engine) {
  if (is_double(problem))
    return std::make_unique<PartitionExecutable<double>>(problem, plan, threads, engine);
  return std::make_unique<PartitionExecutable<float>>(problem, plan, threads, engine);
}

}  // namespace fftcore
