// SPDX-License-Identifier: LGPL-2.1-or-later
// Lines of 128 are transformed as 8 x 16: element n1 + 16 n2 becomes bin 8 k1 + k2. A warp has 16
// lines, each thread the words of 16 x 16 matrices of them, one of each n2. So transforms of 8,
// over n2, are in a thread's registers. Transforms of 16, over n1, are products of such matrices
// with one that has the twiddles of k2 in it. A product leaves words where the next one takes them.
// Between rows and columns they go through shared memory, which holds the tile as two planes, of
// real and of imaginary parts: one of each of the block's two tiles.
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "direct_bodies.h"
#include "halves_butterfly.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;

constexpr int kWords = 4;  ///< of a thread, of a matrix of 16x16
constexpr int kHalfMatrix = kMatrixRadix / 2;

/// A thread's words of a matrix.
using Matrix = std::vector<Halves>;
/// Of its lines, by n2 or k2.
using Lines = std::vector<Matrix>;

class TileFilter {
 public:
  TileFilter(Builder& b, const DirectSpec& spec)
      : b_(b),
        spec_(spec),
        thread_(b.let("thread", ast::Call{ast::Builtin::thread_x, {}})),
        lane_(b.let("of_warp", thread_ % kMatrixThreads)),
        warp_(b.let("warp", thread_ / kMatrixThreads)) {}

  void write() {
    b_.buffer(kDirectTaps, Storage::f16, ast::Access::constant);
    declare_tile(b_, spec_);
    const Expr block = ast::Call{ast::Builtin::block_x, {}};
    for (int tile = 0; tile < 2; ++tile)
      load_tile(b_, spec_, strip_position(b_, spec_, block, tile), tile);
    load_matrices();
    b_.barrier();
    const Expr first = b_.let("first_line", warp_ * kMatrixRadix);
    const Expr of_rows = b_.let("row", (first + lane_ % 16) * spec_.row_samples() + lane_ / 16 * 8);
    // Columns are the rows of matrices that are transposed.
    const Expr of_columns = b_.let(
        "column", (lane_ % 8 + lane_ / 16 * 8) * spec_.row_samples() + first + lane_ / 8 % 2 * 8);
    there_ = b_.let("there", lane_ * kMatrixColumns);
    // The matrices' quarters lie in order of columns there: back they are rows.
    back_ = b_.let("back", (lane_ / 8 % 2 * 16 + lane_ / 16 * 8 + lane_ % 8) * kMatrixColumns);
    spectrum_ = b_.let("spectrum", warp_ * (2 * kRegisterRadix * kMatrixThreads) + lane_ +
                                       std::int64_t{kMatrixGroups});
    to_ = b_.let("to", (first + lane_ / 4) * (spec_.row_samples() / 2) + lane_ % 4);

    Lines rows = loaded(of_rows, kMatrixRadix, false);
    b_.barrier(ast::Scope::warp);
    forward_over_registers(rows);
    for (int k2 = 0; k2 < kRegisterRadix; ++k2) store(k2, by_matrix(rows[at(k2)], kForward, k2));

    Lines columns = transposed(of_columns);
    forward_over_registers(columns);
    for (int k2 = 0; k2 < kRegisterRadix; ++k2) columns[at(k2)] = filtered(columns[at(k2)], k2);
    back_over_registers(columns);
    store(columns);

    Lines outputs = transposed(of_columns);
    for (int k2 = 0; k2 < kRegisterRadix; ++k2)
      outputs[at(k2)] = by_matrix(outputs[at(k2)], kBackward, k2);
    back_over_registers(outputs);
    store(outputs);
    b_.barrier();
    store_tiles();
  }

 private:
  static constexpr int kForward = 0, kBackward = 1;
  static constexpr int kPartSamples = kMatrixRadix * kMatrixRadix;
  static std::size_t at(int index) { return static_cast<std::size_t>(index); }

  Expr let(Expr value) { return b_.let("h", std::move(value)); }
  void over_registers(Lines& lines, bool is_back) {
    for (int word = 0; word < kWords; ++word) {
      std::array<Halves, kRegisterRadix> x = of_word<kRegisterRadix>(lines, word);
      transform_of_8(b_, x, is_back);
      for (int n = 0; n < kRegisterRadix; ++n) lines[at(n)][at(word)] = x[at(n)];
    }
  }
  void forward_over_registers(Lines& lines) { over_registers(lines, false); }
  void back_over_registers(Lines& lines) { over_registers(lines, true); }

