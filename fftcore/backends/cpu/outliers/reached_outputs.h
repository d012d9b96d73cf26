// SPDX-License-Identifier: LGPL-2.1-or-later
// Which outputs some samples reach. Each output row sums up, as differences along it, over how many
// outputs each run of such samples lies under each run of taps of one sign: so the work grows with
// runs, not with samples times taps.
#pragma once

#include <algorithm>
#include <vector>

#include "aligned_array.h"
#include "arithmetic.h"
#include "bank.h"
#include "not_finite_places.h"
#include "plan.h"
#include "tap_signs.h"

namespace fftcore {

/// A row of output of one filter and channel, counted among those that are filtered.
struct ReachedRow {
  std::int64_t filter, channel, slice, y;
};

/// How many of each kind meet an output of a row, of each part, as differences from column to
/// column. A thread has its own.
class ReachCounts {
 public:
  ReachCounts(std::int64_t columns, int parts)
      : columns_(columns), parts_(parts), counts_(kNotFiniteKinds * parts * (columns + 1)) {}

  void clear() { std::fill_n(counts_.data(), counts_.size(), 0); }
  void add(int part, NotFinite kind, std::int64_t first, std::int64_t end) {
    ++of(part, kind)[first];
    --of(part, kind)[end];
  }
  void add_up() {
    for (int part = 0; part < parts_; ++part)
      for (int kind = 0; kind < kNotFiniteKinds; ++kind)
        for (std::int64_t x = 1; x < columns_; ++x)
          of(part, static_cast<NotFinite>(kind))[x] +=
              of(part, static_cast<NotFinite>(kind))[x - 1];
  }
  bool has(int part, NotFinite kind, std::int64_t x) const {
    return counts_[place(part, kind) + x] > 0;
  }

 private:
  std::int64_t place(int part, NotFinite kind) const {
    return (part * kNotFiniteKinds + static_cast<int>(kind)) * (columns_ + 1);
  }
  std::int64_t* of(int part, NotFinite kind) { return counts_.data() + place(part, kind); }

  std::int64_t columns_;
  int parts_;
  AlignedArray<std::int64_t> counts_;
};

class ReachedOutputs {
 public:
  /// `whole`'s limits say which samples are meant: those beyond, or where there are none those that
  /// are not finite.
  ReachedOutputs(const Convolution& problem, const ImageAccess& image, const TapSigns& signs,
                 const Frame& whole, WorkerPool& pool);

  /// Calls visit(slice, channel, y, counts, worker) for each row of output that any reaches:
  /// `slice` is a Frame to write to, and channels are the image's.
  template <class Visit>
  void for_each_row(Visit visit) {
    for (std::int64_t frame = 0; frame < problem_.input.frames.extent; ++frame) {
      const NotFinitePlaces places(problem_, image_, channels_, whole_, frame, pool_);
      const auto channels = static_cast<std::int64_t>(channels_.size());
      const std::int64_t slices = problem_.output.slices.extent;
      const auto [first, count] = filters_of_frame(problem_, frame);
      pool_.run(count * channels * slices * rows_,
                [&, first = first](std::int64_t task, int worker) {
                  const ReachedRow row{.filter = first + task / rows_ / slices / channels,
                                       .channel = task / rows_ / slices % channels,
                                       .slice = task / rows_ % slices,
                                       .y = task % rows_};
                  ReachCounts& counts = counts_[static_cast<std::size_t>(worker)];
                  if (!count_row(row, places, counts)) return;
                  counts.add_up();
                  visit(image_.slice(whole_, {frame, 0},
                                     {output_frame(problem_, frame, row.filter), row.slice}),
                        channels_[static_cast<std::size_t>(row.channel)], row.y, counts, worker);
                });
    }
  }

 private:
  /// Whether any sample meets a row.
  bool count_row(const ReachedRow& row, const NotFinitePlaces& places, ReachCounts& counts) const;
  void count_runs(const std::vector<NotFiniteRun>& runs, std::int64_t index, std::int64_t tap_row,
                  ReachCounts& counts) const;

  const Convolution& problem_;
  const ImageAccess& image_;
  Frame whole_;
  WorkerPool& pool_;
  const int parts_;
  const std::int64_t columns_, rows_, tap_rows_, mixed_;
  const std::vector<int> channels_;               // that are filtered
  std::vector<std::vector<TapSigns::Run>> taps_;  // by number, part and row
  std::vector<ReachCounts> counts_;
};

/// Calls write(first, count) for each stretch of `columns` for which is_reached(x).
template <class IsReached, class Write>
void for_each_stretch(std::int64_t columns, IsReached is_reached, Write write) {
  for (std::int64_t x = 0; x < columns;) {
    const std::int64_t first = x;
    while (x < columns && is_reached(x)) ++x;
    if (x > first) write(first, x - first);
    while (x < columns && !is_reached(x)) ++x;
  }
}

}  // namespace fftcore
