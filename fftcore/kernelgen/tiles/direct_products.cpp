// SPDX-License-Identifier: LGPL-2.1-or-later
#include <algorithm>
#include <utility>

#include "direct_bodies.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;
using ast::real;

constexpr const char* kBetween = "between";

/// Columns of the whole tile, then rows of what they make, for one product after the other.
class ProductSums {
 public:
  ProductSums(Builder& b, const DirectSpec& spec, const StripPosition& at)
      : b_(b), spec_(spec), at_(at) {}

  void write() {
    b_.buffer(kDirectTaps, Storage::f32, ast::Access::constant);
    b_.shared(kBetween, ast::Type::real, spec_.shape.tile_rows * spec_.sample_columns());
    declare_tile(b_, spec_);
    load_tile(b_, spec_, at_);
    // As many products as the taps say that were set; one where nobody set any, as when plans are
    // measured.
    const Expr count = ast::Cast{
        ast::Type::i32, lane(b_.let("head", ast::LoadGlobal{kDirectTaps, integer(0), 2}), 0)};
    const std::vector<Expr> sums = b_.carry(
        "product", b_.let("products", maximum(count, integer(1))),
        std::vector<Expr>(static_cast<std::size_t>(rounds() * kStripColumns), real(0)),
        [&](const Expr& product, const std::vector<Expr>& so_far) {
          const Expr first = b_.let("first_tap", product * product_pairs() + 1);
          b_.barrier();  // the tile is there, and what lies between is read
          columns(taps_from(b_, first, spec_.tap_rows));
          b_.barrier();
          return rows(so_far,
                      taps_from(b_, first + in_pairs(spec_.tap_rows) / 2, spec_.tap_columns));
        });
    for (int i = 0; i < rounds(); ++i) {
      const auto row = sums.begin() + std::ptrdiff_t{i} * kStripColumns;
      const auto store = [&] {
        store_outputs(b_, spec_, at_, row_of(i), at_.across, {row, row + kStripColumns});
      };
      is_whole(i) ? store() : b_.when(less(row_of(i), integer(spec_.shape.tile_rows)), store);
    }
  }

 private:
  int product_pairs() const {
    return KeptTaps{.rows = spec_.tap_rows, .columns = spec_.tap_columns}.product_numbers() / 2;
  }
  int rows_at_once() const { return spec_.shape.threads / kStripsAcross; }
  /// Rows of outputs that a thread has, of which the last may not exist.
  int rounds() const { return (spec_.shape.tile_rows + rows_at_once() - 1) / rows_at_once(); }
  bool is_whole(int round) const { return (round + 1) * rows_at_once() <= spec_.shape.tile_rows; }
  Expr row_of(int round) const { return at_.down + std::int64_t{round} * rows_at_once(); }

  /// Strips of columns: four side by side, some rows of results.
  void columns(const std::vector<Expr>& taps) {
    const int groups = spec_.groups(), rows = spec_.shape.rows,
              strips = groups * (spec_.shape.tile_rows / rows), threads = spec_.shape.threads;
    const auto one = [&](const Expr& strip) {
      const Expr group = b_.let("group", strip % groups);
      const Expr first = b_.let("first", strip / groups * (rows * groups) + group);
      std::vector<Expr> sums(static_cast<std::size_t>(rows * kStripColumns), real(0));
      const int tap_rows = static_cast<int>(taps.size());
      for (int r = 0; r < rows + tap_rows - 1; ++r) {
        const std::vector<Expr> samples =
            samples_from(b_, kTileName, first + std::int64_t{r} * groups, 0, kStripColumns);
        for (int i = std::max(0, r - tap_rows + 1); i <= std::min(r, rows - 1); ++i)
          for (int c = 0; c < kStripColumns; ++c) {
            Expr& sum = sums[static_cast<std::size_t>(i * kStripColumns + c)];
            sum = b_.let("sum", fma(samples[static_cast<std::size_t>(c)],
                                    taps[static_cast<std::size_t>(r - i)], sum));
          }
      }
      for (int i = 0; i < rows; ++i) {
        const auto row = sums.begin() + std::ptrdiff_t{i} * kStripColumns;
        b_.store_shared(kBetween, first + std::int64_t{i} * groups, {row, row + kStripColumns});
      }
    };
    if (strips == threads) return one(at_.thread);
    b_.repeat("round", (strips + threads - 1) / threads, [&](const Expr& round) {
      const Expr strip = b_.let("strip", round * threads + at_.thread);
      if (strips % threads == 0) return one(strip);
      b_.when(less(strip, integer(strips)), [&] { one(strip); });
    });
  }

  std::vector<Expr> rows(std::vector<Expr> sums, const std::vector<Expr>& taps) {
    const int groups = spec_.groups();
    for (int i = 0; i < rounds(); ++i) {
      // Threads without a row take the last once more.
      const Expr row =
          is_whole(i) ? row_of(i) : minimum(row_of(i), integer(spec_.shape.tile_rows - 1));
      const Expr first = b_.let("first", row * groups + at_.across);
      const std::vector<Expr> samples = samples_from(
          b_, kBetween, first, spec_.lead, kStripColumns + static_cast<int>(taps.size()) - 1);
      for (int c = 0; c < kStripColumns; ++c) {
        Expr& sum = sums[static_cast<std::size_t>(i * kStripColumns + c)];
        for (std::size_t j = 0; j < taps.size(); ++j)
          sum = fma(samples[static_cast<std::size_t>(c) + j], taps[j], sum);
        sum = b_.let("sum", sum);
      }
    }
    return sums;
  }

  Builder& b_;
  const DirectSpec& spec_;
  const StripPosition& at_;
};

}  // namespace

void sum_products(Builder& builder, const DirectSpec& spec) {
  const StripPosition position = strip_position(builder, spec);
  ProductSums(builder, spec, position).write();
}

}  // namespace fftcore
