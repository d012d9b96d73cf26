// SPDX-License-Identifier: LGPL-2.1-or-later
// Phase correlation: rows R2C, less the image's level, windowed and padded while they are loaded;
// blocks of columns forward, kept as the image's spectrum, times the reference's, inverse; rows
// C2R, and their cells; then the peaks. What the last run transformed can be the next one's
// reference.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

#include "ceil_div.h"
#include "column_filter.h"
#include "cpu_queue.h"
#include "fftcore/error.h"
#include "peak_search.h"
#include "phase_tables.h"
#include "port_checks.h"
#include "search_executables.h"
#include "signal_access.h"
#include "spectral_loops.h"
#include "window_rows.h"

namespace fftcore {
namespace {

constexpr std::int64_t kPhaseRowsPerTask = 4;
constexpr std::int64_t kLanes = 8;  // columns at a time: a cache line of each row

constexpr std::int64_t kFloatsPerLine = kCacheLine / sizeof(float);

std::vector<float> scaled(std::vector<float> values, float scale) {
  for (float& value : values) value *= scale;
  return values;
}

class CpuPhaseExecutable final : public PhaseExecutable {
 public:
  CpuPhaseExecutable(const PhaseCorrelation& correlation, int threads, const FftEngine& engine)
      : PhaseExecutable(correlation),
        ports_(ports_of(correlation)),
        rules_(peak_rules(correlation)),
        threads_(threads),
        access_(correlation.image, correlation.weights),
        image_(correlation.image.extent()),
        fft_(phase_extent(image_)),
        blocks_(ceil_div(fft_.columns / 2 + 1, kLanes)),
        stride_(blocks_ * kLanes),
        row_window_(scaled(phase_window(correlation, image_.rows), phase_scale(correlation))),
        column_window_(phase_window(correlation, image_.columns)),
        row_weights_(phase_weights(correlation, fft_.rows)),
        column_weights_(phase_weights(correlation, fft_.columns)),
        row_squares_(
            static_cast<std::size_t>(is_measured(correlation) ? image_.rows : std::int64_t{0})),
        work_(stride_ * fft_.rows),
        surface_stride_(ceil_div(fft_.columns, kFloatsPerLine) * kFloatsPerLine),
        surface_(correlation.has_surface ? 0 : fft_.rows * surface_stride_),
        search_(rules_),
        found_(static_cast<std::size_t>(rules_.looked_for())) {
    column_weights_.resize(static_cast<std::size_t>(stride_));  // as wide as the blocks are
    for (auto& spectrum : spectra_) spectrum = AlignedArray<Complex>(stride_ * fft_.rows);
    for (int i = 0; i < threads; ++i) workers_.emplace_back(engine, fft_, image_.columns);
    peaks_.reserve(static_cast<std::size_t>(correlation.max_peaks));
  }

  void set(const Setting& setting) override {
    if (const auto* given = std::get_if<ReferenceImage>(&setting))
      read_reference(given->queue, given->image);
    else if (std::holds_alternative<LastImage>(setting))
      keep_last();
    else
      Executable::set(setting);
  }

  void run_any(Queue& queue, std::span<const ConstBuffer> images, const Buffer& surface,
               const Buffer&) override {
    WorkerPool& pool = pool_of(queue, threads_);
    check_buffers(ports_, images, surface);
    if (!has_reference_)
      throw InvalidArgument("run() before set_reference(): there is no reference yet");
    last_ = 1 - reference_;
    const float scale = forward_rows(pool, images[0]);
    const Complex* const reference = spectra_[reference_].data();
    Complex* const spectrum = spectra_[last_].data();
    for_each_block(pool, [&](std::int64_t block, Worker& worker) {
      forward_columns(block, scale, spectrum, worker);
      cross_columns(block, spectrum, reference, worker);
    });
    has_last_ = true;
    const std::int64_t stride = surface.row_stride != 0 ? surface.row_stride : fft_.columns;
    const SurfaceView s = correlation().has_surface
                              ? SurfaceView{static_cast<float*>(surface.data), stride}
                              : SurfaceView{surface_.data(), surface_stride_};
    for_each_row(pool, fft_.rows, [&](std::int64_t y, Worker& worker) {
      float* const row =
          correlation().has_surface ? worker.row.data() : surface_.data() + y * surface_stride_;
      worker.rows->inverse(work_.data() + y * stride_, row);
      if (correlation().has_surface)
        std::copy_n(row, fft_.columns, static_cast<float*>(surface.data) + y * stride);
      search_.add_row(0, y, row);
    });
    search_.select(0, s, found_);
    peaks_.clear();
    append_peaks(rules_, 0, found_, peaks_);
  }

  std::span<const Peak> found() override { return peaks_; }
  std::string plan_text() const override {
    return fmt::format(
        "{}: rows R2C of {}; {} blocks of {} columns of {} forward, cross power, inverse; rows "
        "C2R, cells; peaks",
        to_string(correlation()), fft_.columns, blocks_, kLanes, fft_.rows);
  }

