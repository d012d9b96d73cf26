// SPDX-License-Identifier: LGPL-2.1-or-later
// A row of taps moves along a row of samples: that is to multiply samples by a band matrix, whose
// column n has the taps from row n on. So each row of taps adds, to 16 rows of 8 outputs, the
// product of as many rows of the tile with such a matrix.
#include <algorithm>
#include <vector>

#include "direct_bodies.h"
#include "direct_pixels.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;
using ast::real;

class MatrixSums {
 public:
  MatrixSums(Builder& b, const DirectSpec& spec, const StripPosition& at)
      : b_(b),
        spec_(spec),
        at_(at),
        thread_(b.let("of_warp", at.thread % kMatrixThreads)),
        first_(b.let("first_matrix", at.thread / kMatrixThreads * kMatricesAcross)) {}

  void write() {
    b_.buffer(kDirectTaps, Storage::f16, ast::Access::constant);
    const Expr gain = b_.scalar("gain", ast::Type::real);
    // Taps' second parts are for what the first ones leave out, which is too much of a larger gain.
    const Expr most_gain = b_.let("most_gain", ast::LoadGlobal{kDirectTaps, integer(0), 1});
    const Expr parts =
        b_.let("parts", select(less(most_gain, absolute(gain)), integer(2), integer(1)));
    declare_tile(b_, spec_);
    load_tile(b_, spec_, at_);
    b_.barrier();
    const std::vector<Expr> sums = b_.carry(
        "part", parts,
        std::vector<Expr>(number(spec_.channels(), 0, 0), ast::Literal{ast::Type::real_x4, 0}),
        [&](const Expr& part, std::vector<Expr> so_far) { return add(part, std::move(so_far)); });
    for (int phase = 0; phase < phases(); ++phase)
      for (int half = 0; half < 2; ++half)
        for (int m = 0; m < kMatricesAcross; m += 2) store(phase, half, m, sums);
  }

 private:
  using Words = std::vector<Expr>;

  int phases() const { return spec_.shape.rows; }
  std::size_t number(int channel, int phase, int matrix) const {
    return static_cast<std::size_t>((channel * phases() + phase) * kMatricesAcross + matrix);
  }

  /// Words of the band matrices of one row of taps.
  std::vector<Words> bands(const Expr& part) {
    const int steps = spec_.matrix_steps();
    const KeptTaps kept{DirectBody::matrices, spec_.tap_rows, spec_.tap_columns, 0,
                        spec_.lead,           steps};
    const Expr first = b_.let("first_tap", part * kept.part_numbers() + thread_ + 1);
    std::vector<Words> bands;
    for (int row = 0; row < spec_.tap_rows; ++row) {
      Words words;
      for (int step = 0; step < steps; ++step)
        words.push_back(b_.let(
            "band", ast::LoadHalves{kDirectTaps,
                                    first + std::int64_t{(row * steps + step) * kMatrixThreads}}));
      bands.push_back(std::move(words));
    }
    return bands;
  }

  /// Matrices of the tile side by side, from the warp's first on, whose rows are rows
  /// row, row + phases, row + 2 phases, ... of a channel's tile: of each its upper and its lower
  /// half.
  std::vector<Words> samples(const Expr& base, int channel, int row) {
    const int count = kMatricesAcross + spec_.matrix_steps() - 1;
    const int plane = channel == 0 ? 0 : channel * spec_.plane_samples();
    const Expr begin =
        b_.let("begin",
               base + std::int64_t{plane + (row % phases() * spec_.phase_rows() + row / phases()) *
                                               spec_.row_samples()});
    std::vector<Words> matrices;
    for (int m = 0; m < count; m += 2) {
      const int loaded = std::min(2, count - m) * 2;
      const Expr words =
          b_.let("samples",
                 ast::LoadMatrices{kTileName, begin + std::int64_t{m * kMatrixColumns}, loaded});
      for (int i = 0; i < loaded; i += 2)
        matrices.push_back({b_.let("upper", lane(words, i)), b_.let("lower", lane(words, i + 1))});
    }
    return matrices;
  }

