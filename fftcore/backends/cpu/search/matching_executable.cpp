// SPDX-License-Identifier: LGPL-2.1-or-later
// Template matching: the numerators of all templates as one convolution; then, row by row while it
// is in the cache, the local norms, the scores and their cells; then the peaks.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <iterator>
#include <numeric>

#include "ceil_div.h"
#include "cpu_queue.h"
#include "fftcore/error.h"
#include "local_norms.h"
#include "peak_search.h"
#include "port_checks.h"
#include "search_executables.h"
#include "setting_checks.h"
#include "simd.h"
#include "templates.h"
#include "unseen_samples.h"

namespace fftcore {
namespace {

constexpr std::int64_t kSignalRowsPerTask = 16;

constexpr auto kLeastScore = static_cast<float>(kNoScore);

/// Scores that have no range.
FFTCORE_SIMD_CLONES
void multiply_to(const float* numerators, const float* factors, std::int64_t count, float* to) {
  for (std::int64_t i = 0; i < count; ++i)
    to[i] = factors[i] >= 0 ? numerators[i] * factors[i] : kLeastScore;
}

/// Normed ones: there is none where rounding brings it out of its range, or it is no number.
FFTCORE_SIMD_CLONES
void score_to(const float* numerators, const float* factors, std::int64_t count, float* to) {
  for (std::int64_t i = 0; i < count; ++i) {
    const float score = numerators[i] * factors[i];
    const bool is_score = (factors[i] >= 0) & (std::abs(score) <= kMostNormedScore);
    const float within = std::min(std::max(score, -1.0F), 1.0F);
    to[i] = is_score ? within : kLeastScore;
  }
}

/// Sum of squares, by partial sums that are lanes of vectors.
FFTCORE_SIMD_CLONES
double power_of(const float* row, std::int64_t count) {
  constexpr std::int64_t kSums = 8;
  double sums[kSums] = {};
  std::int64_t x = 0;
  for (; x + kSums <= count; x += kSums)
    for (std::int64_t i = 0; i < kSums; ++i)
      sums[i] += static_cast<double>(row[x + i]) * static_cast<double>(row[x + i]);
  for (; x < count; ++x) sums[0] += static_cast<double>(row[x]) * static_cast<double>(row[x]);
  return std::accumulate(std::begin(sums), std::end(sums), 0.0);
}

class CpuMatchingExecutable final : public MatchingExecutable {
 public:
  CpuMatchingExecutable(const TemplateMatching& matching, int threads,
                        std::unique_ptr<ConvolutionExecutable> numerator)
      : MatchingExecutable(matching),
        ports_(ports_of(matching)),
        rules_(peak_rules(matching)),
        is_normed_(matching.score != Score::ccorr),
        threads_(threads),
        numerator_(std::move(numerator)),
        access_(matching.image, matching.weights),
        surface_(surface_extent(matching)),
        rows_per_task_(std::max<std::int64_t>(32, matching.template_extent.rows)),
        signal_(is_plain(matching) ? 0
                                   : matching.image.rows.extent * matching.image.columns.extent),
        flatness_(flatness(matching)),
        row_powers_(flatness_.part_of_rms > 0 ? matching.image.rows.extent : 0),
        unseen_(may_be_unseen(matching) ? matching.image.extent() : Extent{}),
        numerators_(matching.templates * surface_.rows * surface_.columns),
        search_(rules_),
        found_(static_cast<std::size_t>(matching.templates * rules_.looked_for())) {
    for (int i = 0; i < threads; ++i) workers_.emplace_back(matching, surface_, unseen_);
    peaks_.reserve(static_cast<std::size_t>(matching.templates * matching.max_peaks));
    if (is_plain(matching)) numerator_->set_gain(1, -signal_bias(matching));
  }

  void set(const Setting& setting) override {
    const auto* templates = std::get_if<std::span<const Taps>>(&setting);
    if (templates == nullptr) return Executable::set(setting);
    check_templates(matching(), *templates);
    numerator_->set_taps(numerator_taps(matching(), *templates));
    has_templates_ = true;
  }

  void run_any(Queue& queue, std::span<const ConstBuffer> images, const Buffer& surface,
               const Buffer&) override {
    WorkerPool& pool = pool_of(queue, threads_);
    check_buffers(ports_, images, surface);
    if (!has_templates_)
      throw InvalidArgument("run() before set_templates(): there is no template yet");
    const ConstBuffer signal = signal_of(pool, images[0]);
    numerator_->run(queue, signal, {numerators_.data()});
    score(pool, signal, surface);
    search(pool, surface);
  }

  std::span<const Peak> found() override { return peaks_; }
  std::string plan_text() const override {
    return fmt::format("{}: {}{}; scores and cells by {} rows; peaks", to_string(matching()),
                       signal_.size() > 0 ? "signal; " : "", numerator_->plan_text(),
                       rows_per_task_);
  }

 private:
  /// What one thread works with.
  struct Worker {
    Worker(const TemplateMatching& matching, Extent surface, const UnseenSamples& samples)
        : norms(matching, matching_signal(matching),
                is_plain(matching) ? signal_bias(matching) : 0),
          unseen(matching.template_extent, samples),
          factors(surface.columns),
          scratch(matching.image.columns.extent) {}
    LocalNorms norms;
    UnseenPlaces unseen;
    AlignedArray<float> factors;  // of the numerators of one row of S
    AlignedArray<float> scratch;
  };