 private:
  void read_reference(Queue& queue, const ConstBuffer& image) {
    WorkerPool& pool = pool_of(queue, threads_);
    check_input(ports_.inputs[0], image);
    // The last image stays, which may be the reference of now.
    if (last_ == reference_) reference_ = 1 - last_;
    const float scale = forward_rows(pool, image);
    Complex* const spectrum = spectra_[reference_].data();
    for_each_block(pool, [&](std::int64_t block, Worker& worker) {
      forward_columns(block, scale, spectrum, worker);
    });
    has_reference_ = true;
  }

  void keep_last() {
    if (!has_last_)
      throw InvalidArgument("keep_as_reference() before run(): there is no image yet");
    reference_ = last_;
    has_reference_ = true;
  }

  /// What one thread works with.
  struct Worker {
    Worker(const FftEngine& engine, Extent fft, std::int64_t image_columns)
        : rows(engine.real(fft.columns)),
          columns(engine, fft.rows, kLanes),
          row(fft.columns),
          scratch(image_columns),
          product(columns.block_points()) {}
    std::unique_ptr<RealTransform> rows;
    ColumnTransform columns;
    AlignedArray<float> row, scratch;
    AlignedArray<Complex> product;
  };

  /// Calls task(row, worker).
  template <class Task>
  void for_each_row(WorkerPool& pool, std::int64_t rows, Task task) {
    pool.run(ceil_div(rows, kPhaseRowsPerTask), [&](std::int64_t index, int worker) {
      for (std::int64_t y = index * kPhaseRowsPerTask;
           y < std::min(rows, (index + 1) * kPhaseRowsPerTask); ++y)
        task(y, workers_[static_cast<std::size_t>(worker)]);
    });
  }

  template <class Task>
  void for_each_block(WorkerPool& pool, Task task) {
    pool.run(blocks_, [&](std::int64_t block, int worker) {
      task(block, workers_[static_cast<std::size_t>(worker)]);
    });
  }

  /// Returns what the spectrum has to be multiplied by.
  float forward_rows(WorkerPool& pool, const ConstBuffer& image) {
    const SignalAccess::Levels levels =
        access_.levels(image, std::numeric_limits<float>::infinity());
    for_each_row(pool, image_.rows, [&](std::int64_t y, Worker& worker) {
      float* const row = worker.row.data();
      access_.read(image, y, levels, row, worker.scratch.data());
      apply_window(column_window_.data(), row_window_[static_cast<std::size_t>(y)], image_.columns,
                   row);
      if (is_measured(correlation()))
        row_squares_[static_cast<std::size_t>(y)] = sum_of_squares(row, image_.columns);
      std::fill(row + image_.columns, row + fft_.columns, 0.0F);
      worker.rows->forward(row, work_.data() + y * stride_);
    });
    if (!is_measured(correlation())) return 1;
    return measured_phase_scale(correlation(),
                                std::accumulate(row_squares_.begin(), row_squares_.end(), 0.0));
  }

  std::int64_t block_points() const { return fft_.rows * kLanes; }

  void forward_columns(std::int64_t block, float scale, Complex* spectra, Worker& worker) const {
    Complex* const spectrum = spectra + block * block_points();
    worker.columns.forward(
        work_.data() + block * kLanes, stride_, image_.rows, [](std::int64_t y) { return y; },
        spectrum);
    if (is_measured(correlation())) scale_bins(scale, block_points(), spectrum);
  }

  void cross_columns(std::int64_t block, const Complex* image, const Complex* reference,
                     Worker& worker) const {
    cross_power(image + block * block_points(), reference + block * block_points(),
                row_weights_.data(), column_weights_.data() + block * kLanes, fft_.rows, kLanes,
                worker.product.data());
    worker.columns.inverse(worker.product.data(), work_.data() + block * kLanes, stride_,
                           fft_.rows);
  }

  const Ports ports_;
  const PeakRules rules_;
  const int threads_;
  const SignalAccess access_;
  const Extent image_;
  const Extent fft_;
  const std::int64_t blocks_;
  const std::int64_t stride_;  // of work_, complex values
  const std::vector<float> row_window_, column_window_;
  const std::vector<float> row_weights_;
  std::vector<float> column_weights_;
  std::vector<double> row_squares_;   // of an image whose noise is measured
  const AlignedArray<Complex> work_;  // a row of half spectra for each of S
  std::array<AlignedArray<Complex>, 2> spectra_;
  std::size_t reference_ = 0, last_ = 1;  // of spectra_; the same where the last image was kept
  bool has_reference_ = false, has_last_ = false;
  // of surface_, so that rows are aligned as transforms need them
  const std::int64_t surface_stride_;
  const AlignedArray<float> surface_;  // none where S goes to the caller's memory
  std::vector<Worker> workers_;
  PeakSearch search_;
  std::vector<FoundPeak> found_;
  std::vector<Peak> peaks_;
};

}  // namespace

std::unique_ptr<PhaseExecutable> make_phase_executable(const PhaseCorrelation& correlation,
                                                       int threads, const FftEngine& engine) {
  return std::make_unique<CpuPhaseExecutable>(correlation, threads, engine);
}

}  // namespace fftcore