  template <std::size_t count>
  static std::array<Halves, count> of_word(const Lines& lines, int word) {
    return [&]<std::size_t... n>(std::index_sequence<n...>) {
      return std::array<Halves, count>{lines[n][at(word)]...};
    }
    (std::make_index_sequence<count>());
  }

  static constexpr const char* kMatrices = "matrices";
  /// Groups of four words of the matrices.
  static constexpr int kMatrixGroups = KeptTaps::kMatrixNumbers / kWords;

  void load_matrices() {
    b_.shared(kMatrices, ast::Type::half, 2 * KeptTaps::kMatrixNumbers);
    for (int first = 0; first < kMatrixGroups; first += spec_.shape.threads) {
      const Expr group = b_.let("group", thread_ + std::int64_t{first}),
                 words = b_.let("words", ast::LoadHalves{kDirectTaps, group, kWords});
      std::vector<Expr> four;
      for (int i = 0; i < kWords; ++i) four.push_back(lane(words, i));
      b_.store_shared(kMatrices, group, four);
    }
  }

  /// A number, not known before that product.
  Expr after(const std::optional<Expr>& product, const Expr& number) {
    if (!product) return number;
    return b_.let("then", ast::Call{ast::Builtin::after, {number, *product}});
  }

  /// The transform of 16 of each line, with the twiddles of k2.
  Matrix by_matrix(const Matrix& line, int direction, int k2) {
    const bool is_back = direction == kBackward;
    const Expr first = after(product_, is_back ? *back_ : *there_);
    const auto part = [&](int number) {
      return b_.let(
          "part", ast::LoadMatrices{kMatrices, first + std::int64_t{2 * k2 + number} * kPartSamples,
                                    kWords, is_back});
    };
    const Expr cosines = part(0), sines = part(1);
    std::vector<Expr> re, im;
    for (const Halves& word : line) {
      re.push_back(word.re);
      im.push_back(word.im);
    }
    Matrix product;
    for (int half = 0; half < 2; ++half) {
      const auto words = [&](const Expr& from, bool is_negative) {
        std::vector<Expr> two;
        for (int i = 0; i < 2; ++i) {
          const Expr word = b_.let("w", lane(from, 2 * half + i));
          two.push_back(is_negative ? b_.let("w", -word) : word);
        }
        return two;
      };
      const Expr none = ast::Literal{ast::Type::halves_x2, 0};
      const auto add = [&](const std::vector<Expr>& left, std::vector<Expr> right, Expr so_far) {
        return b_.let("m", ast::MultiplyMatrices{left, std::move(right), std::move(so_far)});
      };
      // Cosines first: compilers differ in the order of a call's arguments.
      const auto rotated = [&](const std::vector<Expr>& straight, const std::vector<Expr>& crossed,
                               bool is_negative) {
        const Expr of_cosines = add(straight, words(cosines, false), none);
        return add(crossed, words(sines, is_negative), of_cosines);
      };
      const Expr real_part = rotated(re, im, !is_back), imaginary = rotated(im, re, is_back);
      for (int i = 0; i < 2; ++i)
        product.push_back({b_.let("h", lane(real_part, i)), b_.let("h", lane(imaginary, i))});
    }
    earlier_ = std::exchange(product_, product.back().im);
    return product;
  }

  /// The transform of 16, times the taps' spectrum, and back.
  Matrix filtered(const Matrix& line, int k2) {
    const Expr first = after(product_, *spectrum_);
    const auto part = [&](int number) {
      return b_.let("bins", ast::LoadHalves{
                                kDirectTaps,
                                first + std::int64_t{(2 * k2 + number) * kMatrixThreads}, kWords});
    };
    const Expr re = part(0), im = part(1);
    const Matrix bins = by_matrix(line, kForward, k2);
    Matrix product;
    for (int i = 0; i < kWords; ++i) {
      const auto& [x, y] = bins[at(i)];
      const Expr a = b_.let("s", lane(re, i)), c = b_.let("s", lane(im, i));
      product.push_back({let(fma(x, a, let(-let(y * c)))), let(fma(x, c, let(y * a)))});
    }
    return by_matrix(product, kBackward, k2);
  }

  Lines loaded(const Expr& from, int step, bool is_transposed) {
    Lines lines;
    for (int n = 0; n < kRegisterRadix; ++n) {
      std::array<Expr, 2> parts{from, from};
      for (int plane = 0; plane < 2; ++plane)
        parts[at(plane)] = b_.let(
            "words",
            ast::LoadMatrices{kTileName,
                              from + std::int64_t{plane} * kTransformSide * spec_.row_samples() +
                                  std::int64_t{n} * step,
                              kWords, is_transposed});
      Matrix matrix;
      for (int i = 0; i < kWords; ++i)
        matrix.push_back({b_.let("h", lane(parts[0], i)), b_.let("h", lane(parts[1], i))});
      lines.push_back(std::move(matrix));
    }
    return lines;
  }

