// SPDX-License-Identifier: LGPL-2.1-or-later
#include "denoise_rows.h"

#include <fmt/format.h>

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;
using ast::LoadGlobal;
using ast::real;
using ast::Type;

constexpr const char* kOutput = "output";
constexpr int kSamplesAtOnce = 4;  // samples that are loaded at once

/// Of a block of threads, in the grid.
Expr block_number(const DenoiseSpec& spec, const Expr& strip, const Expr& segment) {
  const Expr line = ast::Call{ast::Builtin::block_z, {}};
  return (line * spec.segments() + segment) * spec.strips() + strip;
}

}  // namespace

DenoiseRows::DenoiseRows(Builder& b, const DenoiseSpec& spec, const Expr& thread)
    : b_(b),
      spec_(spec),
      thread_(thread),
      strip_(b.let("strip", ast::Call{ast::Builtin::block_x, {}})),
      segment_(b.let("segment", ast::Call{ast::Builtin::block_y, {}})),
      channel_(integer(0)),
      output_{integer(0), {}},
      arrays_(b, spec, block_number(spec, strip_, segment_)) {
  LinePosition line;
  line.number[Dim::channel] = b.let("line", ast::Call{ast::Builtin::block_z, {}});
  line.lines[Dim::channel] = spec.channels;
  if (spec.channels == 1) line.number[Dim::channel] = integer(0);
  channel_ = b.let("channel", channel_of(spec.input, line));
  for (int f = 0; f < frames(); ++f) {
    names_.push_back(fmt::format("frame_{}", f));
    b.buffer(names_.back(), spec.input.storage, ast::Access::constant);
    memory_.push_back(image_memory(b, names_.back(), spec.input));
  }
  b.buffer(kOutput, spec.output.storage, ast::Access::write);
  output_ = image_memory(b, kOutput, spec.output);
}

DenoiseRows::Task DenoiseRows::task_of(const Expr& first, int count) {
  const int threads = spec_.threads();
  const Expr begin = b_.let("begin", first % threads);
  const Expr number =
      b_.let("task", select(less(thread_, begin), thread_ + threads - begin, thread_ - begin));
  return {less(number, integer(count * spec_.lanes)), b_.let("row", number / spec_.lanes),
          b_.let("lane", number % spec_.lanes)};
}

/// The samples of a block's row, times its window.
std::vector<Complex> DenoiseRows::load(const Expr& plane, bool is_complex, const Expr& parity,
                                       const Task& task) {
  const bool are_quads = spec_.step % kSamplesAtOnce == 0;
  const int at_once = are_quads ? kSamplesAtOnce : 1, row = spec_.reached_columns() / at_once,
            size = spec_.step * row;
  const auto part = [&](const Expr& number) {
    const Expr first = b_.let("p", (parity * frames() + number) * size + task.number * row +
                                       task.lane * (spec_.step / at_once));
    std::vector<Expr> values;
    for (int n = 0; n < spec_.block / at_once; ++n) {
      const Expr some = b_.let(
          "some",
          arrays_.load(DenoiseArray::came, are_quads ? Type::real_x4 : Type::real, first + n));
      for (int i = 0; i < at_once; ++i) values.push_back(are_quads ? ast::lane(some, i) : some);
    }
    return values;
  };
  const std::vector<Expr> re = part(plane);
  std::vector<Expr> im(re.size(), real(0));
  if (is_complex) im = part(plane + 1);
  std::vector<Complex> values;
  for (std::size_t n = 0; n < re.size(); ++n)
    values.push_back(scaled(b_, {re[n], im[n]}, real(spec_.window[n])));
  return values;
}

void DenoiseRows::put_bin(const Expr& q, int column, const Complex& value, const Expr& first) {
  arrays_.store(DenoiseArray::bins,
                first + (q * spec_.ring_rows() * spec_.threads() + column * spec_.lanes),
                {value.re, value.im});
}

Expr DenoiseRows::bin(const Expr& at) const {
  return arrays_.load(DenoiseArray::bins, Type::real_x2, at);
}

