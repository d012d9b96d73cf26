// SPDX-License-Identifier: LGPL-2.1-or-later
// Taps that are a product of a column and a row. A block goes down its tile by slabs of 16 rows of
// samples, in shared memory. To move a row of taps along samples is to multiply them by a matrix
// whose columns have the taps, each from one row further on. A warp does that for its columns of
// outputs, 16 rows at a time, and keeps what it gets in registers, as far back as the column of
// taps reaches; a matrix with that column in its rows makes 16 rows of outputs of them. The next
// slab is under way from memory meanwhile.
#include <algorithm>
#include <vector>

#include "band_slabs.h"
#include "direct_bodies.h"
#include "direct_pixels.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;
using ast::real;

class BandSums {
 public:
  BandSums(Builder& b, const DirectSpec& spec, const StripPosition& at)
      : b_(b),
        spec_(spec),
        at_(at),
        thread_(b.let("of_warp", at.thread % kMatrixThreads)),
        warp_(b.let("warp", at.thread / kMatrixThreads)),
        slabs_(b, spec, at) {}

  void write() {
    b_.buffer(kDirectTaps, Storage::f16, ast::Access::constant);
    const Expr mean = b_.let("mean", ast::LoadHalves{kDirectTaps, integer(0)}),
               sum = b_.let("mean", lane(mean, 0) + lane(mean, 1));
    load_bands();
    slabs_.put(integer(0), slabs_.words(integer(0)));
    const Expr row = thread_ % kMatrixRows * spec_.row_samples(),
               column = warp_ * (kBandColumns * spec_.shape.rows) + thread_ / kMatrixRows * 8;
    const Expr base = b_.let("base", row + column);
    const std::vector<Expr> none(at(spec_.channels() * words_between()),
                                 ast::Literal{ast::Type::halves, 0});
    b_.carry("slab", integer(spec_.slabs()), none,
             [&](const Expr& slab, const std::vector<Expr>& earlier) {
               b_.barrier();
               const Expr next = b_.let("next", slab + 1);
               const std::vector<Expr> words = slabs_.words(next);
               std::vector<Expr> middle;
               for (int channel = 0; channel < spec_.channels(); ++channel) {
                 const std::vector<Expr> of_channel =
                     moved(part(earlier, channel), rows_times_bands(slab, base, channel));
                 middle.insert(middle.end(), of_channel.begin(), of_channel.end());
               }
               const int first = spec_.column_bands() - 1;
               b_.when(less_equal(integer(first), slab), [&] {
                 const Expr first_row = b_.let("first_row", (slab - first) * kSlabRows);
                 std::vector<std::vector<Expr>> sums;
                 for (int channel = 0; channel < spec_.channels(); ++channel)
                   sums.push_back(bands_times(part(middle, channel)));
                 store(first_row, sums, sum);
               });
               slabs_.put(next, words);
               return middle;
             });
  }

 private:
  static constexpr const char* kBands = "bands";
  static std::size_t at(int index) { return static_cast<std::size_t>(index); }
  /// Of 8 columns, of a warp.
  int matrices() const { return 2 * spec_.shape.rows; }
  /// Of a channel, what lies between rows and columns.
  int words_between() const { return spec_.column_bands() * matrices() * 2; }
  std::vector<Expr> part(const std::vector<Expr>& middle, int channel) const {
    const auto first = middle.begin() + std::ptrdiff_t{channel} * words_between();
    return {first, first + words_between()};
  }

  /// Each thread's words of the taps' matrices: in registers they would leave room for fewer
  /// blocks.
  void load_bands() {
    const int count = spec_.row_bands() + spec_.column_bands(), groups = count * kMatrixThreads;
    b_.shared(kBands, ast::Type::half, groups * 8);
    for (int first = 0; first < groups; first += spec_.shape.threads) {
      const Expr number = b_.let("group", at_.thread + std::int64_t{first});
      b_.when(less(number, integer(groups)), [&] {
        const Expr words =
            b_.let("words",
                   ast::LoadHalves{kDirectTaps, number + std::int64_t{KeptTaps::kBandHead / 4}, 4});
        std::vector<Expr> four;
        for (int i = 0; i < 4; ++i) four.push_back(lane(words, i));
        b_.store_shared(kBands, number, four);
      });
    }
  }
  std::vector<Expr> band(int number) {
    const Expr words =
        b_.let("band", ast::LoadShared{kBands, ast::Type::halves_x4,
                                       thread_ + std::int64_t{number * kMatrixThreads}});
    std::vector<Expr> four;
    for (int i = 0; i < 4; ++i) four.push_back(lane(words, i));
    return four;
  }

