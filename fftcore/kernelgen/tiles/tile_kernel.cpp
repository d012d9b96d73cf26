// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tile_kernel.h"

#include <algorithm>

#include <fmt/format.h>

#include "access.h"
#include "bank_conflicts.h"
#include "fftcore/error.h"
#include "launch_plan.h"
#include "mixing.h"
#include "passes.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;

constexpr const char* kTileExchange = "exchange_0";

// A warp has four rows, later four columns, to itself: it exchanges their values without the
// others. Only where rows become columns, and back, all wait.
constexpr int kLines = kTileColumnsOfWarp;
constexpr int kThreads = ast::kWarp / kLines;  // of a line

void check_tile(const TileSpec& spec) {
  const LineShape &rows = spec.rows, &columns = spec.columns;
  if (rows.lines != columns.length || columns.lines != rows.length ||
      rows.lines * rows.threads != columns.lines * columns.threads || !columns.lines_adjacent ||
      rows.lines_adjacent || rows.exchange_buffers != 1 || columns.exchange_buffers != 1 ||
      rows.threads != kThreads || rows.lines % kLines != 0 || columns.lines % kLines != 0 ||
      rows.radices.size() != 2 || rows.radices != columns.radices)
    throw InvalidArgument(fmt::format("tile {}: rows of {} and columns of {} do not make a tile",
                                      spec.name, rows.length, columns.length));
}

/// In each half of a warp, whose accesses go together, two rows that are not neighbours: these
/// begin half of the banks apart (tile_row_stride).
Expr row_of(const Expr& id) {
  return id / ast::kWarp * kLines + id / kThreads % 2 * 2 + id % ast::kWarp / (ast::kWarp / 2);
}

/// Writes the launch.
class TileWriter {
 public:
  explicit TileWriter(const TileSpec& spec) : spec_(spec), b_(spec.name) {
    b_.launch({spec.rows.lines * spec.rows.threads, 1, 1}, {spec.blocks, 1, 1});
    const int values = values_per_thread(spec.rows),
              registers = registers_for(values, spec.repeats > 1 ? values : 0, true);
    b_.limit_registers(registers, registers);
  }

  GeneratedKernel write() && {
    const Expr block = ast::Call{ast::Builtin::block_x, {}};
    if (spec_.blocks == tiles_)
      one_tile(block);
    else
      b_.every("tile", block, integer(tiles_), spec_.blocks,
               [&](const Expr& tile) { one_tile(tile); });
    b_.shared(kTileExchange, ast::Type::real_x2, tile_elements(spec_));
    if (!table_->empty())
      b_.buffer(LineTransform::kTableName, ast::Storage::f32, ast::Access::constant);
    return GeneratedKernel{fold_and_fuse(std::move(b_).finish()), *table_};
  }

 private:
  /// Where a tile's first line is.
  struct Corner {
    Expr row, column, channel;
    Expr frame;  ///< of the input
    Expr group;  ///< of filters
  };
  /// The rows or the columns of a tile, as one step sees them.
  struct Lines {
    LineTransform transform;
    Expr first;                       ///< line of the thread's warp
    int element_stride, line_stride;  ///< in shared memory
  };

  /// What one filter is multiplied by, and makes.
  struct Frames {
    Expr factor, result;
  };

  void one_tile(const Expr& tile) {
    const Corner corner = corner_of(tile);
    forward_rows(corner);
    b_.barrier();
    Lines columns = this->columns();
    const Values values = columns.transform.forward(taken(columns, spec_.columns.radices.front()));
    if (spec_.filters() == 1) return inverse(corner, columns, values, {corner.frame, corner.frame});
    const auto one = [&](const Expr& number) {
      const Expr filter = b_.let("filter", corner.group * spec_.repeats + number);
      inverse(corner, columns, values, {filter, corner.frame * spec_.filters() + filter});
    };
    if (spec_.repeats == 1) return one(integer(0));
    b_.repeat("of_group", spec_.repeats, [&](const Expr& number) {
      b_.barrier();  // rows of the filter before may still be read
      one(number);
    });
  }