/// Of bin 0 in time and, where the rows are complex, of the middle one: bins of real rows.
void DenoiseRows::put_real_rows(const std::vector<Complex>& bins, const Expr& first) {
  const Expr middle = integer(frames() / 2);
  const auto at = [&](int k) { return bins[static_cast<std::size_t>(k)]; };
  const Complex mean = at(0), last = at(spec_.block / 2);
  const bool are_two = frames() % 2 == 0;
  for (int k = 1; k < spec_.columns(); ++k) {
    const Complex value = at(k), mirror = conjugate(at(spec_.block - k));
    if (!are_two) {
      put_bin(integer(0), k, value, first);
      continue;
    }
    const Complex sum = add(b_, value, mirror), rest = subtract(b_, value, mirror);
    put_bin(integer(0), k, scaled(b_, sum, real(0.5)), first);
    put_bin(middle, k, {rest.im * real(0.5), rest.re * real(-0.5)}, first);
  }
  put_bin(integer(0), 0, {mean.re * real(0.5), last.re * real(0.5)}, first);
  if (are_two) put_bin(middle, 0, {mean.im * real(0.5), last.im * real(0.5)}, first);
}

/// Of bin q in time and of its negative.
void DenoiseRows::put_pair(const Expr& q, const std::vector<Complex>& bins, const Expr& first) {
  const Expr negative = b_.let("negative", integer(frames()) - q);
  const auto at = [&](int k) { return bins[static_cast<std::size_t>(k)]; };
  for (int k = 0; k < spec_.columns(); ++k) {
    put_bin(q, k, at(k), first);
    put_bin(negative, k, conjugate(at(k == 0 ? spec_.block / 2 : spec_.block - k)), first);
  }
}

void DenoiseRows::forward(const Expr& group, const Expr& slot) {
  const int step = spec_.step;
  const Expr parity = b_.let("parity", group % 2);
  const auto line = [&](const Expr& q, bool is_first) {
    const Task task = task_of(q * (step * spec_.lanes), step);
    b_.when(task.exists, [&] {
      const Expr first = b_.let("p", (slot * step + task.number) * spec_.threads() + task.lane);
      const Expr plane = is_first ? q : b_.let("plane", q * 2 - (frames() % 2 == 0 ? 0 : 1));
      const std::vector<Complex> bins =
          butterfly(b_, load(plane, !is_first || frames() % 2 == 0, parity, task));
      if (is_first)
        put_real_rows(bins, first);
      else
        put_pair(q, bins, first);
    });
  };
  line(integer(0), true);
  if (rows_through_time() == 2) line(integer(1), false);
  if (rows_through_time() > 2)
    b_.every("q", integer(1), integer(rows_through_time()), 1,
             [&](const Expr& q) { line(q, false); });
}

void DenoiseRows::put_sum(const Expr& step, int y, const Complex& sum) {
  arrays_.store(DenoiseArray::sums,
                step % 2 * (spec_.step * spec_.threads()) + y * spec_.threads() + thread_,
                {sum.re, sum.im});
}

/// Samples of a row's bins 0 to block/2, by a complex line of half as many: its real parts are the
/// even samples, its imaginary ones the odd ones.
std::vector<Expr> DenoiseRows::real_line(const std::vector<Complex>& bins) {
  const int block = spec_.block, half = block / 2;
  std::vector<Complex> line(static_cast<std::size_t>(half), zero());
  for (int k = 0; k <= half / 2; ++k) {
    const Complex &x = bins[static_cast<std::size_t>(k)],
                  mirror = conjugate(bins[static_cast<std::size_t>(half - k)]);
    const Complex even = add(b_, x, mirror),
                  odd = rotated(b_, subtract(b_, x, mirror), block - k, block);
    line[static_cast<std::size_t>(k)] = {b_.let("r", even.re - odd.im),
                                         b_.let("r", even.im + odd.re)};
    if (k > 0)
      line[static_cast<std::size_t>(half - k)] = {b_.let("r", even.re + odd.im),
                                                  b_.let("r", odd.re - even.im)};
  }
  for (Complex& value : line) value = swapped(value);
  std::vector<Expr> samples;
  for (const Complex& pair : butterfly(b_, line)) samples.insert(samples.end(), {pair.im, pair.re});
  return samples;
}

