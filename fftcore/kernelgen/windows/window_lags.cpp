// SPDX-License-Identifier: LGPL-2.1-or-later
#include "window_lags.h"

#include "best_candidate.h"
#include "fftcore/search.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;
using ast::real;

using Exprs = std::vector<Expr>;

class Finder {
 public:
  explicit Finder(const WindowBlock& block)
      : block_(block), b_(block.b), spec_(block.spec), goes_round_(spec_.search == 0) {}

  LagPeak peak() {
    const Candidate best = best_of_all([&](const Expr& number, const Expr& value) {
      return Candidate{value, as_real(number)};
    });
    const Expr place = b_.let("place", ast::Cast{ast::Type::i32, maximum(best.key, real(0))});
    row_ = b_.let("row", place / spec_.lag_columns());
    column_ = b_.let("column", place % spec_.lag_columns());
    const Expr other =
        best_of_all([&](const Expr& number, const Expr& value) {
          return Candidate{b_.let("value", select(is_far(number), value, real(kNoScore))), real(0)};
        }).value;
    const Expr second = b_.let("second", select(less(real(kNoScore), other), other, real(0)));
    const Spread spread = spread_of_far();
    const auto over = [&](const char* name, const Expr& value, const Expr& divisor) {
      return b_.let(name, select(less(real(0), divisor), value / divisor, real(0)));
    };
    const Expr sidelobe = over("sidelobe", best.value - spread.mean, spread.deviation);
    const Expr noise = over("noise", best.value, spread.root_mean_square);
    const Expr x = fitted(best.value, false), y = fitted(best.value, true);
    const Expr lag_x = lag_of(column_, spec_.middle_column(), spec_.lag_columns());
    const Expr lag_y = lag_of(row_, spec_.middle_row(), spec_.lag_rows());
    return {best.value,
            second,
            sidelobe,
            noise,
            lag_x,
            lag_y,
            is_border(),
            b_.let("x", lag_x + x),
            b_.let("y", lag_y + y)};
  }

 private:
  /// The best of the candidates that `candidate(number, value)` makes of lags.
  template <class Make>
  Candidate best_of_all(const Make& candidate) {
    const Exprs mine = block_.carry(spec_.lags(), {no_candidate().value, no_candidate().key},
                                    [&](const Expr& number, const Exprs& so_far) {
                                      const Candidate next = candidate(number, block_.lag(number));
                                      return better(b_, {so_far[0], so_far[1]}, next);
                                    });
    best_of(b_, {{mine[0], mine[1]}},
            {WindowBlock::kPartials, integer(0), block_.thread, spec_.threads});
    const Complex best =
        parts(b_, ast::LoadShared{WindowBlock::kPartials, ast::Type::real_x2, integer(0)});
    return {best.re, best.im};
  }

  /// The lag of a row or a column of S.
  Expr lag_of(const Expr& number, int middle, int count) {
    if (!spec_.is_in_place()) return b_.let("lag", as_real(number - middle));
    const Expr is_positive = less(number, integer((count + 1) / 2));
    return b_.let("lag", as_real(select(is_positive, number, number - count)));
  }

  /// Whether a lag is one of those that are said to be beside the peak.
  Expr is_far(const Expr& number) {
    const auto distance = [&](const Expr& place, const Expr& from, int count) {
      const Expr straight = b_.let("distance", absolute(place - from));
      return goes_round_ ? minimum(straight, integer(count) - straight) : straight;
    };
    const Expr down = distance(number / spec_.lag_columns(), row_, spec_.lag_rows());
    const Expr across = distance(number % spec_.lag_columns(), column_, spec_.lag_columns());
    return b_.let("is_far", less_equal(integer(kSecondPeakDistance), maximum(down, across)));
  }

  struct Spread {
    Expr mean, deviation, root_mean_square;
  };
  Spread spread_of_far() {
    const Exprs first = block_.sums_of(
        block_.carry(spec_.lags(), {real(0), real(0)}, [&](const Expr& number, const Exprs& sums) {
          const Expr far = is_far(number);
          const Expr value = block_.lag(number);
          const Expr count = b_.let("count", sums[0] + select(far, real(1), real(0)));
          return Exprs{count, b_.let("sum", sums[1] + select(far, value, real(0)))};
        }));
    const Expr share = b_.let("share", real(1) / maximum(first[0], real(1)));
    const Expr mean = b_.let("mean", first[1] * share);
    const Exprs squares = block_.sums_of(
        block_.carry(spec_.lags(), {real(0)}, [&](const Expr& number, const Exprs& sums) {
          const Expr far = is_far(number);
          const Expr value = block_.lag(number);
          const Expr rest = b_.let("rest", select(far, value - mean, real(0)));
          return Exprs{b_.let("sum", fma(rest, rest, sums[0]))};
        }));
    const Expr variance = b_.let("variance", squares[0] * share);
    const Expr deviation = b_.let("deviation", square_root(variance));
    return {mean, deviation, b_.let("root", square_root(fma(mean, mean, variance)))};
  }

  Expr is_border() {
    if (goes_round_) return ast::Literal{ast::Type::boolean, 0};
    const auto inner = [&](const Expr& place, int count) {
      return both(less(integer(0), place), less(place, integer(count - 1)));
    };
    const Expr is_inner = both(inner(row_, spec_.lag_rows()), inner(column_, spec_.lag_columns()));
    return b_.let("is_border", select(is_inner, ast::Literal{ast::Type::boolean, 0},
                                      ast::Literal{ast::Type::boolean, 1}));
  }

  /// How far the peak lies from the highest lag, along one axis.
  Expr fitted(const Expr& highest, bool is_down) {
    const int count = is_down ? spec_.lag_rows() : spec_.lag_columns();
    const Expr& own = is_down ? row_ : column_;
    const auto beside = [&](int step) {
      // Beyond the border of a search nothing is fitted.
      const Expr place = goes_round_ ? (own + (step + count)) % count
                                     : within(own + step, integer(0), integer(count - 1));
      const Expr at =
          is_down ? place * spec_.lag_columns() + column_ : row_ * spec_.lag_columns() + place;
      return block_.lag(b_.let("at", at));
    };
    const Expr below = beside(-1);
    const Expr above = beside(1);
    const auto parabola = [&](const Expr& a, const Expr& c, const Expr& b) {
      const Expr bend = b_.let("bend", real(2) * ((c - a) + (c - b)));
      return b_.let("fit", select(less(real(0), bend), (a - b) / bend, real(0)));
    };
    const auto bounded = [&](const Expr& fit) {
      return b_.let("fit", within(fit, real(-0.5), real(0.5)));
    };
    const Expr plain = parabola(above, highest, below);
    if (spec_.score == WindowScore::zncc) return bounded(plain);
    const auto logarithm = [&](const Expr& value) {
      const Expr positive = select(less(real(0), value), value, real(1));
      return b_.let("log", ast::Call{ast::Builtin::logarithm, {positive}});
    };
    const Expr log_above = logarithm(above);
    const Expr log_highest = logarithm(highest);
    const Expr log_below = logarithm(below);
    const Expr gaussian = parabola(log_above, log_highest, log_below);
    const Expr are_positive = less(real(0), minimum(minimum(above, below), highest));
    return bounded(select(are_positive, gaussian, plain));
  }

  const WindowBlock& block_;
  Builder& b_;
  const WindowSpec& spec_;
  bool goes_round_;
  Expr row_ = integer(0), column_ = integer(0);
};

}  // namespace

LagPeak find_peak(const WindowBlock& block) {
  return Finder(block).peak();
}

}  // namespace fftcore
