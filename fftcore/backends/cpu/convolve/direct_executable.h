// SPDX-License-Identifier: LGPL-2.1-or-later
// Convolutions without transforms: by the taps as they are, or by rows and then columns where taps
// are few outer products of a column and a row.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "aligned_array.h"
#include "direct_loops.h"
#include "direct_plan.h"
#include "fixed_point_rows.h"
#include "fixed_point_taps.h"
#include "prepared_executable.h"
#include "row_ring.h"

namespace fftcore {

/// What is done to the rows of an image, in correlation form. The result is the sum of all of them.
struct DirectTerm {
  std::vector<float> row;  ///< what each row is filtered by first; empty: rows as they are
  std::vector<float> block;
  Extent extent;  ///< of the block
  /// The same in 16 bits, where it may be and is the only term.
  std::optional<FixedPointTaps> fixed_point = {};
};

/// The terms of each filter, as taps_index() numbers them.
using DirectTaps = std::vector<std::vector<DirectTerm>>;

class DirectExecutable final : public PreparedExecutable<DirectTaps> {
 public:
  DirectExecutable(const Convolution& problem, const Plan& plan, int threads);

  /// Taps as products.
  struct LowRankTaps {
    std::int64_t products = 0;    ///< the most that one filter's take
    bool is_fixed_point = false;  ///< summed up in 16 bits, while gain and offset are as usual
  };
  /// set_taps() where the plan has as many products as the taps take; else nothing, and changes
  /// nothing.
  std::optional<LowRankTaps> set_low_rank_taps(std::span<const Taps> taps);

 private:
  /// What one thread works with.
  struct Worker {
    Worker(const DirectMemory& memory, const FixedPointMemory& fixed_point_memory);
    AlignedArray<float>
        line;  // of the image, before it is filtered; none where rows are as they are
    std::vector<RowRing<float>> rings;   // one a term
    AlignedArray<float> sums;            // kDirectRows rows
    std::int64_t stride;                 // of sums
    std::vector<const float*> in_image;  // rows that kDirectRows rows of output need
    std::optional<FixedPointRows> fixed_point;
  };
  /// Part of one channel of one frame's output, or of all that are filtered together.
  struct Tile {
    std::int64_t frame, channel;  // counted among those that are filtered, the first of these
    std::int64_t y, x;
    Extent extent;
  };

  /// Columns of a tile, counted from its first. Inner ones see no edge: they are summed up from the
  /// image itself. The others are whole vectors on both sides, which overlap with inner ones.
  struct Columns {
    std::int64_t left = 0;
    std::int64_t first_inner = 0, inner = 0;  ///< `inner` is 0 where all come from copies
    std::int64_t right = 0;
    /// Column of the image where the taps of the tile's first column begin; may be negative.
    std::int64_t origin = 0;
  };

  DirectTaps prepare(std::span<const Taps> taps) override;
  /// A tap of 0 takes nothing of a large sample. Products that come to 0 leave its rounding.
  bool looks_at_results(const DirectTaps&) const override { return plan_.products == 0; }
  /// Sums do where no tap is 0, also of one product. Of several, infinities would meet.
  bool confines_by_itself(const DirectTaps& prepared, std::span<const Taps> taps) const override;
  std::optional<DirectTaps> products_of(std::span<const Taps> taps) const;
  void execute(WorkerPool& pool, const Frame& whole, const DirectTaps& taps) noexcept override;

  Tile tile_of(std::int64_t task) const;
  void filter(const Frame& whole, const DirectTaps& taps, const Tile& tile, Worker& worker) const;
  /// The same in 16 bits, by the only filter of the tile's frame.
  void filter_fixed_point(const Frame& source, const Frame& result, const FixedPointTaps& taps,
                          const Tile& tile, const FixedPointRows& rows) const;
  /// `count` rows of output from y on, once the rows that they need are loaded.
  void write_rows(const Frame& source, Frame result, const std::vector<DirectTerm>& terms,
                  const Tile& tile, std::int64_t y, std::int64_t count, const Worker& worker) const;
  /// Says if there are numbers that are not finite among results. `count` rows from y on, `stride`
  /// apart, of which so many columns are looked at.
  void look(const Frame& frame, const Tile& tile, std::int64_t y, std::int64_t count,
            std::int64_t columns, const float* results, std::int64_t stride) const;
  Columns columns_of(const Frame& whole, const Tile& tile) const;
  bool find_rows(const Frame& frame, const Tile& tile, std::int64_t y, std::int64_t end,
                 Worker& worker) const;
  void load_edges(const float* row, const Tile& tile, const Columns& columns, float* to) const;
  /// As write_rows(), where find_rows() has found all, and the edges are loaded.
  void write_rows_of_image(const Frame& result, const DirectTerm& term, const Tile& tile,
                           const Columns& columns, std::int64_t y, std::int64_t count,
                           const Worker& worker) const;
  /// Tiles beside each other of one frame's output at the same place.
  std::int64_t channel_tiles() const {
    return together_ > 1 ? 1 : static_cast<std::int64_t>(channels().size());
  }
  /// Of `count` rows of a tile from y on, what is copied of pixels whose other channels are there.
  void copy_pixels(const Frame& source, const Frame& result, const Tile& tile, std::int64_t y,
                   std::int64_t count) const;
  void load_row(const Frame& frame, const std::vector<DirectTerm>& terms, const Tile& tile,
                std::int64_t y, const Worker& worker) const;
  /// Filters the rows that all tiles share.
  void share_rows(WorkerPool& pool, const Frame& whole, const DirectTaps& taps) noexcept;
  /// Where rows of a tile are: one ring a term.
  const std::vector<RowRing<float>>& rings_of(const Worker& worker) const {
    return shared_.empty() ? worker.rings : shared_;
  }
  /// The number that row y of a tile has there.
  std::int64_t ring_row(const Tile& tile, std::int64_t y) const {
    if (shared_.empty()) return y;
    return (tile.frame * channel_tiles() + tile.channel) * extended_rows(convolution()) + y;
  }
  void sum(const std::vector<DirectTerm>& terms, const Tile& tile, const Worker& worker,
           std::int64_t y, const DirectSums& sums) const;

  const DirectPlan plan_;
  const std::int64_t together_;  ///< channels_together()
  const bool sums_in_image_;
  /// Of pixels as wide as a tile: 255 for each byte of channels that are copied; empty where none
  /// are, or not with the others.
  std::vector<std::uint8_t> copied_bytes_;
  std::vector<Worker> workers_;
  /// One a term, plane after plane, where tiles share rows.
  std::vector<RowRing<float>> shared_;
};

}  // namespace fftcore
