// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tile_kernel.h"

#include <algorithm>

#include <fmt/format.h>

#include "access.h"
#include "fftcore/error.h"
#include "mixing.h"
#include "passes.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;

constexpr const char* kShared = "exchange_0";

void check(const TileSpec& spec) {
  const LineShape &rows = spec.rows, &columns = spec.columns;
  if (rows.lines != columns.length || columns.lines != rows.length || rows.lines * rows.threads != columns.lines * columns.threads || !columns.lines_adjacent ||
      rows.lines_adjacent || rows.exchange_buffers != 1 || columns.exchange_buffers != 1)
    throw InvalidArgument(fmt::format("tile {}: rows of {} and columns of {} do not make a tile", spec.name, rows.length, columns.length));
}

/// Writes one tile.
class TileWriter {
 public:
  explicit TileWriter(const TileSpec& spec)
      : spec_(spec),
        b_(spec.name),
        id_(b_.let("id", ast::Call{ast::Builtin::thread_x, {}})),
        rows_(b_, spec.rows, {b_.let("thread", id_ % spec.rows.threads), b_.let("line", id_ / spec.rows.threads)}, table_),
        columns_(b_, spec.columns, {b_.let("thread", id_ / spec.columns.lines), b_.let("line", id_ % spec.columns.lines)}, table_) {
    const PerDim<int>& tiles = spec.tiles;
    b_.launch({spec.rows.lines * spec.rows.threads, 1, 1}, {tiles[Dim::column] * tiles[Dim::row] * tiles[Dim::channel] * tiles[Dim::frame], 1, 1});
    b_.limit_registers(registers_for(values_per_thread(spec.rows), 0, true), registers_for(values_per_thread(spec.rows), 0, true));
  }

  StageKernel write() && {
    const LinePosition row = row_position();
    const int first = spec_.rows.radices.front(), last = spec_.rows.radices.back();
    const int top = spec_.columns.radices.front(), bottom = spec_.columns.radices.back();
    const Loader load = make_loader(b_, spec_.load, row, "input");
    Values values;
    for (const Butterfly& butterfly : rows_.butterflies(first)) values.push_back(load(butterfly, first));
    values = rows_.forward(std::move(values));
    values = turned(values, rows_, last, columns_, top);
    values = columns_.forward(std::move(values));
    LinePosition column = row;
    column.number[Dim::column] = columns_.line();
    column.lines[Dim::column] = spec_.rows.length;
    // The spectrum knows of no tiles.
    column.number[Dim::row] = column.number[Dim::part] = integer(0);
    column.lines[Dim::row] = column.lines[Dim::part] = 1;
    values = columns_.inverse(multiplied(b_, columns_, values, spec_.multiply, column, bottom));
    values = turned(values, columns_, top, rows_, last);
    values = rows_.inverse(std::move(values));
    const Storer store = make_storer(b_, spec_.store, row);
    const std::vector<Butterfly>& stored = rows_.butterflies(first);
    for (std::size_t i = 0; i < stored.size(); ++i) store(stored[i], values[i]);
    b_.shared(kShared, ast::Type::f32x2, std::max({rows_.exchange_elements(), columns_.exchange_elements(), spec_.rows.lines * tile_row_stride(spec_)}));
    if (!table_->empty()) b_.buffer(LineTransform::kTableName, ast::Storage::f32, ast::Access::constant);
    return StageKernel{fold(std::move(b_).finish()), *table_};
  }

 private:
  LinePosition row_position() {
    const PerDim<int>& tiles = spec_.tiles;
    Expr rest = ast::Call{ast::Builtin::block_x, {}};
    const auto next = [&](Dim dim) {
      const Expr number = b_.let("tile", rest % tiles[dim]);
      rest = b_.let("rest", rest / tiles[dim]);
      return number;
    };
    LinePosition row;
    const Expr tile_column = next(Dim::column), tile_row = next(Dim::row);
    row.number[Dim::channel] = next(Dim::channel);
    row.number[Dim::frame] = rest;
    row.lines[Dim::channel] = tiles[Dim::channel];
    row.lines[Dim::frame] = tiles[Dim::frame];
    const Expr number = b_.let("row", tile_row * spec_.useful_rows + rows_.line());
    row.number[Dim::row] = number;
    row.lines[Dim::row] = (tiles[Dim::row] - 1) * spec_.useful_rows + spec_.rows.lines;
    row.number[Dim::part] = b_.let("first_column", tile_column * spec_.useful_columns);
    row.lines[Dim::part] = (tiles[Dim::column] - 1) * spec_.useful_columns + 1;
    row.exists = b_.let("useful", both(less(rows_.line(), integer(spec_.useful_rows)), less(number, integer(spec_.out_rows))));
    return row;
  }

  /// What the threads of one direction hold, as those of the other take it up. Rows of the tile lie one after the other in between.
  Values turned(const Values& values, LineTransform& from, int from_radix, LineTransform& to, int to_radix) {
    const int stride = tile_row_stride(spec_);
    const auto address = [&](const LineTransform& lines, const Butterfly& butterfly, int k) {
      const Expr element = butterfly.first + k * butterfly.step;
      return &lines == &rows_ ? lines.line() * stride + element : element * stride + lines.line();
    };
    b_.barrier();  // what was exchanged last may still be read
    for (std::size_t i = 0; i < values.size(); ++i) {
      const Butterfly& butterfly = from.butterflies(from_radix)[i];
      const auto put = [&] {
        for (int k = 0; k < from_radix; ++k) {
          const Complex& value = values[i][static_cast<std::size_t>(k)];
          b_.store_shared(kShared, address(from, butterfly, k), {value.re, value.im});
        }
      };
      if (butterfly.active)
        b_.when(*butterfly.active, put);
      else
        put();
    }
    b_.barrier();
    Values taken;
    for (const Butterfly& butterfly : to.butterflies(to_radix)) {
      taken.emplace_back();
      for (int k = 0; k < to_radix; ++k) taken.back().push_back(parts(b_, ast::LoadShared{kShared, ast::Type::f32x2, address(to, butterfly, k)}));
    }
    b_.barrier();
    return taken;
  }

  const TileSpec& spec_;
  Builder b_;
  Expr id_;
  std::shared_ptr<std::vector<float>> table_ = std::make_shared<std::vector<float>>();
  LineTransform rows_, columns_;
};

}  // namespace

StageKernel tile_kernel(const TileSpec& spec) {
  check(spec);
  return TileWriter(spec).write();
}

}  // namespace fftcore
