// SPDX-License-Identifier: LGPL-2.1-or-later
#include "denoise_rows.h"

#include <fmt/format.h>

#include <algorithm>

#include "unit_root.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;
using ast::LoadGlobal;
using ast::LoadShared;
using ast::real;
using ast::Type;

constexpr const char *kSums = "sums", *kSamples = "samples", *kOutput = "output";

Expr first_of(const ImageMemory& memory, const Expr& row, const Expr& channel,
              std::int64_t channel_stride) {
  const Expr first = row * memory.row_stride + channel * channel_stride;
  return memory.first ? first + *memory.first : first;
}

}  // namespace

DenoiseRows::DenoiseRows(Builder& b, const DenoiseSpec& spec, const Expr& thread)
    : b_(b),
      spec_(spec),
      thread_(thread),
      strip_(b.let("strip", ast::Call{ast::Builtin::block_x, {}})),
      segment_(b.let("segment", ast::Call{ast::Builtin::block_y, {}})),
      channel_(integer(0)),
      output_{integer(0), {}} {
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
  b.shared(kBins, Type::real_x2, frames() * spec.ring_rows() * spec.threads());
  b.shared(kSums, Type::real_x2, 2 * spec.step * spec.threads());
  b.shared(kSamples, Type::real, 2 * spec.step * spec.block * spec.sample_pitch());
}

DenoiseRows::Task DenoiseRows::task_of(int first, int count) {
  const int threads = spec_.threads(), begin = first % threads;
  Expr number = thread_;
  if (begin != 0)
    number = b_.let("task", select(less(thread_, integer(begin)), thread_ + (threads - begin),
                                   thread_ - begin));
  return {less(number, integer(count * spec_.lanes)), b_.let("row", number / spec_.lanes),
          b_.let("lane", number % spec_.lanes)};
}

/// Samples times windows, through time to bin q and, as imaginary part, to what goes with it.
std::vector<Complex> DenoiseRows::load(int q, const Expr& row, const Expr& lane) {
  const int lead = spec_.lead(), width = spec_.strip_columns();
  const Range columns{-lead, std::int64_t{spec_.strips()} * width + lead - 1};
  const Expr left = b_.let("left", strip_ * width + lane * spec_.step - lead);
  std::vector<Expr> firsts;
  for (const ImageMemory& memory : memory_)
    firsts.push_back(b_.let("base", first_of(memory, row, channel_, spec_.input.channel_stride)));
  std::vector<std::vector<Expr>> samples;
  for (int n = 0; n < spec_.block; ++n) {
    const Expr column =
        b_.let("column", edge_index(left + n, columns, spec_.input.columns, EdgeMode::reflect_101) *
                             spec_.input.column_stride);
    samples.emplace_back();
    for (std::size_t f = 0; f < firsts.size(); ++f)
      samples.back().push_back(b_.let("x", LoadGlobal{names_[f], firsts[f] + column, 1}));
  }
  std::vector<Complex> values;
  for (std::size_t n = 0; n < samples.size(); ++n) {
    Complex sum = zero();
    for (int f = 0; f < frames(); ++f) {
      const auto at = static_cast<std::size_t>(f);
      const double weight = spec_.window[n] * spec_.time_window[at];
      const auto turn = [&](int bin) {
        const int turns = (bin * (f - spec_.prev) % frames() + frames()) % frames();
        return unit_root(turns, frames());
      };
      double re = static_cast<double>(turn(q).real()), im = static_cast<double>(turn(q).imag());
      if (q == 0) im = frames() % 2 == 0 ? static_cast<double>(turn(frames() / 2).real()) : 0;
      sum = {b_.let("x", fma(samples[n][at], real(re * weight), sum.re)),
             b_.let("x", fma(samples[n][at], real(im * weight), sum.im))};
    }
    values.push_back(sum);
  }
  return values;
}

void DenoiseRows::put_bin(int q, int bin, const Complex& value, const Expr& first) {
  b_.store_shared(kBins, first + (q * spec_.ring_rows() * spec_.threads() + bin * spec_.lanes),
                  {value.re, value.im});
}

