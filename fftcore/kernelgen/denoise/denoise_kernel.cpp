// SPDX-License-Identifier: LGPL-2.1-or-later
// Stages meet at one barrier a step: while columns of bins of one block of rows are weakened,
// samples for later ones come, the rows that the next one needs are transformed, those that no
// later one adds to are transformed back, and what these gave a step before is added up and stored.
#include "denoise_kernel.h"

#include <fmt/format.h>

#include "denoise_columns.h"
#include "denoise_rows.h"
#include "denoise_sharpen.h"
#include "denoise_weaken.h"
#include "fftcore/error.h"
#include "passes.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;
using ast::real;
using ast::Type;

class DenoiseWriter {
 public:
  explicit DenoiseWriter(const DenoiseSpec& spec)
      : spec_(spec),
        b_(spec.name),
        thread_(b_.let("thread", ast::Call{ast::Builtin::thread_x, {}})),
        column_(b_.let("column", thread_ / spec.lanes)),
        rows_(b_, spec, thread_),
        strength_(b_, spec, thread_),
        sharpen_(b_, spec, thread_) {
    b_.launch({spec.threads(), 1, 1}, {spec.strips(), spec.segments(), spec.channels});
    b_.leave_room(spec.blocks_beside);
    // Some words, of what a thread needs once in a step; of large blocks what has no registers.
    constexpr int kSpilled = 32, kSpilledOfLarge = 2048;
    b_.allow_spills(spec.outside == 0 ? kSpilled : kSpilledOfLarge);
  }

  GeneratedKernel write() && {
    const int overlap = spec_.overlap(), steps = spec_.groups + overlap - 1;
    if (spec_.zero_mean) load_mean_factor();
    const auto come = [&](const Expr& group, const std::vector<Expr>& samples) {
      rows_.put_samples(group, samples);
      b_.barrier();
    };
    const std::vector<Expr> samples =
        b_.carry("group", integer(overlap), rows_.samples(integer(0)),
                 [&](const Expr& group, const std::vector<Expr>& here) {
                   const std::vector<Expr> next = rows_.samples(b_.let("next", group + 1));
                   come(group, here);
                   rows_.forward(group, group);
                   return next;
                 });
    come(integer(overlap), samples);
    std::vector<Expr> carried{integer(0)};
    carried.resize(static_cast<std::size_t>(1 + 2 * spec_.lead()), real(0));
    b_.carry("step", integer(steps), carried,
             [&](const Expr& step, const std::vector<Expr>& before) {
               const Expr slot = before.front(), coming = b_.let("group", step + (overlap + 1));
               const std::vector<Expr> on_the_way = rows_.samples(coming);
               std::vector<Expr> next = columns(step, before);
               rows_.forward(coming - 1, b_.let("slot", previous(slot)));
               rows_.inverse(step + 1, less_equal(integer(overlap), step));
               rows_.store(step - (overlap + 1), step, less_equal(integer(overlap + 1), step));
               come(coming, on_the_way);
               return next;
             });
    const Expr is_so = ast::Literal{Type::boolean, 1};
    rows_.inverse(integer(steps + 1), is_so);
    if (spec_.groups > 1) rows_.store(integer(spec_.groups - 2), integer(steps), is_so);
    b_.barrier();
    rows_.store(integer(spec_.groups - 1), integer(steps + 1), is_so);
    Table table;
    if (spec_.zero_mean)
      for (int k = 0; k < spec_.columns(); ++k) {
        const auto& value = spec_.window_bins[static_cast<std::size_t>(k)];
        table.insert(table.end(), {value.real(), value.imag()});
      }
    if (spec_.zero_mean && spec_.frames() > 1)
      for (const auto& value : spec_.time_bins)
        table.insert(table.end(), {value.real(), value.imag()});
    return {fold_and_fuse(std::move(b_).finish()), table};
  }

 private:
  static constexpr const char* kTable = "twiddles";

  int slots() const { return spec_.overlap() + 1; }
  Expr previous(const Expr& slot) const {
    return select(less(integer(0), slot), slot - 1, integer(slots() - 1));
  }
  Expr following(const Expr& slot, int count) const {
    return select(less(slot, integer(slots() - count)), slot + count, slot + (count - slots()));
  }

  /// W of the thread's column, without what is the row's.
  void load_mean_factor() {
    b_.buffer(kTable, Storage::f32, ast::Access::constant);
    across_ = parts(b_, ast::LoadGlobal{kTable, column_, 2});
  }

  /// The mean of the thread's block, times W of its column.
  Complex mean_of(const std::vector<Expr>& first_of_group) {
    int last = 0;  // column that has a mean
    for (int k = 0; k < spec_.columns(); ++k)
      if (spec_.window_bins[static_cast<std::size_t>(k)] != 0.0) last = k;
    const double at_0 = spec_.window_bins[0].real();
    constexpr int kHalved = 2;
    const double scale = kHalved / (at_0 * at_0 * spec_.time_bins[0].real());
    const Expr rounds = select(less_equal(column_, integer(last)), integer(1), integer(0));
    const Expr mean =
        b_.carry("i", rounds, {real(0)}, [&](const Expr&, const std::vector<Expr>&) {
            Expr sum = real(0);
            for (int y = 0; y < spec_.block; ++y) {
              const Expr row = rows_.bin(first_of_group[static_cast<std::size_t>(y / spec_.step)] -
                                         column_ * spec_.lanes + y % spec_.step * spec_.threads());
              sum = b_.let("x", fma(ast::lane(row, 0),
                                    real(spec_.window[static_cast<std::size_t>(y)] * scale), sum));
            }
            return std::vector<Expr>{sum};
          }).front();
    return scaled(b_, across_, mean);
  }

