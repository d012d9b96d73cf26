// SPDX-License-Identifier: LGPL-2.1-or-later
// Template matching: the numerators of all patterns as one convolution, then, row by row while it
// is in the cache, what they are divided by, S and its cells; then the peaks.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "correlation_executable.h"
#include "cpu_queue.h"
#include "fftcore/error.h"
#include "local_norms.h"
#include "patterns.h"
#include "peak_search.h"
#include "run_checks.h"
#include "simd.h"

namespace fftcore {
namespace {

constexpr std::int64_t kSignalRowsPerTask = 16;

std::int64_t ceil_div(std::int64_t a, std::int64_t b) {
  return (a + b - 1) / b;
}

FFTCORE_SIMD_CLONES
void multiply_to(const float* a, const float* b, std::int64_t count, float* to) {
  for (std::int64_t i = 0; i < count; ++i) to[i] = a[i] * b[i];
}

class MatchingExecutable final : public CorrelationExecutable {
 public:
  MatchingExecutable(const Correlation& correlation, int threads,
                     std::unique_ptr<ConvolutionExecutable> numerator)
      : correlation_(correlation),
        threads_(threads),
        numerator_(std::move(numerator)),
        access_(correlation.image, correlation.weights),
        surface_(surface_extent(correlation)),
        rows_per_task_(std::max<std::int64_t>(32, correlation.pattern.rows)),
        signal_(is_plain(correlation)
                    ? 0
                    : correlation.image.rows.extent * correlation.image.columns.extent),
        numerators_(correlation.patterns * surface_.rows * surface_.columns),
        search_(correlation),
        found_(static_cast<std::size_t>(correlation.patterns * peaks_looked_for(correlation))) {
    for (int i = 0; i < threads; ++i) workers_.emplace_back(correlation, surface_);
    peaks_.reserve(static_cast<std::size_t>(correlation.patterns * correlation.max_peaks));
    if (is_plain(correlation)) numerator_->set_gain(1, -signal_bias(correlation));
  }

  void set_patterns(std::span<const Taps> patterns) override {
    check_patterns(correlation_, patterns);
    numerator_->set_taps(numerator_taps(correlation_, patterns));
    has_patterns_ = true;
  }

  void set_reference(Queue&, ConstBuffer) override { throw InvalidArgument(kNoReference); }
  void keep_as_reference() override { throw InvalidArgument(kNoReference); }

  void run(Queue& queue, ConstBuffer image, Buffer surface) override {
    WorkerPool& pool = pool_of(queue, threads_);
    check_images(correlation_, image, surface);
    if (!has_patterns_)
      throw InvalidArgument("run() before set_patterns(): there is no pattern yet");
    const ConstBuffer signal = signal_of(pool, image);
    numerator_->run(queue, signal, {numerators_.data()});
    score(pool, signal, surface);
    search(pool, surface);
  }

  std::span<const Peak> peaks() override { return peaks_; }
  const Correlation& correlation() const override { return correlation_; }
  std::string plan_text() const override {
    return fmt::format("{}: {}{}; scores and cells by {} rows; peaks", to_string(correlation_),
                       signal_.size() > 0 ? "signal; " : "", numerator_->plan_text(),
                       rows_per_task_);
  }

 private:
  static constexpr const char* kNoReference =
      "a reference image is for phase correlation; matching takes patterns (set_patterns)";

  /// What one thread works with.
  struct Worker {
    Worker(const Correlation& correlation, Extent surface)
        : norms(correlation, matching_signal(correlation),
                is_plain(correlation) ? signal_bias(correlation) : 0),
          inverse(surface.columns),
          scratch(correlation.image.columns.extent) {}
    LocalNorms norms;
    AlignedArray<float> inverse;
    AlignedArray<float> scratch;
  };

