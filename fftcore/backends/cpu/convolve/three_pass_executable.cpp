// SPDX-License-Identifier: LGPL-2.1-or-later
// The whole frame, a channel at a time or, mixed, all at once: rows R2C, or C2C where samples are
// complex; blocks of columns forward, multiply, inverse; rows back. `work_` holds a spectrum row
// for each source row, later for each output row; rows that are all padding are neither stored nor
// transformed.
#include <algorithm>

#include "any_length.h"
#include "arithmetic.h"
#include "bin_formula.h"
#include "ceil_div.h"
#include "column_filter.h"
#include "cpu_executable.h"
#include "sample_formulas.h"
#include "taps_transform.h"

namespace fftcore {
namespace {

constexpr std::int64_t kThreePassRowsPerTask = 4;

template <class Real>
class ThreePassExecutable final : public CpuExecutable<Real> {
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
  ThreePassExecutable(const Convolution& problem, const Plan& plan, int thread_count,
                      const FftEngine& engine)
      : Base(problem, plan, thread_count),
        fft_(std::get<ThreePassPlan>(plan.geometry).fft),
        lanes_(std::get<ThreePassPlan>(plan.geometry).lanes),
        blocks_(ceil_div(SampleRows<Real>::bins_of(fft_.columns, parts()), lanes_)),
        stride_(blocks_ * lanes_),
        plane_(stride_ * std::max(problem.input.rows.extent, problem.output.rows.extent)),
        is_bank_(filters_of_frame(problem, 0).count > 1),
        work_(plane_ * mixed()),
        spectra_(is_bank_ ? blocks_ * mixed() * fft_.rows * lanes_ : 0),
        taps_transform_(SampleRows<Real>(engine, fft_.columns, parts()),
                        columns(engine, fft_.rows, lanes_), lanes_),
        formula_(spectrum_formula(problem), fft_, SampleRows<Real>::bins_of(fft_.columns, parts()),
                 1 / static_cast<double>(fft_.rows * fft_.columns)) {
    for (int i = 0; i < thread_count; ++i)
      workers_.emplace_back(engine, fft_, parts(), lanes_, mixed(), is_bank_);
  }

 protected:
  std::int64_t taps_points() const override { return blocks_ * block_points(); }
  void transform_taps(const std::vector<Real>& taps, Complex* spectrum) override {
    taps_transform_(taps, convolution().taps, Real(1) / static_cast<Real>(fft_.rows * fft_.columns),
                    spectrum);
  }

  void execute(WorkerPool& pool, const Frame& whole, const Spectrum& spectrum) noexcept override {
    for (std::int64_t frame = 0; frame < convolution().input.frames.extent; ++frame) {
      const auto [first_filter, kernels] = filters_of_frame(convolution(), frame);
      for (std::int64_t channel = 0; channel < static_cast<std::int64_t>(channels().size());
           channel += mixed()) {
        forward_rows(pool, image().slice(whole, {frame}, {}), channel);
        if (is_bank_)
          for_each_block(pool, [&](std::int64_t block, Worker& worker) {
            forward_columns(block, spectra_of(block, worker), worker);
          });
        for (std::int64_t kernel = first_filter; kernel < first_filter + kernels; ++kernel) {
          for_each_block(pool, [&](std::int64_t block, Worker& worker) {
            // No other task touches these columns, and all of their source rows are read before the
            // first result is written.
            if (!is_bank_) forward_columns(block, spectra_of(block, worker), worker);
            inverse_columns(whole, spectrum, kernel, channel, block, spectra_of(block, worker),
                            worker);
          });
          inverse_rows(pool, image().slice(whole, {}, {output_frame(convolution(), frame, kernel)}),
                       channel);
        }
      }
    }
    copy_channels(pool, whole);
  }

 private:
  /// Of any length: where the spectrum has a formula, transforms are as long as the image.
  static ColumnTransformOf<Real> columns(const FftEngine& engine, std::int64_t n,
                                         std::int64_t lanes) {
    LengthsOf<Real> lengths(engine_in<Real>(engine));
    return {lengths.complex(n, lanes), n, lanes};
  }

  /// What one thread works with.
  struct Worker {
    Worker(const FftEngine& engine, Extent fft, int parts, std::int64_t lanes, std::int64_t mixed,
           bool is_bank)
        : rows(engine, fft.columns, parts),
          columns(ThreePassExecutable::columns(engine, fft.rows, lanes)),
          product(mixed, columns.block_points(), is_bank),
          spectra(is_bank ? 0 : mixed * columns.block_points()) {}
    SampleRows<Real> rows;
    ColumnTransformOf<Real> columns;
    BlockProductOf<Real> product;
    AlignedArray<Complex> spectra;  // of one block, of each channel that is mixed
  };