  Expr product(const std::vector<Expr>& left, const Expr& upper, const Expr& lower,
               const Expr& sum) {
    return b_.let("sum", ast::MultiplyMatrices{left, {upper, lower}, sum});
  }

  /// 16 rows of the slab times the row of taps: of each 8 columns the sums.
  std::vector<Expr> rows_times_bands(const Expr& slab, const Expr& base, int channel) {
    const Expr begin = b_.let("begin", slabs_.begin(slab, channel) + base);
    std::vector<Expr> sums(at(matrices()), ast::Literal{ast::Type::real_x4, 0});
    for (int depth = 0; depth < spec_.shape.rows - 1 + spec_.row_bands(); ++depth) {
      const Expr words = b_.let(
          "samples", ast::LoadMatrices{kTileName, begin + std::int64_t{depth * kBandDepth}, 4});
      std::vector<Expr> samples;
      for (int i = 0; i < 4; ++i) samples.push_back(b_.let("quarter", lane(words, i)));
      for (int pair = std::max(0, depth - spec_.row_bands() + 1);
           pair < spec_.shape.rows && pair <= depth; ++pair) {
        const std::vector<Expr> taps = band(depth - pair);
        for (int i = 0; i < 2; ++i) {
          Expr& sum = sums[at(2 * pair + i)];
          sum = product(samples, taps[at(2 * i)], taps[at(2 * i + 1)], sum);
        }
      }
    }
    return sums;
  }

  /// What was there before without the oldest 16 rows, and these: as matrices whose rows are
  /// columns of the image, so that products take them on the right.
  std::vector<Expr> moved(const std::vector<Expr>& earlier, const std::vector<Expr>& sums) {
    std::vector<Expr> middle(earlier.begin() + std::ptrdiff_t{matrices() * 2}, earlier.end());
    for (const Expr& sum : sums)
      for (int half = 0; half < 2; ++half) {
        const Expr word = b_.let("h", ast::Call{ast::Builtin::joined_halves,
                                                {lane(sum, 2 * half), lane(sum, 2 * half + 1)}});
        middle.push_back(b_.let("middle", ast::Call{ast::Builtin::transposed, {word}}));
      }
    return middle;
  }

  /// The column of taps times the middle.
  std::vector<Expr> bands_times(const std::vector<Expr>& middle) {
    std::vector<Expr> sums(at(matrices()), ast::Literal{ast::Type::real_x4, 0});
    for (int depth = 0; depth < spec_.column_bands(); ++depth) {
      const std::vector<Expr> taps = band(spec_.row_bands() + depth);
      for (int m = 0; m < matrices(); ++m) {
        const std::size_t first = at((depth * matrices() + m) * 2);
        sums[at(m)] = product(taps, middle[first], middle[first + 1], sums[at(m)]);
      }
    }
    return sums;
  }

  /// A thread has four neighbours of a row, two of each of a pair of matrices.
  void store(const Expr& first_row, const std::vector<std::vector<Expr>>& sums, const Expr& mean) {
    for (int half = 0; half < 2; ++half) {
      const Expr row =
          b_.let("tile_row", first_row + thread_ / 4 + std::int64_t{half * kMatrixRows / 2});
      for (int pair = 0; pair < spec_.shape.rows; ++pair) {
        std::vector<std::vector<Expr>> outputs;
        for (const std::vector<Expr>& of_channel : sums) {
          outputs.emplace_back();
          for (int i = 0; i < 4; ++i)
            outputs.back().push_back(
                b_.let("output", lane(of_channel[at(2 * pair + i / 2)], 2 * half + i % 2) + mean));
        }
        const Expr across =
            b_.let("across", warp_ * (4 * spec_.shape.rows) + thread_ % 4 + std::int64_t{4 * pair});
        if (spec_.pixel > 1)
          store_pixels(b_, spec_, at_, row, across, outputs);
        else
          store_outputs(b_, spec_, at_, row, across, outputs.front());
      }
    }
  }

  Builder& b_;
  const DirectSpec& spec_;
  const StripPosition& at_;
  const Expr thread_;  ///< of its warp
  const Expr warp_;
  BandSlabs slabs_;
};

}  // namespace

void sum_bands(Builder& builder, const DirectSpec& spec) {
  const StripPosition position = strip_position(builder, spec);
  BandSums(builder, spec, position).write();
}

}  // namespace fftcore