  ConstBuffer signal_of(WorkerPool& pool, ConstBuffer image) {
    if (signal_.size() == 0) return image;
    const auto [rows, columns, slices] = correlation_.image.extent();
    pool.run(ceil_div(rows, kSignalRowsPerTask), [&, rows = rows, columns = columns](
                                                     std::int64_t task, int worker) {
      float* const scratch = workers_[static_cast<std::size_t>(worker)].scratch.data();
      for (std::int64_t y = task * kSignalRowsPerTask;
           y < std::min(rows, (task + 1) * kSignalRowsPerTask); ++y)
        access_.read(image, y, signal_bias(correlation_), signal_.data() + y * columns, scratch);
    });
    return {signal_.data()};
  }

  /// S, as it was numerators before, or in the caller's memory.
  float* surface_row(const Buffer& surface, std::int64_t pattern, std::int64_t y) const {
    const std::int64_t row = pattern * surface_.rows + y;
    if (!correlation_.has_surface) return numerators_.data() + row * surface_.columns;
    return static_cast<float*>(surface.data) + row * row_stride(surface);
  }
  std::int64_t row_stride(const Buffer& surface) const {
    return surface.row_stride != 0 ? surface.row_stride : surface_.columns;
  }

  void score(WorkerPool& pool, const ConstBuffer& signal, const Buffer& surface) {
    // Tasks as large as that whatever the number of threads, so that sums are rounded in the same
    // way.
    pool.run(ceil_div(surface_.rows, rows_per_task_), [&](std::int64_t task, int index) {
      Worker& worker = workers_[static_cast<std::size_t>(index)];
      const bool is_normed = correlation_.score != Score::ccorr;
      if (is_normed) worker.norms.start(signal, task * rows_per_task_);
      for (std::int64_t y = task * rows_per_task_;
           y < std::min(surface_.rows, (task + 1) * rows_per_task_); ++y) {
        if (is_normed) worker.norms.next(signal, worker.inverse.data());
        for (std::int64_t pattern = 0; pattern < correlation_.patterns; ++pattern)
          score_row(pattern, y, surface, worker);
      }
    });
  }

  void score_row(std::int64_t pattern, std::int64_t y, const Buffer& surface,
                 const Worker& worker) {
    const float* const numerator =
        numerators_.data() + (pattern * surface_.rows + y) * surface_.columns;
    float* const row = surface_row(surface, pattern, y);
    if (correlation_.score != Score::ccorr)
      multiply_to(numerator, worker.inverse.data(), surface_.columns, row);
    else if (row != numerator)
      std::copy_n(numerator, surface_.columns, row);
    search_.offer(pattern, y, row);
  }

  void search(WorkerPool& pool, const Buffer& surface) {
    const auto looked_for = static_cast<std::size_t>(peaks_looked_for(correlation_));
    const auto found_of = [&](std::int64_t pattern) {
      return std::span(found_).subspan(static_cast<std::size_t>(pattern) * looked_for, looked_for);
    };
    pool.run(correlation_.patterns, [&](std::int64_t pattern, int) {
      const std::int64_t stride = correlation_.has_surface ? row_stride(surface) : surface_.columns;
      search_.select(pattern, {surface_row(surface, pattern, 0), stride}, found_of(pattern));
    });
    peaks_.clear();
    for (std::int64_t pattern = 0; pattern < correlation_.patterns; ++pattern)
      append_peaks(correlation_, pattern, found_of(pattern), peaks_);
  }

  const Correlation correlation_;
  const int threads_;
  const std::unique_ptr<ConvolutionExecutable> numerator_;
  const SignalAccess access_;
  const Extent surface_;
  const std::int64_t rows_per_task_;
  const AlignedArray<float> signal_;  // none where the image is it
  const AlignedArray<float> numerators_;
  std::vector<Worker> workers_;
  PeakSearch search_;
  std::vector<FoundPeak> found_;
  std::vector<Peak> peaks_;
  std::atomic<bool> has_patterns_ = false;
};

}  // namespace

Layout matching_signal(const Correlation& correlation) {
  return is_plain(correlation) ? correlation.image
                               : Layout::interleaved(Element::f32, correlation.image.extent());
}

std::unique_ptr<CorrelationExecutable> make_matching_executable(
    const Correlation& correlation, int threads, std::unique_ptr<ConvolutionExecutable> numerator) {
  return std::make_unique<MatchingExecutable>(correlation, threads, std::move(numerator));
}

}  // namespace fftcore