  ConstBuffer signal_of(WorkerPool& pool, ConstBuffer image) {
    if (signal_.size() == 0) return image;
    const auto [rows, columns, slices] = matching().image.extent();
    SignalAccess::Levels levels;
    levels.fill(signal_bias(matching()));
    if (has_levels(matching())) levels = access_.levels(image, kMaxSignal);
    const double lost = has_levels(matching())
                            ? static_cast<double>(kPartOfLevel * access_.signal_level(levels))
                            : 0;
    pool.run(ceil_div(rows, kSignalRowsPerTask),
             [&, rows = rows, columns = columns](std::int64_t task, int worker) {
               float* const scratch = workers_[static_cast<std::size_t>(worker)].scratch.data();
               for (std::int64_t y = task * kSignalRowsPerTask;
                    y < std::min(rows, (task + 1) * kSignalRowsPerTask); ++y) {
                 float* const row = signal_.data() + y * columns;
                 access_.read(image, y, levels, row, scratch);
                 if (may_be_unseen(matching())) unseen_.take_out(y, row);
                 if (row_powers_.size() > 0)
                   row_powers_.data()[y] =
                       power_of(row, columns) + static_cast<double>(columns) * lost * lost;
               }
             });
    return {signal_.data()};
  }

  /// Below it a signal is flat. Rows are added in their order, so that the result does not depend
  /// on the number of threads.
  double least_deviation() const {
    const double power =
        std::accumulate(row_powers_.data(), row_powers_.data() + row_powers_.size(), 0.0);
    const auto samples =
        static_cast<double>(matching().image.rows.extent * matching().image.columns.extent);
    return std::max(flatness_.least, flatness_.part_of_rms * std::sqrt(power / samples));
  }

  /// A row of a template's surface: where the numerators were before, or in the caller's memory.
  float* surface_row(const Buffer& surface, std::int64_t index, std::int64_t y) const {
    const std::int64_t row = index * surface_.rows + y;
    if (!matching().has_surface) return numerators_.data() + row * surface_.columns;
    return static_cast<float*>(surface.data) + row * row_stride(surface);
  }
  std::int64_t row_stride(const Buffer& surface) const {
    return surface.row_stride != 0 ? surface.row_stride : surface_.columns;
  }

  void score(WorkerPool& pool, const ConstBuffer& signal, const Buffer& surface) {
    const bool has_unseen = unseen_.any();
    const double least = least_deviation();
    // Tasks as large as that whatever the number of threads, so that sums are rounded in the same
    // way.
    pool.run(ceil_div(surface_.rows, rows_per_task_), [&](std::int64_t task, int number) {
      Worker& worker = workers_[static_cast<std::size_t>(number)];
      if (is_normed_) worker.norms.start(signal, task * rows_per_task_, least);
      if (has_unseen) worker.unseen.start(task * rows_per_task_);
      for (std::int64_t y = task * rows_per_task_;
           y < std::min(surface_.rows, (task + 1) * rows_per_task_); ++y) {
        if (is_normed_)
          worker.norms.next(signal, worker.factors.data());
        else if (has_unseen)
          std::fill_n(worker.factors.data(), surface_.columns, 1.0F);
        if (has_unseen) worker.unseen.next(worker.factors.data());
        const float* const factors = is_normed_ || has_unseen ? worker.factors.data() : nullptr;
        for (std::int64_t index = 0; index < matching().templates; ++index)
          score_row(index, y, surface, factors);
      }
    });
  }

  /// `factors`: of the numerators; null where they are the scores.
  void score_row(std::int64_t index, std::int64_t y, const Buffer& surface, const float* factors) {
    const float* const numerator =
        numerators_.data() + (index * surface_.rows + y) * surface_.columns;
    float* const row = surface_row(surface, index, y);
    if (is_normed_)
      score_to(numerator, factors, surface_.columns, row);
    else if (factors != nullptr)
      multiply_to(numerator, factors, surface_.columns, row);
    else if (row != numerator)
      std::copy_n(numerator, surface_.columns, row);
    search_.add_row(index, y, row);
  }

  void search(WorkerPool& pool, const Buffer& surface) {
    const auto looked_for = static_cast<std::size_t>(rules_.looked_for());
    const auto found_of = [&](std::int64_t index) {
      return std::span(found_).subspan(static_cast<std::size_t>(index) * looked_for, looked_for);
    };
    pool.run(matching().templates, [&](std::int64_t index, int) {
      const std::int64_t stride = matching().has_surface ? row_stride(surface) : surface_.columns;
      search_.select(index, {surface_row(surface, index, 0), stride}, found_of(index));
    });
    peaks_.clear();
    for (std::int64_t index = 0; index < matching().templates; ++index)
      append_peaks(rules_, index, found_of(index), peaks_);
  }

  const Ports ports_;
  const PeakRules rules_;
  const bool is_normed_;
  const int threads_;
  const std::unique_ptr<ConvolutionExecutable> numerator_;
  const SignalAccess access_;
  const Extent surface_;
  const std::int64_t rows_per_task_;
  const AlignedArray<float> signal_;  // none where the image is it
  const Flatness flatness_;
  const AlignedArray<double> row_powers_;  // of the signal, where flatness depends on it
  UnseenSamples unseen_;
  const AlignedArray<float> numerators_;
  std::vector<Worker> workers_;
  PeakSearch search_;
  std::vector<FoundPeak> found_;
  std::vector<Peak> peaks_;
  std::atomic<bool> has_templates_ = false;
};

}  // namespace

Layout matching_signal(const TemplateMatching& matching) {
  return is_plain(matching) ? matching.image
                            : Layout::interleaved(SampleType::f32, matching.image.extent());
}

std::unique_ptr<MatchingExecutable> make_matching_executable(
    const TemplateMatching& matching, int threads,
    std::unique_ptr<ConvolutionExecutable> numerator) {
  return std::make_unique<CpuMatchingExecutable>(matching, threads, std::move(numerator));
}

}  // namespace fftcore