  void inverse(const Corner& corner, Lines& columns, const Values& values, const Frames& frames) {
    inverse_columns(corner, columns, values, frames.factor);
    b_.barrier();
    inverse_rows(corner, frames.result);
  }

  void forward_rows(const Corner& corner) {
    Lines rows = this->rows();
    const LinePosition position = row_position(corner, rows);
    const int first = spec_.rows.radices.front(), last = spec_.rows.radices.back();
    const auto transform = [&] {
      const Loader load = make_loader(b_, spec_.load, position, "input");
      Values values;
      for (const Butterfly& butterfly : rows.transform.butterflies(first))
        values.push_back(load(butterfly, first));
      values = rows.transform.forward(std::move(values));
      b_.barrier(ast::Scope::warp);  // what was exchanged last may still be read
      put(values, rows, last);
    };
    if (position.lines[Dim::row] <= spec_.in_rows) return transform();
    const Expr number = b_.let("number", corner.row + rows.first);
    b_.barrier(ast::Scope::warp);  // as may rows of the tile before
    b_.when(less_equal(integer(spec_.in_rows), number), [&] {
      put(Values(rows.transform.butterflies(last).size(),
                 std::vector<Complex>(static_cast<std::size_t>(last), zero())),
          rows, last);
    });
    b_.where_needed(less(number, integer(spec_.in_rows)), transform);
  }

  void inverse_columns(const Corner& corner, Lines& columns, const Values& values,
                       const Expr& frame) {
    const LinePosition position = spectrum_position(corner, columns, frame);
    const Values results = columns.transform.inverse(multiplied(
        b_, columns.transform, values, spec_.multiply, position, spec_.columns.radices.back()));
    b_.barrier(ast::Scope::warp);
    put(results, columns, spec_.columns.radices.front());
  }

  void inverse_rows(const Corner& corner, const Expr& frame) {
    Lines rows = this->rows();
    LinePosition position = row_position(corner, rows);
    position.number[Dim::frame] = frame;
    position.lines[Dim::frame] *= spec_.filters();
    const Expr is_needed = both(less(rows.first, integer(spec_.useful_rows)),
                                less(corner.row + rows.first, integer(spec_.out_rows)));
    b_.where_needed(is_needed, [&] {
      const Values values = rows.transform.inverse(taken(rows, spec_.rows.radices.back()));
      const Storer store = make_storer(b_, spec_.store, position);
      const std::vector<Butterfly>& stored = rows.transform.butterflies(spec_.rows.radices.front());
      for (std::size_t i = 0; i < stored.size(); ++i) store(stored[i], values[i]);
    });
  }

  // Each step takes the thread's number anew, so that it does not share its addresses with the
  // others: there are no registers to keep them in.

  Lines rows() {
    const Expr id = b_.let("id", ast::Call{ast::Builtin::thread_x_anew, {}});
    return lines(spec_.rows, id, id % kThreads, row_of(id), 1, tile_row_stride(spec_));
  }

  Lines columns() {
    const Expr id = b_.let("id", ast::Call{ast::Builtin::thread_x_anew, {}});
    return lines(spec_.columns, id, id % ast::kWarp / kLines,
                 id / ast::kWarp * kLines + id % kLines, tile_row_stride(spec_), 1);
  }

  Lines lines(const LineShape& shape, const Expr& id, const Expr& thread, const Expr& line,
              int element_stride, int line_stride) {
    // An element more after each of the first butterflies, so that neither writing nor reading
    // meets bank conflicts. Back, what was a value's place is a butterfly's.
    const int group = shape.radices.front() + 1, size = tile_elements(spec_);
    const LineTransform::WarpLayouts layouts{{1, group, group, element_stride, line_stride, size},
                                             {group, 1, 1, element_stride, line_stride, size}};
    return {
        LineTransform(b_, shape, {b_.let("thread", thread), b_.let("line", line), layouts}, table_),
        b_.let("first", id / ast::kWarp * kLines), element_stride, line_stride};
  }

