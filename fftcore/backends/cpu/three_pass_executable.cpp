// SPDX-License-Identifier: LGPL-2.1-or-later
// The whole frame, a channel at a time: rows R2C; blocks of columns forward, multiply, inverse; rows C2R. `work_` holds a spectrum row
// for each source row, later for each output row; rows that are all padding are neither stored nor transformed.
#include <algorithm>

#include "column_filter.h"
#include "cpu_executable.h"

namespace fftcore {
namespace {

constexpr std::int64_t kRowsPerTask = 4;

std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

class ThreePassExecutable final : public CpuExecutable {
 public:
  ThreePassExecutable(const Problem& problem, const Plan& plan, int thread_count, const FftEngine& engine)
      : CpuExecutable(problem, plan, thread_count),
        fft_(std::get<ThreePassPlan>(plan.geometry).fft),
        lanes_(std::get<ThreePassPlan>(plan.geometry).lanes),
        blocks_(ceil_div(fft_.columns / 2 + 1, lanes_)),
        stride_(blocks_ * lanes_),
        work_(stride_ * std::max(problem.input.rows.extent, problem.output.rows.extent)),
        kernel_worker_(engine, fft_, lanes_) {
    for (int i = 0; i < thread_count; ++i) workers_.emplace_back(engine, fft_, lanes_);
  }

 protected:
  /// Laid out as the column pass reads it: block by block, each fft rows x lanes.
  Spectrum transform_kernel(const std::vector<float>& taps) override {
    const Extent kernel = problem().kernel;
    const AlignedArray<Complex> rows(stride_ * kernel.rows);
    Worker& worker = kernel_worker_;
    for (std::int64_t y = 0; y < kernel.rows; ++y) {
      float* const row = worker.row.data();
      std::copy_n(taps.data() + y * kernel.columns, kernel.columns, row);
      std::fill(row + kernel.columns, row + fft_.columns, 0.0F);
      worker.rows->forward(row, rows.data() + y * stride_);
    }
    Spectrum spectrum(blocks_ * worker.columns.block_points());
    const float scale = 1.0F / static_cast<float>(fft_.rows * fft_.columns);
    for (std::int64_t block = 0; block < blocks_; ++block)
      worker.columns.transform_kernel(rows.data() + block * lanes_, stride_, kernel.rows, scale,
                                      spectrum.data() + block * worker.columns.block_points());
    return spectrum;
  }

  void execute(WorkerPool& pool, const Frame& frame, const Spectrum& spectrum) noexcept override {
    const std::int64_t source_rows = problem().input.rows.extent;
    const std::int64_t output_rows = problem().output.rows.extent;
    for (const int channel : channels()) {
      pool.run(ceil_div(source_rows, kRowsPerTask), [&](std::int64_t task, int worker) {
        for (std::int64_t y = task * kRowsPerTask; y < std::min(source_rows, (task + 1) * kRowsPerTask); ++y)
          forward_row(frame, channel, y, workers_[static_cast<std::size_t>(worker)]);
      });
      pool.run(blocks_, [&](std::int64_t block, int worker) { filter_columns(spectrum, block, workers_[static_cast<std::size_t>(worker)]); });
      pool.run(ceil_div(output_rows, kRowsPerTask), [&](std::int64_t task, int worker) {
        for (std::int64_t y = task * kRowsPerTask; y < std::min(output_rows, (task + 1) * kRowsPerTask); ++y)
          inverse_row(frame, channel, y, workers_[static_cast<std::size_t>(worker)]);
      });
    }
    if (problem().copied_channels != 0)
      pool.run(ceil_div(output_rows, kRowsPerTask), [&](std::int64_t task, int) {
        const std::int64_t first = task * kRowsPerTask;
        image().copy_channels(frame, first, std::min(kRowsPerTask, output_rows - first));
      });
  }

 private:
  /// What one thread works with.
  struct Worker {
    Worker(const FftEngine& engine, Extent fft, std::int64_t lanes)
        : rows(engine.real(fft.columns)), columns(engine, fft.rows, lanes), row(fft.columns) {}
    std::unique_ptr<RealTransform> rows;
    ColumnFilter columns;
    AlignedArray<float> row;
  };

  void forward_row(const Frame& frame, int channel, std::int64_t source_row, Worker& worker) const {
    float* const row = worker.row.data();
    const std::int64_t columns = image().extended().columns;
    image().read(frame, source_row, channel, 0, columns, row);
    std::fill(row + columns, row + fft_.columns, 0.0F);
    worker.rows->forward(row, work_.data() + source_row * stride_);
  }

  void filter_columns(const Spectrum& spectrum, std::int64_t block, Worker& worker) const {
    // No other task touches these columns, and all of their source rows are read before the first result is written.
    worker.columns.filter(
        work_.data() + block * lanes_, stride_, image().extended().rows, [&](std::int64_t y) { return image().source_row(y); },
        spectrum.data() + block * worker.columns.block_points(), problem().output.rows.extent);
  }

  void inverse_row(const Frame& frame, int channel, std::int64_t y, Worker& worker) const {
    worker.rows->inverse(work_.data() + y * stride_, worker.row.data());
    image().write(frame, y, channel, 0, problem().output.columns.extent, worker.row.data());
  }

  const Extent fft_;
  const std::int64_t lanes_;   // columns at a time
  const std::int64_t blocks_;  // tasks
  const std::int64_t stride_;  // of work_, complex values
  AlignedArray<Complex> work_;
  Worker kernel_worker_;  // set_kernel()'s own: it may run beside execute()
  std::vector<Worker> workers_;
};

}  // namespace

std::unique_ptr<Executable> make_three_pass_executable(const Problem& problem, const Plan& plan, int threads, const FftEngine& engine) {
  return std::make_unique<ThreePassExecutable>(problem, plan, threads, engine);
}

}  // namespace fftcore
