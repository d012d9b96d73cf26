// SPDX-License-Identifier: LGPL-2.1-or-later
// Each output row sums up, as differences along it, over how many outputs each run of such samples
// lies under each run of taps of one sign: so the work grows with runs, not with samples times
// taps.
#include "put_back.h"

#include <algorithm>
#include <limits>

#include "aligned_array.h"
#include "arithmetic.h"
#include "bank.h"
#include "not_finite_places.h"
#include "plan.h"

namespace fftcore {
namespace {

constexpr int kKinds = 3;

/// The kind that a product with a tap of that sign has.
NotFinite times_sign(NotFinite kind, bool is_negative) {
  if (kind == NotFinite::nan || !is_negative) return kind;
  return kind == NotFinite::plus ? NotFinite::minus : NotFinite::plus;
}

template <class Real>
class PutBack {
 public:
  PutBack(const Convolution& problem, const ImageAccess& image, const TapSigns& signs,
          const Frame& whole, WorkerPool& pool)
      : problem_(problem),
        image_(image),
        whole_(whole),
        pool_(pool),
        parts_(parts_of(problem)),
        columns_(problem.output.columns.extent),
        rows_(problem.output.rows.extent),
        tap_rows_(problem.taps.slices * problem.taps.rows),
        mixed_(mixed_channels(problem)),
        channels_(filtered_channels(problem)) {
    whole_.sets_aside = false;
    for (std::int64_t index = 0; index < taps_needed(problem); ++index)
      for (int part = 0; part < parts_; ++part)
        for (std::int64_t row = 0; row < tap_rows_; ++row)
          taps_.push_back(signs.runs(index, part, row));
    for (int i = 0; i < pool.threads(); ++i) workers_.emplace_back(columns_, parts_);
  }

  void operator()() {
    for (std::int64_t frame = 0; frame < problem_.input.frames.extent; ++frame) {
      const NotFinitePlaces places(problem_, image_, channels_, whole_, frame, pool_);
      const auto channels = static_cast<std::int64_t>(channels_.size());
      const std::int64_t slices = problem_.output.slices.extent;
      const auto [first, count] = filters_of_frame(problem_, frame);
      pool_.run(count * channels * slices * rows_,
                [&, first = first](std::int64_t task, int worker) {
                  const Row row{.filter = first + task / rows_ / slices / channels,
                                .channel = task / rows_ / slices % channels,
                                .slice = task / rows_ % slices,
                                .y = task % rows_};
                  write(frame, row, places, workers_[static_cast<std::size_t>(worker)]);
                });
    }
  }

 private:
  struct Row {
    std::int64_t filter, channel, slice, y;
  };

  /// How many of each kind meet an output of a row, of each part, as differences from column to
  /// column; and what is written.
  struct Worker {
    Worker(std::int64_t columns, int parts)
        : counts(kKinds * parts * (columns + 1)), values(parts * columns), is_reached(columns) {}
    AlignedArray<std::int64_t> counts;
    AlignedArray<Real> values;
    AlignedArray<char> is_reached;
  };
  std::int64_t* counts_of(const Worker& worker, int part, NotFinite kind) const {
    return worker.counts.data() + (part * kKinds + static_cast<int>(kind)) * (columns_ + 1);
  }

  void write(std::int64_t frame, const Row& row, const NotFinitePlaces& places,
             const Worker& worker) const {
    if (!count(row, places, worker)) return;
    const Frame result =
        image_.slice(whole_, {frame, 0}, {output_frame(problem_, frame, row.filter), row.slice});
    const int channel = channels_[static_cast<std::size_t>(row.channel)];
    for (int part = 0; part < parts_; ++part) add_up(part, worker);
    const bool takes_parts_together = parts_ == 1 || !problem_.store.empty();
    if (takes_parts_together) {
      find_any(worker);
      for_each_stretch(worker, [&](std::int64_t first, std::int64_t count) {
        image_.write_parts(result, row.y, channel, first, count,
                           worker.values.data() + first * parts_);
      });
      return;
    }
    for (int part = 0; part < parts_; ++part) {
      find_part(part, worker);
      for_each_stretch(worker, [&](std::int64_t first, std::int64_t count) {
        image_.write_part(result, row.y, channel, first, count, part, worker.values.data() + first);
      });
    }
  }

