// SPDX-License-Identifier: LGPL-2.1-or-later
// Taps that are a product of a column and a row, as band matrices (direct_bands.cpp), of real
// numbers. Tensor cores see 11 bits of a number (TF32). So a number is the sum of two such parts,
// and a product of two numbers is three products; the fourth, less than 2^-20 of it, is left out.
//
// Matrices are transposed here: rows of sums are columns of outputs, and columns are rows. What the
// threads of a warp have of the middle is then what they need of it as a factor.
#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "direct_bodies.h"
#include "real_slabs.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;

class RealBandSums {
 public:
  RealBandSums(Builder& b, const DirectSpec& spec, const StripPosition& at)
      : b_(b),
        spec_(spec),
        at_(at),
        thread_(b.let("of_warp", at.thread % kMatrixThreads)),
        warp_(b.let("warp", at.thread / kMatrixThreads)),
        slabs_(b, spec, at) {}

  void write() {
    b_.buffer(kDirectTaps, Storage::f32, ast::Access::constant);
    load_bands();
    slabs_.put(integer(0), slabs_.quads(integer(0)));
    const Expr of_row = thread_ / 4 * slabs_.row_groups() + thread_ % 4;
    const Expr base =
        b_.let("base", warp_ * (spec_.shape.rows * kBandColumns / kStripColumns) + of_row);
    const std::vector<Expr> none(at(kept_slabs() * numbers_of_slab()),
                                 ast::Literal{ast::Type::real, 0});
    b_.carry("slab", integer(spec_.slabs()), none,
             [&](const Expr& slab, const std::vector<Expr>& earlier) {
               b_.barrier();
               const Expr next = b_.let("next", slab + 1);
               const auto quads = slabs_.quads(next);
               std::vector<Expr> middle = earlier;
               for (Expr& number : rows_times_bands(b_.let("from", slabs_.begin(slab) + base)))
                 middle.push_back(std::move(number));
               const int first = spec_.column_bands() - 1;
               b_.when(less_equal(integer(first), slab), [&] {
                 const Sums sums = bands_times(middle);
                 store(b_.let("first_row", (slab - first) * kSlabRows), sums);
               });
               slabs_.put(next, quads);
               middle.erase(middle.begin(), middle.begin() + numbers_of_slab());
               return middle;
             });
  }

 private:
  static constexpr const char* kBands = "bands";
  static constexpr int kHalves = 2;  ///< of a slab's rows: a matrix has eight
  /// Of a pair's half of a slab, what a thread has: four numbers.
  struct Sum {
    std::vector<Expr> upper = std::vector<Expr>(4, ast::Literal{ast::Type::real, 0});
    Expr lower = ast::Literal{ast::Type::real_x4, 0};   ///< from lower parts
    Expr recent = ast::Literal{ast::Type::real_x4, 0};  ///< that `upper` has not yet
  };
  using Sums = std::vector<Sum>;
  /// A factor's numbers that a thread has, in two parts.
  struct Parts {
    std::vector<Expr> upper, lower;
  };

  static std::size_t at(int index) { return static_cast<std::size_t>(index); }
  int pairs() const { return spec_.shape.rows; }
  /// Of the middle, from one slab to the next.
  int kept_slabs() const { return spec_.column_bands() - 1; }
  int numbers_of_slab() const { return pairs() * kHalves * 4; }

  void load_bands() {
    const int count =
        KeptTaps{
            .body = DirectBody::real_bands, .rows = spec_.tap_rows, .row_bands = spec_.row_bands()}
            .numbers();
    b_.shared(kBands, ast::Type::real, count);
    for (int first = 0; first < count / 4; first += spec_.shape.threads) {
      const Expr number = b_.let("group", at_.thread + std::int64_t{first});
      b_.when(less(number, integer(count / 4)), [&] {
        const Expr quad = b_.let("quad", ast::LoadGlobal{kDirectTaps, number * 4, 4});
        b_.store_shared(kBands, number, lanes(quad));
      });
    }
  }
  static std::vector<Expr> lanes(const Expr& quad) {
    std::vector<Expr> four;
    for (int i = 0; i < 4; ++i) four.push_back(lane(quad, i));
    return four;
  }
  /// Group number `number` of the thread's four numbers.
  std::vector<Expr> band(int number) {
    return lanes(b_.let("band", ast::LoadShared{kBands, ast::Type::real_x4,
                                                thread_ + std::int64_t{number * kMatrixThreads}}));
  }
  Parts split(const std::vector<Expr>& numbers) {
    Parts parts;
    for (const Expr& number : numbers) {
      parts.upper.push_back(b_.let("upper", ast::Call{ast::Builtin::tf32, {number}}));
      parts.lower.push_back(
          b_.let("lower", ast::Call{ast::Builtin::nearest_tf32, {number - parts.upper.back()}}));
    }
    return parts;
  }
  void add_product(Sum& sum, const Parts& left, const Parts& right) {
    const auto added = [&](const std::vector<Expr>& a, const std::vector<Expr>& b, const Expr& to) {
      return b_.let("sum", ast::MultiplyMatrices{a, b, to});
    };
    sum.lower = added(left.lower, right.upper, sum.lower);
    sum.lower = added(left.upper, right.lower, sum.lower);
    sum.recent = added(left.upper, right.upper, sum.recent);
  }
  /// At the end, and of floats before.
  void add_recent(Sums& sums, bool is_end) {
    if (spec_.has_whole_numbers() && !is_end) return;
    for (Sum& sum : sums) {
      if (sum.recent.as<ast::Literal>() != nullptr) continue;
      for (int i = 0; i < 4; ++i)
        sum.upper[at(i)] = b_.let("sum", sum.upper[at(i)] + lane(sum.recent, i));
      sum.recent = ast::Literal{ast::Type::real_x4, 0};
    }
  }
  std::vector<Expr> numbers_of(const Sum& sum) {
    std::vector<Expr> four;
    for (int i = 0; i < 4; ++i)
      four.push_back(b_.let("sum", sum.upper[at(i)] + lane(sum.lower, i)));
    return four;
  }