  /// Returns what is carried: the slot of the next step's first row, and sums.
  std::vector<Expr> columns(const Expr& step, const std::vector<Expr>& before) {
    std::vector<Expr> firsts;  // elements of the bins in shared memory, of each group
    for (int group = 0; group < spec_.overlap(); ++group)
      firsts.push_back(
          b_.let("p", following(before.front(), group) * (spec_.step * spec_.threads()) + thread_));
    const Complex mean = spec_.zero_mean ? mean_of(firsts) : zero();
    // A loop, since code for each bin in time would not stay in the instructions' cache.
    const auto one = [&](const Expr& q) { return weakened(firsts, mean, q); };
    const std::vector<Expr> zeros(2 * static_cast<std::size_t>(spec_.block), real(0));
    std::vector<Complex> sum =
        spec_.frames() == 1 ? one(integer(0))
                            : pairs_of(b_.carry("q", integer(spec_.frames()), zeros,
                                                [&](const Expr& q, const std::vector<Expr>& sums) {
                                                  std::vector<Complex> next = pairs_of(sums);
                                                  const std::vector<Complex> weak = one(q);
                                                  for (std::size_t y = 0; y < next.size(); ++y)
                                                    next[y] = add(b_, next[y], weak[y]);
                                                  return numbers_of(next);
                                                }));
    // The temporal window's bins add up to their number: it is 1 at the frame that is denoised.
    if (spec_.sharpens)
      sum = sharpen_.sharpened(sum, means_of(mean, {real(spec_.frames()), real(0)}), column_);
    return add_up(step, before, sum);
  }

  /// The column of bin q in time, weakened.
  std::vector<Complex> weakened(const std::vector<Expr>& firsts, const Complex& mean,
                                const Expr& q) {
    const Expr plane = b_.let("plane", q * (spec_.ring_rows() * spec_.threads()));
    std::vector<Complex> column;
    for (int y = 0; y < spec_.block; ++y) {
      const Expr at = firsts[static_cast<std::size_t>(y / spec_.step)] + plane +
                      y % spec_.step * spec_.threads();
      column.push_back(
          scaled(b_, parts(b_, rows_.bin(at)), real(spec_.window[static_cast<std::size_t>(y)])));
    }
    const std::vector<Complex> bins = butterfly(b_, column);
    return strength_.weakened(bins, means_of(mean, time_bin(q)), column_, q);
  }

  /// The temporal window's bin q.
  Complex time_bin(const Expr& q) {
    if (spec_.frames() == 1 || !spec_.zero_mean) return {real(spec_.time_bins[0].real()), real(0)};
    return parts(b_, ast::LoadGlobal{kTable, b_.let("number", q + spec_.columns()), 2});
  }

  /// The mean in the bins of a column; `time`: the temporal window's bin.
  std::vector<Complex> means_of(const Complex& mean, const Complex& time) {
    std::vector<Complex> means;
    if (!spec_.zero_mean) return means;
    const Complex of_bin = multiply(b_, mean, time);
    for (const auto& down : spec_.window_bins)
      means.push_back(multiply(b_, of_bin, {real(down.real()), real(down.imag())}));
    return means;
  }

  /// Back to rows, which the sums of the blocks above are added to.
  std::vector<Expr> add_up(const Expr& step, const std::vector<Expr>& before,
                           const std::vector<Complex>& column) {
    std::vector<Complex> exchanged;
    for (const Complex& value : column) exchanged.push_back(swapped(value));
    const std::vector<Complex> rows = butterfly(b_, exchanged);
    const double points =
        static_cast<double>(spec_.block) * spec_.block * static_cast<double>(spec_.frames());
    std::vector<Expr> next{b_.let("slot", following(before.front(), 1))};
    for (int y = 0; y < spec_.block; ++y) {
      const auto at = static_cast<std::size_t>(y);
      const Expr window = real(spec_.window[at] / points);
      const bool is_fresh = y >= spec_.lead();
      const Complex sum = is_fresh ? zero() : Complex{before[1 + 2 * at], before[2 + 2 * at]};
      const Complex value = swapped(rows[at]);
      const Expr re = b_.let("sum", fma(value.re, window, sum.re)),
                 im = b_.let("sum", fma(value.im, window, sum.im));
      if (y < spec_.step)
        rows_.put_sum(step, y, {re, im});
      else
        next.insert(next.end(), {re, im});
    }
    return next;
  }

  const DenoiseSpec& spec_;
  Builder b_;
  Expr thread_, column_;
  DenoiseRows rows_;
  DenoiseStrengthExpr strength_;
  DenoiseSharpenExpr sharpen_;
  Complex across_ = zero();
};

}  // namespace

GeneratedKernel denoise_kernel(const DenoiseSpec& spec) {
  const auto is_as_long = [](const auto& values, int count) {
    return static_cast<int>(values.size()) == count;
  };
  if (spec.step < 1 || spec.block % (2 * spec.step) != 0 || spec.lanes < spec.overlap() ||
      32 % spec.step != 0 || spec.groups < 1 || spec.channels < 1 ||
      !is_as_long(spec.window, spec.block) || !is_as_long(spec.window_bins, spec.block) ||
      !is_as_long(spec.time_window, spec.frames()) || !is_as_long(spec.time_bins, spec.frames()))
    throw InvalidArgument(
        fmt::format("denoise {}: blocks of {}, step {}, {} lanes, {} steps a segment, {} channels",
                    spec.name, spec.block, spec.step, spec.lanes, spec.groups, spec.channels));
  return DenoiseWriter(spec).write();
}

}  // namespace fftcore
