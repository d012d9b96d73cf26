// SPDX-License-Identifier: LGPL-2.1-or-later
#include <algorithm>

#include "direct_bodies.h"
#include "direct_pixels.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;
using ast::real;

/// Sums up a thread's strip: some rows of four outputs, of each channel of the block.
class StripSums {
 public:
  StripSums(Builder& b, const DirectSpec& spec, const StripPosition& at)
      : b_(b), spec_(spec), at_(at), first_row_(b.let("first_row", at.down * spec.shape.rows)) {}

  void write() {
    // Taps that are all in registers are loaded before the tile is there.
    const int at_once = spec_.shape.tap_rows, parts = spec_.tap_rows / at_once;
    Taps taps;
    if (parts == 1 && spec_.tap_rows == at_once) taps = rows_of_taps(integer(0), at_once);
    declare_tile(b_, spec_);
    load_tile(b_, spec_, at_);
    b_.barrier();
    std::vector<Expr> sums(
        static_cast<std::size_t>(spec_.channels() * spec_.shape.rows * kStripColumns), real(0));
    if (!taps.empty()) return store(add(std::move(sums), integer(0), taps));
    sums = b_.carry("part", integer(parts), std::move(sums),
                    [&](const Expr& part, const std::vector<Expr>& so_far) {
                      const Expr row = b_.let("tap_row", part * at_once);
                      return add(so_far, row, rows_of_taps(row, at_once));
                    });
    if (const int left = spec_.tap_rows % at_once; left != 0) {
      const Expr row = integer(std::int64_t{parts} * at_once);
      sums = add(std::move(sums), row, rows_of_taps(row, left));
    }
    store(sums);
  }

 private:
  using Taps = std::vector<std::vector<Expr>>;

  Taps rows_of_taps(const Expr& row, int rows) {
    const int pairs = in_pairs(spec_.tap_columns) / 2;
    const Expr first = b_.let("first_tap", row * pairs);
    Taps taps;
    for (int i = 0; i < rows; ++i)
      taps.push_back(taps_from(b_, first + std::int64_t{i} * pairs, spec_.tap_columns));
    return taps;
  }

  /// Adds what these rows of taps, the first of them number `tap_row`, make of the tile. Each
  /// sample is read once and meets all taps that it has to.
  std::vector<Expr> add(std::vector<Expr> sums, const Expr& tap_row, const Taps& taps) {
    const int groups = spec_.groups();
    const Expr first = b_.let("first", (first_row_ + tap_row) * groups + at_.across);
    for (int channel = 0; channel < spec_.channels(); ++channel)
      add_channel(sums, channel, first, taps);
    return sums;
  }

  void add_channel(std::vector<Expr>& sums, int channel, const Expr& first, const Taps& taps) {
    const int tap_rows = static_cast<int>(taps.size()), rows = spec_.shape.rows,
              groups = spec_.groups(), of_channel = channel * rows * kStripColumns;
    const std::int64_t plane = std::int64_t{channel} * spec_.plane_samples() / kStripColumns;
    for (int r = 0; r < rows + tap_rows - 1; ++r) {
      const std::vector<Expr> samples =
          samples_from(b_, kTileName, first + (plane + std::int64_t{r} * groups), spec_.lead,
                       kStripColumns + spec_.tap_columns - 1);
      for (int g = std::max(0, r - rows + 1); g <= std::min(r, tap_rows - 1); ++g)
        for (int c = 0; c < kStripColumns; ++c) {
          Expr& sum = sums[static_cast<std::size_t>(of_channel + (r - g) * kStripColumns + c)];
          for (int j = 0; j < spec_.tap_columns; ++j)
            sum = fma(samples[static_cast<std::size_t>(c + j)],
                      taps[static_cast<std::size_t>(g)][static_cast<std::size_t>(j)], sum);
          sum = b_.let("sum", sum);
        }
    }
  }

  void store(const std::vector<Expr>& sums) {
    for (int i = 0; i < spec_.shape.rows; ++i) {
      std::vector<std::vector<Expr>> outputs;
      for (int channel = 0; channel < spec_.channels(); ++channel) {
        const auto row =
            sums.begin() + (std::ptrdiff_t{channel} * spec_.shape.rows + i) * kStripColumns;
        outputs.emplace_back(row, row + kStripColumns);
      }
      if (spec_.pixel > 1)
        store_pixels(b_, spec_, at_, first_row_ + i, at_.across, outputs);
      else
        store_outputs(b_, spec_, at_, first_row_ + i, at_.across, outputs.front());
    }
  }

  Builder& b_;
  const DirectSpec& spec_;
  const StripPosition& at_;
  const Expr first_row_;
};

}  // namespace

void sum_taps(Builder& builder, const DirectSpec& spec) {
  const StripPosition position = strip_position(builder, spec);
  StripSums(builder, spec, position).write();
}

}  // namespace fftcore
