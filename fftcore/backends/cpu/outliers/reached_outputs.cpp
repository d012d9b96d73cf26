// SPDX-License-Identifier: LGPL-2.1-or-later
#include "reached_outputs.h"

namespace fftcore {
namespace {

/// The kind that a product with a tap of that sign has.
NotFinite times_sign(NotFinite kind, bool is_negative) {
  if (!is_negative) return kind;
  if (kind == NotFinite::plus) return NotFinite::minus;
  return kind == NotFinite::minus ? NotFinite::plus : kind;
}

}  // namespace

ReachedOutputs::ReachedOutputs(const Convolution& problem, const ImageAccess& image,
                               const TapSigns& signs, const Frame& whole, WorkerPool& pool)
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
  for (int i = 0; i < pool.threads(); ++i) counts_.emplace_back(columns_, parts_);
}

bool ReachedOutputs::count_row(const ReachedRow& row, const NotFinitePlaces& places,
                               ReachCounts& counts) const {
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
      if (!has_any) counts.clear();
      has_any = true;
      count_runs(runs, taps_index(problem_, row.filter, row.channel, from), tap_row, counts);
    }
  }
  return has_any;
}

/// A row of samples under a row of taps: (a + i b)(c - i d) has a c + b d and b c - a d.
void ReachedOutputs::count_runs(const std::vector<NotFiniteRun>& runs, std::int64_t index,
                                std::int64_t tap_row, ReachCounts& counts) const {
  for (int tap_part = 0; tap_part < parts_; ++tap_part) {
    const auto& taps =
        taps_[static_cast<std::size_t>((index * parts_ + tap_part) * tap_rows_ + tap_row)];
    for (const NotFiniteRun& run : runs) {
      const int part = run.part ^ tap_part;
      const bool is_turned = tap_part == 1 && run.part == 0;
      for (const TapSigns::Run& tap : taps) {
        const std::int64_t first = std::max<std::int64_t>(run.first - tap.end + 1, 0),
                           end = std::min(run.end - tap.first, columns_);
        if (first < end)
          counts.add(part, times_sign(run.kind, tap.is_negative != is_turned), first, end);
      }
    }
  }
}

}  // namespace fftcore