  std::int64_t block_points() const { return fft_.rows * lanes_; }
  Complex* spectra_of(std::int64_t block, const Worker& worker) const {
    return is_bank_ ? spectra_.data() + block * mixed() * block_points() : worker.spectra.data();
  }

  /// Calls task(row, worker).
  template <class Task>
  void for_each_rows(WorkerPool& pool, std::int64_t rows, Task task) {
    pool.run(ceil_div(rows, kThreePassRowsPerTask), [&](std::int64_t index, int worker) {
      for (std::int64_t y = index * kThreePassRowsPerTask;
           y < std::min(rows, (index + 1) * kThreePassRowsPerTask); ++y)
        task(y, workers_[static_cast<std::size_t>(worker)]);
    });
  }

  template <class Task>
  void for_each_block(WorkerPool& pool, Task task) {
    pool.run(blocks_, [&](std::int64_t block, int worker) {
      task(block, workers_[static_cast<std::size_t>(worker)]);
    });
  }

  /// Source rows of the channels from `first` on.
  void forward_rows(WorkerPool& pool, const Frame& frame, std::int64_t first) {
    const std::int64_t rows = convolution().input.rows.extent;
    const std::int64_t columns = std::min(image().extended().columns, fft_.columns);
    for_each_rows(pool, rows * mixed(), [&](std::int64_t index, Worker& worker) {
      const std::int64_t member = index / rows, y = index % rows;
      image().read_parts(frame, y, channels()[static_cast<std::size_t>(first + member)], 0, columns,
                         worker.rows.samples());
      worker.rows.forward(columns, work_.data() + member * plane_ + y * stride_);
    });
  }

  void forward_columns(std::int64_t block, Complex* spectra, Worker& worker) const {
    for (std::int64_t member = 0; member < mixed(); ++member)
      worker.columns.forward(
          work_.data() + member * plane_ + block * lanes_, stride_,
          std::min(image().extended().rows, fft_.rows),
          [&](std::int64_t y) { return image().source_row(y); }, spectra + member * block_points());
  }

  void inverse_columns(const Frame& whole, const Spectrum& spectrum, std::int64_t kernel,
                       std::int64_t first, std::int64_t block, Complex* spectra,
                       Worker& worker) const {
    for (std::int64_t member = 0; member < mixed(); ++member) {
      Complex* const product = worker.product(spectra, block_points(), [&](std::int64_t from) {
        return taps_spectrum(spectrum, kernel, first + member, from) + block * block_points();
      });
      formula_(block * lanes_, lanes_, whole.parameters, product);
      worker.columns.inverse(product, work_.data() + member * plane_ + block * lanes_, stride_,
                             convolution().output.rows.extent);
    }
  }

  void inverse_rows(WorkerPool& pool, const Frame& frame, std::int64_t first) {
    const std::int64_t rows = convolution().output.rows.extent;
    for_each_rows(pool, rows * mixed(), [&](std::int64_t index, Worker& worker) {
      const std::int64_t member = index / rows, y = index % rows;
      worker.rows.inverse(work_.data() + member * plane_ + y * stride_);
      image().write_parts(frame, y, channels()[static_cast<std::size_t>(first + member)], 0,
                          convolution().output.columns.extent, worker.rows.samples());
    });
  }

  const Extent fft_;
  const std::int64_t lanes_;   // columns at a time
  const std::int64_t blocks_;  // tasks
  const std::int64_t stride_;  // of work_, complex values
  const std::int64_t plane_;   // of work_, of one channel
  const bool is_bank_;         // several filters for one frame
  AlignedArray<Complex> work_;
  AlignedArray<Complex> spectra_;         // a bank's: all blocks, all channels
  TapsTransformOf<Real> taps_transform_;  // set_taps()'s own: it may run beside execute()
  const BinFormula<Real> formula_;
  std::vector<Worker> workers_;
};

}  // namespace

std::unique_ptr<ConvolutionExecutable> make_three_pass_executable(const Convolution& problem,
                                                                  const Plan& plan, int threads,
                                                                  const FftEngine& engine) {
  if (is_double(problem))
    return std::make_unique<ThreePassExecutable<double>>(problem, plan, threads, engine);
  return std::make_unique<ThreePassExecutable<float>>(problem, plan, threads, engine);
}

}  // namespace fftcore
