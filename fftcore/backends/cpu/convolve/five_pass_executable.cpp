// SPDX-License-Identifier: LGPL-2.1-or-later
// A whole volume, a channel at a time or, mixed, all at once: rows R2C, or C2C where samples are
// complex; columns forward; across slices forward, multiply, inverse; columns inverse; rows back.
// Rows and slices that are all padding are neither stored nor transformed.
#include <algorithm>

#include "arithmetic.h"
#include "ceil_div.h"
#include "column_filter.h"
#include "cost.h"
#include "cpu_executable.h"
#include "sample_rows.h"

namespace fftcore {
namespace {

constexpr std::int64_t kRowsOfTask = 4;
constexpr std::int64_t kGroupsPerTask = 8;

template <class Real>
class FivePassExecutable final : public CpuExecutable<Real> {
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
  FivePassExecutable(const Convolution& problem, const Plan& plan, int thread_count,
                     const FftEngine& engine)
      : Base(problem, plan, thread_count),
        fft_(std::get<FivePassPlan>(plan.geometry).fft),
        lanes_(std::get<FivePassPlan>(plan.geometry).lanes),
        blocks_(ceil_div(SampleRows<Real>::bins_of(fft_.columns, parts()), lanes_)),
        stride_(blocks_ * lanes_),
        plane_(stride_ * fft_.rows),
        slices_(std::max(problem.input.slices.extent, problem.output.slices.extent)),
        slice_rows_(std::max(problem.input.rows.extent, problem.output.rows.extent)),
        is_bank_(filters_of_frame(problem, 0).count > 1),
        rows_(mixed() * slices_ * slice_rows_ * stride_),
        planes_(mixed() * slices_ * plane_),
        spectra_(is_bank_ ? mixed() * plane_ * fft_.slices : 0),
        taps_worker_(engine, fft_, parts(), lanes_, 1, false) {
    for (int i = 0; i < thread_count; ++i)
      workers_.emplace_back(engine, fft_, parts(), lanes_, mixed(), is_bank_);
  }

 protected:
  std::int64_t taps_points() const override { return plane_ * fft_.slices; }

  /// Laid out as the pass across slices reads it: group by group, each fft slices x kSliceLanes.
  void transform_taps(const std::vector<Real>& taps, Complex* spectrum) override {
    const Extent kernel = convolution().taps;
    const AlignedArray<Complex> rows(stride_ * kernel.rows), planes(plane_ * kernel.slices);
    Worker& worker = taps_worker_;
    for (std::int64_t z = 0; z < kernel.slices; ++z) {
      for (std::int64_t y = 0; y < kernel.rows; ++y) {
        const std::int64_t numbers = kernel.columns * parts();
        std::copy_n(taps.data() + (z * kernel.rows + y) * numbers, numbers, worker.rows.samples());
        worker.rows.forward(kernel.columns, rows.data() + y * stride_);
      }
      for (std::int64_t block = 0; block < blocks_; ++block)
        worker.columns.forward(
            rows.data() + block * lanes_, stride_, kernel.rows, [](std::int64_t y) { return y; },
            planes.data() + z * plane_ + block * worker.columns.block_points());
    }
    for (std::int64_t group = 0; group < groups(); ++group)
      worker.slices.forward(
          planes.data() + group * kSliceLanes, plane_, kernel.slices,
          [](std::int64_t z) { return z; }, spectrum + group * group_points());
    const double points =
        static_cast<double>(fft_.rows * fft_.columns) * static_cast<double>(fft_.slices);
    conjugate_scaled(spectrum, taps_points(), static_cast<Real>(1 / points), spectrum);
  }