  /// Whether any sample meets a row.
  bool count(const Row& row, const NotFinitePlaces& places, const Worker& worker) const {
    bool has_any = false;
    const std::int64_t begin = mixed_ == 1 ? row.channel : 0,
                       end = mixed_ == 1 ? row.channel + 1 : mixed_;
    for (std::int64_t tap_row = 0; tap_row < tap_rows_; ++tap_row) {
      const std::int64_t slice = image_.source_slice(row.slice + tap_row / problem_.taps.rows),
                         y = image_.source_row(row.y + tap_row % problem_.taps.rows);
      if (slice < 0 || y < 0) continue;
      for (std::int64_t from = begin; from < end; ++from) {
        const std::vector<NotFiniteRun>& runs = places.row(from, slice, y);
        if (runs.empty()) continue;
        if (!has_any) std::fill_n(worker.counts.data(), worker.counts.size(), 0);
        has_any = true;
        count(runs, taps_index(problem_, row.filter, row.channel, from), tap_row, worker);
      }
    }
    return has_any;
  }

  /// A row of samples under a row of taps: (a + i b)(c - i d) has a c + b d and b c - a d.
  void count(const std::vector<NotFiniteRun>& runs, std::int64_t index, std::int64_t tap_row,
             const Worker& worker) const {
    for (int tap_part = 0; tap_part < parts_; ++tap_part) {
      const auto& taps =
          taps_[static_cast<std::size_t>((index * parts_ + tap_part) * tap_rows_ + tap_row)];
      for (const NotFiniteRun& run : runs) {
        const int part = run.part ^ tap_part;
        const bool is_turned = tap_part == 1 && run.part == 0;
        for (const TapSigns::Run& tap : taps) {
          const std::int64_t first = std::max<std::int64_t>(run.first - tap.end + 1, 0),
                             end = std::min(run.end - tap.first, columns_);
          if (first >= end) continue;
          std::int64_t* const counts =
              counts_of(worker, part, times_sign(run.kind, tap.is_negative != is_turned));
          ++counts[first];
          --counts[end];
        }
      }
    }
  }

  void add_up(int part, const Worker& worker) const {
    for (int kind = 0; kind < kKinds; ++kind) {
      std::int64_t* const counts = counts_of(worker, part, static_cast<NotFinite>(kind));
      for (std::int64_t x = 1; x < columns_; ++x) counts[x] += counts[x - 1];
    }
  }

  /// What an output is that samples reach; 0 where none does.
  Real value_of(const Worker& worker, int part, std::int64_t x) const {
    constexpr Real nan = std::numeric_limits<Real>::quiet_NaN(),
                   infinity = std::numeric_limits<Real>::infinity();
    const bool has_plus = counts_of(worker, part, NotFinite::plus)[x] > 0,
               has_minus = counts_of(worker, part, NotFinite::minus)[x] > 0;
    if (counts_of(worker, part, NotFinite::nan)[x] > 0 || (has_plus && has_minus)) return nan;
    return has_plus ? infinity : has_minus ? -infinity : Real{};
  }

  void find_part(int part, const Worker& worker) const {
    for (std::int64_t x = 0; x < columns_; ++x) {
      worker.values[x] = value_of(worker, part, x);
      worker.is_reached[x] = worker.values[x] != 0;
    }
  }
  /// All parts of outputs of which a part is reached.
  void find_any(const Worker& worker) const {
    for (std::int64_t x = 0; x < columns_; ++x) {
      worker.is_reached[x] = 0;
      for (int part = 0; part < parts_; ++part) {
        Real& value = worker.values[x * parts_ + part];
        value = value_of(worker, part, x);
        if (value != 0)
          worker.is_reached[x] = 1;
        else
          value = std::numeric_limits<Real>::quiet_NaN();
      }
    }
  }

  template <class Write>
  void for_each_stretch(const Worker& worker, Write write) const {
    for (std::int64_t x = 0; x < columns_;) {
      const std::int64_t first = x;
      while (x < columns_ && worker.is_reached[x] != 0) ++x;
      if (x > first) write(first, x - first);
      while (x < columns_ && worker.is_reached[x] == 0) ++x;
    }
  }

  const Convolution& problem_;
  const ImageAccess& image_;
  Frame whole_;
  WorkerPool& pool_;
  const int parts_;
  const std::int64_t columns_, rows_, tap_rows_, mixed_;
  const std::vector<int> channels_;               // that are filtered
  std::vector<std::vector<TapSigns::Run>> taps_;  // by number, part and row
  std::vector<Worker> workers_;
};

}  // namespace

void put_back(const Convolution& problem, const ImageAccess& image, const TapSigns& signs,
              const Frame& whole, WorkerPool& pool) {
  if (is_double(problem))
    PutBack<double>(problem, image, signs, whole, pool)();
  else
    PutBack<float>(problem, image, signs, whole, pool)();
}

}  // namespace fftcore
