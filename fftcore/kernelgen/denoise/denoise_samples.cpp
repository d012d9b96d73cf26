// SPDX-License-Identifier: LGPL-2.1-or-later
// Samples of DenoiseRows: from memory, through time, to shared memory.
#include "denoise_rows.h"
#include "edge_index.h"
#include "unit_root.h"

namespace fftcore {

using ast::Expr;
using ast::integer;
using ast::LoadGlobal;
using ast::real;

Expr DenoiseRows::first_of(const ImageMemory& memory, const Expr& row, const Expr& channel,
                           std::int64_t channel_stride) {
  const Expr first = row * memory.row_stride + channel * channel_stride;
  return memory.first ? first + *memory.first : first;
}

/// A sample of the group by number, row by row; the last ones may be loaded twice.
Expr DenoiseRows::number_of(int load) {
  const int count = spec_.step * spec_.reached_columns(), first = load * spec_.threads();
  const Expr number = thread_ + first;
  return b_.let("e",
                first + spec_.threads() > count ? minimum(number, integer(count - 1)) : number);
}

std::vector<Expr> DenoiseRows::samples(const Expr& group) {
  const int lead = spec_.lead(), width = spec_.strip_columns(), segment = spec_.segment_rows();
  // Also of the groups after the last one that is needed, which nobody reads.
  const Range columns{-lead, std::int64_t{spec_.strips()} * width + lead - 1},
      rows{-lead, std::int64_t{spec_.segments()} * segment + lead + 2 * spec_.step - 1};
  const Expr top = b_.let("top", segment_ * segment - lead + group * spec_.step);
  std::vector<Expr> result;
  for (int load = 0; load < spec_.loads(); ++load) {
    const Expr number = number_of(load);
    const Expr row = b_.let("row", edge_index(top + number / spec_.reached_columns(), rows,
                                              spec_.input.rows, EdgeMode::reflect_101));
    const Expr left = b_.let("left", strip_ * width - lead + number % spec_.reached_columns());
    const Expr column =
        b_.let("column", edge_index(left, columns, spec_.input.columns, EdgeMode::reflect_101) *
                             spec_.input.column_stride);
    for (std::size_t f = 0; f < memory_.size(); ++f)
      result.push_back(b_.let(
          "x",
          LoadGlobal{names_[f],
                     first_of(memory_[f], row, channel_, spec_.input.channel_stride) + column, 1}));
  }
  return result;
}

/// Bin q in time of a sample and, as imaginary part, what goes with it.
Complex DenoiseRows::through_time(int q, const std::vector<Expr>& samples) {
  Complex sum = zero();
  for (int f = 0; f < frames(); ++f) {
    const double weight = spec_.time_window[static_cast<std::size_t>(f)];
    const auto turn = [&](int bin) {
      const int turns = (bin * (f - spec_.before) % frames() + frames()) % frames();
      return unit_root(turns, frames());
    };
    const double re = static_cast<double>(turn(q).real()),
                 im = static_cast<double>(q == 0 ? turn(frames() / 2).real() : turn(q).imag());
    const Expr& x = samples[static_cast<std::size_t>(f)];
    sum.re = b_.let("x", fma(x, real(re * weight), sum.re));
    if (is_complex(q)) sum.im = b_.let("x", fma(x, real(im * weight), sum.im));
  }
  return sum;
}

void DenoiseRows::put_samples(const Expr& group, const std::vector<Expr>& samples) {
  const int count = spec_.step * spec_.reached_columns();
  const Expr buffer = b_.let("p", group % 2 * (frames() * count));
  for (int load = 0; load < spec_.loads(); ++load) {
    const int first = load * spec_.threads();
    const auto put = [&] {
      const auto begin = samples.begin() + static_cast<std::ptrdiff_t>(load * frames());
      const std::vector<Expr> of_frames(begin, begin + frames());
      for (int q = 0; q < rows_through_time(); ++q) {
        const Complex sum = through_time(q, of_frames);
        const Expr at = b_.let("p", buffer + thread_ + (plane_of(q) * count + first));
        arrays_.store(DenoiseArray::came, at, {sum.re});
        if (is_complex(q)) arrays_.store(DenoiseArray::came, at + count, {sum.im});
      }
    };
    if (first + spec_.threads() <= count)
      put();
    else
      b_.when(less(thread_, integer(count - first)), put);
  }
}

}  // namespace fftcore
