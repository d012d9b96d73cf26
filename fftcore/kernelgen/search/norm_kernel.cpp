// SPDX-License-Identifier: LGPL-2.1-or-later
#include "norm_kernel.h"

#include <bit>

#include <fmt/format.h>

#include "builder.h"
#include "fftcore/error.h"
#include "passes.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;
using ast::LoadGlobal;
using ast::LoadShared;
using ast::real;
using ast::Type;

constexpr const char* kSquares = "squares";
/// Squares.largest where no value is larger.
constexpr double kLeastLargest = 1e-30;

/// A sum of squares: `over` times the square of `largest`.
struct Squares {
  Expr largest;
  Expr over;
};

class NormWriter {
 public:
  explicit NormWriter(const NormSpec& spec)
      : spec_(spec),
        b_(spec.name),
        thread_(b_.let("thread", ast::Call{ast::Builtin::thread_x, {}})),
        row_(b_.let("row", ast::Call{ast::Builtin::block_x, {}})) {
    b_.launch({spec.threads, 1, 1}, {spec.rows, 1, 1});
    b_.buffer("input", Storage::f32);
    b_.buffer("output", Storage::f32, ast::Access::write);
    b_.shared(kSquares, Type::real_x2, spec.threads);
  }

  GeneratedKernel write() && {
    const Squares all = of_block(of_thread());
    b_.when(less(thread_, integer(1)), [&] {
      const Expr norm = b_.let("norm", all.largest * (square_root(all.over) * real(spec_.factor)));
      b_.store_global(
          "output", row_,
          {spec_.least == 0 ? norm : real(1) / maximum(norm, real(spec_.least)), real(0)});
    });
    return {fold(std::move(b_).finish()), {}};
  }

 private:
  Squares of_thread() {
    const Expr first = b_.let("first", row_ * spec_.row_stride);
    const int rounds = (spec_.columns + spec_.threads - 1) / spec_.threads;
    const std::vector<Expr> sum = b_.carry(
        "i", integer(rounds), {real(kLeastLargest), real(0)},
        [&](const Expr& i, const std::vector<Expr>& so_far) {
          const Expr column = b_.let("column", i * spec_.threads + thread_);
          const Expr pair = b_.let(
              "z", select(less(column, integer(spec_.columns)),
                          LoadGlobal{"input", first + column, 2}, ast::Literal{Type::real_x2, 0}));
          return with({so_far[0], so_far[1]}, ast::lane(pair, 0), ast::lane(pair, 1), column);
        });
    return {sum[0], sum[1]};
  }

  /// A value that is not a number is not the largest, but is in the sum.
  std::vector<Expr> with(const Squares& sum, const Expr& re, const Expr& im, const Expr& column) {
    const Expr largest =
        b_.let("largest", maximum(sum.largest, maximum(absolute(re), absolute(im))));
    const Expr reciprocal = b_.let("reciprocal", real(1) / largest);
    const Expr x = b_.let("x", re * reciprocal), y = b_.let("y", im * reciprocal);
    Expr square = fma(x, x, y * y);
    if (spec_.are_half_spectra)
      square =
          square * select(both(less(integer(0), column), less(column, integer(spec_.columns - 1))),
                          real(2), real(1));
    return {largest, b_.let("over", over(sum, reciprocal) + square)};
  }

  /// The sum over the square of another number, no less than `largest`, whose reciprocal is given.
  Expr over(const Squares& squares, const Expr& reciprocal) {
    const Expr part = b_.let("part", squares.largest * reciprocal);
    return b_.let("over", squares.over * part * part);
  }

  /// The sum of all threads', in each of them: a thread adds what another one has that is half of
  /// the block away, a quarter, and so on.
  Squares of_block(Squares mine) {
    for (int distance = spec_.threads / 2; distance > 0; distance /= 2) {
      b_.store_shared(kSquares, thread_, {mine.largest, mine.over});
      b_.barrier();
      const Expr pair =
          b_.let("z", LoadShared{kSquares, Type::real_x2, (thread_ + distance) % spec_.threads});
      const Squares other{ast::lane(pair, 0), ast::lane(pair, 1)};
      const Expr largest = b_.let("largest", maximum(mine.largest, other.largest));
      const Expr reciprocal = b_.let("reciprocal", real(1) / largest);
      const Expr own = over(mine, reciprocal), others = over(other, reciprocal);
      mine = {largest, b_.let("over", own + others)};
      b_.barrier();
    }
    return mine;
  }

  const NormSpec& spec_;
  Builder b_;
  Expr thread_, row_;
};

}  // namespace

GeneratedKernel norm_kernel(const NormSpec& spec) {
  if (spec.threads < 1 || !std::has_single_bit(static_cast<unsigned>(spec.threads)) ||
      spec.rows < 1 || spec.columns < 1 || spec.row_stride < spec.columns || spec.least < 0)
    throw InvalidArgument(
        fmt::format("norms {}: {} threads for {} rows of {} values, {} apart, at least {}",
                    spec.name, spec.threads, spec.rows, spec.columns, spec.row_stride, spec.least));
  return NormWriter(spec).write();
}

}  // namespace fftcore