  void execute(WorkerPool& pool, const Frame& whole, const Spectrum& spectrum) noexcept override {
    for (std::int64_t frame = 0; frame < convolution().input.frames.extent; ++frame) {
      const auto [first_filter, kernels] = filters_of_frame(convolution(), frame);
      for (std::int64_t channel = 0; channel < static_cast<std::int64_t>(channels().size());
           channel += mixed()) {
        forward_rows(pool, whole, frame, channel);
        forward_columns(pool);
        if (is_bank_)
          for_each_group(pool, [&](std::int64_t group, Worker& worker) {
            forward_slices(group, spectra_of(group, worker), worker);
          });
        for (std::int64_t kernel = first_filter; kernel < first_filter + kernels; ++kernel) {
          for_each_group(pool, [&](std::int64_t group, Worker& worker) {
            // No other task touches these points, and all source slices are read before the first
            // result is written.
            if (!is_bank_) forward_slices(group, spectra_of(group, worker), worker);
            inverse_slices(spectrum, kernel, channel, group, spectra_of(group, worker), worker);
          });
          inverse_columns(pool);
          inverse_rows(pool, whole, output_frame(convolution(), frame, kernel), channel);
        }
      }
    }
    copy_channels(pool, whole);
  }

 private:
  /// What one thread works with.
  struct Worker {
    Worker(const FftEngine& engine, Extent fft, int parts, std::int64_t lanes, std::int64_t mixed,
           bool is_bank)
        : rows(engine, fft.columns, parts),
          columns(engine, fft.rows, lanes),
          slices(engine, fft.slices, kSliceLanes),
          product(mixed, slices.block_points(), is_bank),
          spectra(is_bank ? 0 : mixed * slices.block_points()) {}
    SampleRows<Real> rows;
    ColumnTransformOf<Real> columns;
    ColumnTransformOf<Real> slices;
    BlockProductOf<Real> product;
    AlignedArray<Complex> spectra;  // of one group, of each channel that is mixed
  };

  // A plane holds a slice's spectrum block by block, each fft rows x lanes. A group is kSliceLanes
  // neighbours in it.
  std::int64_t groups() const { return plane_ / kSliceLanes; }
  std::int64_t group_points() const { return fft_.slices * kSliceLanes; }
  Complex* row(std::int64_t member, std::int64_t z, std::int64_t y) const {
    return rows_.data() + ((member * slices_ + z) * slice_rows_ + y) * stride_;
  }
  Complex* plane(std::int64_t member, std::int64_t z) const {
    return planes_.data() + (member * slices_ + z) * plane_;
  }
  Complex* spectra_of(std::int64_t group, const Worker& worker) const {
    return is_bank_ ? spectra_.data() + group * mixed() * group_points() : worker.spectra.data();
  }

  template <class Task>
  void run_tasks(WorkerPool& pool, std::int64_t count, std::int64_t per_task, Task task) {
    pool.run(ceil_div(count, per_task), [&](std::int64_t index, int worker) {
      for (std::int64_t i = index * per_task; i < std::min(count, (index + 1) * per_task); ++i)
        task(i, workers_[static_cast<std::size_t>(worker)]);
    });
  }

  template <class Task>
  void for_each_group(WorkerPool& pool, Task task) {
    run_tasks(pool, groups(), kGroupsPerTask, task);
  }

  /// Calls task(member, z, y, worker) for all rows of all channels of a mixture.
  template <class Task>
  void for_each_row(WorkerPool& pool, const Layout& layout, Task task) {
    const std::int64_t rows = layout.rows.extent, slices = layout.slices.extent;
    run_tasks(pool, mixed() * slices * rows, kRowsOfTask, [&](std::int64_t i, Worker& worker) {
      task(i / rows / slices, i / rows % slices, i % rows, worker);
    });
  }

  /// Calls task(member, z, block, worker) for all blocks of columns.
  template <class Task>
  void for_each_block(WorkerPool& pool, std::int64_t slices, Task task) {
    run_tasks(pool, mixed() * slices * blocks_, 1, [&](std::int64_t i, Worker& worker) {
      task(i / blocks_ / slices, i / blocks_ % slices, i % blocks_, worker);
    });
  }