void DenoiseRows::inverse(const Expr& step, const Expr& condition) {
  const int block = spec_.block;
  const Task task = task_of(integer(rows_through_time() * spec_.step * spec_.lanes), spec_.step);
  b_.when(both(condition, task.exists), [&] {
    const Expr row = b_.let("row", step % 2 * spec_.step + task.number);
    const Expr first = b_.let("p", row * spec_.threads() + task.lane);
    std::vector<Complex> bins;
    for (int k = 0; k < spec_.columns(); ++k)
      bins.push_back(
          parts(b_, arrays_.load(DenoiseArray::sums, Type::real_x2, first + k * spec_.lanes)));
    bins.push_back({bins.front().im, real(0)});
    bins.front().im = real(0);
    const std::vector<Expr> samples = real_line(bins);
    const Expr to = b_.let("p", row * (block * spec_.sample_pitch()) + task.lane);
    for (int n = 0; n < block; ++n)
      arrays_.store(
          DenoiseArray::samples, to + n * spec_.sample_pitch(),
          {samples[static_cast<std::size_t>(n)] * real(spec_.window[static_cast<std::size_t>(n)])});
  });
}

void DenoiseRows::store(const Expr& group, const Expr& step, const Expr& condition) {
  const int width = spec_.strip_columns(), count = width * spec_.step, pitch = spec_.sample_pitch();
  for (int first = 0; first < count; first += spec_.threads()) {
    const Expr number = b_.let("e", thread_ + first);
    const Expr row_of_group = b_.let("row", number / width);
    const Expr across = b_.let("across", number % width);
    const Expr row = b_.let("y", (segment_ * spec_.groups + group) * spec_.step + row_of_group);
    const Expr column = b_.let("column", strip_ * width + across);
    Expr exists = both(condition, both(less(row, integer(spec_.output.rows)),
                                       less(column, integer(spec_.output.columns))));
    if (first + spec_.threads() > count) exists = both(exists, less(number, integer(count)));
    b_.when(exists, [&] {
      const Expr place = b_.let("place", across + spec_.lead());
      const Expr at = b_.let(
          "p", ((step % 2 * spec_.step + row_of_group) * spec_.block + place % spec_.step) * pitch +
                   place / spec_.step);
      Expr sum = real(0);
      for (int q = 0; q < spec_.overlap(); ++q)
        sum = sum +
              arrays_.load(DenoiseArray::samples, Type::real, at + q * (spec_.step * pitch - 1));
      b_.store_global(kOutput,
                      first_of(output_, row, channel_, spec_.output.channel_stride) +
                          column * spec_.output.column_stride,
                      {sum});
      if (!spec_.copied_channels.empty()) copy(row, column);
    });
  }
}

/// Threads of the first channel copy the others.
void DenoiseRows::copy(const Expr& row, const Expr& column) {
  const auto frame = static_cast<std::size_t>(spec_.before);
  const SampleTraits traits = traits_of(spec_.output.storage);
  b_.when(less_equal(ast::Call{ast::Builtin::block_z, {}}, integer(0)), [&] {
    for (const int channel : spec_.copied_channels) {
      const Expr from =
                     first_of(memory_[frame], row, integer(channel), spec_.input.channel_stride) +
                     column * spec_.input.column_stride,
                 to = first_of(output_, row, integer(channel), spec_.output.channel_stride) +
                      column * spec_.output.column_stride;
      if (traits.has_ignored_bits() && !traits.is_packed())
        b_.copy_global(names_[frame], from, kOutput, to);
      else  // nothing is lost on the way
        b_.store_global(kOutput, to, {LoadGlobal{names_[frame], from, 1}});
    }
  });
}

}  // namespace fftcore