  Corner corner_of(Expr rest) {
    const PerDim<int>& tiles = spec_.tiles;
    const auto next = [&](Dim dim) {
      const Expr number = b_.let("tile", rest % tiles[dim]);
      rest = b_.let("rest", rest / tiles[dim]);
      return number;
    };
    const Expr column = next(Dim::column), row = next(Dim::row), channel = next(Dim::channel);
    return {b_.let("tile_row", row * spec_.useful_rows),
            b_.let("tile_column", column * spec_.useful_columns), channel,
            spec_.groups == 1 ? rest : b_.let("frame", rest / spec_.groups),
            spec_.groups == 1 ? integer(0) : b_.let("group", rest % spec_.groups)};
  }

  LinePosition position_of(const Corner& corner) const {
    LinePosition position;
    position.number[Dim::channel] = corner.channel;
    position.number[Dim::frame] = corner.frame;
    position.lines[Dim::channel] = spec_.tiles[Dim::channel];
    position.lines[Dim::frame] = spec_.tiles[Dim::frame] / spec_.groups;
    return position;
  }

  LinePosition row_position(const Corner& corner, const Lines& rows) {
    LinePosition position = position_of(corner);
    const Expr line = rows.transform.line(), number = b_.let("row", corner.row + line);
    position.number[Dim::row] = number;
    position.lines[Dim::row] = (spec_.tiles[Dim::row] - 1) * spec_.useful_rows + spec_.rows.lines;
    position.number[Dim::part] = corner.column;
    position.lines[Dim::part] = (spec_.tiles[Dim::column] - 1) * spec_.useful_columns + 1;
    position.exists = b_.let("useful", both(less(line, integer(spec_.useful_rows)),
                                            less(number, integer(spec_.out_rows))));
    return position;
  }

  /// A column of the taps' spectrum, which is one for all tiles.
  LinePosition spectrum_position(const Corner& corner, const Lines& columns, const Expr& frame) {
    LinePosition position = position_of(corner);
    position.number[Dim::frame] = frame;
    if (spec_.filters() > 1) position.lines[Dim::frame] = spec_.filters();
    position.number[Dim::column] = b_.let("group", columns.transform.line() / kLines);
    position.number[Dim::slice] = b_.let("of_group", columns.transform.line() % kLines);
    position.lines[Dim::column] = spec_.rows.length / kLines;
    position.lines[Dim::slice] = kLines;
    return position;
  }

  /// Where in the tile a thread's value is: rows lie one after the other.
  static Expr address(const Lines& lines, const Butterfly& butterfly, int k) {
    return (butterfly.first + k * butterfly.step) * lines.element_stride +
           lines.transform.line() * lines.line_stride;
  }

  void put(const Values& values, const Lines& lines, int radix) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      const Butterfly& butterfly = lines.transform.butterflies(radix)[i];
      const auto store = [&] {
        for (int k = 0; k < radix; ++k) {
          const Complex& value = values[i][static_cast<std::size_t>(k)];
          b_.store_shared(kTileExchange, address(lines, butterfly, k), {value.re, value.im});
        }
      };
      if (butterfly.active)
        b_.when(*butterfly.active, store);
      else
        store();
    }
  }

  Values taken(const Lines& lines, int radix) {
    Values values;
    for (const Butterfly& butterfly : lines.transform.butterflies(radix)) {
      values.emplace_back();
      for (int k = 0; k < radix; ++k)
        values.back().push_back(parts(
            b_, ast::LoadShared{kTileExchange, ast::Type::real_x2, address(lines, butterfly, k)}));
    }
    return values;
  }

  const TileSpec& spec_;
  const int tiles_ = static_cast<int>(line_count(spec_));
  Builder b_;
  std::shared_ptr<Table> table_ = std::make_shared<Table>();
};

}  // namespace

GeneratedKernel tile_kernel(const TileSpec& spec) {
  check_tile(spec);
  return TileWriter(spec).write();
}

}  // namespace fftcore