  /// The row of taps times a slab's rows: the thread's numbers of the middle, as factors have them.
  std::vector<Expr> rows_times_bands(const Expr& from) {
    Sums sums(at(pairs() * kHalves));
    for (int depth = 0; depth < pairs() - 1 + spec_.row_bands(); ++depth) {
      std::vector<std::vector<Expr>> samples;
      for (int half = 0; half < kHalves; ++half)
        samples.push_back(lanes(
            b_.let("samples", ast::LoadShared{kTileName, ast::Type::real_x4,
                                              from + std::int64_t{half * 8 * slabs_.row_groups() +
                                                                  depth * kBandDepth / 4}})));
      for (int step = 0; step < 2; ++step) {
        std::vector<Parts> right;
        for (const std::vector<Expr>& of_half : samples)
          right.push_back(split({of_half[at(2 * step)], of_half[at(2 * step + 1)]}));
        for (int pair = std::max(0, depth - spec_.row_bands() + 1); pair < pairs() && pair <= depth;
             ++pair) {
          const int first = 4 * (depth - pair) + 2 * step;
          const Parts left{band(first), band(first + 1)};
          for (int half = 0; half < kHalves; ++half)
            add_product(sums[at(kHalves * pair + half)], left, right[at(half)]);
        }
      }
      add_recent(sums, false);
    }
    add_recent(sums, true);
    std::vector<Expr> numbers;
    for (const Sum& sum : sums) {
      const std::vector<Expr> four = numbers_of(sum);
      for (const int i : {0, 2, 1, 3}) numbers.push_back(four[at(i)]);
    }
    return numbers;
  }

  /// The middle times the column of taps.
  Sums bands_times(const std::vector<Expr>& middle) {
    Sums sums(at(pairs() * kHalves));
    std::map<int, Parts> bands;
    const auto column = [&](int step) {
      if (!bands.contains(step)) {
        const std::vector<Expr> four = band(4 * spec_.row_bands() + step);
        bands[step] = {{four[0], four[1]}, {four[2], four[3]}};
      }
      return bands[step];
    };
    for (int depth = 0; depth < kHalves * spec_.column_bands(); ++depth) {
      for (int pair = 0; pair < pairs(); ++pair) {
        const auto first = middle.begin() + depth / kHalves * numbers_of_slab() +
                           (pair * kHalves + depth % kHalves) * 4;
        const Parts left = split({first, first + 4});
        for (int half = 0; half < kHalves; ++half) {
          const int step = depth - half;
          if (step >= 0 && step < spec_.column_steps())
            add_product(sums[at(kHalves * pair + half)], left, column(step));
        }
      }
      if (depth % 2 == 1) add_recent(sums, false);
    }
    add_recent(sums, true);
    return sums;
  }

  /// A thread has two neighbours of two rows. It gives two away, and gets those beside the others.
  void store(const Expr& first_row, const Sums& sums) {
    constexpr int kNeighbour = 4;
    const Expr odd = b_.let("odd", thread_ / kNeighbour % 2);
    const Expr is_even = b_.let("is_even", less(odd, integer(1)));
    for (int pair = 0; pair < pairs(); ++pair)
      for (int half = 0; half < kHalves; ++half) {
        const std::vector<Expr> own = numbers_of(sums[at(kHalves * pair + half)]);
        std::vector<Expr> kept, got;
        for (const int i : {0, 2}) {
          kept.push_back(b_.let("kept", select(is_even, own[at(i)], own[at(i + 1)])));
          const Expr given = b_.let("given", select(is_even, own[at(i + 1)], own[at(i)]));
          got.push_back(b_.let("got", ast::Exchanged{given, kNeighbour}));
        }
        std::vector<Expr> outputs;
        for (const auto& [even, other] : {std::pair{&kept, &got}, std::pair{&got, &kept}})
          for (std::size_t i = 0; i < 2; ++i)
            outputs.push_back(b_.let("output", select(is_even, (*even)[i], (*other)[i])));
        const Expr row =
            b_.let("tile_row", first_row + thread_ % 4 * 2 + odd + std::int64_t{half * 8});
        const Expr across = b_.let("across", warp_ * (kBandColumns / kStripColumns * pairs()) +
                                                 thread_ / (2 * kNeighbour) +
                                                 std::int64_t{pair * kBandColumns / kStripColumns});
        store_outputs(b_, spec_, at_, row, across, outputs);
      }
  }

  Builder& b_;
  const DirectSpec& spec_;
  const StripPosition& at_;
  const Expr thread_;  ///< of its warp
  const Expr warp_;
  RealSlabs slabs_;
};

}  // namespace

void sum_real_bands(Builder& builder, const DirectSpec& spec) {
  const StripPosition position = strip_position(builder, spec);
  RealBandSums(builder, spec, position).write();
}

}  // namespace fftcore