  void forward_rows(WorkerPool& pool, const Frame& whole, std::int64_t frame, std::int64_t first) {
    const std::int64_t columns = image().extended().columns;
    for_each_row(pool, convolution().input,
                 [&](std::int64_t member, std::int64_t z, std::int64_t y, Worker& worker) {
                   image().read_parts(image().slice(whole, {frame, z}, {}), y,
                                      channels()[static_cast<std::size_t>(first + member)], 0,
                                      columns, worker.rows.samples());
                   worker.rows.forward(columns, row(member, z, y));
                 });
  }

  void forward_columns(WorkerPool& pool) {
    for_each_block(pool, convolution().input.slices.extent,
                   [&](std::int64_t member, std::int64_t z, std::int64_t block, Worker& worker) {
                     worker.columns.forward(
                         row(member, z, 0) + block * lanes_, stride_, image().extended().rows,
                         [&](std::int64_t y) { return image().source_row(y); },
                         plane(member, z) + block * worker.columns.block_points());
                   });
  }

  void forward_slices(std::int64_t group, Complex* spectra, Worker& worker) const {
    for (std::int64_t member = 0; member < mixed(); ++member)
      worker.slices.forward(
          plane(member, 0) + group * kSliceLanes, plane_, image().extended().slices,
          [&](std::int64_t z) { return image().source_slice(z); },
          spectra + member * group_points());
  }

  void inverse_slices(const Spectrum& spectrum, std::int64_t kernel, std::int64_t first,
                      std::int64_t group, Complex* spectra, Worker& worker) const {
    for (std::int64_t member = 0; member < mixed(); ++member) {
      Complex* const product = worker.product(spectra, group_points(), [&](std::int64_t from) {
        return taps_spectrum(spectrum, kernel, first + member, from) + group * group_points();
      });
      worker.slices.inverse(product, plane(member, 0) + group * kSliceLanes, plane_,
                            convolution().output.slices.extent);
    }
  }

  void inverse_columns(WorkerPool& pool) {
    for_each_block(pool, convolution().output.slices.extent,
                   [&](std::int64_t member, std::int64_t z, std::int64_t block, Worker& worker) {
                     worker.columns.inverse(
                         plane(member, z) + block * worker.columns.block_points(),
                         row(member, z, 0) + block * lanes_, stride_,
                         convolution().output.rows.extent);
                   });
  }

  void inverse_rows(WorkerPool& pool, const Frame& whole, std::int64_t result, std::int64_t first) {
    for_each_row(pool, convolution().output,
                 [&](std::int64_t member, std::int64_t z, std::int64_t y, Worker& worker) {
                   worker.rows.inverse(row(member, z, y));
                   image().write_parts(image().slice(whole, {}, {result, z}), y,
                                       channels()[static_cast<std::size_t>(first + member)], 0,
                                       convolution().output.columns.extent, worker.rows.samples());
                 });
  }

  const Extent fft_;
  const std::int64_t lanes_;       // columns at a time
  const std::int64_t blocks_;      // of columns
  const std::int64_t stride_;      // of rows_, complex values
  const std::int64_t plane_;       // points of a slice's spectrum
  const std::int64_t slices_;      // in rows_ and planes_, of one channel
  const std::int64_t slice_rows_;  // in rows_, of one slice
  const bool is_bank_;             // several filters for one frame
  AlignedArray<Complex> rows_;     // a spectrum row for each source row, later for each output row
  AlignedArray<Complex> planes_;   // a spectrum for each source slice, later for each output slice
  AlignedArray<Complex> spectra_;  // a bank's: all groups, all channels
  Worker taps_worker_;             // set_taps()' own: it may run beside execute()
  std::vector<Worker> workers_;
};

}  // namespace

std::unique_ptr<ConvolutionExecutable> make_five_pass_executable(const Convolution& problem,
                                                                 const Plan& plan, int threads,
                                                                 const FftEngine& engine) {
  if (is_double(problem))
    return std::make_unique<FivePassExecutable<double>>(problem, plan, threads, engine);
  return std::make_unique<FivePassExecutable<float>>(problem, plan, threads, engine);
}

}  // namespace fftcore