  /// Columns of what all warps have stored; others may store when all have them.
  Lines transposed(const Expr& from) {
    b_.barrier();
    Lines lines = loaded(from, kMatrixRadix * spec_.row_samples(), true);
    b_.barrier();
    return lines;
  }

  void store(int n, const Matrix& matrix) {
    for (int i = 0; i < kWords; ++i) {
      const std::int64_t word =
          std::int64_t{i % 2} * kHalfMatrix * (spec_.row_samples() / 2) + (n * 2 + i / 2) * 4;
      const std::int64_t plane = std::int64_t{kTransformSide} * spec_.row_samples() / 2;
      b_.store_shared(kTileName, *to_ + word, {matrix[at(i)].re});
      b_.store_shared(kTileName, *to_ + word + plane, {matrix[at(i)].im});
    }
  }
  void store(const Lines& lines) {
    for (int n = 0; n < kRegisterRadix; ++n) store(n, lines[at(n)]);
  }

  /// From shared memory to the image, four neighbours at a time.
  void store_tiles() {
    // Positions anew: in registers meanwhile, they would stand in the way.
    const Expr block = after(product_, ast::Call{ast::Builtin::block_x, {}});
    const std::array<StripPosition, 2> positions{strip_position(b_, spec_, block, 0),
                                                 strip_position(b_, spec_, block, 1)};
    const int across = spec_.tile_columns() / kStripColumns, total = spec_.shape.tile_rows * across,
              threads = spec_.shape.threads;
    const Expr mean = b_.let("mean", ast::LoadHalves{kDirectTaps, integer(KeptTaps::kMeanNumber)}),
               sum = b_.let("mean", lane(mean, 0) + lane(mean, 1));
    // Some are loaded together, lest each waits by itself.
    constexpr int kMostAtOnce = 5;
    const int each = (total + threads - 1) / threads,
              rounds = (each + kMostAtOnce - 1) / kMostAtOnce,
              at_once = (each + rounds - 1) / rounds;
    b_.repeat("round", rounds, [&](const Expr& round) {
      struct Group {
        Expr number, row, across;
        std::array<std::vector<Expr>, 2> outputs;
      };
      std::vector<Group> groups;
      for (int i = 0; i < at_once; ++i) {
        const Expr number =
            b_.let("number", round * (at_once * threads) + thread_ + std::int64_t{i} * threads);
        const Expr inside = b_.let("n", minimum(number, integer(total - 1)));
        Group group{
            number, b_.let("tile_row", inside / across), b_.let("group", inside % across), {}};
        for (int tile = 0; tile < 2; ++tile) {
          const Expr words =
              b_.let("words", ast::LoadShared{kTileName, ast::Type::halves_x2,
                                              (group.row + std::int64_t{tile} * kTransformSide) *
                                                      (spec_.row_samples() / kStripColumns) +
                                                  group.across});
          for (int n = 0; n < kStripColumns; ++n)
            group.outputs[at(tile)].push_back(
                b_.let("output", lane(b_.let("h", lane(words, n / 2)), n % 2) + sum));
        }
        groups.push_back(std::move(group));
      }
      for (const Group& group : groups)
        b_.when(less(group.number, integer(total)), [&] {
          for (int tile = 0; tile < 2; ++tile)
            store_outputs(b_, spec_, positions[at(tile)], group.row, group.across,
                          group.outputs[at(tile)]);
        });
    });
  }

  Builder& b_;
  const DirectSpec& spec_;
  const Expr thread_;
  const Expr lane_;  ///< number in the warp
  const Expr warp_;
  std::optional<Expr> product_;   ///< a word of the last one
  std::optional<Expr> earlier_;   ///< of the one before
  std::optional<Expr> there_;     ///< row of the first matrix there that the thread brings
  std::optional<Expr> back_;      ///< likewise
  std::optional<Expr> spectrum_;  ///< the thread's first group in the buffer of taps
  std::optional<Expr> to_;        ///< first word of the thread in the first plane
};

}  // namespace

void filter_by_transforms(Builder& builder, const DirectSpec& spec) {
  // One block alone takes nearly twice as long as two whose threads keep some words in memory.
  constexpr int kSpilled = 160;
  builder.allow_spills(kSpilled);
  TileFilter(builder, spec).write();
}

}  // namespace fftcore
