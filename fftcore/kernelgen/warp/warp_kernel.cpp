// SPDX-License-Identifier: LGPL-2.1-or-later
#include "warp_kernel.h"

#include <fmt/format.h>

#include <optional>

#include "access.h"
#include "fftcore/error.h"
#include "passes.h"
#include "warp_places.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;
using ast::real;

class WarpWriter {
 public:
  explicit WarpWriter(const WarpSpec& spec) : spec_(spec), b_(spec.name, spec.real) {}

  GeneratedKernel write() && {
    b_.launch({spec_.block_columns, spec_.block_rows, 1},
              {spec_.blocks_across(), spec_.blocks_down(), 1});
    b_.buffer("input", spec_.input.storage, ast::Access::constant);
    b_.buffer("output", spec_.output.storage, ast::Access::write);
    const ImageMemory input = image_memory(b_, "input", spec_.input);
    const ImageMemory output = image_memory(b_, "output", spec_.output);
    const Expr column =
        number("column", ast::Builtin::thread_x, ast::Builtin::block_x, spec_.block_columns);
    const Expr row = number("row", ast::Builtin::thread_y, ast::Builtin::block_y, spec_.block_rows);
    b_.when(both(exists(column, spec_.block_columns, spec_.output.columns),
                 exists(row, spec_.block_rows, spec_.output.rows)),
            [&] { pixel(input, output, row, column); });
    return {fold(std::move(b_).finish()), {}};
  }

 private:
  /// Products of a pixel from which on a loop goes over the channels.
  static constexpr int kMostUnrolled = 64;

  Expr number(const char* name, ast::Builtin thread, ast::Builtin block, int threads) {
    return b_.let(name, Expr(ast::Call{block, {}}) * threads + Expr(ast::Call{thread, {}}));
  }
  static Expr exists(const Expr& number, int threads, int extent) {
    return extent % threads == 0 ? Expr(ast::Literal{ast::Type::boolean, 1})
                                 : less(number, integer(extent));
  }
  static Expr row_base(const ImageMemory& memory, const Expr& row) {
    const Expr base = row * memory.row_stride;
    return memory.first ? base + *memory.first : base;
  }

  void pixel(const ImageMemory& input, const ImageMemory& output, const Expr& row,
             const Expr& column) {
    const WarpPlace place = warp_place(b_, spec_, row, column);
    WarpSamples across = warp_samples(b_, spec_, place.x, spec_.input.columns);
    WarpSamples down = warp_samples(b_, spec_, place.y, spec_.input.rows);
    for (Expr& index : across.indices) index = b_.let("p", index * spec_.input.column_stride);
    for (Expr& index : down.indices) index = b_.let("p", row_base(input, index));
    const Expr to = b_.let("p", row_base(output, row) + column * spec_.output.column_stride);
    const auto channel = [&](const Expr& number) {
      const Expr value = sum(across, down, number * spec_.input.channel_stride);
      const Expr own =
          spec_.keeps_outside ? value : select(place.is_somewhere, value, real(spec_.fill));
      b_.store_global("output", to + number * spec_.output.channel_stride, {own});
    };
    if (spec_.keeps_outside)
      b_.when(is_over(place), [&] { all_channels(channel); });
    else
      all_channels(channel);
  }

  template <class Channel>
  void all_channels(const Channel& channel) {
    const int samples = samples_of(spec_.interpolation);
    if (spec_.channels * samples * samples > kMostUnrolled && spec_.channels > 1)
      b_.repeat("channel", spec_.channels, channel);
    else
      for (int c = 0; c < spec_.channels; ++c) channel(integer(c));
  }

  /// Whether the sample that is nearest to the place is one of the input.
  Expr is_over(const WarpPlace& place) {
    constexpr double kHalf = 0.5;
    const auto along = [&](const Expr& at, int extent) {
      return both(less_equal(real(-kHalf), at), less(at, real(extent - kHalf)));
    };
    return b_.let("is_over", both(place.is_somewhere, both(along(place.x, spec_.input.columns),
                                                           along(place.y, spec_.input.rows))));
  }

  /// The value at the place, of the channel whose samples lie so far on.
  Expr sum(const WarpSamples& across, const WarpSamples& down, const Expr& away) {
    std::optional<Expr> total;
    for (std::size_t i = 0; i < down.indices.size(); ++i) {
      const Expr base = b_.let("p", down.indices[i] + away);
      std::optional<Expr> line;
      for (std::size_t j = 0; j < across.indices.size(); ++j) {
        Expr value = ast::LoadGlobal{"input", base + across.indices[j], 1};
        if (!across.inside.empty())
          value = select(both(down.inside[i], across.inside[j]), value, real(spec_.fill));
        const Expr sample = b_.let("s", value);
        line = b_.let("line",
                      line ? fma(sample, across.weights[j], *line) : sample * across.weights[j]);
      }
      total = b_.let("sum", total ? fma(*line, down.weights[i], *total) : *line * down.weights[i]);
    }
    return *total;
  }

  const WarpSpec& spec_;
  Builder b_;
};

}  // namespace

GeneratedKernel warp_kernel(const WarpSpec& spec) {
  if (spec.block_columns < 1 || spec.block_rows < 1 || spec.channels < 1 || spec.input.rows < 1 ||
      spec.input.columns < 1 || !(spec.scale_x > 0) || !(spec.scale_y > 0))
    throw InvalidArgument(
        fmt::format("warp {}: blocks of {}x{}, {} channels of {}x{} samples, scale {}, {}",
                    spec.name, spec.block_rows, spec.block_columns, spec.channels, spec.input.rows,
                    spec.input.columns, spec.scale_x, spec.scale_y));
  return WarpWriter(spec).write();
}

}  // namespace fftcore