void DenoiseRows::put_bins(int q, const std::vector<Complex>& bins, const Expr& first) {
  for (int k = 0; k < spec_.bins(); ++k) {
    const Complex& value = bins[static_cast<std::size_t>(k)];
    const Complex mirror =
        conjugate(bins[static_cast<std::size_t>((spec_.block - k) % spec_.block)]);
    if (q > 0) {
      put_bin(q, k, value, first);
      put_bin(frames() - q, k, mirror, first);
    } else if (frames() % 2 == 0) {
      const Complex sum = add(b_, value, mirror), rest = subtract(b_, value, mirror);
      put_bin(0, k, scaled(b_, sum, real(0.5)), first);
      put_bin(frames() / 2, k, {rest.im * real(0.5), rest.re * real(-0.5)}, first);
    } else {
      put_bin(0, k, value, first);
    }
  }
}

void DenoiseRows::forward(const Expr& group, const Expr& slot) {
  const int step = spec_.step, lead = spec_.lead(), segment = spec_.segment_rows();
  const Range rows{-lead, std::int64_t{spec_.segments()} * segment + lead + step - 1};
  for (int q = 0; q < rows_through_time(); ++q) {
    const Task task = task_of(q * step * spec_.lanes, step);
    b_.when(task.exists, [&] {
      const Expr position = segment_ * segment - lead + group * step + task.number;
      const Expr row = b_.let(
          "row", edge_index(b_.let("y", position), rows, spec_.input.rows, EdgeMode::reflect_101));
      const Expr first = b_.let("p", (slot * step + task.number) * spec_.threads() + task.lane);
      put_bins(q, butterfly(b_, load(q, row, task.lane)), first);
    });
  }
}

void DenoiseRows::put_sum(const Expr& step, int y, const Complex& sum) {
  b_.store_shared(kSums, step % 2 * (spec_.step * spec_.threads()) + y * spec_.threads() + thread_,
                  {sum.re, sum.im});
}

/// Two rows are one complex line.
void DenoiseRows::inverse(const Expr& step, const Expr& condition) {
  const int block = spec_.block, rows = std::min(spec_.step, 2), pairs = spec_.step / rows;
  const Task task = task_of(rows_through_time() * spec_.step * spec_.lanes, pairs);
  b_.when(both(condition, task.exists), [&] {
    const Expr row = b_.let("row", step % 2 * spec_.step + task.number * rows);
    const Expr first = b_.let("p", row * spec_.threads() + task.lane);
    std::vector<Complex> line(static_cast<std::size_t>(block), zero());
    for (int k = 0; k < spec_.bins(); ++k) {
      const auto bin = [&](int below) {
        if (below >= rows) return zero();
        return parts(b_, LoadShared{kSums, Type::real_x2,
                                    first + (below * spec_.threads() + k * spec_.lanes)});
      };
      Complex x = bin(0), y = bin(1);
      if (k % (block / 2) == 0) x.im = y.im = real(0);
      line[static_cast<std::size_t>(k)] = {b_.let("r", x.re - y.im), b_.let("r", x.im + y.re)};
      line[static_cast<std::size_t>((block - k) % block)] = {b_.let("r", x.re + y.im),
                                                             b_.let("r", y.re - x.im)};
    }
    for (Complex& value : line) value = swapped(value);
    const std::vector<Complex> samples = butterfly(b_, line);
    const Expr to = b_.let("p", row * (block * spec_.sample_pitch()) + task.lane);
    for (int n = 0; n < block; ++n) {
      const Complex value = swapped(samples[static_cast<std::size_t>(n)]);
      const Expr window = real(spec_.window[static_cast<std::size_t>(n)]);
      for (int below = 0; below < rows; ++below)
        b_.store_shared(kSamples, to + (below * block + n) * spec_.sample_pitch(),
                        {(below == 0 ? value.re : value.im) * window});
    }
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
        sum = sum + LoadShared{kSamples, Type::real, at + q * (spec_.step * pitch - 1)};
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
  const auto frame = static_cast<std::size_t>(spec_.prev);
  const ElementTraits traits = traits_of(spec_.output.storage);
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