  std::vector<Expr> add(const Expr& part, std::vector<Expr> sums) {
    const std::vector<Words> taps = bands(part);
    const Expr base = b_.let("base", thread_ % kMatrixRows * spec_.row_samples() +
                                         (first_ + thread_ / kMatrixRows) * kMatrixColumns);
    for (int channel = 0; channel < spec_.channels(); ++channel)
      for (int row = 0; row < phases() + spec_.tap_rows - 1; ++row) {
        const std::vector<Words> matrices = samples(base, channel, row);
        for (int phase = std::max(0, row - spec_.tap_rows + 1);
             phase <= std::min(row, phases() - 1); ++phase)
          for (int m = 0; m < kMatricesAcross; ++m) {
            Expr& sum = sums[number(channel, phase, m)];
            sum = add_row(sum, matrices, m, taps[static_cast<std::size_t>(row - phase)]);
          }
      }
    return sums;
  }

  Expr add_row(Expr sum, const std::vector<Words>& matrices, int first, const Words& band) {
    for (std::size_t step = 0; step < band.size(); step += 2) {
      Words left, right;
      for (std::size_t i = step; i < std::min(step + 2, band.size()); ++i) {
        const Words& matrix = matrices[static_cast<std::size_t>(first) + i];
        left.insert(left.end(), matrix.begin(), matrix.end());
        right.push_back(band[i]);
      }
      sum = b_.let("sum", ast::MultiplyMatrices{std::move(left), std::move(right), sum});
    }
    return sum;
  }

  /// A thread has two neighbours of each matrix. Of two matrices it gets four neighbours of one: it
  /// exchanges with the thread beside it.
  void store(int phase, int half, int matrix, const std::vector<Expr>& sums) {
    const Expr is_odd = b_.let("is_odd", less(integer(0), thread_ % 2));
    std::vector<std::vector<Expr>> outputs;
    for (int channel = 0; channel < spec_.channels(); ++channel)
      outputs.push_back(outputs_of(half, is_odd, sums[number(channel, phase, matrix)],
                                   sums[number(channel, phase, matrix + 1)]));
    const Expr row =
        thread_ / 4 * phases() + std::int64_t{phase + half * kMatrixRows / 2 * phases()};
    const Expr across =
        (first_ + matrix + thread_ % 2) * (kMatrixColumns / kStripColumns) + thread_ % 4 / 2;
    // One after the other: compilers differ in the order of a call's arguments.
    const Expr across_tile = b_.let("across", across), tile_row = b_.let("tile_row", row);
    if (spec_.pixel > 1) return store_pixels(b_, spec_, at_, tile_row, across_tile, outputs);
    store_outputs(b_, spec_, at_, tile_row, across_tile, outputs.front());
  }

  std::vector<Expr> outputs_of(int half, const Expr& is_odd, const Expr& left, const Expr& right) {
    std::vector<Expr> kept, got;
    for (int i = 0; i < 2; ++i) {
      const Expr l = b_.let("l", lane(left, 2 * half + i)),
                 r = b_.let("r", lane(right, 2 * half + i));
      kept.push_back(b_.let("kept", select(is_odd, r, l)));
      got.push_back(b_.let("got", ast::Exchanged{b_.let("given", select(is_odd, l, r)), 1}));
    }
    std::vector<Expr> outputs;
    for (int i = 0; i < 4; ++i) {
      const auto of = static_cast<std::size_t>(i % 2);
      outputs.push_back(b_.let(
          "output", i < 2 ? select(is_odd, got[of], kept[of]) : select(is_odd, kept[of], got[of])));
    }
    return outputs;
  }

  Builder& b_;
  const DirectSpec& spec_;
  const StripPosition& at_;
  const Expr thread_;  ///< of its warp
  const Expr first_;   ///< matrix of the warp, in a row of the tile
};

}  // namespace

void sum_matrices(Builder& builder, const DirectSpec& spec) {
  const StripPosition position = strip_position(builder, spec);
  MatrixSums(builder, spec, position).write();
}

}  // namespace fftcore
