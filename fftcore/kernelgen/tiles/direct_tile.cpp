// SPDX-License-Identifier: LGPL-2.1-or-later
#include "direct_tile.h"

#include <algorithm>
#include <array>
#include <utility>

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;
using ast::real;

/// Four outputs of a row at once, where the image has them all; else those that it has.
void store_quad(Builder& b, const DirectSpec& spec, const StripPosition& at, const Expr& row,
                const Expr& across, const std::vector<Expr>& outputs) {
  const ImageStore& store = spec.store;
  b.buffer("output", store.image.storage, ast::Access::write);
  const ImageMemory memory = image_memory(b, "output", store.image);
  const Expr gain = b.scalar("gain", ast::Type::real), offset = b.scalar("offset", ast::Type::real);
  const LinePosition line = tile_line(spec, at, row, spec.shape.tile_rows);
  const ImageRow of_image = image_row(b, store.image, EdgeMode::constant, line,
                                      channel_of(store.image, line), memory, 0, 0, false);
  const int columns = store.image.columns, left = columns % kStripColumns;
  const Expr group = b.let("group", at.column * (spec.tile_columns() / kStripColumns) + across);
  std::vector<Expr> values;
  for (const Expr& output : outputs) values.push_back(b.let("y", fma(output, gain, offset)));
  b.when(both(of_image.inside, less(group, integer(columns / kStripColumns))),
         [&] { b.store_global("output", of_image.base + group * kStripColumns, values); });
  if (left == 0) return;
  const Expr is_last = both(less_equal(integer(columns / kStripColumns), group),
                            less_equal(group, integer(columns / kStripColumns)));
  b.when(both(of_image.inside, is_last), [&] {
    for (int i = 0; i < left; ++i)
      b.store_global("output", of_image.base + group * kStripColumns + i,
                     {values[static_cast<std::size_t>(i)]});
  });
}

}  // namespace

LinePosition tile_line(const DirectSpec& spec, const StripPosition& at, Expr row,
                       int rows_of_tile) {
  LinePosition line;
  line.number[Dim::row] = std::move(row);
  line.lines[Dim::row] = (spec.tiles[Dim::row] - 1) * spec.shape.tile_rows + rows_of_tile;
  line.number[Dim::channel] = at.channel;
  line.lines[Dim::channel] = spec.tiles[Dim::channel];
  line.number[Dim::frame] = at.frame;
  line.lines[Dim::frame] = spec.tiles[Dim::frame];
  return line;
}

Butterfly lone_element(Expr number, int least, int count) {
  return {std::move(number), least, count, 1, {}};
}

StripPosition strip_position(Builder& b, const DirectSpec& spec) {
  return strip_position(b, spec, ast::Call{ast::Builtin::block_x, {}}, 0);
}

StripPosition strip_position(Builder& b, const DirectSpec& spec, const Expr& block, int of_block) {
  const Expr thread = b.let("thread", ast::Call{ast::Builtin::thread_x, {}});
  Expr rest = block;
  if (const int at_once = spec.tiles_at_once(); at_once > 1)
    rest = b.let("tile",
                 minimum(rest * at_once + std::int64_t{of_block}, integer(spec.tile_count() - 1)));
  const auto next = [&](Dim dim) {
    const Expr number = b.let("tile", rest % spec.tiles[dim]);
    rest = b.let("rest", rest / spec.tiles[dim]);
    return number;
  };
  const Expr column = next(Dim::column), row = next(Dim::row), channel = next(Dim::channel);
  return {thread,
          b.let("across", thread % kStripsAcross),
          b.let("down", thread / kStripsAcross),
          row,
          column,
          channel,
          rest};
}

void store_outputs(Builder& b, const DirectSpec& spec, const StripPosition& at, const Expr& row,
                   const Expr& across, const std::vector<Expr>& outputs) {
  const Expr number = b.let("row", at.row * spec.shape.tile_rows + row);
  if (spec.stores_quads) return store_quad(b, spec, at, number, across, outputs);
  std::vector<Complex> values;
  for (const Expr& output : outputs) values.push_back({output, real(0)});
  const Expr column = b.let("column", at.column * spec.tile_columns() + across * kStripColumns);
  const int columns = spec.tiles[Dim::column] * spec.tile_columns();
  make_storer(b, spec.store, tile_line(spec, at, number, spec.shape.tile_rows))(
      lone_element(column, 0, columns - kStripColumns + 1), values);
}

std::vector<Expr> samples_from(Builder& b, const char* array, const Expr& first, int skipped,
                               int count) {
  std::vector<Expr> samples;
  for (int group = 0; group * kStripColumns < skipped + count; ++group) {
    const Expr quad = b.let("quad", ast::LoadShared{array, ast::Type::real_x4, first + group});
    for (int i = 0; i < kStripColumns; ++i)
      if (const int number = group * kStripColumns + i;
          number >= skipped && number < skipped + count)
        samples.push_back(lane(quad, i));
  }
  return samples;
}

}  // namespace fftcore
